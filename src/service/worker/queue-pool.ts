/** Connections of the queue, whose statements outlast an outage of Postgres. */

import pg from 'pg';
import { ServiceError } from '../errors.js';
import { translate } from '../storage/connection.js';

/** graphile-worker repeats the end of a job after errors with this code: soon, then up to every 5 s, 100 times. */
const REPEATED = '40001';

/**
 * A pool for graphile-worker, which repeats the end of a job after few errors only: a lost connection is not among them,
 * and ends the process as an unhandled rejection.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0] & object): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0] & object): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connect();
    super.connect(callback);
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await super.connect().catch(rethrow);
    const query = (text: pg.QueryConfig, values?: unknown[]) => client.query(text, values).catch(rethrow);
    const release = (error?: Error | boolean) => client.release(error);
    return Object.assign(Object.create(client) as pg.PoolClient, { query, release });
  }
}

function rethrow(error: unknown): never {
  const translated = translate(error);
  if (!(translated instanceof ServiceError)) throw error;
  throw Object.assign(new Error('Postgres is unavailable', { cause: error }), { code: REPEATED });
}
