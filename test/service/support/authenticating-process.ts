/** A process that tells of each key it is sent whether it is valid. */

import { Authenticator } from '../../../src/service/identity/authenticator.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import { openDatabase } from '../../../src/service/storage/database.js';
import { openSession } from '../../../src/service/storage/session.js';
import { argument, sendToTest } from './processes.js';

const connection = argument<ConnectionOptions>();
const auth = await Authenticator.open({
  database: openDatabase({ ...connection, poolSize: 1 }),
  session: await openSession(connection),
  plans: BUILT_IN_PLANS,
});
process.on('message', async (key: string) => sendToTest((await auth.authenticate(key)) !== undefined));
sendToTest('ready');
