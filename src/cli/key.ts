/** `platen key` */

import { parseOptions, parseOptionsOnly } from './options.js';
import { CLI_EXIT, UsageError } from './outcome.js';
import { accountNamed, required, withData } from './service.js';
import type { Streams } from './streams.js';
import { day, table } from './table.js';

const TEXT = { type: 'string' } as const;

export const keyCommand = {
  help: `Usage: platen key create --email E [--name N] [--urgency U]
       platen key list --email E
       platen key revoke PREFIX

  create       creates a key and prints it, alone, on standard output: it is never shown again
    --email E    e-mail address of the account
    --name N     what the key is for
    --urgency U  of its requests without a Priority header: 0, the most urgent, to 7 (default 3)
  list         prints a table of an account's keys, newest first, revoked ones too
  revoke       revokes a key, at once; PREFIX is its first 12 characters, its id or the whole key

Works on the database of the service (DATABASE_URL, else PLATEN_DATA_DIR), whether it is running or not.
`,
  async run([action, ...args]: readonly string[], streams: Streams): Promise<number> {
    if (action === 'create') return create(args, streams);
    if (action === 'list') return list(args, streams);
    if (action === 'revoke') return revoke(args);
    throw new UsageError('missing subcommand: platen key create, list or revoke');
  },
};

async function create(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email, name, urgency } = parseOptionsOnly('key', args, { email: TEXT, name: TEXT, urgency: TEXT });
  if (urgency !== undefined && !/^[0-7]$/.test(urgency))
    throw new UsageError(`--urgency: "${urgency}" is no integer from 0 to 7`);
  const owner = required('email', email);
  const { key } = await withData(async ({ accounts, keys }) => {
    const { id } = await accountNamed(accounts, owner);
    return keys.create(id, name, urgency === undefined ? null : Number(urgency));
  });
  stdout.write(`${key}\n`);
  return CLI_EXIT.done;
}

async function list(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email } = parseOptionsOnly('key', args, { email: TEXT });
  const owner = required('email', email);
  const found = await withData(async ({ accounts, keys }) => keys.list((await accountNamed(accounts, owner)).id));
  const rows = found.map(({ id, prefix, name, urgency, createdAt, lastUsedAt, revokedAt }) => [
    prefix,
    name,
    urgency === null ? '' : String(urgency),
    day(createdAt),
    lastUsedAt === null ? 'never' : day(lastUsedAt),
    revokedAt === null ? 'valid' : `revoked ${day(revokedAt)}`,
    id,
  ]);
  stdout.write(table([['PREFIX', 'NAME', 'URGENCY', 'CREATED', 'LAST USED', 'STATE', 'ID'], ...rows]));
  return CLI_EXIT.done;
}

async function revoke(args: readonly string[]): Promise<number> {
  const { positionals } = parseOptions('key', args, {});
  const [prefix, ...more] = positionals;
  if (!prefix) throw new UsageError('missing argument: the first 12 characters of the key');
  if (more.length > 0) throw new UsageError(`only one key at a time; unexpected argument "${more[0]}"`);
  await withData(({ keys }) => keys.revokeLike(prefix));
  return CLI_EXIT.done;
}
