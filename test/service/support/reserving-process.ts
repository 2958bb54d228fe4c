/** A process that reserves a credit under a key, tells what came of it, and never goes on. */

import { createHash } from 'node:crypto';
import { Credits } from '../../../src/service/credits/credits.js';
import { Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import { openDatabase } from '../../../src/service/storage/database.js';
import { openSession } from '../../../src/service/storage/session.js';
import { argument, sendToTest } from './processes.js';

const { connection, accountId, key, body } = argument<{
  connection: ConnectionOptions;
  accountId: string;
  key: string;
  body: string;
}>();
const database = openDatabase({ ...connection, poolSize: 1 });
const session = await openSession(connection);
const credits = new Credits({ database, session, accounts: new Accounts(database, BUILT_IN_PLANS) });
const idempotency = { key, bodyHash: createHash('sha256').update(body).digest() };
sendToTest(await credits.reserve({ accountId, keyId: null, output: 'pdf', idempotency }));
