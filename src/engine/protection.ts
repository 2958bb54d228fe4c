/** Checks the option `protection`. Nothing here may name a password. */

import { PERMISSIONS, type Permission, type Protection } from './document.js';
import { EngineError } from './errors.js';
import type { CheckedProtection } from './finishing.js';

/** Bytes in UTF-8. Source: ISO 32000-2, 7.6.4.3.3 */
const MAX_PASSWORD = 127;

/** @throws EngineError `invalid_option` */
export function checkedProtection(protection: Protection | null | undefined): CheckedProtection | undefined {
  if (!protection) return undefined;
  const { ownerPassword, userPassword, permissions } = protection;
  const owner = preparedPassword(ownerPassword, 'protection: ownerPassword');
  const user = userPassword ? preparedPassword(userPassword, 'protection: userPassword') : '';
  if (owner === '') throw wrong('ownerPassword is empty');
  if (owner === user)
    throw wrong('ownerPassword and userPassword are the same: whoever opens the file could change it');
  const granted: readonly Permission[] = permissions ?? PERMISSIONS;
  if (granted.some((permission) => !PERMISSIONS.includes(permission)))
    throw wrong(`permissions: each is one of ${PERMISSIONS.join(', ')}`);
  return { owner: Buffer.from(owner), user: Buffer.from(user), permissions: new Set(granted) };
}

/** Characters that are mapped to nothing, and white space that is mapped to a space. Source: RFC 4013, 2.1 */
const IGNORED = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/gu;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
const PROHIBITED = /[\p{Cc}\p{Cs}\p{Co}\ufffd]/u;

/**
 * Equal however it is typed.
 * @throws EngineError `invalid_option`, with the name of the field
 * Source: RFC 4013 (SASLprep), without its checks of directions
 */
export function preparedPassword(password: unknown, field: string): string {
  const wrong = (problem: string) => new EngineError('invalid_option', problem);
  if (typeof password !== 'string') throw wrong(`${field} must be given, as text`);
  const text = password.replace(IGNORED, '').replace(SPACES, ' ').normalize('NFKC');
  if (PROHIBITED.test(text)) throw wrong(`${field} has control characters`);
  if (Buffer.byteLength(text) > MAX_PASSWORD) throw wrong(`${field} has more than ${MAX_PASSWORD} bytes in UTF-8`);
  return text;
}

const wrong = (problem: string): EngineError => new EngineError('invalid_option', `protection: ${problem}`);
