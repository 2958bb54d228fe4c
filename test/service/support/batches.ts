/** Batches, and the workers that render them, for tests. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Test } from 'tap';
import type { DataRecord } from '../../../src/records/record.js';
import { BatchSweep } from '../../../src/service/batches/batch-sweep.js';
import { Batches } from '../../../src/service/batches/batches.js';
import type { BatchTemplate } from '../../../src/service/batches/types.js';
import { LinkSigner } from '../../../src/service/files/links.js';
import { PostgresStore } from '../../../src/service/files/postgres-store.js';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import { binary } from '../../support/cli.js';
import { type Backend, connect, sql } from './postgres.js';

export const LINK_SECONDS = 3600;

/** The batches of one process, with the storage that they use. */
export async function openBatches(t: Test, backend: Backend) {
  const { database, session } = await connect(t, backend);
  const accounts = new Accounts(database, BUILT_IN_PLANS);
  const store = new PostgresStore(database);
  const batches = new Batches({
    database,
    session,
    accounts,
    store,
    signer: new LinkSigner(['a secret of the test']),
    seconds: LINK_SECONDS,
  });
  return { database, session, accounts, store, batches, sweep: new BatchSweep(database, store) };
}

export function template(source: string, strict = false): BatchTemplate {
  return { source, partials: {}, locale: 'en-US', title: null, strict, standard: [], options: {}, saved: undefined };
}

export function recordsOf(values: readonly object[]): DataRecord[] {
  return values.map((value, index) => ({ number: index + 1, line: index + 1, json: JSON.stringify(value) }));
}

/** Starts `platen worker` with one thread; resolves once it renders. */
export async function startWorker(t: Test, backend: Backend): Promise<ChildProcess> {
  const child = spawn(binary.command[0], [binary.command[1], 'worker'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: backend.url,
      FILE_STORE: 'postgres',
      PROCESSES: '1',
      THREADS: '1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  return child;
}

/** Credits of an account. `difference` is 0 when every credit is accounted for. */
export async function balanceOf(backend: Backend, accountId: string) {
  const [row] = await sql<Record<string, string>>(
    backend,
    `select credits,
       (select coalesce(-sum(amount), 0) from credit_entry where account_id = $1 and kind = 'render') as charged,
       (select coalesce(sum(reserved), 0) from batch_chunk join batch on batch.id = batch_id where account_id = $1)
         as reserved,
       (select sum(amount) from credit_entry where account_id = $1)
         - (select coalesce(sum(reserved), 0) from batch_chunk join batch on batch.id = batch_id where account_id = $1)
         - credits as difference
     from account where id = $1`,
    [accountId],
  );
  const [credits, charged, reserved, difference] = ['credits', 'charged', 'reserved', 'difference'].map((name) =>
    Number(row![name]),
  );
  return { credits, charged, reserved, difference };
}
