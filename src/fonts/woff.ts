/** Unpacks WOFF, which compresses each table on its own. Source: https://www.w3.org/TR/WOFF/ */

import { inflateSync } from 'node:zlib';
import { ByteReader } from './bytes.js';
import { checkTableCount, OpenTypeError } from './table-directory.js';
import { tagNumber } from './table-fields.js';

export const WOFF = tagNumber('wOFF');

/** Source: https://www.w3.org/TR/WOFF/#WOFFHeader */
const HEADER = { numTables: 12, size: 44 } as const;

/**
 * @param maxBytes  limit for the total size of the tables
 * Throws OpenTypeError, or RangeError when data ends early.
 */
export function readWoff(file: Uint8Array, maxBytes: number): Map<string, Uint8Array> {
  const reader = new ByteReader(file);
  reader.at = HEADER.numTables;
  const count = reader.uint16();
  checkTableCount(count);
  reader.at = HEADER.size;
  const tables = new Map<string, Uint8Array>();
  let size = 0;
  for (let i = 0; i < count; i++) {
    const tag = reader.tag();
    const offset = reader.uint32();
    const compressed = reader.uint32();
    const length = reader.uint32();
    reader.skip(4); // checksum
    size += length;
    if (size > maxBytes) throw new OpenTypeError(`it exceeds, unpacked, ${Math.floor(maxBytes / 1e6)} MB`);
    if (offset + compressed > file.length) throw new OpenTypeError(`table ${tag} is truncated`);
    tables.set(tag, unpack(tag, file.subarray(offset, offset + compressed), length));
  }
  return tables;
}

function unpack(tag: string, bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length === length) return bytes;
  let unpacked: Uint8Array | undefined;
  try {
    unpacked = inflateSync(bytes, { maxOutputLength: Math.max(length, 1) });
  } catch (cause) {
    throw new OpenTypeError(`table ${tag} is damaged`, { cause });
  }
  if (unpacked.length !== length) throw new OpenTypeError(`table ${tag} is damaged`);
  return unpacked;
}
