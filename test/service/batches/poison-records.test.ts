/** A record that ends the process that renders it fails alone: no other is lost, charged or refused for it. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import type { BatchRecord } from '../../../src/service/batches/types.js';
import { balanceOf, openBatches, recordsOf, startWorker, template } from '../support/batches.js';
import { accountWith } from '../support/credits.js';
import { ENDLESS } from '../support/endless.js';
import { onEachPostgres } from '../support/postgres.js';
import { kill } from '../support/processes.js';
import { until } from '../support/until.js';

t.setTimeout(300_000); // starting processes takes long on a busy machine

const RECORDS = 30;
const CREDITS = 100;
const SOURCE = `<p>Invoice {{number}}{{#if poison}}${ENDLESS}{{/if}}</p>`;

/** Seconds of processor time; an innocent record takes one or two in a process that is new. */
const POISON_SECONDS = 5;
/** Fields of /proc/PID/stat behind the name, in ticks: utime and stime. Source: man proc_pid_stat(5) */
const [UTIME, STIME] = [11, 12];
const TICKS_PER_SECOND = 100;

/** The process in which a worker renders the poison record. */
function poisonedProcessOf(worker: number): number | undefined {
  const children = readFileSync(`/proc/${worker}/task/${worker}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).find((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      const seconds = (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_PER_SECOND;
      return seconds > POISON_SECONDS && /isolated\.js/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false; // it has ended
    }
  });
}

onEachPostgres(t, async (t, postgres) => {
  const backend = await postgres.create(t);
  const { batches, accounts, sweep } = await openBatches(t, backend);

  t.test('one ended process, then one of its own', async (t) => {
    const { id: accountId } = await accountWith(accounts, CREDITS);
    const innocent = await accountWith(accounts, CREDITS);
    const values = Array.from({ length: RECORDS }, (_, index) => ({ number: index + 1, poison: index === 0 }));
    const create = (accountId: string, values: readonly object[]) =>
      batches.create({ accountId, keyId: null, template: template(SOURCE), records: recordsOf(values) });
    const { id } = await create(accountId, values);
    const other = await create(innocent.id, [{ number: 1 }, { number: 2 }]);
    const hasEnded = async (id: string, accountId: string) => (await batches.find(id, accountId))!.finished_at !== null;

    const first = await startWorker(t, backend);
    await until('it renders', async () => (await batches.find(id, accountId))!.state === 'running');
    await kill(first); // as a record that V8 runs out of memory for
    await until('its jobs are released', async () => (await sweep.release()) > 0);
    const second = await startWorker(t, backend);
    await until('the record is in a process of its own', () => poisonedProcessOf(second.pid!) !== undefined);
    process.kill(poisonedProcessOf(second.pid!)!, 'SIGABRT');
    await until('both have ended', async () => (await hasEnded(id, accountId)) && hasEnded(other.id, innocent.id), 180);

    t.equal(second.exitCode, null, 'no other process has ended');
    const records: BatchRecord[] = [];
    for await (const record of batches.records(id)) records.push(record);
    t.match(records[0], { record: 1, status: 'failed', code: 'document_too_large' });
    t.strictSame(
      records.slice(1).map(({ record, status }) => `${record} ${status}`),
      values.slice(1).map(({ number }) => `${number} done`),
    );
    const charged = RECORDS - 1;
    const whole = { reserved: 0, difference: 0 };
    t.strictSame(await balanceOf(backend, accountId), { credits: CREDITS - charged, charged, ...whole });
    t.match(await batches.find(other.id, innocent.id), { state: 'done', succeeded: 2, failed: 0 });
    t.strictSame(await balanceOf(backend, innocent.id), { credits: CREDITS - 2, charged: 2, ...whole });
  });
});
