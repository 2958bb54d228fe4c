/**
 * Which lookups of a font's `GSUB` and `GPOS` tables may start at a glyph. HarfBuzz alone applies them; this reader only
 * finds the glyphs that none of them concerns, see `PairShaper`.
 * Source: https://learn.microsoft.com/en-us/typography/opentype/spec/chapter2
 */

import { tableOffsets } from './sfnt.js';

/** Features that HarfBuzz applies to horizontal left-to-right text unasked. Source: hb_ot_shape_collect_features */
const DEFAULT_FEATURES =
  'Buzz HARF Harf abvm blwm calt ccmp clig curs dist kern liga locl ltra ltrm mark mkmk rand rclt rlig rvrn';

/** Lookup flags that let a lookup pass over letters. */
const IGNORES_LETTERS = 0x2 | 0x4;

/** Lookup types, see the chapters of `GSUB` and `GPOS`. */
const GSUB = { ligature: 4, context: 5, chained: 6, extension: 7 } as const;
const GPOS = { pair: 2, context: 7, chained: 8, extension: 9 } as const;

/** The fields of a pair adjustment that move nothing but the advance of the first glyph. */
const X_ADVANCE = 0x0004;
const X_ADVANCE_DEVICE = 0x0040;

const NO_REQUIRED_FEATURE = 0xffff;

/** `always`: a lookup may apply whatever follows. Otherwise: whether one may apply before the given glyph. */
export type Concern = 'always' | ((next: number) => boolean);

interface Subtable {
  readonly table: 'GSUB' | 'GPOS';
  readonly type: number;
  /** Bytes from the start of the file. */
  readonly at: number;
  readonly ignoresLetters: boolean;
}

export class GlyphLookups {
  readonly #view: DataView;
  readonly #subtables: Subtable[] = [];

  /**
   * @param index  of the face in a collection
   * @param tags   features in use beyond the default ones
   * @returns      undefined: the font has tables whose effect this reader does not know
   */
  static read(data: Uint8Array, index: number, tags: readonly string[]): GlyphLookups | undefined {
    try {
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const tables = tableOffsets(view, index);
      // Apple's and Graphite's tables take the place of OpenType's.
      if (['morx', 'mort', 'kerx', 'trak', 'Silf'].some((tag) => tables.has(tag))) return undefined;
      const lookups = new GlyphLookups(view);
      const used = new Set([...DEFAULT_FEATURES.split(' '), ...tags]);
      for (const table of ['GSUB', 'GPOS'] as const) {
        const at = tables.get(table);
        if (at !== undefined && !lookups.#addTable(table, at, used)) return undefined;
      }
      const hasOldKerning = tables.has('kern') && !lookups.#subtables.some(isPairAdjustment);
      return hasOldKerning ? undefined : lookups;
    } catch (error) {
      if (error instanceof RangeError) return undefined; // a truncated font
      throw error;
    }
  }

  private constructor(view: DataView) {
    this.#view = view;
  }

  /** Pair adjustments of the advance aside, the lookups that may apply at a glyph. */
  concern(glyph: number): Concern {
    try {
      const tests: ((next: number) => boolean)[] = [];
      for (const subtable of this.#subtables) {
        const concern = this.#concern(subtable, glyph);
        if (concern === 'always') return concern;
        if (concern) tests.push(concern);
      }
      return (next) => tests.some((test) => test(next));
    } catch (error) {
      if (error instanceof RangeError) return 'always';
      throw error;
    }
  }

  /** @returns whether the lookups do not depend on the font's variation */
  #addTable(table: 'GSUB' | 'GPOS', at: number, used: ReadonlySet<string>): boolean {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const hasVariations = u16(at + 2) >= 1 && this.#view.getUint32(at + 10) !== 0;
    if (hasVariations) return false;
    const features = at + u16(at + 6);
    const required = this.#requiredFeatures(at + u16(at + 4));
    const indices = new Set<number>();
    for (let i = 0; i < u16(features); i++) {
      const record = features + 2 + 6 * i;
      if (!used.has(this.#tag(record)) && !required.has(i)) continue;
      const feature = features + u16(record + 4);
      for (let j = 0; j < u16(feature + 2); j++) indices.add(u16(feature + 4 + 2 * j));
    }
    const lookups = at + u16(at + 8);
    for (const index of indices)
      if (index < u16(lookups)) this.#addLookup(table, lookups + u16(lookups + 2 + 2 * index));
    return true;
  }

  /** The features that a script or language requires. @param at  of the script list */
  #requiredFeatures(at: number): ReadonlySet<number> {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const required = new Set<number>();
    const addLanguage = (language: number) => required.add(u16(language + 2));
    for (let i = 0; i < u16(at); i++) {
      const script = at + u16(at + 2 + 6 * i + 4);
      if (u16(script) !== 0) addLanguage(script + u16(script));
      for (let j = 0; j < u16(script + 2); j++) addLanguage(script + u16(script + 4 + 6 * j + 4));
    }
    required.delete(NO_REQUIRED_FEATURE);
    return required;
  }

  #addLookup(table: 'GSUB' | 'GPOS', at: number): void {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const ignoresLetters = (u16(at + 2) & IGNORES_LETTERS) !== 0;
    const extension = table === 'GSUB' ? GSUB.extension : GPOS.extension;
    for (let i = 0; i < u16(at + 4); i++) {
      const subtable = at + u16(at + 6 + 2 * i);
      const type = u16(at);
      if (type === extension) {
        const extended = subtable + this.#view.getUint32(subtable + 4);
        this.#subtables.push({ table, type: u16(subtable + 2), at: extended, ignoresLetters });
      } else this.#subtables.push({ table, type, at: subtable, ignoresLetters });
    }
  }

