/** `platen account` */

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Account } from '../service/identity/accounts.js';
import { DEFAULT_PLAN } from '../service/identity/plans.js';
import { DEFAULT_LOCALE } from '../service/locale.js';
import { parseOptionsOnly } from './options.js';
import { CLI_EXIT, OperatorError, UsageError } from './outcome.js';
import { accountNamed, required, signInUrl, withData } from './service.js';
import type { Streams } from './streams.js';
import { day, table } from './table.js';

const TEXT = { type: 'string' } as const;

export const accountCommand = {
  help: `Usage: platen account create --email E [--plan P] [--locale L]
       platen account link --email E
       platen account list
       platen account credit --email E --add N
       platen account plan --email E --plan P
       platen account delete --email E [--yes]

  --email E    e-mail address of the account
  --plan P     free, starter, pro, self-hosted or one of PLANS_FILE (default ${DEFAULT_PLAN})
  --locale L   BCP 47 language tag (default ${DEFAULT_LOCALE})
  --add N      credits to give; a negative number takes some
  --yes        delete without asking

create and link print a link that signs in to the portal once, within 24 hours; link for an account that exists.

list prints a table of all accounts, credit the new balance. plan changes the balance by the difference between the
plans' credits, but not below zero. delete deletes the account's keys, templates, images, links and log, too.

Works on the database of the service (DATABASE_URL, else PLATEN_DATA_DIR), whether it is running or not.
`,
  async run([action, ...args]: readonly string[], streams: Streams): Promise<number> {
    if (action === 'create') return create(args, streams);
    if (action === 'link') return link(args, streams);
    if (action === 'list') return list(args, streams);
    if (action === 'credit') return credit(args, streams);
    if (action === 'plan') return plan(args, streams);
    if (action === 'delete') return remove(args, streams);
    throw new UsageError('missing subcommand: platen account create, link, list, credit, plan or delete');
  },
};

async function create(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email, plan, locale } = parseOptionsOnly('account', args, { email: TEXT, plan: TEXT, locale: TEXT });
  const account = { email: required('email', email), ...(plan && { plan }), ...(locale && { locale }) };
  const { created, url } = await withData(async ({ accounts, sessions, origin }) => {
    const created = await accounts.create(account);
    return { created, url: signInUrl(origin, await sessions.createLink(created.id)) };
  });
  stdout.write(`${describe([created])}\nSign in (once, within 24 hours): ${url}\n`);
  return CLI_EXIT.done;
}

async function link(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email } = parseOptionsOnly('account', args, { email: TEXT });
  const owner = required('email', email);
  const url = await withData(async ({ accounts, sessions, origin }) => {
    const { id } = await accountNamed(accounts, owner);
    return signInUrl(origin, await sessions.createLink(id));
  });
  stdout.write(`${url}\n`);
  return CLI_EXIT.done;
}

async function list(args: readonly string[], { stdout }: Streams): Promise<number> {
  parseOptionsOnly('account', args, {});
  stdout.write(describe(await withData(({ accounts }) => accounts.list())));
  return CLI_EXIT.done;
}

async function credit(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email, add } = parseOptionsOnly('account', args, { email: TEXT, add: TEXT });
  const amount = /^[+-]?\d+$/.test(required('add', add)) ? Number(add) : Number.NaN;
  if (!Number.isSafeInteger(amount)) throw new UsageError(`--add is a whole number, not "${add}"`);
  const owner = required('email', email);
  const balance = await withData(async ({ accounts }) => {
    const { id } = await accountNamed(accounts, owner);
    return accounts.addCredits(id, amount);
  });
  stdout.write(`${balance}\n`);
  return CLI_EXIT.done;
}

async function plan(args: readonly string[], { stdout }: Streams): Promise<number> {
  const { email, plan } = parseOptionsOnly('account', args, { email: TEXT, plan: TEXT });
  const [owner, name] = [required('email', email), required('plan', plan)];
  const changed = await withData(async ({ accounts }) => {
    const { id } = await accountNamed(accounts, owner);
    return accounts.changePlan(id, name);
  });
  stdout.write(describe([changed]));
  return CLI_EXIT.done;
}

async function remove(args: readonly string[], streams: Streams): Promise<number> {
  const { email, yes } = parseOptionsOnly('account', args, { email: TEXT, yes: { type: 'boolean' } });
  const owner = required('email', email);
  if (!yes && !streams.stdin.isTTY)
    throw new UsageError('this deletes all data of the account; without a terminal, confirm with --yes');
  const isDeleted = await withData(async ({ accounts }) => {
    const { id, email } = await accountNamed(accounts, owner);
    if (!yes && !(await isConfirmed(email, streams))) return false;
    await accounts.remove(id);
    return true;
  });
  if (!isDeleted) throw new OperatorError('nothing was deleted');
  return CLI_EXIT.done;
}

async function isConfirmed(email: string, { stdin, stderr }: Streams): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  // Ctrl-C and Ctrl-D close it without an answer.
  const closed = once(terminal, 'close').then(() => '');
  const question = `Delete ${email} with its keys, templates, images, links and log? Type yes: `;
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer.trim() === 'yes';
}

function describe(accounts: readonly Account[]): string {
  const rows = accounts.map(({ email, plan, credits, periodEnd, locale }) => [
    email,
    plan,
    String(credits),
    day(periodEnd),
    locale,
  ]);
  return table([['EMAIL', 'PLAN', 'CREDITS', 'PERIOD ENDS', 'LOCALE'], ...rows]);
}
