/** Sessions of people in the portal, and how they begin: by a one-time link, a password or an OpenID Connect provider. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { ServiceError } from '../errors.js';
import { newId } from '../ids.js';
import type { Limiter, Rate } from '../limits/limiter.js';
import type { Database } from '../storage/database.js';
import { hashPassword, isPassword } from './passwords.js';
import { type Plan, type Plans, planNamed } from './plans.js';
import { deleteSession } from './statements/delete-session.js';
import { deleteSessions } from './statements/delete-sessions.js';
import { findPassword } from './statements/find-password.js';
import { findSession } from './statements/find-session.js';
import { insertSession } from './statements/insert-session.js';
import { insertSignIn } from './statements/insert-sign-in.js';
import { insertSignInLink } from './statements/insert-sign-in-link.js';
import { listSignIns, type SignInRow } from './statements/list-sign-ins.js';
import { passwordOf } from './statements/password-of.js';
import { setPassword } from './statements/set-password.js';
import { useSignInLink } from './statements/use-sign-in-link.js';

/** The signed-in person of a request. */
export interface SessionPrincipal {
  readonly sessionId: string;
  readonly accountId: string;
  readonly email: string;
  readonly plan: Plan;
  readonly locale: string;
  /** Whether the session began with a one-time link. */
  readonly byLink: boolean;
  /** Must be sent with every request that changes something. */
  readonly csrfToken: string;
}

/** Where a sign-in comes from. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

type SignInRecord = SignInRow;

export interface NewSession {
  /** For the cookie. */
  readonly token: string;
  readonly accountId: string;
}

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;
/** How long a one-time link works, in seconds. */
export const LINK_SECONDS = 86_400;
/** Days that entries of the sign-in log are kept. */
export const SIGN_IN_LOG_DAYS = 90;
const LISTED = 50;
const MAX_USER_AGENT = 300;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Attempts to sign in on one account: from one address or known device, so that nobody can lock its owner out. */
const ACCOUNT_RATE: Rate = { perMinute: 5, burst: 10 };
/** On one account from all addresses together; further ones are delayed. */
const DELAY_RATE: Rate = { perMinute: 10, burst: 20 };
const MAX_DELAY_SECONDS = 5;
/** From one address. */
const ADDRESS_RATE: Rate = { perMinute: 20, burst: 40 };

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
/** Tokens have 256 random bits, so a fast hash is as hard to invert as a password hash. */
const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
const csrfTokenOf = (token: string): string => createHmac('sha256', token).update('csrf').digest('base64url');

export class Sessions {
  readonly #database: Database;
  readonly #plans: Plans;
  readonly #onError: ((error: unknown) => void) | undefined;

  /** @param onError  called when a failed attempt cannot be recorded, whose answer does not wait for it */
  constructor(database: Database, plans: Plans, onError?: (error: unknown) => void) {
    this.#database = database;
    this.#plans = plans;
    this.#onError = onError;
  }

  /** @returns the token of a link that signs in once, within a day */
  async createLink(accountId: string): Promise<string> {
    const token = newToken();
    await this.#database.count(insertSignInLink, hashToken(token), accountId, LINK_SECONDS);
    return token;
  }

  /** A link works whatever others have tried: it cannot be guessed. @throws ServiceError `sign_in_failed`, `rate_limited` */
  async signInByLink(token: string, visitor: Visitor, limiter: Limiter): Promise<NewSession> {
    const row = TOKEN.test(token) ? await this.#database.row(useSignInLink, hashToken(token)) : undefined;
    if (!row) {
      await throttleAddress(limiter, visitor);
      throw new ServiceError('sign_in_failed', 'The link was used already, or has expired');
    }
    await this.#record(row.account_id, 'link', true, visitor);
    return this.begin(row.account_id, 'link');
  }

  /**
   * @param device  a known one of the account (`Devices`)
   * @throws ServiceError `sign_in_failed`, `rate_limited`
   */
  async signInByPassword(
    { email, password }: { readonly email: string; readonly password: string },
    visitor: Visitor,
    limiter: Limiter,
    device?: string,
  ): Promise<NewSession> {
    await throttleAccount(limiter, email, visitor, device);
    const row = email.includes('\0') ? undefined : await this.#database.row(findPassword, email);
    const succeeded = await isPassword(password, row?.hash ?? undefined);
    if (!row || !succeeded) {
      // An answer that waited for it would tell which accounts exist.
      if (row) void this.#record(row.account_id, 'password', false, visitor).catch((error) => this.#onError?.(error));
      throw new ServiceError('sign_in_failed');
    }
    await this.#record(row.account_id, 'password', true, visitor);
    return this.begin(row.account_id, 'password');
  }

