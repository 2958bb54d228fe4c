/** A process that starts an embedded Postgres and keeps using it. */

import { openEmbeddedPostgres } from '../../../src/service/storage/embedded/server.js';
import { argument, sendToTest } from './processes.js';

const { dataDir } = argument<{ dataDir: string }>();
sendToTest(await openEmbeddedPostgres({ dataDir }));
