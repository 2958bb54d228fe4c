/** Checks the option `signature`. Nothing here may name a password or a key. */

import type { Signature } from './document.js';
import { EngineError } from './errors.js';
import type { CheckedSignature } from './finishing.js';

/** Bytes; files with a long chain of certificates have a few thousand. */
const MAX_PKCS12 = 200_000;
const MAX_PASSWORD = 1000;
const MAX_TEXT = 500;

/** @throws EngineError `invalid_option` */
export function checkedSignature(signature: Signature | null | undefined): CheckedSignature | undefined {
  if (!signature) return undefined;
  const { pkcs12, password, reason, location, contact, field } = signature;
  if (!(pkcs12 instanceof Uint8Array)) throw wrong('pkcs12 is no Uint8Array');
  if (pkcs12.length > MAX_PKCS12) throw wrong(`pkcs12 has more than ${MAX_PKCS12} bytes`);
  if (password && (typeof password !== 'string' || password.length > MAX_PASSWORD))
    throw wrong(`password is no text of at most ${MAX_PASSWORD} characters`);
  const text = (value: string | null | undefined, name: string): string | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value !== 'string' || value.length > MAX_TEXT)
      throw wrong(`${name} is no text of at most ${MAX_TEXT} characters`);
    return value;
  };
  return {
    pkcs12,
    password: password ?? '',
    reason: text(reason, 'reason'),
    location: text(location, 'location'),
    contact: text(contact, 'contact'),
    field: text(field, 'field'),
  };
}

const wrong = (problem: string): EngineError => new EngineError('invalid_option', `signature: ${problem}`);