  /** The provider has said that the owner of the account signs in. */
  async beginByProvider(accountId: string, visitor: Visitor): Promise<NewSession> {
    await this.#record(accountId, 'oidc', true, visitor);
    return this.begin(accountId, 'oidc');
  }

  /** Always a new token, so that one that was planted before is worth nothing. */
  async begin(accountId: string, method: 'link' | 'password' | 'oidc'): Promise<NewSession> {
    const token = newToken();
    await this.#database.count(insertSession, newId(), accountId, hashToken(token), method, SESSION_SECONDS);
    return { token, accountId };
  }

  /** @returns undefined when the token is not that of a session, or the session is over */
  async authenticate(token: string): Promise<SessionPrincipal | undefined> {
    const row = TOKEN.test(token) ? await this.#database.row(findSession, hashToken(token)) : undefined;
    return (
      row && {
        sessionId: row.session_id,
        accountId: row.account_id,
        email: row.email,
        plan: planNamed(this.#plans, row.plan),
        locale: row.locale,
        byLink: row.method === 'link',
        csrfToken: csrfTokenOf(token),
      }
    );
  }

  /** Ends one session. */
  async end(sessionId: string): Promise<void> {
    await this.#database.count(deleteSession, sessionId);
  }

  /** Ends all sessions of an account, but one that is kept. */
  async endAll(accountId: string, kept: string | null = null): Promise<void> {
    await this.#database.count(deleteSessions, accountId, kept);
  }

  async hasPassword(accountId: string): Promise<boolean> {
    return (await this.#database.row(passwordOf, accountId)) !== undefined;
  }

  /**
   * Changes the password and ends all other sessions. The current one need not be known in a session by link: that is
   * how a forgotten password is replaced.
   * @throws ServiceError `sign_in_failed`, `invalid_request`, `rate_limited`
   */
  async changePassword(
    { accountId, sessionId, byLink }: SessionPrincipal,
    { current, password }: { readonly current: string | undefined; readonly password: string },
    limiter: Limiter,
  ): Promise<void> {
    const stored = await this.#database.row(passwordOf, accountId);
    if (stored && !byLink) {
      await throttle(limiter, `sign-in:password:${accountId}`, ACCOUNT_RATE);
      if (!(await isPassword(current ?? '', stored.hash)))
        throw new ServiceError('sign_in_failed', 'The current password is wrong');
    }
    await this.#database.count(setPassword, accountId, await hashPassword(password));
    await this.endAll(accountId, sessionId);
  }

  /** Sign-ins and failed attempts, newest first. */
  signIns(accountId: string): Promise<SignInRecord[]> {
    return this.#database.rows(listSignIns, accountId, LISTED);
  }

  async #record(accountId: string, method: string, succeeded: boolean, { address, userAgent }: Visitor): Promise<void> {
    const agent = userAgent.slice(0, MAX_USER_AGENT).replaceAll('\0', '');
    await this.#database.count(insertSignIn, newId(), accountId, method, succeeded, address, agent);
  }
}

/** Whether a request carries the CSRF token of its session. */
export function hasCsrfToken({ csrfToken }: SessionPrincipal, sent: string | undefined): boolean {
  const [expected, given] = [Buffer.from(csrfToken), Buffer.from(sent ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Counts an attempt to sign in. @throws ServiceError `rate_limited` */
export function throttleAddress(limiter: Limiter, { address }: Visitor): Promise<void> {
  return throttle(limiter, `sign-in:address:${networkOf(address)}`, ADDRESS_RATE);
}

/** The same by password, which waits while the account is under attack from many addresses. */
async function throttleAccount(limiter: Limiter, email: string, visitor: Visitor, device?: string): Promise<void> {
  const name = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  if (device !== undefined) return throttle(limiter, `sign-in:device:${name}:${device}`, ACCOUNT_RATE);
  await throttleAddress(limiter, visitor);
  await throttle(limiter, `sign-in:account:${name}:${networkOf(visitor.address)}`, ACCOUNT_RATE);
  const { allowed, retryAfterSeconds } = await limiter.take(`sign-in:account:${name}`, DELAY_RATE);
  if (!allowed) await delay(Math.min(retryAfterSeconds, MAX_DELAY_SECONDS) * 1000);
}

/** An address, or of IPv6 the first 64 bits: a customer has all others. Source: RFC 6177 */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** @throws ServiceError `rate_limited` */
export async function throttle(limiter: Limiter, key: string, rate: Rate): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(key, rate);
  if (!allowed) {
    throw new ServiceError('rate_limited', `Too many attempts: try again in ${retryAfterSeconds} s`, {
      retryAfterSeconds,
    });
  }
}
