/** Authenticates requests: API key → account, from a cache for most requests. */

import type { CacheUses } from '../../engine/collections/bounded-cache.js';
import { ExpiringCache } from '../cache.js';
import type { Database } from '../storage/database.js';
import type { Session } from '../storage/session.js';
import { hashKey, isKey, KEY_CHANNEL } from './keys.js';
import { type Plan, type Plans, planNamed } from './plans.js';
import { findKey, type KeyOwnerRow } from './statements/find-key.js';
import { touchKeys } from './statements/touch-keys.js';

/** The authenticated sender of a request. */
export interface Principal {
  readonly keyId: string;
  /** Of its requests that name none: from 0, the most urgent, to 7; undefined: the default. */
  readonly urgency?: number | undefined;
  readonly accountId: string;
  readonly email: string;
  readonly plan: Plan;
  readonly locale: string;
}

interface AuthenticatorOptions {
  readonly database: Database;
  /** Announces keys that were revoked or changed. */
  readonly session: Session;
  readonly plans: Plans;
  /** Called when storing the last use of keys fails, which fails no request. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Seconds that a cache entry is valid. Revoked keys are announced within milliseconds and do not depend on it; a
 * changed plan takes effect after at most this time.
 */
const LIFETIME_SECONDS = 30;
/** Cached keys, of some hundred bytes each. */
const MAX_KNOWN = 20_000;
/** A cache of its own: guessed keys must not evict valid ones. */
const MAX_UNKNOWN = 20_000;
/** Interval at which the last use of keys is stored. */
const TOUCH_SECONDS = 10;

export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #known = new ExpiringCache<string, Principal>({ maxWeight: MAX_KNOWN, lifetime: LIFETIME_SECONDS });
  readonly #unknown = new ExpiringCache<string, true>({ maxWeight: MAX_UNKNOWN, lifetime: LIFETIME_SECONDS });
  /** Queries in flight, by hash: at most one for each key. */
  readonly #queries = new Map<string, Promise<Principal | undefined>>();
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

  /** Of the cache of valid keys. */
  get uses(): CacheUses {
    return this.#known.uses;
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
    // Without a connection announcements may be missed, so the cache is not trusted.
    if (this.#options.session.connected) {
      const known = this.#known.get(id);
      if (known) return known;
      if (this.#unknown.get(id)) return undefined;
    }
    const running = this.#queries.get(id);
    if (running) return running;
    const query = this.#query(hash, id).finally(() => {
      if (this.#queries.get(id) === query) this.#queries.delete(id);
    });
    this.#queries.set(id, query);
    return query;
  }

  async #query(hash: Buffer, id: string): Promise<Principal | undefined> {
    await Promise.resolve(); // so that the query is in #queries before it is answered
    const query = this.#queries.get(id);
    const row = await this.#options.database.row(findKey, hash);
    const principal = row && this.#principal(row);
    // A query that #forget removed may have been answered before the key was revoked.
    if (query && this.#queries.get(id) === query) {
      if (principal) this.#known.set(id, principal);
      else this.#unknown.set(id, true);
    }
    return principal;
  }

  #principal({ key_id, urgency, account_id, email, plan, locale }: KeyOwnerRow): Principal {
    const own = { keyId: key_id, ...(urgency !== null && { urgency }) };
    return { ...own, accountId: account_id, email, plan: planNamed(this.#options.plans, plan), locale };
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#queries.delete(id);
  }

  #forgetAll(): void {
    this.#known.clear();
    this.#unknown.clear();
    this.#queries.clear();
  }

  /** Stores in Postgres which keys were used. */
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
