/**
 * Databases for tests: on the embedded server always, as when nothing is installed; and when DATABASE_URL is set on
 * that one too, with the Redis of REDIS_URL. Each is new, and dropped when its test has ended.
 */

import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Test } from 'tap';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import { type Database, openDatabase } from '../../../src/service/storage/database.js';
import { openEmbeddedPostgres } from '../../../src/service/storage/embedded/server.js';
import { migrate } from '../../../src/service/storage/migrate.js';
import { openSession, type Session } from '../../../src/service/storage/session.js';
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

/** For tests of what does not touch Postgres. */
export function onEmbeddedPostgres(t: Test, body: Body): void {
  t.test('on the embedded Postgres', async (t) => {
    const server = await openEmbeddedPostgres({
      dataDir: join(tmpdir(), `platen-test-${process.getuid?.() ?? 0}`),
      settings: { fsync: 'off', synchronous_commit: 'off' },
    });
    t.teardown(() => server.close());
    await body(
      t,
      onServer(server.url, () => undefined),
    );
  });
}

function onServer(url: string, redisFor: (t: Test) => string | undefined): Postgres {
  async function createEmpty(t: Test): Promise<Backend> {
    const name = `platen_test_${randomBytes(6).toString('hex')}`;
    await administer(url, `create database ${name}`);
    t.teardown(() => administer(url, `drop database ${name} with (force)`));
    const database = new URL(url);
    database.pathname = `/${name}`;
    return { url: database.href, connectTimeout: 10, statementTimeout: 10, redisUrl: redisFor(t) };
  }
  return {
    createEmpty,
    async create(t) {
      const connection = await createEmpty(t);
      await migrate(connection);
      return connection;
    },
  };
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
