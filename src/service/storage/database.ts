/** Access to Postgres: statements, transactions, and one error for everything that is not the statement's fault. */

import pg from 'pg';
import { ServiceError } from '../errors.js';
import { type ConnectionOptions, clientConfig, isConflict, translate } from './connection.js';
import type { Statement } from './statement.js';

/** Runs statements. @throws ServiceError `storage_unavailable` */
export interface Queries {
  rows<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R[]>;
  /** The first row. */
  row<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<R | undefined>;
  /** Rows inserted, changed or deleted. */
  count<P extends readonly unknown[], R>(statement: Statement<P, R>, ...parameters: P): Promise<number>;
}

export interface Database extends Queries {
  /**
   * Runs `work` in one transaction: committed when it returns, rolled back when it throws. It is retried after a
   * conflict, so it must do nothing but query, and await nothing else.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface DatabaseOptions extends ConnectionOptions {
  readonly poolSize: number;
  /** Called when an idle connection breaks. */
  readonly onConnectionLost?: (error: Error) => void;
}

const IDLE_SECONDS = 30;
const ATTEMPTS = 4;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...clientConfig(options),
    max: options.poolSize,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
  });
  pool.on('error', (error) => options.onConnectionLost?.(error));
  // The query in flight reports the failure; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let client: pg.PoolClient | undefined;
      try {
        client = await driver(pool.connect());
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        client?.release(error instanceof ServiceError && error.code === 'storage_unavailable');
        if (isConflict(error) && attempt < ATTEMPTS) continue;
        throw error;
      }
    }
  }

  return {
    ...queriesBy((statement, parameters) => use((client) => run(client, statement, parameters))),
    transaction: (work) => use((client) => inTransaction(client, work)),
    close: () => pool.end(),
  };
}

type Result<R> = pg.QueryResult<R & pg.QueryResultRow>;

function run<P extends readonly unknown[], R>(
  client: pg.ClientBase,
  { name, text }: Statement<P, R>,
  parameters: P,
): Promise<Result<R>> {
  return driver(client.query({ name, text, values: [...parameters] }));
}

/** Translates errors of the driver only: a bug in `work` must not look like a failure of Postgres. */
async function driver<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw translate(error);
  }
}

/** @param execute  runs a statement on one connection */
function queriesBy(
  execute: <P extends readonly unknown[], R>(statement: Statement<P, R>, parameters: P) => Promise<Result<R>>,
): Queries {
  return {
    rows: async (statement, ...parameters) => (await execute(statement, parameters)).rows,
    row: async (statement, ...parameters) => (await execute(statement, parameters)).rows[0],
    count: async (statement, ...parameters) => (await execute(statement, parameters)).rowCount ?? 0,
  };
}

async function inTransaction<T>(client: pg.ClientBase, work: (queries: Queries) => Promise<T>): Promise<T> {
  await driver(client.query('begin'));
  try {
    const queries = queriesBy((statement, parameters) => run(client, statement, parameters));
    const result = await work(queries);
    await driver(client.query('commit'));
    return result;
  } catch (error) {
    // It fails on a broken connection, for which the server rolls back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
