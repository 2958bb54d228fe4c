/**
 * Shapes texts in which nothing but the kerning of adjacent glyphs changes what the characters give alone: Latin text in
 * the common fonts. Each glyph and each pair is shaped by HarfBuzz once; texts are put together from them, which takes a
 * fraction of the time that HarfBuzz takes for a short text.
 */

import type { Concern, GlyphLookups } from './glyph-lookups.js';
import type { GlyphBuffer, HarfBuzzFont } from './harfbuzz.js';
import type { GlyphRun } from './types.js';

/** Characters that a shaper knows at most. */
const MAX_CHARACTERS = 127;
/** UTF-16 units with a number: up to the currency symbols. */
const UNITS = 0x2100;
/** The number of characters that HarfBuzz has to shape. */
const NEVER_PLAIN = 0xff;
/** Values of a pair: twice the change of the first advance, plus 1 where a break between the two is unsafe. */
const UNKNOWN = 0x7fffffff;
const NOT_PLAIN = 0x7ffffffe;

/** UTF-16 units of the longest text: longer ones gain nothing. */
const MAX_PAIR_UNITS = 2000;

/** Scripts that HarfBuzz shapes without rules of their own. ISO 15924 */
const PLAIN_SCRIPTS = new Set(['Latn', 'Grek', 'Cyrl', 'Zyyy']);
const PLAIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u;
/** A fraction slash makes fractions of the digits beside it. */
const SPECIAL = /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2044]/u;

/** Whether a run may be shaped pair by pair: the characters and the font decide it. */
export const mayShapeByPairs = ({ start, end, level, complete, upright, script }: GlyphRun): boolean =>
  level === 0 && complete && !upright && end - start <= MAX_PAIR_UNITS && PLAIN_SCRIPTS.has(script);

/** Receives a shaped text. */
export interface PairOutput {
  readonly ids: number[];
  /** Font units. */
  readonly advances: number[];
  /** Gets a 1 where a break requires shaping both sides again. */
  readonly unsafe: Uint8Array;
}

/** Shapes the text of one face, script, language and list of features. */
export class PairShaper {
  /** By UTF-16 unit: the number of the character among those known; 0: not seen yet. */
  readonly #numbers = new Uint8Array(UNITS);
  readonly #glyphs: number[] = [0];
  readonly #advances: number[] = [0];
  readonly #concerns: Concern[] = ['always'];
  readonly #pairs = new Int32Array((MAX_CHARACTERS + 1) ** 2).fill(UNKNOWN);

  /** @param shape  shapes a text of one or two characters into the buffer */
  constructor(
    private readonly font: HarfBuzzFont,
    private readonly lookups: GlyphLookups,
    private readonly buffer: GlyphBuffer,
    private readonly shapeText: (text: string) => void,
  ) {}

  /**
   * @param text  of a run of the face
   * @returns     false: the text has to be shaped by HarfBuzz; the output is then of no use
   */
  shape(text: string, { ids, advances, unsafe }: PairOutput): boolean {
    let before = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= UNITS) return false;
      const number = this.#numbers[unit] || this.#add(unit);
      if (number === NEVER_PLAIN) return false;
      ids[i] = this.#glyphs[number]!;
      advances[i] = this.#advances[number]!;
      if (i > 0) {
        const at = before * (MAX_CHARACTERS + 1) + number;
        let pair = this.#pairs[at]!;
        if (pair === UNKNOWN) {
          pair = this.#pair(text.slice(i - 1, i + 1), before, number);
          this.#pairs[at] = pair;
        }
        if (pair === NOT_PLAIN) return false;
        advances[i - 1]! += pair >> 1;
        unsafe[i] = pair & 1;
      }
      before = number;
    }
    return true;
  }

  #add(unit: number): number {
    const number = this.#isPlain(unit) ? this.#glyphs.length : NEVER_PLAIN;
    if (number !== NEVER_PLAIN) {
      const glyph = this.buffer.glyph(0);
      this.#glyphs.push(glyph);
      this.#advances.push(this.buffer.xAdvance(0));
      this.#concerns.push(this.lookups.concern(glyph));
    }
    this.#numbers[unit] = number;
    return number;
  }

  /** Whether a character has one glyph of its own, which leaves it in the buffer. */
  #isPlain(unit: number): boolean {
    const character = String.fromCharCode(unit);
    if (!PLAIN.test(character) || SPECIAL.test(character)) return false;
    const glyph = this.font.nominalGlyph(unit);
    if (!glyph || this.#glyphs.length > MAX_CHARACTERS) return false;
    if (this.lookups.concern(glyph) === 'always' || this.font.isMark(glyph)) return false;
    this.shapeText(character);
    return this.buffer.length === 1 && this.#isAt(0, glyph);
  }

  #isAt(index: number, glyph: number): boolean {
    const { buffer } = this;
    return buffer.glyph(index) === glyph && buffer.xOffset(index) === 0 && buffer.yOffset(index) === 0;
  }

  #pair(text: string, first: number, second: number): number {
    const { buffer } = this;
    const [firstGlyph, secondGlyph] = [this.#glyphs[first]!, this.#glyphs[second]!];
    const concern = this.#concerns[first]!;
    if (concern === 'always' || concern(secondGlyph)) return NOT_PLAIN;
    this.shapeText(text);
    const isPair = buffer.length === 2 && this.#isAt(0, firstGlyph) && this.#isAt(1, secondGlyph);
    if (!isPair || buffer.xAdvance(1) !== this.#advances[second]) return NOT_PLAIN;
    const change = buffer.xAdvance(0) - this.#advances[first]!;
    return 2 * change + (buffer.isUnsafeToBreak(1) ? 1 : 0);
  }
}
