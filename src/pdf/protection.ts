/**
 * Encrypts a PDF by AES-256, the standard security handler of revision 6, and opens such files.
 * Source: ISO 32000-2, 7.6.3 to 7.6.5
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Permission } from '../engine/document.js';
import type { CheckedProtection } from '../engine/finishing.js';
import { PdfSyntaxError } from './syntax/lexer.js';
import { type Dict, dict, isName, Name, name, PdfString } from './syntax/objects.js';
import type { Decryption, PdfObjects } from './syntax/read.js';
import type { Encryption } from './syntax/write.js';

/** Bits of the permissions, counted from 1. Printing is of any quality. Source: ISO 32000-2, table 22 */
const BITS: Readonly<Record<Permission, readonly number[]>> = {
  print: [3, 12],
  modify: [4],
  copy: [5],
  annotate: [6],
  'fill-forms': [9],
  assemble: [11],
};
/** Always set: those that are reserved, and that of assistive technology, which nothing may lock out. */
const ALWAYS = [7, 8, 10, ...Array.from({ length: 20 }, (_, index) => 13 + index)];

const NO_IV = Buffer.alloc(16);
const NOTHING = Buffer.alloc(0);

/** Reads and writes objects of an encrypted file. */
export interface Cipher extends Encryption, Decryption {
  /** Whether whoever opened the file may do this. */
  allows(permission: Permission): boolean;
}

function cipherOf(dictionary: Dict, key: Uint8Array, allows: Cipher['allows']): Cipher {
  return {
    dictionary,
    allows,
    hasEncryptedMetadata: dictionary.get('EncryptMetadata') !== false,
    encrypt(bytes) {
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
    },
    decrypt(bytes) {
      const cipher = createDecipheriv('aes-256-cbc', key, iv(bytes));
      try {
        return Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
      } catch (error) {
        throw new PdfSyntaxError('something that is encrypted is damaged', { cause: error });
      }
    },
  };
}

function iv(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16) throw new PdfSyntaxError('something that is encrypted is too short');
  return bytes.subarray(0, 16);
}

/** A file does not open with the password, or is encrypted in another way. The message is for whoever gave the password. */
export class UnlockError extends Error {
  override readonly name = 'UnlockError';
}

/**
 * Opens a file by its encryption dictionary.
 * @param password  of the owner or the user, in UTF-8, prepared for comparison
 * @throws UnlockError
 * Source: ISO 32000-2, 7.6.4.3.3 (algorithm 2.A)
 */
export function unlock(dictionary: Dict, password: Uint8Array): Cipher {
  const stringAt = (entry: string, length: number): Uint8Array => {
    const value = dictionary.get(entry);
    if (!(value instanceof PdfString) || value.bytes.length < length)
      throw new UnlockError(`its entry ${entry} is wrong`);
    return value.bytes.subarray(0, length);
  };
  if (!isName(dictionary.get('Filter'), 'Standard') || dictionary.get('R') !== 6 || !hasAes256(dictionary))
    throw new UnlockError('it is encrypted by another method than AES-256 (revision 6)');
  const [owner, user] = [stringAt('O', 48), stringAt('U', 48)];
  const isOwner = opens(password, owner, user);
  if (!isOwner && !opens(password, user, NOTHING))
    throw new UnlockError(password.length > 0 ? 'the password does not open it' : 'it needs a password');
  const [entry, data, encrypted] = isOwner ? [owner, user, stringAt('OE', 32)] : [user, NOTHING, stringAt('UE', 32)];
  const cipher = createDecipheriv('aes-256-cbc', passwordHash(password, entry.subarray(40), data), NO_IV);
  const key = cipher.setAutoPadding(false).update(encrypted);
  const flags = Number(dictionary.get('P'));
  return cipherOf(
    dictionary,
    key,
    (permission) => isOwner || BITS[permission].some((bit) => (flags & (1 << (bit - 1))) !== 0),
  );
}

const opens = (password: Uint8Array, entry: Uint8Array, user: Uint8Array): boolean =>
  passwordHash(password, entry.subarray(32, 40), user).equals(entry.subarray(0, 32));

