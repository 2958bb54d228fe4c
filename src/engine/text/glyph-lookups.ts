/**
 * Which lookups of a font's `GSUB` and `GPOS` tables may start at a glyph. HarfBuzz alone applies them; this reader only
 * finds the glyphs that none of them concerns, see `PairShaper`.
 * Source: https://learn.microsoft.com/en-us/typography/opentype/spec/chapter2
 */

import { copyTables } from './sfnt.js';

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

/** Subtables of a font, and rules of a glyph in one of them, that this reader takes at most: fonts of documents are hostile. */
const MAX_SUBTABLES = 2000;
const MAX_RULES = 1000;

/** `always`: a lookup may apply whatever follows; `never`: none. Otherwise: whether one may apply before the given glyph. */
export type Concern = 'always' | 'never' | Before;
type Before = (next: number) => boolean;

type TableName = 'GSUB' | 'GPOS';

interface Subtable {
  readonly table: TableName;
  readonly view: DataView;
  readonly type: number;
  /** Bytes from the start of the table. */
  readonly at: number;
  readonly ignoresLetters: boolean;
}

/** Tables that take the place of OpenType's: Apple's and Graphite's. */
const OTHER_TABLES = ['morx', 'mort', 'kerx', 'trak', 'Silf'];

export class GlyphLookups {
  readonly #subtables: Subtable[] = [];

  /**
   * @param index  of the face in a collection
   * @param tags   features in use beyond the default ones
   * @returns      undefined: the font has tables whose effect this reader does not know, or too many
   */
  static read(data: Uint8Array, index: number, tags: readonly string[]): GlyphLookups | undefined {
    try {
      const file = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const tables = copyTables(file, index, ['GSUB', 'GPOS', 'kern', ...OTHER_TABLES]);
      if (OTHER_TABLES.some((tag) => tables.has(tag))) return undefined;
      const lookups = new GlyphLookups();
      const used = new Set([...DEFAULT_FEATURES.split(' '), ...tags]);
      for (const table of ['GSUB', 'GPOS'] as const) {
        const view = tables.get(table);
        if (view && !lookups.#addTable(table, view, used)) return undefined;
      }
      if (lookups.#subtables.length > MAX_SUBTABLES) return undefined;
      const hasOldKerning = tables.has('kern') && !lookups.#subtables.some(isPairAdjustment);
      return hasOldKerning ? undefined : lookups;
    } catch (error) {
      if (error instanceof RangeError) return undefined; // a truncated font
      throw error;
    }
  }

  /** Pair adjustments of the advance aside, the lookups that may apply at a glyph. */
  concern(glyph: number): Concern {
    try {
      const tests: Before[] = [];
      for (const subtable of this.#subtables) {
        const concern = concernOf(subtable, glyph);
        if (concern === 'always') return concern;
        if (concern) tests.push(concern);
      }
      return tests.length === 0 ? 'never' : (next) => tests.some((test) => test(next));
    } catch (error) {
      if (error instanceof RangeError) return 'always';
      throw error;
    }
  }

  /** Whether a pair adjustment may change the advance of a glyph. */
  kerns(glyph: number): boolean {
    try {
      return this.#subtables.some(
        (subtable) =>
          isPairAdjustment(subtable) &&
          coverageIndex(subtable.view, subtable.at + subtable.view.getUint16(subtable.at + 2), glyph) !== undefined,
      );
    } catch (error) {
      if (error instanceof RangeError) return true;
      throw error;
    }
  }

  /** @returns whether the lookups do not depend on the font's variation */
  #addTable(table: TableName, view: DataView, used: ReadonlySet<string>): boolean {
    const hasVariations = view.getUint16(2) >= 1 && view.getUint32(10) !== 0;
    if (hasVariations) return false;
    const lookups = view.getUint16(8);
    const count = view.getUint16(lookups);
    for (const index of usedLookups(view, used)) {
      if (index < count) this.#addLookup(table, view, lookups + view.getUint16(lookups + 2 + 2 * index));
    }
    return true;
  }

