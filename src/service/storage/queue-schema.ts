/** The schema of the queue, which graphile-worker migrates itself. */

import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type ConnectionOptions, clientConfig } from './connection.js';

/** Does nothing when the schema is up to date. */
export async function migrateQueue(connection: ConnectionOptions): Promise<void> {
  const pool = new pg.Pool({ ...clientConfig(connection), types: undefined, max: 1 });
  pool.on('error', () => undefined); // the query in flight reports it
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}
