/** An account, and the services that count its credits. */

import type { Test } from 'tap';
import { Credits } from '../../../src/service/credits/credits.js';
import type { Reserved } from '../../../src/service/credits/types.js';
import { type Account, Accounts } from '../../../src/service/identity/accounts.js';
import { BUILT_IN_PLANS } from '../../../src/service/identity/plans.js';
import { newId } from '../../../src/service/ids.js';
import type { ConnectionOptions } from '../../../src/service/storage/connection.js';
import type { Database } from '../../../src/service/storage/database.js';
import { connect, sql } from './postgres.js';

export interface CreditServices {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly credits: Credits;
}

/** The services of one HTTP process. */
export async function openCredits(t: Test, connection: ConnectionOptions): Promise<CreditServices> {
  const { database, session } = await connect(t, connection);
  const accounts = new Accounts(database, BUILT_IN_PLANS);
  const credits = new Credits({ database, session, accounts });
  t.teardown(() => credits.close());
  return { database, accounts, credits };
}

/** A new account with so many credits. */
export async function accountWith(accounts: Accounts, credits: number): Promise<Account> {
  const { id } = await accounts.create({ email: `${newId()}@example.com`, plan: 'self-hosted' });
  await accounts.addCredits(id, credits - BUILT_IN_PLANS['self-hosted'].credits);
  return (await accounts.get(id))!;
}

export const render = (accountId: string) => ({ accountId, keyId: null, output: 'pdf' }) as const;

/** The commit of a render with one page. */
export const commitOf = (renderId: string) => ({
  renderId,
  pages: 1,
  bytes: 1000,
  diagnostics: 0,
  milliseconds: 12.5,
  stages: { queue: 0.25, layout: 12.25 },
});

/** @throws when nothing was reserved */
export function reservedId(reserved: Reserved): string {
  if (reserved.state !== 'reserved') throw new Error(`nothing was reserved: ${reserved.state}`);
  return reserved.renderId;
}

export interface CreditTotals {
  readonly credits: number;
  readonly reserved: number;
  readonly committed: number;
  readonly refunded: number;
  /** Renders that were charged. */
  readonly charged: number;
  /** 0 when every credit is accounted for. */
  readonly difference: number;
}

/** Sums over the renders and credit entries of an account. */
export async function creditTotals(connection: ConnectionOptions, accountId: string): Promise<CreditTotals> {
  const [row] = await sql<{ [Name in keyof CreditTotals]: string }>(
    connection,
    `with renders as (
       select count(*) filter (where state = 'reserved') as reserved,
         count(*) filter (where state = 'committed') as committed,
         count(*) filter (where state = 'refunded') as refunded
       from render where account_id = $1
     ), entries as (
       select coalesce(sum(amount), 0) as total, count(*) filter (where kind = 'render') as charged
       from credit_entry where account_id = $1
     )
     select credits, reserved, committed, refunded, charged, total - reserved - credits as difference
     from account, renders, entries where account.id = $1`,
    [accountId],
  );
  return Object.fromEntries(
    Object.entries(row!).map(([name, value]) => [name, Number(value)]),
  ) as unknown as CreditTotals;
}

/** Puts the end of an account's period, and its beginning, so many days back. */
export async function ageAccount(connection: ConnectionOptions, accountId: string, days: number): Promise<void> {
  await sql(
    connection,
    `update account set created_at = created_at - make_interval(days => $2),
       period_end = period_end_after(created_at - make_interval(days => $2), created_at - make_interval(days => $2))
     where id = $1`,
    [accountId, days],
  );
}