  /** @returns undefined: the subtable does not apply at the glyph, or adjusts its advance by the next glyph */
  #concern(subtable: Subtable, glyph: number): Concern | undefined {
    const { table, type, at, ignoresLetters } = subtable;
    const format = this.#view.getUint16(at);
    const { context, chained } = table === 'GSUB' ? GSUB : GPOS;
    if (format === 3 && (type === context || type === chained)) {
      const concern = type === context ? this.#contextCoverages(at, glyph) : this.#chainedCoverages(at, glyph);
      return concern && ignoresLetters ? 'always' : concern;
    }
    const position = this.#coverageIndex(at + this.#view.getUint16(at + 2), glyph);
    if (position === undefined) return undefined;
    if (ignoresLetters) return 'always';
    if (isPairAdjustment(subtable)) return this.#movesOnlyAdvance(at) ? undefined : 'always';
    if (table === 'GSUB' && type === GSUB.ligature) return this.#ligatures(at, position);
    if (type === chained && format === 2) return this.#chainedClasses(at, glyph);
    return 'always';
  }

  #movesOnlyAdvance(at: number): boolean {
    const first = this.#view.getUint16(at + 4);
    const second = this.#view.getUint16(at + 6);
    return (first & ~(X_ADVANCE | X_ADVANCE_DEVICE)) === 0 && second === 0;
  }

  /** The second glyphs of the ligatures of a first one. */
  #ligatures(at: number, position: number): Concern {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const set = at + u16(at + 6 + 2 * position);
    const seconds = new Set<number>();
    for (let i = 0; i < u16(set); i++) {
      const ligature = set + u16(set + 2 + 2 * i);
      if (u16(ligature + 2) < 2) return 'always';
      seconds.add(u16(ligature + 4));
    }
    return (next) => seconds.has(next);
  }

  /** Sequence context format 3. */
  #contextCoverages(at: number, glyph: number): Concern | undefined {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    if (this.#coverageIndex(at + u16(at + 6), glyph) === undefined) return undefined;
    return u16(at + 2) > 1 ? this.#covers(at + u16(at + 8)) : 'always';
  }

  /** Chained sequence context format 3. */
  #chainedCoverages(at: number, glyph: number): Concern | undefined {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const input = at + 4 + 2 * u16(at + 2);
    if (this.#coverageIndex(at + u16(input + 2), glyph) === undefined) return undefined;
    if (u16(input) > 1) return this.#covers(at + u16(input + 4));
    const lookahead = input + 2 + 2 * u16(input);
    return u16(lookahead) > 0 ? this.#covers(at + u16(lookahead + 2)) : 'always';
  }

  /** Chained sequence context format 2: by the classes of glyphs. */
  #chainedClasses(at: number, glyph: number): Concern {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const inputClasses = at + u16(at + 6);
    const lookaheadClasses = at + u16(at + 8);
    const ofClass = this.#classOf(inputClasses, glyph);
    const set = ofClass < u16(at + 10) ? u16(at + 12 + 2 * ofClass) : 0;
    if (set === 0) return () => false;
    const inputs = new Set<number>();
    const lookaheads = new Set<number>();
    for (let i = 0; i < u16(at + set); i++) {
      const rule = at + set + u16(at + set + 2 + 2 * i);
      const input = rule + 2 + 2 * u16(rule);
      const lookahead = input + 2 * u16(input);
      if (u16(input) > 1) inputs.add(u16(input + 2));
      else if (u16(lookahead) > 0) lookaheads.add(u16(lookahead + 2));
      else return 'always';
    }
    return (next) =>
      inputs.has(this.#classOf(inputClasses, next)) || lookaheads.has(this.#classOf(lookaheadClasses, next));
  }

  #covers(coverage: number): Concern {
    return (next) => this.#coverageIndex(coverage, next) !== undefined;
  }

  #coverageIndex(at: number, glyph: number): number | undefined {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    const isList = u16(at) === 1;
    for (let i = 0; i < u16(at + 2); i++) {
      if (isList) {
        if (u16(at + 4 + 2 * i) === glyph) return i;
        continue;
      }
      const range = at + 4 + 6 * i;
      if (glyph >= u16(range) && glyph <= u16(range + 2)) return u16(range + 4) + glyph - u16(range);
    }
    return undefined;
  }

  #classOf(at: number, glyph: number): number {
    const u16 = (offset: number) => this.#view.getUint16(offset);
    if (u16(at) === 1) {
      const index = glyph - u16(at + 2);
      return index >= 0 && index < u16(at + 4) ? u16(at + 6 + 2 * index) : 0;
    }
    for (let i = 0; i < u16(at + 2); i++) {
      const range = at + 4 + 6 * i;
      if (glyph >= u16(range) && glyph <= u16(range + 2)) return u16(range + 4);
    }
    return 0;
  }

  #tag(at: number): string {
    return String.fromCharCode(...[0, 1, 2, 3].map((byte) => this.#view.getUint8(at + byte)));
  }
}

const isPairAdjustment = ({ table, type }: Subtable): boolean => table === 'GPOS' && type === GPOS.pair;
