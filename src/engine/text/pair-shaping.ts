/**
 * Shapes texts in which nothing but the kerning of adjacent glyphs changes what the characters give alone: Latin, Japanese
 * and Chinese text in the common fonts. Each glyph and each pair is shaped by HarfBuzz once; texts are put together from
 * them, which takes a fraction of the time that HarfBuzz takes for a short text.
 */

import { SCRATCH_UNITS } from './glyph-advances.js';
import type { Concern, GlyphLookups } from './glyph-lookups.js';
import type { GlyphBuffer, HarfBuzzFont } from './harfbuzz.js';
import type { GlyphRun } from './types.js';

/** Characters that a shaper knows at most. */
const MAX_CHARACTERS = 8000;
/** The first of them, which most texts consist of, have a table of their pairs. */
const MAX_IN_TABLE = 127;
/** Pairs of the others that a shaper knows at most. */
const MAX_OTHER_PAIRS = 20_000;
/** The number of characters that HarfBuzz has to shape. */
const NEVER_PLAIN = 0xffff;
/** Values of a pair: twice the change of the first advance, plus 1 where a break between the two is unsafe. */
const UNKNOWN = 0x7fffffff;
const NOT_PLAIN = 0x7ffffffe;

/** UTF-16 units of the longest text: longer ones gain nothing. */
const MAX_PAIR_UNITS = SCRATCH_UNITS;

/** Scripts that HarfBuzz shapes without rules of their own. ISO 15924; and the UTF-16 units below which their text is */
const PLAIN_SCRIPTS: Readonly<Record<string, number>> = {
  Latn: 0x2100, // up to the currency symbols
  Grek: 0x2100,
  Cyrl: 0x2100,
  Zyyy: 0x2100,
  Hani: 0x10000,
  Hira: 0x10000,
  Kana: 0x10000,
};
const PLAIN =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A fraction slash makes fractions of the digits beside it; half-width sound marks continue what is before them. */
const SPECIAL = /[\p{C}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2044\uff9e\uff9f]/u;

/** Whether a run may be shaped pair by pair: the characters and the font decide it. */
export const mayShapeByPairs = ({ start, end, level, complete, upright, script }: GlyphRun): boolean =>
  level === 0 && complete && !upright && end - start <= MAX_PAIR_UNITS && script in PLAIN_SCRIPTS;

/** Receives a shaped range. */
interface PairOutput {
  /** From its first unit on, as `advances`. */
  readonly ids: number[];
  /** Font units. */
  readonly advances: number[];
  /** By unit of the text: gets a 1 where a break requires shaping both sides again. */
  readonly unsafe: Uint8Array;
}

interface PairFont {
  readonly font: HarfBuzzFont;
  readonly lookups: GlyphLookups;
  /** ISO 15924; of `mayShapeByPairs`. */
  readonly script: string;
  readonly buffer: GlyphBuffer;
  /** Shapes a text of one or two characters into the buffer. */
  readonly shape: (text: string) => void;
}

/** Shapes the text of one face, script, language and list of features. */
export class PairShaper {
  readonly #options: PairFont;
  /** By UTF-16 unit: the number of the character among those known; 0: not seen yet. */
  readonly #numbers: Uint16Array;
  readonly #glyphs: number[] = [0];
  readonly #advances: number[] = [0];
  readonly #concerns: Concern[] = ['always'];
  /** Whether nothing changes what a character gives, whatever follows. */
  readonly #isAlone: boolean[] = [false];
  readonly #pairs = new Int32Array((MAX_IN_TABLE + 1) ** 2).fill(UNKNOWN);
  readonly #otherPairs = new Map<number, number>();

  constructor(options: PairFont) {
    this.#options = options;
    this.#numbers = new Uint16Array(PLAIN_SCRIPTS[options.script] ?? 0);
  }

