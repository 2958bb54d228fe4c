/** What the operator's commands share: the service's database, options, failures. */

import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config.js';
import type { Account, Accounts } from '../service/accounts/accounts.js';
import type { ApiKeys } from '../service/auth/keys.js';
import { ServiceError } from '../service/errors.js';
import type { ConnectionOptions } from '../service/storage/connection.js';
import { EmbeddedPostgresError } from '../service/storage/embedded/error.js';
import { SchemaTooNew } from '../service/storage/schema-error.js';
import { UsageError } from './arguments.js';

/** A command that cannot do what was asked, for a reason that the operator can change. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export interface OperatorData {
  readonly accounts: Accounts;
  readonly keys: ApiKeys;
}

/**
 * Runs `work` on the up-to-date database of the service, embedded or not.
 * @throws OperatorError
 */
export function withData<T>(work: (data: OperatorData) => Promise<T>): Promise<T> {
  return withDatabase(async (connection, _migrated, config) => {
    const { openDatabase } = await import('../service/storage/database.js');
    const { Accounts } = await import('../service/accounts/accounts.js');
    const { ApiKeys } = await import('../service/auth/keys.js');
    const database = openDatabase({ ...connection, poolSize: 1 });
    try {
      return await work({ accounts: new Accounts(database, config.plans), keys: new ApiKeys(database) });
    } finally {
      await database.close();
    }
  });
}

/** @throws OperatorError */
export async function withDatabase<T>(
  work: (connection: ConnectionOptions, migrated: readonly string[], config: Config) => Promise<T>,
): Promise<T> {
  // Imported here: the other commands start without them.
  const { openEmbeddedPostgres } = await import('../service/storage/embedded/server.js');
  const { migrate } = await import('../service/storage/migrate.js');
  const { connectionOptions } = await import('../service/storage/connection.js');
  try {
    const config = loadConfig();
    const embedded = config.embedded ? await openEmbeddedPostgres({ dataDir: config.dataDir }) : undefined;
    try {
      const connection = connectionOptions(config, embedded?.url ?? config.databaseUrl!);
      return await work(connection, await migrate(connection), config);
    } finally {
      await embedded?.close();
    }
  } catch (error) {
    throw explain(error);
  }
}

/** @returns what can be told to the operator, or the error itself */
export function explain(error: unknown): unknown {
  if (error instanceof ServiceError) {
    const reason = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return new OperatorError(`${error.message}${reason}`, { cause: error });
  }
  const isForOperators =
    error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof SchemaTooNew;
  return isForOperators ? new OperatorError(error.message, { cause: error }) : error;
}

/** @throws ServiceError `not_found` */
export async function accountNamed(accounts: Accounts, email: string): Promise<Account> {
  const account = await accounts.byEmail(email);
  if (!account) throw new ServiceError('not_found', `there is no account with the e-mail address ${email}`);
  return account;
}

/** Options with a value each, and nothing else. @throws UsageError */
export function parseOptions<const Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args: joinNegative(args), options }).values as { readonly [N in Name]?: string };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** `--add -5` → `--add=-5`: parseArgs takes -5 for an option. */
function joinNegative(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-\d+$/.test(arg) && last?.startsWith('--') && !last.includes('='))
      joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** @throws UsageError */
export function required(name: string, value: string | undefined): string {
  if (!value) throw new UsageError(`--${name} is missing`);
  return value;
}

export function write(text: string): void {
  process.stdout.write(text);
}
