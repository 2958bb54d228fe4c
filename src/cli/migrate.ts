/** `platen migrate` */

import { parseOptionsOnly } from './options.js';
import { CLI_EXIT } from './outcome.js';
import { withDatabase } from './service.js';
import type { Streams } from './streams.js';

export const migrateCommand = {
  help: `Usage: platen migrate

Applies what is missing of the schema to the database of the service (DATABASE_URL, else PLATEN_DATA_DIR), and prints
what it applied. The service does the same when it starts.
`,
  async run(args: readonly string[], { stdout }: Streams): Promise<number> {
    parseOptionsOnly('migrate', args, {});
    const applied = await withDatabase(async (_connection, migrated) => migrated);
    stdout.write(applied.length === 0 ? 'the database is up to date\n' : applied.map((name) => `${name}\n`).join(''));
    return CLI_EXIT.done;
  },
};