  /**
   * Shapes text[from..to), which is a run of the face.
   * @returns false: HarfBuzz has to shape it; the output is then of no use
   */
  shape(text: string, { ids, advances, unsafe }: PairOutput, from = 0, to = text.length): boolean {
    const numbers = this.#numbers;
    const glyphs = this.#glyphs;
    const ownAdvances = this.#advances;
    const isAlone = this.#isAlone;
    let before = 0;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= numbers.length) return false;
      const number = numbers[unit] || this.#add(unit);
      if (number === NEVER_PLAIN) return false;
      ids[i - from] = glyphs[number]!;
      advances[i - from] = ownAdvances[number]!;
      if (i > from && !isAlone[before]) {
        const pair = this.#pairOf(text, i, before, number);
        if (pair === NOT_PLAIN) return false;
        if (pair !== 0) {
          advances[i - from - 1]! += pair >> 1;
          if (pair & 1) unsafe[i] = 1;
        }
      }
      before = number;
    }
    return true;
  }

  #add(unit: number): number {
    const { buffer, lookups } = this.#options;
    const number = this.#isPlain(unit) ? this.#glyphs.length : NEVER_PLAIN;
    if (number !== NEVER_PLAIN) {
      const glyph = buffer.glyph(0);
      const concern = lookups.concern(glyph);
      this.#glyphs.push(glyph);
      this.#advances.push(buffer.xAdvance(0));
      this.#concerns.push(concern);
      this.#isAlone.push(concern === 'never' && !lookups.kerns(glyph));
    }
    this.#numbers[unit] = number;
    return number;
  }

  /** Whether a character has one glyph of its own, which leaves it in the buffer. */
  #isPlain(unit: number): boolean {
    const { font, lookups, buffer, shape } = this.#options;
    const character = String.fromCharCode(unit);
    if (!PLAIN.test(character) || SPECIAL.test(character)) return false;
    const glyph = font.nominalGlyph(unit);
    if (!glyph || this.#glyphs.length > MAX_CHARACTERS) return false;
    if (lookups.concern(glyph) === 'always' || font.isMark(glyph)) return false;
    shape(character);
    return buffer.length === 1 && this.#isAt(0, glyph);
  }

  #isAt(index: number, glyph: number): boolean {
    const { buffer } = this.#options;
    return buffer.glyph(index) === glyph && buffer.xOffset(index) === 0 && buffer.yOffset(index) === 0;
  }

  /** The value of the pair that ends at text[at]. */
  #pairOf(text: string, at: number, first: number, second: number): number {
    const isInTable = first <= MAX_IN_TABLE && second <= MAX_IN_TABLE;
    const key = first * ((isInTable ? MAX_IN_TABLE : MAX_CHARACTERS) + 1) + second;
    const known = isInTable ? this.#pairs[key]! : (this.#otherPairs.get(key) ?? UNKNOWN);
    if (known !== UNKNOWN) return known;
    if (!isInTable && this.#otherPairs.size >= MAX_OTHER_PAIRS) return NOT_PLAIN;
    const pair = this.#pair(text.slice(at - 1, at + 1), first, second);
    if (isInTable) this.#pairs[key] = pair;
    else this.#otherPairs.set(key, pair);
    return pair;
  }

  #pair(text: string, first: number, second: number): number {
    const { buffer, shape } = this.#options;
    const [firstGlyph, secondGlyph] = [this.#glyphs[first]!, this.#glyphs[second]!];
    const concern = this.#concerns[first]!;
    if (concern === 'always' || (concern !== 'never' && concern(secondGlyph))) return NOT_PLAIN;
    shape(text);
    const isPair = buffer.length === 2 && this.#isAt(0, firstGlyph) && this.#isAt(1, secondGlyph);
    if (!isPair || buffer.xAdvance(1) !== this.#advances[second]) return NOT_PLAIN;
    const change = buffer.xAdvance(0) - this.#advances[first]!;
    return 2 * change + (buffer.isUnsafeToBreak(1) ? 1 : 0);
  }
}
