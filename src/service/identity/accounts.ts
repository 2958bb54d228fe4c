/** Accounts: their data, plans and credits. */

import { ServiceError } from '../errors.js';
import { newId } from '../ids.js';
import { canonicalLocale, DEFAULT_LOCALE } from '../locale.js';
import { violates } from '../storage/connection.js';
import type { Database, Queries } from '../storage/database.js';
import { KEY_CHANNEL } from './keys.js';
import { BUILT_IN_PLANS, DEFAULT_PLAN, type Plan, type Plans, planNamed } from './plans.js';
import { accountByEmail } from './statements/account-by-email.js';
import { accountById } from './statements/account-by-id.js';
import type { AccountRow } from './statements/account-columns.js';
import { adjustCredits } from './statements/adjust-credits.js';
import { changePlan } from './statements/change-plan.js';
import { deleteAccount } from './statements/delete-account.js';
import { insertAccount } from './statements/insert-account.js';
import { listAccounts } from './statements/list-accounts.js';
import { refillAccount } from './statements/refill-account.js';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  readonly locale: string;
  readonly credits: number;
  readonly periodEnd: number;
  readonly createdAt: number;
}

interface NewAccount {
  readonly email: string;
  /** Default `free`. */
  readonly plan?: string;
  /** Default `en-US`. */
  readonly locale?: string;
  /** By `hashPassword`; default: it has none. */
  readonly passwordHash?: string;
}

/** A path of SMTP without its angle brackets. Source: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1.3 */
const MAX_EMAIL_LENGTH = 254;

export class Accounts {
  readonly #database: Database;
  readonly #plans: Plans;
  readonly #amounts: string;

  constructor(database: Database, plans: Plans) {
    this.#database = database;
    this.#plans = plans;
    this.#amounts = JSON.stringify(
      Object.fromEntries(Object.values(plans).map(({ name, credits }) => [name, credits])),
    );
  }

  planOf(name: string): Plan {
    return planNamed(this.#plans, name);
  }

  /**
   * @param queries  default: a transaction of its own
   * @throws ServiceError `invalid_request` when the e-mail address is malformed or taken, or the plan unknown;
   * `invalid_locale`
   */
  async create(
    { email, plan = DEFAULT_PLAN, locale = DEFAULT_LOCALE, passwordHash }: NewAccount,
    queries: Queries = this.#database,
  ): Promise<Account> {
    if (!/^[^\s@\0]+@[^\s@\0]+$/.test(email) || email.length > MAX_EMAIL_LENGTH) {
      const shown = JSON.stringify(email.slice(0, MAX_EMAIL_LENGTH));
      throw new ServiceError('invalid_request', `${shown} is not an e-mail address`);
    }
    const { credits } = this.#planNamed(plan);
    try {
      const language = canonicalLocale(locale);
      const hash = passwordHash ?? null;
      const row = await queries.row(insertAccount, newId(), email, plan, language, credits, hash);
      return fromRow(row!);
    } catch (error) {
      if (!violates(error, 'account_email')) throw error;
      throw new ServiceError('invalid_request', `there is an account with the e-mail address ${email} already`);
    }
  }

  /** @throws ServiceError `invalid_request` */
  #planNamed(name: string): Plan {
    if (Object.hasOwn(this.#plans, name)) return this.#plans[name]!;
    const known = Object.keys(this.#plans).join(', ');
    throw new ServiceError('invalid_request', `there is no plan "${name}"; there are ${known}`);
  }

  /** With the credits of the current period, which the call may begin. */
  async get(id: string): Promise<Account | undefined> {
    return this.current(id, this.#database);
  }

  /** As `get`, on a given connection. */
  async current(id: string, queries: Queries): Promise<Account | undefined> {
    let row = await queries.row(accountById, id);
    if (row?.is_due) {
      await queries.row(refillAccount, id, this.#amounts, BUILT_IN_PLANS.free.credits);
      row = await queries.row(accountById, id);
    }
    return row && fromRow(row);
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const row = await this.#database.row(accountByEmail, email);
    return row && this.get(row.id);
  }

  /** Oldest first. Credits are those of the last period in which the account did anything. */
  async list(): Promise<Account[]> {
    return (await this.#database.rows(listAccounts)).map(fromRow);
  }

  /**
   * Adds credits, or removes them when `amount` is negative.
   * @returns the new balance
   * @throws ServiceError `invalid_request` when the balance would become negative; `not_found`
   */
  async addCredits(id: string, amount: number): Promise<number> {
    const account = await this.get(id);
    if (!account) throw new ServiceError('not_found', 'there is no such account');
    const row = await this.#database.row(adjustCredits, id, amount);
    if (row) return row.credits;
    throw new ServiceError('invalid_request', `the account has ${account.credits} credits, ${-amount} cannot be taken`);
  }

  /**
   * Takes effect in all processes within half a minute. The period stays; the balance changes by the difference between
   * the plans' credits, but not below zero.
   * @throws ServiceError `invalid_request` when there is no such plan, `not_found`
   */
  async changePlan(id: string, plan: string): Promise<Account> {
    const { credits } = this.#planNamed(plan);
    await this.get(id); // begins a period that is due, with the credits of the former plan
    const row = await this.#database.row(changePlan, id, plan, credits, this.#amounts, BUILT_IN_PLANS.free.credits);
    if (!row) throw new ServiceError('not_found', 'there is no such account');
    return fromRow(row);
  }

  /**
   * Deletes the account with its keys, templates, images, links, renders and credits. The sweeper removes the bytes of
   * its images and PDFs.
   * @throws ServiceError `not_found`
   */
  async remove(id: string): Promise<void> {
    if (await this.#database.row(deleteAccount, id, KEY_CHANNEL)) return;
    throw new ServiceError('not_found', 'there is no such account');
  }
}

function fromRow({ id, email, plan, locale, credits, period_end, created_at }: AccountRow): Account {
  return { id, email, plan, locale, credits, periodEnd: period_end, createdAt: created_at };
}
