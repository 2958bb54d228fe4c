/** A process that renders, as far as credits can see: eight renders at a time, every seventh of which fails. */

import { setTimeout as delay } from 'node:timers/promises';
import { Credits } from '../../../src/service/credits/credits.js';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import { openDatabase } from '../../../src/service/storage/database.js';
import { openSession } from '../../../src/service/storage/session.js';
import { argument, sendToTest } from './processes.js';

export type Progress = { readonly delivered: string } | { readonly failed: string } | { readonly empty: true };

const { connection, accountId } = argument<{ connection: ConnectionOptions; accountId: string }>();
const database = openDatabase({ ...connection, poolSize: 8 });
const session = await openSession(connection);
const credits = new Credits({ database, session, accounts: new Accounts(database, BUILT_IN_PLANS) });

async function work(): Promise<void> {
  for (let i = 1; ; i += 1) {
    const reserved = await credits.reserve({ accountId, keyId: null, output: 'pdf' });
    if (reserved.state !== 'reserved') return;
    const { renderId } = reserved;
    await delay(2);
    if (i % 7 === 0) {
      await credits.refund({ renderId, code: 'internal' });
      sendToTest({ failed: renderId });
    } else if (await credits.commit({ renderId, pages: 1, bytes: 1, diagnostics: 0, milliseconds: 2, stages: {} })) {
      sendToTest({ delivered: renderId });
    }
  }
}

await Promise.all(Array.from({ length: 8 }, work));
sendToTest({ empty: true });
