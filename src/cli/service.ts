/** Database access, options and errors shared by the operator commands. */

import { type Config, ConfigError, loadConfig } from '../config.js';
import { ServiceError } from '../service/errors.js';
import type { Account, Accounts } from '../service/identity/accounts.js';
import type { ApiKeys } from '../service/identity/keys.js';
import type { Sessions } from '../service/identity/sessions.js';
import type { ConnectionOptions } from '../service/storage/connection.js';
import { EmbeddedPostgresError } from '../service/storage/embedded/error.js';
import { SchemaTooNew } from '../service/storage/schema-error.js';
import { prepareDataFolder } from './data-folder.js';
import { OperatorError, UsageError } from './outcome.js';

interface OperatorData {
  readonly accounts: Accounts;
  readonly keys: ApiKeys;
  readonly sessions: Sessions;
  /** Base URL of the service, as its settings say. */
  readonly origin: string;
}

/**
 * Runs `work` on the migrated database of the service, embedded or not.
 * @throws OperatorError, UsageError
 */
export function withData<T>(work: (data: OperatorData) => Promise<T>): Promise<T> {
  return withDatabase(async (connection, _migrated, config) => {
    const { openDatabase } = await import('../service/storage/database.js');
    const { Accounts } = await import('../service/identity/accounts.js');
    const { ApiKeys } = await import('../service/identity/keys.js');
    const { Sessions } = await import('../service/identity/sessions.js');
    const database = openDatabase({ ...connection, poolSize: 1 });
    try {
      return await work({
        accounts: new Accounts(database, config.plans),
        keys: new ApiKeys(database),
        sessions: new Sessions(database, config.plans),
        origin: config.publicUrl ?? reachable(`http://${bracketed(config.host)}:${config.port}`),
      });
    } finally {
      await database.close();
    }
  });
}

/** @throws OperatorError, UsageError */
export async function withDatabase<T>(
  work: (connection: ConnectionOptions, migrated: readonly string[], config: Config) => Promise<T>,
): Promise<T> {
  // Imported here, as other commands do not need them.
  const { openEmbeddedPostgres } = await import('../service/storage/embedded/server.js');
  const { migrate } = await import('../service/storage/migrate.js');
  const { connectionOptions } = await import('../service/storage/connection.js');
  let config: Config | undefined;
  try {
    config = loadConfig();
    if (config.embedded) await prepareDataFolder(config);
    const embedded = config.embedded ? await openEmbeddedPostgres({ dataDir: config.dataDir }) : undefined;
    try {
      const connection = connectionOptions(config, embedded?.url ?? config.databaseUrl!);
      return await work(connection, await migrate(connection), config);
    } finally {
      await embedded?.close();
    }
  } catch (error) {
    throw explain(error, config);
  }
}

/** SQLSTATE insufficient_privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';
/** SQLSTATE classes invalid authorization specification and invalid catalog name. */
const REFUSED = /^(28|3D)/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** @returns an error for the operator, or the error itself */
export function explain(error: unknown, config?: Pick<Config, 'embedded'>): unknown {
  const usage = (message: string) => new UsageError(message, { cause: error });
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof SchemaTooNew)
    return usage(error.message);
  if (error instanceof ServiceError && error.code !== 'storage_unavailable')
    return new OperatorError(error.message, { cause: error });
  const database = config?.embedded ? 'the embedded database' : 'the database of DATABASE_URL';
  if (error instanceof ServiceError) {
    const message = `cannot use ${database}: ${reasonOf(error.cause)}`;
    // A server that is down or starting is back later: an init system tries again after all but `UsageError`.
    return REFUSED.test(codeOf(error.cause)) ? usage(message) : new OperatorError(message, { cause: error });
  }
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE)
    return usage(`the user of ${database} lacks rights: ${reasonOf(error)}`);
  return error;
}

/** A host name with several addresses fails with one error for each and no common message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** An address as it stands in a URL. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Replaces the address for all interfaces by a loopback address that can be requested. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** The token is behind the hash, which browsers send to no server and in no Referer header. */
export const signInUrl = (origin: string, token: string): string => `${origin}/sign-in#token=${token}`;

/** @throws ServiceError `not_found` */
export async function accountNamed(accounts: Accounts, email: string): Promise<Account> {
  const account = await accounts.byEmail(email);
  if (!account) throw new ServiceError('not_found', `there is no account with the e-mail address ${email}`);
  return account;
}

/** @throws UsageError */
export function required(name: string, value: string | undefined): string {
  if (!value) throw new UsageError(`--${name} is missing`);
  return value;
}
