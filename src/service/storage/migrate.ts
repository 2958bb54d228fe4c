/** Migrates the schema of a database to the version of this program. */

import pg from 'pg';
import { type ConnectionOptions, clientConfig, translate } from './connection.js';
import { ADVISORY } from './locks.js';
import { MIGRATIONS, type Migration } from './migrations/index.js';
import { migrateQueue } from './queue-schema.js';
import { SchemaTooNew } from './schema-error.js';

const VERSION_TABLE = `
  create table if not exists schema_migration (
    version integer primary key,
    name text not null,
    applied_at timestamptz not null default now()
  )`;

/** Long, since a migration may rewrite a large table. */
const STATEMENT_TIMEOUT_SECONDS = 3600;

/**
 * Applies the missing migrations, each in its own transaction. Processes that start at the same time wait for each
 * other.
 * @returns the names of those applied
 * @throws SchemaTooNew when a newer version of this program has migrated the database
 * @throws ServiceError `storage_unavailable`
 */
export async function migrate(
  connection: ConnectionOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const client = new pg.Client(clientConfig({ ...connection, statementTimeout: STATEMENT_TIMEOUT_SECONDS }));
  client.on('error', () => undefined); // the query in flight reports it
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1, 0)', [ADVISORY.migration]);
    const applied = await applyMissing(client, migrations);
    await migrateQueue({ ...connection, statementTimeout: STATEMENT_TIMEOUT_SECONDS });
    return applied;
  } catch (error) {
    throw error instanceof SchemaTooNew ? error : translate(error);
  } finally {
    await client.end().catch(() => undefined); // which releases the lock
  }
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(VERSION_TABLE);
  const { rows } = await client.query<{ version: number }>('select version from schema_migration');
  const seen = new Set(rows.map(({ version }) => version));
  const newest = Math.max(0, ...seen);
  if (newest > migrations.length) {
    throw new SchemaTooNew(
      `the database has schema version ${newest}, this program supports up to ${migrations.length}: use a newer version`,
    );
  }
  const applied: string[] = [];
  for (const [index, { name, sql }] of migrations.entries()) {
    const version = index + 1;
    if (seen.has(version)) continue;
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migration (version, name) values ($1, $2)', [version, name]);
    await client.query('commit');
    applied.push(name);
  }
  return applied;
}
