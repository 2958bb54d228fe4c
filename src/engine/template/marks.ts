/**
 * Marks: what an expanded template has in place of its static markup. A mark is three UTF-16 units, at most as many as
 * the markup: a noncharacter and the number of the markup. Values with the noncharacter become `FORGED`.
 */

/** Source: https://www.unicode.org/faq/private_use.html#nonchar1 */
export const MARK = '\uFDD0';
/** In place of a value that may look like a mark. */
const FORGED = MARK + MARK;
export const MARK_LENGTH = 3;

/** Ideographs: neither white space nor marks. */
const FIRST_DIGIT = 0x4e00;
const RADIX = 0x2000;
export const MAX_MARKS = RADIX * RADIX;

/** @param number  from 0, below `MAX_MARKS` */
export function markOf(number: number): string {
  return MARK + String.fromCharCode(FIRST_DIGIT + Math.floor(number / RADIX), FIRST_DIGIT + (number % RADIX));
}

/** The number of the mark at an offset; negative for `FORGED`. */
export function markAt(text: string, at: number): number {
  if (text.charCodeAt(at + 1) === MARK.charCodeAt(0)) return -1;
  return (text.charCodeAt(at + 1) - FIRST_DIGIT) * RADIX + text.charCodeAt(at + 2) - FIRST_DIGIT;
}

/** A value as it is, unless it has what marks begin with. */
export function guardMarks(value: unknown): unknown {
  if (typeof value === 'string') return value.includes(MARK) ? FORGED : value;
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  // JavaScript adds numbers that stand side by side: an object becomes text here only if it would anyway.
  if (Symbol.toPrimitive in value || typeof value.valueOf() !== 'object') return FORGED;
  return guardMarks(String(value));
}

/**
 * Replaces marks with their markup; a forged one stays.
 * @param markup  by number
 */
export function withMarkup(text: string, markup: readonly string[]): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at)) {
    const number = markAt(text, at);
    if (number >= 0) {
      parts.push(text.slice(copied, at), markup[number]!);
      copied = at + MARK_LENGTH;
    }
    at += number < 0 ? FORGED.length : MARK_LENGTH;
  }
  return parts.join('') + text.slice(copied);
}