/** Whether strings and streams are encrypted, by AES with 256 bits. */
function hasAes256(dictionary: Dict): boolean {
  const filters = dictionary.get('CF');
  return ['StmF', 'StrF'].every((entry) => {
    const chosen = dictionary.get(entry);
    const filter = filters instanceof Map && chosen instanceof Name ? filters.get(chosen.text) : undefined;
    return filter instanceof Map && isName(filter.get('CFM'), 'AESV3');
  });
}

/** Not deterministic: key and salts are random. */
export function encryptionFor(file: PdfObjects, { owner, user, permissions }: CheckedProtection): Cipher {
  // The method is an extension of PDF 1.7, and part of PDF 2.0.
  const extension = dict({ BaseVersion: name('1.7'), ExtensionLevel: 8 });
  file.catalog.set('Extensions', dict({ ADBE: extension }));
  const key = randomBytes(32);
  const forUser = passwordEntries(user, key, NOTHING);
  const forOwner = passwordEntries(owner, key, forUser.check);
  const flags = permissionFlags(permissions);
  const dictionary = dict({
    Filter: name('Standard'),
    V: 5,
    R: 6,
    Length: 256,
    P: flags,
    O: new PdfString(forOwner.check),
    U: new PdfString(forUser.check),
    OE: new PdfString(forOwner.key),
    UE: new PdfString(forUser.key),
    Perms: new PdfString(encryptedFlags(flags, key)),
    CF: dict({ StdCF: dict({ CFM: name('AESV3'), AuthEvent: name('DocOpen'), Length: 32 }) }),
    StmF: name('StdCF'),
    StrF: name('StdCF'),
  });
  return cipherOf(dictionary, key, () => true);
}

function permissionFlags(permissions: ReadonlySet<Permission>): number {
  let flags = 0;
  for (const bit of [...ALWAYS, ...[...permissions].flatMap((permission) => BITS[permission])]) flags |= 1 << (bit - 1);
  return flags;
}

/** Source: ISO 32000-2, 7.6.4.4.9 (algorithm 10) */
function encryptedFlags(flags: number, key: Uint8Array): Buffer {
  const block = Buffer.alloc(16);
  block.writeInt32LE(flags, 0);
  block.writeInt32LE(-1, 4);
  block.write('Tadb', 8, 'latin1'); // T: metadata is encrypted, too
  randomBytes(4).copy(block, 12);
  return aes('aes-256-ecb', key, null, block);
}

/**
 * The entries of a password: how to check it, and the key of the file encrypted by it.
 * @param user  the check of the user password, where the password is that of the owner
 * Source: ISO 32000-2, 7.6.4.4.7 and 7.6.4.4.8 (algorithms 8 and 9)
 */
function passwordEntries(password: Uint8Array, key: Uint8Array, user: Uint8Array): { check: Buffer; key: Buffer } {
  const [validation, forKey] = [randomBytes(8), randomBytes(8)];
  return {
    check: Buffer.concat([passwordHash(password, validation, user), validation, forKey]),
    key: aes('aes-256-cbc', passwordHash(password, forKey, user), NO_IV, key),
  };
}

const HASHES = ['sha256', 'sha384', 'sha512'] as const;
const ROUNDS = 64;
const REPETITIONS = 64;

/** Source: ISO 32000-2, 7.6.4.3.4 (algorithm 2.B) */
export function passwordHash(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Buffer {
  let hash = sha('sha256', password, salt, user);
  let last = 0;
  for (let round = 0; round < ROUNDS || last > round - 32; round += 1) {
    const input = Buffer.concat(Array<Uint8Array[]>(REPETITIONS).fill([password, hash, user]).flat());
    const encrypted = aes('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32), input);
    // The first 16 bytes as a number modulo 3: 256 is 1 modulo 3.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = sha(HASHES[remainder]!, encrypted);
    last = encrypted.at(-1)!;
  }
  return hash.subarray(0, 32);
}

function sha(algorithm: (typeof HASHES)[number], ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whole blocks, without padding. */
function aes(algorithm: string, key: Uint8Array, iv: Uint8Array | null, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
