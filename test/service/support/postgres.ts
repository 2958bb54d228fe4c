/**
 * Databases for tests: on the embedded server always, as when nothing is installed; and when DATABASE_URL is set on
 * that one too, with the Redis of REDIS_URL. Each is new, and dropped when its test has ended.
 */

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Test } from 'tap';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import { type Database, openDatabase } from '../../../src/service/storage/database.js';
import { openEmbeddedPostgres } from '../../../src/service/storage/embedded/server.js';
import { migrate } from '../../../src/service/storage/migrate.js';
import { MIGRATIONS } from '../../../src/service/storage/migrations/index.js';
import { openSession, type Session } from '../../../src/service/storage/session.js';
import { built } from '../../support/build.js';
import { ownRedis } from './redis.js';

/** Where a service of a test keeps what it keeps. */
export interface Backend extends ConnectionOptions {
  /** undefined: it works without Redis. */
  readonly redisUrl: string | undefined;
}

export interface Postgres {
  /** A new, migrated database. */
  create(t: Test): Promise<Backend>;
  /** A new database without any tables. */
  createEmpty(t: Test): Promise<Backend>;
}

/** The environment of a service that uses it. */
export function environmentOf({ url, redisUrl }: Backend): Record<string, string> {
  return { DATABASE_URL: url, ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) };
}

type Body = (t: Test, postgres: Postgres) => Promise<void>;

/** Runs the tests of `body` on every server there is. */
export function onEachPostgres(t: Test, body: Body): void {
  onEmbeddedPostgres(t, body);
  const external = process.env['DATABASE_URL'];
  if (external !== undefined) t.test('on the Postgres of DATABASE_URL', (t) => body(t, onServer(external, ownRedis)));
}

/** The embedded server that tests share. */
export const openTestPostgres = () =>
  openEmbeddedPostgres({
    dataDir: join(tmpdir(), `platen-test-${process.getuid?.() ?? 0}`),
    settings: { fsync: 'off', synchronous_commit: 'off' },
  });

/** For tests of what does not touch Postgres. */
export function onEmbeddedPostgres(t: Test, body: Body): void {
  t.test('on the embedded Postgres', async (t) => {
    const server = await openTestPostgres();
    t.teardown(() => server.close());
    await body(
      t,
      onServer(server.url, () => undefined),
    );
  });
}

function onServer(url: string, redisFor: (t: Test) => string | undefined): Postgres {
  async function create(t: Test, from: string): Promise<Backend> {
    const name = `platen_test_${randomBytes(6).toString('hex')}`;
    await administer(url, `create database ${name} template ${from}`);
    t.teardown(() => administer(url, `drop database ${name} with (force)`));
    return { ...connectionTo(url, name), redisUrl: redisFor(t) };
  }
  return {
    createEmpty: (t) => create(t, 'template0'),
    async create(t) {
      await makeTemplate(url);
      return create(t, TEMPLATE);
    },
  };
}

function connectionTo(url: string, name: string): ConnectionOptions {
  const database = new URL(url);
  database.pathname = `/${name}`;
  return { url: database.href, connectTimeout: 10, statementTimeout: 10 };
}

const TEMPLATES = 'platen_template_';
/** A migrated database, named after all that migrations consist of, of which new ones are copies. */
const TEMPLATE = TEMPLATES + hashOfMigrations();

function hashOfMigrations(): string {
  const hash = createHash('sha256').update(JSON.stringify(MIGRATIONS));
  for (const name of ['migrate', 'queue-schema']) hash.update(readFileSync(built(`src/service/storage/${name}.js`)));
  hash.update(readFileSync(createRequire(import.meta.url).resolve('graphile-worker/package.json')));
  return hash.digest('hex').slice(0, 16);
}

/** Processes may do it at the same time: the first one's is used. */
async function makeTemplate(url: string): Promise<void> {
  if ((await databases(url, TEMPLATE)).length > 0) return;
  const name = `platen_test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} template template0`);
  await migrate(connectionTo(url, name));
  try {
    await administer(url, `alter database ${name} rename to ${TEMPLATE}`);
  } catch (error) {
    await administer(url, `drop database ${name} with (force)`);
    if ((error as pg.DatabaseError).code !== DUPLICATE_DATABASE) throw error;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DUPLICATE_DATABASE = '42P04';

/** Of a server that no test uses any more. */
export async function dropTemplates(url: string): Promise<void> {
  for (const name of await databases(url, `${TEMPLATES}%`)) await administer(url, `drop database if exists ${name}`);
}

async function databases(url: string, pattern: string): Promise<string[]> {
  const rows = await sql<{ datname: string }>(
    { url, connectTimeout: 10, statementTimeout: 10 },
    'select datname from pg_database where datname like $1',
    [pattern.replaceAll('_', '\\_')],
  );
  return rows.map(({ datname }) => datname);
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Connections of one process, closed when the test has ended. */
export async function connect(
  t: Test,
  connection: ConnectionOptions,
  poolSize = 8,
): Promise<{ database: Database; session: Session }> {
  const database = openDatabase({ ...connection, poolSize });
  const session = await openSession(connection);
  t.teardown(async () => {
    await session.close();
    await database.close();
  });
  return { database, session };
}

/** Runs SQL of the test's own. */
export async function sql<Row extends pg.QueryResultRow>(
  { url }: ConnectionOptions,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * Ends the server's side of every session that holds an advisory lock in this database. `pg_locks` lists the locks of
 * the whole server, where other tests run at the same time.
 */
export async function endLockHolders(connection: ConnectionOptions): Promise<void> {
  await sql(
    connection,
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
  );
}