  #addLookup(table: TableName, view: DataView, at: number): void {
    const type = view.getUint16(at);
    const ignoresLetters = (view.getUint16(at + 2) & IGNORES_LETTERS) !== 0;
    const isExtension = type === (table === 'GSUB' ? GSUB.extension : GPOS.extension);
    for (let i = 0; i < view.getUint16(at + 4) && this.#subtables.length <= MAX_SUBTABLES; i++) {
      const subtable = at + view.getUint16(at + 6 + 2 * i);
      this.#subtables.push({
        table,
        view,
        type: isExtension ? view.getUint16(subtable + 2) : type,
        at: isExtension ? subtable + view.getUint32(subtable + 4) : subtable,
        ignoresLetters,
      });
    }
  }
}

/** The lookups of features that are in use, or that a script or language requires. */
function usedLookups(view: DataView, used: ReadonlySet<string>): ReadonlySet<number> {
  const features = view.getUint16(6);
  const required = requiredFeatures(view, view.getUint16(4));
  const indices = new Set<number>();
  for (let i = 0; i < view.getUint16(features); i++) {
    const record = features + 2 + 6 * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    if (!used.has(tag) && !required.has(i)) continue;
    const feature = features + view.getUint16(record + 4);
    for (let j = 0; j < view.getUint16(feature + 2); j++) indices.add(view.getUint16(feature + 4 + 2 * j));
  }
  return indices;
}

/** @param scripts  where the script list is */
function requiredFeatures(view: DataView, scripts: number): ReadonlySet<number> {
  const required = new Set<number>();
  const addLanguage = (language: number) => required.add(view.getUint16(language + 2));
  for (let i = 0; i < view.getUint16(scripts); i++) {
    const script = scripts + view.getUint16(scripts + 2 + 6 * i + 4);
    const ofScript = view.getUint16(script);
    if (ofScript !== 0) addLanguage(script + ofScript);
    for (let j = 0; j < view.getUint16(script + 2); j++) addLanguage(script + view.getUint16(script + 4 + 6 * j + 4));
  }
  required.delete(NO_REQUIRED_FEATURE);
  return required;
}

/** @returns undefined: the subtable does not apply at the glyph, or adjusts its advance by the next glyph */
function concernOf(subtable: Subtable, glyph: number): 'always' | Before | undefined {
  const { table, view, type, at, ignoresLetters } = subtable;
  const format = view.getUint16(at);
  const { context, chained } = table === 'GSUB' ? GSUB : GPOS;
  if (format === 3 && (type === context || type === chained)) {
    const concern = type === context ? contextCoverages(view, at, glyph) : chainedCoverages(view, at, glyph);
    return concern && ignoresLetters ? 'always' : concern;
  }
  const position = coverageIndex(view, at + view.getUint16(at + 2), glyph);
  if (position === undefined) return undefined;
  if (ignoresLetters) return 'always';
  if (isPairAdjustment(subtable)) return movesOnlyAdvance(view, at) ? undefined : 'always';
  if (table === 'GSUB' && type === GSUB.ligature) return ligatures(view, at, position);
  if (type === chained && format === 2) return chainedClasses(view, at, glyph);
  return 'always';
}

function movesOnlyAdvance(view: DataView, at: number): boolean {
  const first = view.getUint16(at + 4);
  const second = view.getUint16(at + 6);
  return (first & ~(X_ADVANCE | X_ADVANCE_DEVICE)) === 0 && second === 0;
}

/** The second glyphs of the ligatures of a first one. */
function ligatures(view: DataView, at: number, position: number): 'always' | Before {
  const set = at + view.getUint16(at + 6 + 2 * position);
  const count = view.getUint16(set);
  if (count > MAX_RULES) return 'always';
  const seconds = new Set<number>();
  for (let i = 0; i < count; i++) {
    const ligature = set + view.getUint16(set + 2 + 2 * i);
    if (view.getUint16(ligature + 2) < 2) return 'always';
    seconds.add(view.getUint16(ligature + 4));
  }
  return (next) => seconds.has(next);
}

