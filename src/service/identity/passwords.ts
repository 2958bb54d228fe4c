/** Passwords, hashed by argon2id. */

import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { ServiceError } from '../errors.js';

/** Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
const ARGON2ID: Algorithm = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Source: https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
const MIN_LENGTH = 12;
/** Longer ones only cost time. */
const MAX_LENGTH = 256;

/** @throws ServiceError `invalid_request` when it is too short or too long */
export function hashPassword(password: string): Promise<string> {
  const length = [...password].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new ServiceError('invalid_request', `password: must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`);
  }
  return hash(password, COST);
}

let decoy: Promise<string> | undefined;

/**
 * @param stored  undefined: there is no such account or it has no password; the answer takes as long, so that it does
 *                not disclose which accounts exist
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (password.length > MAX_LENGTH) return false;
  decoy ??= hash('no account has this password', COST);
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}
