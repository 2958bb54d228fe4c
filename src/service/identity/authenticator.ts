/** From the key of a request to the account behind it, nearly always without asking Postgres. */

import { ExpiringCache } from '../cache.js';
import type { Database } from '../storage/database.js';
import type { Session } from '../storage/session.js';
import { hashKey, isKey, KEY_CHANNEL } from './keys.js';
import { type Plan, type Plans, planNamed } from './plans.js';
import { findKey, type KeyOwnerRow } from './statements/find-key.js';
import { touchKeys } from './statements/touch-keys.js';

/** Who sends a request. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly email: string;
  readonly plan: Plan;
  readonly locale: string;
}

export interface AuthenticatorOptions {
  readonly database: Database;
  /** Hears of revoked keys. */
  readonly session: Session;
  readonly plans: Plans;
  /** Told of failures to note when keys were used, which fail no request; default: nobody. */
  readonly onError?: (error: unknown) => void;
}

/**
 * A second line: the announcement of a revoked key comes within milliseconds. It also bounds how long a change of an
 * account's plan takes to be seen.
 */
const LIFETIME_SECONDS = 30;
const MAX_KNOWN = 20_000;
/** Kept apart: whoever tries keys must not push the real ones out. */
const MAX_UNKNOWN = 20_000;
const TOUCH_SECONDS = 10;

export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #known = new ExpiringCache<string, Principal>({ maxWeight: MAX_KNOWN, lifetime: LIFETIME_SECONDS });
  readonly #unknown = new ExpiringCache<string, true>({ maxWeight: MAX_UNKNOWN, lifetime: LIFETIME_SECONDS });
  /** Questions to Postgres that are on their way, by hash: each key has one at most. */
  readonly #asked = new Map<string, Promise<Principal | undefined>>();
  readonly #used = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  private constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.flush(), TOUCH_SECONDS * 1000).unref();
  }

  static async open(options: AuthenticatorOptions): Promise<Authenticator> {
    const authenticator = new Authenticator(options);
    options.session.onGap(() => authenticator.#forgetAll());
    await options.session.listen(KEY_CHANNEL, (hash) => authenticator.#forget(hash));
    return authenticator;
  }

  /**
   * @param key  what the client sent after "Bearer "
   * @returns    undefined when the key does not exist or was revoked
   * @throws     ServiceError `storage_unavailable`
   */
  async authenticate(key: string): Promise<Principal | undefined> {
    if (!isKey(key)) return undefined;
    const hash = hashKey(key);
    const principal = await this.#lookUp(hash, hash.toString('hex'));
    if (principal) this.#used.add(principal.keyId);
    return principal;
  }

  #lookUp(hash: Buffer, id: string): Principal | undefined | Promise<Principal | undefined> {
    // While announcements may be missed nothing is believed that was not asked for just now.
    if (this.#options.session.connected) {
      const known = this.#known.get(id);
      if (known) return known;
      if (this.#unknown.get(id)) return undefined;
    }
    const asked = this.#asked.get(id);
    if (asked) return asked;
    const question = this.#ask(hash, id).finally(() => {
      if (this.#asked.get(id) === question) this.#asked.delete(id);
    });
    this.#asked.set(id, question);
    return question;
  }

  async #ask(hash: Buffer, id: string): Promise<Principal | undefined> {
    await Promise.resolve(); // so that the question is in #asked before it can be answered
    const question = this.#asked.get(id);
    const row = await this.#options.database.row(findKey, hash);
    const principal = row && this.#principal(row);
    // A question that was forgotten meanwhile may have been answered before the key was revoked.
    if (question && this.#asked.get(id) === question) {
      if (principal) this.#known.set(id, principal);
      else this.#unknown.set(id, true);
    }
    return principal;
  }

  #principal({ key_id, account_id, email, plan, locale }: KeyOwnerRow): Principal {
    return { keyId: key_id, accountId: account_id, email, plan: planNamed(this.#options.plans, plan), locale };
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#asked.delete(id);
  }

  #forgetAll(): void {
    this.#known.clear();
    this.#unknown.clear();
    this.#asked.clear();
  }

  /** Notes in Postgres which keys were used. */
  async flush(): Promise<void> {
    if (this.#used.size === 0) return;
    const ids = [...this.#used];
    this.#used.clear();
    await this.#options.database.count(touchKeys, ids).catch((error) => this.#options.onError?.(error));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
