/** Writes and reads ASN.1 in DER. Source: ITU-T X.690, 8 to 11 */

const SEQUENCE = 0x30;
export const SET = 0x31;
export const OCTET_STRING = 0x04;
export const INTEGER = 0x02;
export const GENERALIZED_TIME = 0x18;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;

/** A value with its tag and length. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(SEQUENCE, ...parts);

/** A set in the order that DER wants: that of the bytes. */
export const setOf = (parts: readonly Uint8Array[], tag = SET): Buffer =>
  der(tag, ...parts.toSorted((a, b) => Buffer.compare(a, b)));

/** A small number. */
export const integer = (value: number): Buffer => der(INTEGER, Buffer.from([value]));

/** A natural number of any size, in bytes. */
export function unsigned(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.alloc(1) : bytes.subarray(start);
  return der(INTEGER, Buffer.alloc((digits[0] ?? 0) & 0x80 ? 1 : 0), digits);
}

export const nothing = (): Buffer => der(NULL);

/** @param text  numbers with periods */
export function objectIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  const bytes = [40 * first + second, ...others].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
      groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return der(OBJECT_IDENTIFIER, Buffer.from(bytes));
}

/** A value that was read. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly whole: Buffer;
}

/** Something is not in DER. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** The value at the start of `bytes`; what follows is ignored. @throws DerError */
export function readDer(bytes: Uint8Array): DerValue {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [tag, first] = buffer;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('a value is malformed');
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4 || first === 0x80 || buffer.length < 2 + digits) throw new DerError('a length is malformed');
  const length = digits === 0 ? first : buffer.readUIntBE(2, digits);
  const end = 2 + digits + length;
  if (end > buffer.length) throw new DerError('a value is cut off');
  return { tag, content: buffer.subarray(2 + digits, end), whole: buffer.subarray(0, end) };
}

/** The values in a sequence or set. @throws DerError when it is none of this tag */
export function membersOf(value: DerValue | undefined, tag = SEQUENCE): DerValue[] {
  if (value?.tag !== tag) throw new DerError('a value has an unexpected type');
  const members: DerValue[] = [];
  for (let at = 0; at < value.content.length; at += members.at(-1)!.whole.length)
    members.push(readDer(value.content.subarray(at)));
  return members;
}
