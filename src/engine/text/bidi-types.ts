/** Bidi_Class of UTF-16 units, as numbers. Source: https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types */

import bidiFactory from 'bidi-js/dist/bidi.mjs';

const bidi = bidiFactory();
export const { openingToClosingBracket, closingToOpeningBracket, getCanonicalBracket } = bidi;

/** The character whose glyph shows `char` from right to left, such as `)` for `(`. */
export const mirrored = (char: string): string => bidi.getMirroredCharacter(char) ?? char;

const NAMES = [
  ...['L', 'R', 'AL', 'EN', 'ES', 'ET', 'AN', 'CS', 'B', 'S', 'WS', 'ON', 'BN', 'NSM'],
  ...['LRE', 'RLE', 'LRO', 'RLO', 'PDF', 'LRI', 'RLI', 'FSI', 'PDI'],
] as const;

export const TYPE = Object.fromEntries(NAMES.map((name, i) => [name, i + 1])) as Readonly<
  Record<(typeof NAMES)[number], number>
>;

/** By unit; 0: not looked up yet. */
const known = new Uint8Array(0x10000);

/** Surrogate pairs have one type for both units. */
export function bidiType(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) return typeOfPair(text, at, unit);
  let type = known[unit]!;
  if (type === 0) {
    type = typeOf(text.charAt(at));
    known[unit] = type;
  }
  return type;
}

const typeOf = (char: string): number => TYPE[bidi.getBidiCharTypeName(char) as keyof typeof TYPE];

function typeOfPair(text: string, at: number, unit: number): number {
  const high = unit < 0xdc00 ? at : at - 1;
  const codePoint = high < 0 ? 0 : (text.codePointAt(high) ?? 0);
  return codePoint > 0xffff ? typeOf(String.fromCodePoint(codePoint)) : TYPE.L;
}

export const isIsolateStart = (type: number): boolean => type >= TYPE.LRI && type <= TYPE.FSI;
/** The types that rule X9 removes. */
export const isRemoved = (type: number): boolean => type === TYPE.BN || (type >= TYPE.LRE && type <= TYPE.PDF);
export const isStrong = (type: number): boolean => type >= TYPE.L && type <= TYPE.AL;
/** NI of the rules for neutrals. */
export const isNeutral = (type: number): boolean =>
  (type >= TYPE.B && type <= TYPE.ON) || isIsolateStart(type) || type === TYPE.PDI;