/** Sequence context format 3. */
function contextCoverages(view: DataView, at: number, glyph: number): 'always' | Before | undefined {
  if (coverageIndex(view, at + view.getUint16(at + 6), glyph) === undefined) return undefined;
  return view.getUint16(at + 2) > 1 ? covers(view, at + view.getUint16(at + 8)) : 'always';
}

/** Chained sequence context format 3. */
function chainedCoverages(view: DataView, at: number, glyph: number): 'always' | Before | undefined {
  const input = at + 4 + 2 * view.getUint16(at + 2);
  if (coverageIndex(view, at + view.getUint16(input + 2), glyph) === undefined) return undefined;
  if (view.getUint16(input) > 1) return covers(view, at + view.getUint16(input + 4));
  const lookahead = input + 2 + 2 * view.getUint16(input);
  return view.getUint16(lookahead) > 0 ? covers(view, at + view.getUint16(lookahead + 2)) : 'always';
}

/** Chained sequence context format 2: by the classes of glyphs. */
function chainedClasses(view: DataView, at: number, glyph: number): 'always' | Before {
  const inputClasses = at + view.getUint16(at + 6);
  const lookaheadClasses = at + view.getUint16(at + 8);
  const ofGlyph = classOf(view, inputClasses, glyph);
  const set = ofGlyph < view.getUint16(at + 10) ? view.getUint16(at + 12 + 2 * ofGlyph) : 0;
  if (set === 0) return () => false;
  const count = view.getUint16(at + set);
  if (count > MAX_RULES) return 'always';
  const inputs = new Set<number>();
  const lookaheads = new Set<number>();
  for (let i = 0; i < count; i++) {
    const rule = at + set + view.getUint16(at + set + 2 + 2 * i);
    const input = rule + 2 + 2 * view.getUint16(rule);
    const lookahead = input + 2 * view.getUint16(input);
    if (view.getUint16(input) > 1) inputs.add(view.getUint16(input + 2));
    else if (view.getUint16(lookahead) > 0) lookaheads.add(view.getUint16(lookahead + 2));
    else return 'always';
  }
  return (next) =>
    inputs.has(classOf(view, inputClasses, next)) || lookaheads.has(classOf(view, lookaheadClasses, next));
}

const covers =
  (view: DataView, coverage: number): Before =>
  (next) =>
    coverageIndex(view, coverage, next) !== undefined;

function coverageIndex(view: DataView, at: number, glyph: number): number | undefined {
  const isList = view.getUint16(at) === 1;
  const size = isList ? 2 : 6;
  const index = firstUpTo(view, at + 4, { count: view.getUint16(at + 2), size, last: isList ? 0 : 2 }, glyph);
  if (index === undefined) return undefined;
  const entry = at + 4 + size * index;
  const first = view.getUint16(entry);
  if (glyph < first) return undefined;
  return isList ? index : view.getUint16(entry + 4) + glyph - first;
}

function classOf(view: DataView, at: number, glyph: number): number {
  if (view.getUint16(at) === 1) {
    const index = glyph - view.getUint16(at + 2);
    return index >= 0 && index < view.getUint16(at + 4) ? view.getUint16(at + 6 + 2 * index) : 0;
  }
  const index = firstUpTo(view, at + 4, { count: view.getUint16(at + 2), size: 6, last: 2 }, glyph);
  if (index === undefined) return 0;
  const range = at + 4 + 6 * index;
  return glyph >= view.getUint16(range) ? view.getUint16(range + 4) : 0;
}

interface SortedEntries {
  readonly count: number;
  /** Bytes of an entry, and from its start to its last glyph. */
  readonly size: number;
  readonly last: number;
}

/** The first of the entries, which are sorted by their glyphs, whose last glyph is not before `glyph`. */
function firstUpTo(
  view: DataView,
  at: number,
  { count, size, last }: SortedEntries,
  glyph: number,
): number | undefined {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (view.getUint16(at + size * middle + last) < glyph) low = middle + 1;
    else high = middle;
  }
  return low < count ? low : undefined;
}

const isPairAdjustment = ({ table, type }: Subtable): boolean => table === 'GPOS' && type === GPOS.pair;
