/** The entry point of a process that stops an embedded Postgres whose user was killed. */

import { stopAbandoned } from '../src/service/storage/embedded/server.js';

await stopAbandoned(process.argv[2]!);
