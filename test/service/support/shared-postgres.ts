/** Keeps the embedded Postgres of tests running, and drops what they share, until standard input ends. */

import { once } from 'node:events';
import { dropTemplates, openTestPostgres } from './postgres.js';

const server = await openTestPostgres();
process.stdout.write('open\n');
process.stdin.resume();
await once(process.stdin, 'end');
await dropTemplates(server.url);
const external = process.env['DATABASE_URL'];
if (external !== undefined) await dropTemplates(external);
await server.close();
