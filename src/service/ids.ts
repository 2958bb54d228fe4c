/** Ids and the encoding of random keys. */

import { randomBytes } from 'node:crypto';

/**
 * A new UUID version 7: ids sort by the millisecond they were made in.
 * Source: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A client's id that is not a UUID is treated as one that does not exist: Postgres would reject it. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The bytes as one big-endian number in base 62, padded to the length that any bytes of this number need. */
export function base62(bytes: Uint8Array): string {
  const length = Math.ceil((bytes.length * 8) / Math.log2(62));
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  while (text.length < length) {
    text = BASE62[Number(rest % 62n)]! + text;
    rest /= 62n;
  }
  return text;
}
