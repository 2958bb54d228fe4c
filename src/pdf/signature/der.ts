/** Writes ASN.1 in DER. Source: ITU-T X.690, 8 to 11 */

const SEQUENCE = 0x30;
const SET = 0x31;
export const OCTET_STRING = 0x04;
const INTEGER = 0x02;
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
