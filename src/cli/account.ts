/** `platen account` */

import type { Account } from '../service/accounts/accounts.js';
import { DEFAULT_LOCALE } from '../service/accounts/locale.js';
import { DEFAULT_PLAN } from '../service/accounts/plans.js';
import { parseOptionsOnly } from './options.js';
import { CLI_EXIT, UsageError } from './outcome.js';
import { accountNamed, required, withData, write } from './service.js';

const TEXT = { type: 'string' } as const;

export const accountCommand = {
  summary: 'make and list accounts of the service, give them credits',
  help: `Usage: platen account create --email E [--plan P] [--locale L]
       platen account list
       platen account credit --email E --add N

  --email E    e-mail address of the account
  --plan P     free, starter, pro, self-hosted or one of PLANS_FILE (default ${DEFAULT_PLAN})
  --locale L   BCP 47 language tag (default ${DEFAULT_LOCALE})
  --add N      credits to give; a negative number takes some

list prints a table of all accounts, credit the new balance.

Works on the database of the service (DATABASE_URL, else PLATEN_DATA_DIR), whether it is running or not.
`,
  async run([action, ...args]: readonly string[]): Promise<number> {
    if (action === 'create') return create(args);
    if (action === 'list') return list(args);
    if (action === 'credit') return credit(args);
    throw new UsageError('say what to do: platen account create, list or credit');
  },
};

async function create(args: readonly string[]): Promise<number> {
  const { email, plan, locale } = parseOptionsOnly('account', args, { email: TEXT, plan: TEXT, locale: TEXT });
  const account = { email: required('email', email), ...(plan && { plan }), ...(locale && { locale }) };
  const made = await withData(({ accounts }) => accounts.create(account));
  write(table([made]));
  return CLI_EXIT.done;
}

async function list(args: readonly string[]): Promise<number> {
  parseOptionsOnly('account', args, {});
  write(table(await withData(({ accounts }) => accounts.list())));
  return CLI_EXIT.done;
}

async function credit(args: readonly string[]): Promise<number> {
  const { email, add } = parseOptionsOnly('account', args, { email: TEXT, add: TEXT });
  const amount = /^[+-]?\d+$/.test(required('add', add)) ? Number(add) : Number.NaN;
  if (!Number.isSafeInteger(amount)) throw new UsageError(`--add is a whole number, not "${add}"`);
  const owner = required('email', email);
  const balance = await withData(async ({ accounts }) => {
    const { id } = await accountNamed(accounts, owner);
    return accounts.addCredits(id, amount);
  });
  write(`${balance}\n`);
  return CLI_EXIT.done;
}

function table(accounts: readonly Account[]): string {
  const rows = accounts.map(({ email, plan, credits, periodEnd, locale }) => [
    email,
    plan,
    String(credits),
    new Date(periodEnd * 1000).toISOString().slice(0, 10),
    locale,
  ]);
  const all = [['EMAIL', 'PLAN', 'CREDITS', 'PERIOD ENDS', 'LOCALE'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
