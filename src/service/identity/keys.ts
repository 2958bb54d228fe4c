/** API keys: created, listed, revoked. A key itself is shown once; Postgres stores its hash. */

import { createHash, randomBytes } from 'node:crypto';
import { ServiceError } from '../errors.js';
import { base62, isId, newId } from '../ids.js';
import type { Database } from '../storage/database.js';
import { insertKey } from './statements/insert-key.js';
import { keysLike } from './statements/keys-like.js';
import { listKeys } from './statements/list-keys.js';
import { revokeKey } from './statements/revoke-key.js';
import { setUrgency } from './statements/set-urgency.js';

/** Announces keys that were revoked or changed: the payload is the hash in hex. */
export const KEY_CHANNEL = 'platen_key_revoked';

const KEY_START = 'pk_live_';
const KEY_BYTES = 32;
/** Characters of a key that name it in lists and on the command line. */
const PREFIX_LENGTH = 12;

/** The form of a key, whose 32 bytes are 43 digits in base 62: anything else is rejected without a query. */
const KEY = new RegExp(`^${KEY_START}[0-9A-Za-z]{43}$`);

export const isKey = (text: string): boolean => KEY.test(text);

/** Keys have 256 random bits, so a fast hash is as hard to invert as a password hash. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export interface NewKey {
  readonly id: string;
  /** The key itself, which is stored nowhere. */
  readonly key: string;
  readonly prefix: string;
}

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** Of its requests that name none: from 0, the most urgent, to 7; null: the default, 3. */
  readonly urgency: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export class ApiKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param urgency  of its requests that name none, from 0 to 7 */
  async create(accountId: string, name = '', urgency: number | null = null): Promise<NewKey> {
    const key = KEY_START + base62(randomBytes(KEY_BYTES));
    const made = { id: newId(), key, prefix: key.slice(0, PREFIX_LENGTH) };
    await this.#database.count(insertKey, made.id, accountId, name, made.prefix, hashKey(key), urgency);
    return made;
  }

  /** Newest first, revoked ones too. */
  async list(accountId: string): Promise<ApiKey[]> {
    return (await this.#database.rows(listKeys, accountId)).map(
      ({ id, name, prefix, urgency, created_at, last_used_at, revoked_at }) => ({
        id,
        name,
        prefix,
        urgency,
        createdAt: created_at,
        lastUsedAt: last_used_at,
        revokedAt: revoked_at,
      }),
    );
  }

  /**
   * @param urgency  of its requests that name none, from 0 to 7; null: the default
   * @returns whether there was such a key that was still valid
   */
  async setUrgency(accountId: string, id: string, urgency: number | null): Promise<boolean> {
    if (!isId(id)) return false;
    return (await this.#database.rows(setUrgency, id, accountId, urgency, KEY_CHANNEL)).length > 0;
  }

  /** @returns whether there was such a key that was still valid */
  async revoke(accountId: string, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    return (await this.#database.rows(revokeKey, id, accountId, KEY_CHANNEL)).length > 0;
  }

  /**
   * Revokes a key that the operator names by its first 12 characters, its id, or the whole key.
   * @throws ServiceError `not_found`; `invalid_request` when several keys begin like that
   */
  async revokeLike(name: string): Promise<void> {
    const found = await this.#database.rows(keysLike, name, hashKey(name), isId(name) ? name : null);
    const [key, another] = found;
    if (!key) throw new ServiceError('not_found', `there is no valid key ${name}`);
    if (another) {
      const ids = found.map(({ id }) => id).join(', ');
      throw new ServiceError('invalid_request', `several keys begin with ${name}; name one by its id: ${ids}`);
    }
    await this.revoke(key.account_id, key.id);
  }
}
