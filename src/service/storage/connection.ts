/** Connections to Postgres: their settings and the meaning of their failures. */

import pg from 'pg';
import { ServiceError } from '../errors.js';

export interface ConnectionOptions {
  readonly url: string;
  /** Seconds. */
  readonly connectTimeout: number;
  /** Seconds. */
  readonly statementTimeout: number;
}

export interface ConnectionSettings {
  /** Seconds. */
  readonly databaseConnectTimeout: number;
  /** Seconds. */
  readonly databaseStatementTimeout: number;
}

/** @param url  DATABASE_URL, or that of the embedded server */
export function connectionOptions(settings: ConnectionSettings, url: string): ConnectionOptions {
  return { url, connectTimeout: settings.databaseConnectTimeout, statementTimeout: settings.databaseStatementTimeout };
}

/** Seconds after the server's own time limit until the network counts as lost. */
const GRACE_SECONDS = 2;

/** Settings for `pg.Client` and `pg.Pool`. */
export function clientConfig({ url, connectTimeout, statementTimeout }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'platen',
    connectionTimeoutMillis: connectTimeout * 1000,
    statement_timeout: statementTimeout * 1000,
    query_timeout: (statementTimeout + GRACE_SECONDS) * 1000,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** int8 is parsed as a number (no count here exceeds 2^53), timestamptz as whole Unix seconds. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: (text) => Math.floor(readTime(text).getTime() / 1000),
};

const readTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format === 'text' || format === undefined ? PARSERS[oid] : undefined) ??
  pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;

/**
 * SQLSTATE classes and codes caused by the state of the server, not by the statement: connection,
 * resources, operator intervention, read-only after a failover, lock and statement time-outs.
 * Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNAVAILABLE = /^(08|28|3D|53|57|58|25006|55P03)/;
const RETRY_AFTER_SECONDS = 1;

/** The transaction was rolled back because of a concurrent one, and can be retried as it is. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}

/**
 * Translates an error of the driver: to `storage_unavailable`, or to itself when the statement is wrong, which is a bug
 * of the service.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ServiceError || !isUnavailable(error)) return error;
  return new ServiceError('storage_unavailable', undefined, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE.test(error.code ?? '');
  // All other errors of pg concern the connection: refused, reset, timed out, ended.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
}

/** The row violates the constraint with this name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.constraint === constraint;
}
