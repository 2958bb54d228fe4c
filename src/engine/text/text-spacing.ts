/**
 * Trims full-width CJK punctuation: its blank half collapses next to other punctuation, so that 」（ takes three halves.
 * Source: https://drafts.csswg.org/css-text-4/#text-spacing-trim-property; classes and conditions of Blink's HanKerning
 */

import { reaches } from './code-units.js';
import type { HarfBuzzFont } from './harfbuzz.js';

type PunctuationClass = 'open' | 'close' | 'middle' | 'narrow open' | 'narrow close' | 'other';

/** Classes, in one face, of punctuation whose position in the em differs between languages. */
export interface PunctuationShapes {
  readonly dot: PunctuationClass;
  readonly colon: PunctuationClass;
  readonly semicolon: PunctuationClass;
  readonly wideQuotes: boolean;
}

/** Characters that lose half their width, and the indices where a line break would change that. */
interface Trimming {
  readonly halved: readonly number[];
  readonly unsafe: readonly number[];
}

const WIDE_OPEN = /[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b\uff5f]/;
const WIDE_CLOSE = /[\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\uff09\uff3d\uff5d\uff60]/;
const MIDDLE = /[\u00b7\u2027\u3000\u30fb]/;
const DOT = /[\u3001\u3002\uff0c\uff0e]/;
const OPEN_QUOTE = /[\u2018\u201c]/;
const CLOSE_QUOTE = /[\u2019\u201d]/;
const NARROW_OPEN = /\p{Ps}/u;
const NARROW_CLOSE = /\p{Pe}/u;

/** Whether a text may contain punctuation to trim, which Typst would trim by its own rules; a cheap test. */
export const mayTrim = (text: string): boolean => reaches(text, 0x2018) && TRIMMED.test(text);

const TRIMMED = /[\u2018-\u201d\u3001-\u301f\u30fb\uff01-\uff60]/;

function classOf(char: string, shapes: PunctuationShapes): PunctuationClass {
  if (char < '\u2018') return narrowClass(char);
  if (WIDE_OPEN.test(char)) return 'open';
  if (WIDE_CLOSE.test(char)) return 'close';
  if (MIDDLE.test(char)) return 'middle';
  if (DOT.test(char)) return shapes.dot;
  if (char === '\uff1a') return shapes.colon;
  if (char === '\uff1b') return shapes.semicolon;
  if (OPEN_QUOTE.test(char)) return shapes.wideQuotes ? 'open' : 'narrow open';
  if (CLOSE_QUOTE.test(char)) return shapes.wideQuotes ? 'close' : 'narrow close';
  return narrowClass(char);
}

function narrowClass(char: string): PunctuationClass {
  if (MIDDLE.test(char)) return 'middle';
  if (NARROW_OPEN.test(char)) return 'narrow open';
  return NARROW_CLOSE.test(char) ? 'narrow close' : 'other';
}

/** Whether an opening bracket is halved after another character. */
const halvesOpening = (before: PunctuationClass, after: PunctuationClass) =>
  after === 'open' && before !== 'narrow close' && before !== 'other';

/** Whether a closing bracket is halved before another character. */
const halvesClosing = (before: PunctuationClass, after: PunctuationClass) =>
  before === 'close' && (after === 'close' || after === 'middle' || after === 'narrow close');

/** @param start, end a run of one face; the characters around it are taken into account */
export function trimPunctuation(text: string, start: number, end: number, shapes: PunctuationShapes): Trimming {
  const halved: number[] = [];
  const unsafe: number[] = [];
  let before: PunctuationClass = start > 0 ? classOf(text[start - 1]!, shapes) : 'other';
  for (let i = start; i <= end && i < text.length; i++) {
    const after = classOf(text[i]!, shapes);
    if (i > start && halvesClosing(before, after)) {
      halved.push(i - 1);
      unsafe.push(i);
    } else if (i < end && halvesOpening(before, after)) {
      halved.push(i);
      unsafe.push(i);
    }
    before = after;
  }
  return { halved, unsafe };
}

/**
 * Whether a character may lose its blank half at the end of a line: closing brackets and quotes, not commas or stops.
 */
export const isWideClosing = (char: string, shapes: PunctuationShapes): boolean =>
  !DOT.test(char) && classOf(char, shapes) === 'close';

const DOTS = '\u3001\u3002\uff0c\uff0e';

/** @returns undefined for a face without half-width alternates (`halt`) or with contextual ones (`chws`) */
export function punctuationShapes(font: HarfBuzzFont): PunctuationShapes | undefined {
  const features = font.featureTags('GPOS');
  if (!features.includes('halt') || features.includes('chws')) return undefined;
  const shapeOf = (char: string) => inkClass(font, char);
  const sameShape = (chars: string, wanted: PunctuationClass) => [...chars].every((char) => shapeOf(char) === wanted);
  const dot = shapeOf(DOTS[0]!);
  return {
    dot: sameShape(DOTS, dot) ? dot : 'other',
    colon: shapeOf('\uff1a'),
    semicolon: shapeOf('\uff1b'),
    wideQuotes: sameShape('\u201c\u2018', 'open') && sameShape('\u201d\u2019', 'close'),
  };
}

/** The class of a character by the position of its ink in its advance. */
function inkClass(font: HarfBuzzFont, char: string): PunctuationClass {
  const glyph = font.nominalGlyph(char.codePointAt(0)!);
  const extents = glyph === undefined ? undefined : font.extents(glyph);
  if (glyph === undefined || !extents) return 'other';
  const half = font.horizontalAdvance(glyph) / 2;
  const { xBearing: left, width } = extents;
  if (left + width <= half) return 'close';
  if (left >= half) return 'open';
  return width <= half && left >= half / 2 ? 'middle' : 'other';
}
