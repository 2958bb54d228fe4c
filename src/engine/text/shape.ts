/** Shapes the runs of a text with HarfBuzz, and caches the result. */

import { BoundedCache, type CacheUses } from '../collections/bounded-cache.js';
import { ownCopy } from '../collections/own-copy.js';
import { partitionPoint } from '../collections/partition-point.js';
import { featureNames } from './feature-names.js';
import { coversRange, type FontLibrary } from './fonts.js';
import { freeTypeScale, freeTypeSize } from './free-type.js';
import {
  addSpacing,
  type ClusterAdvances,
  isSpace,
  prefixSums,
  SCRATCH_UNITS,
  scaledSums,
  splitLigatures,
  unsafeBreaks,
} from './glyph-advances.js';
import {
  contextStart,
  glyphString,
  glyphsOfRange,
  NO_OFFSETS,
  readClusters,
  type TextAround,
  textAround,
  textWithContext,
  wholeString,
} from './glyph-clusters.js';
import { halves, splitHalved } from './halved-punctuation.js';
import { type Features, GlyphBuffer, joinFeatures, parseFeatures } from './harfbuzz.js';
import { itemize } from './itemize.js';
import { guarded, type LoadedFont, loadFont } from './loaded-font.js';
import { type InkHeights, MathFont } from './math-font.js';
import { readMathTable } from './math-table.js';
import type { GlyphShape, GlyphText } from './outlines.js';
import { PairShapers } from './pair-shapers.js';
import { mayShapeByPairs } from './pair-shaping.js';
import { scriptRuns } from './script.js';
import { type Makers, RecentShapes, ShapedLater } from './shaped-later.js';
import { styleKey } from './style-key.js';
import { TextCache, type TextsOfStyle } from './text-cache.js';
import { isWideClosing, mayTrim, trimPunctuation } from './text-spacing.js';
import type {
  FontFace,
  GlyphCluster,
  GlyphRange,
  GlyphRun,
  GlyphString,
  ShapedRange,
  ShapedText,
  ShapeStyle,
  UprightCluster,
} from './types.js';
import { readVerticalMetrics, type VerticalMetrics } from './vertical.js';

export interface ShapeOptions {
  readonly direction: 'ltr' | 'rtl';
  /** The bidi level of the text; default 0 for ltr, 1 for rtl. */
  readonly level?: number;
  /** The text around, where letters may join with it (`textAround`). */
  readonly around?: TextAround | undefined;
}

/** Shared by the texts of a style where it can be: a long text has many parts. */
export interface LaterInput {
  readonly style: ShapeStyle;
  readonly options: ShapeOptions;
  /** Gives the result of `shape` its final form. */
  readonly adjust: (shaped: ShapedText) => ShapedText;
}

interface TextShaperOptions {
  /** UTF-16 units of shaped text to cache; default 300,000 (about 20 MB). */
  readonly cacheUnits?: number;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;

const DEFAULT_CACHE_UNITS = 300_000;
/**
 * UTF-16 units of cached texts that were shaped by pairs, and of the longest of them: shaping them again costs less than
 * keeping what no other document shows, which the collector has to copy.
 */
const PAIRS_CACHE_UNITS = 10_000;
const MAX_PAIRS_TEXT = 64;
/** Font bytes to keep loaded, which HarfBuzz copies into WebAssembly memory. */
const MAX_FONT_BYTES = 150_000_000;
/** Cached feature lists; documents have few. */
const MAX_FEATURE_LISTS = 500;
/** Styles with cached texts. */
const MAX_STYLES = 10_000;
/** Added to the bidi level, which is at most 126, of texts that are shaped with the text around them. */
const WITH_CONTEXT = 128;
/** A shaped text with the input that `lineWidth` needs to shape parts of it again. */
interface Shaped extends ShapedText {
  readonly style: ShapeStyle;
  readonly options: ShapeOptions & { readonly level: number };
  readonly isByPairs: boolean;
}

/** The cached texts of a style and bidi level. */
interface StyleTexts {
  readonly byPairs: TextsOfStyle<Shaped>;
  readonly others: TextsOfStyle<Shaped>;
}

/** Left and right edge from the origin of the text, and the depth below the baseline. */
export interface Ink {
  readonly left: number;
  readonly right: number;
  readonly under: number;
}

/**
 * Shapes text with the faces of one library. One instance per thread, as it owns HarfBuzz fonts and a reused buffer.
 * Equal text, style and options return the same object while it is cached; treat it as frozen.
 */
export class TextShaper {
  readonly #buffer: GlyphBuffer;
  readonly #fonts: BoundedCache<string, LoadedFont>;
  readonly #features: BoundedCache<string, Features>;
  readonly #byPairs: TextCache<Shaped>;
  readonly #others: TextCache<Shaped>;
  readonly #scratch: ClusterAdvances = {
    widths: new Float64Array(SCRATCH_UNITS + 1),
    starts: new Uint8Array(SCRATCH_UNITS + 1),
    unsafe: new Uint8Array(SCRATCH_UNITS + 1),
  };
  /** The shaped texts of a style by bidi level. */
  readonly #textsOf = new WeakMap<ShapeStyle, StyleTexts[]>();
  /** Shared by the shapers that share the buffer. */
  readonly #count: { runs: number; known: number; shaped: number };
  /** The same by the values of the style: equal styles of different documents share texts. */
  readonly #textsByKey: BoundedCache<string, StyleTexts[]>;
  readonly #pairs: PairShapers;
  readonly #later: Makers<ShapedText, LaterInput>;

  constructor(
    readonly library: FontLibrary,
    options: TextShaperOptions = {},
    shared?: TextShaper,
  ) {
    this.#buffer = shared ? shared.#buffer : new GlyphBuffer();
    this.#count = shared ? shared.#count : { runs: 0, known: 0, shaped: 0 };
    this.#fonts = shared ? shared.#fonts : new BoundedCache(MAX_FONT_BYTES);
    this.#features = shared ? shared.#features : new BoundedCache(MAX_FEATURE_LISTS);
    this.#textsByKey = shared ? shared.#textsByKey : new BoundedCache(MAX_STYLES);
    const { cacheUnits = DEFAULT_CACHE_UNITS } = options;
    this.#byPairs = shared ? shared.#byPairs : new TextCache(Math.min(cacheUnits, PAIRS_CACHE_UNITS));
    this.#others = shared ? shared.#others : new TextCache(cacheUnits);
    this.#later = {
      recent: shared ? shared.#later.recent : new RecentShapes(),
      make: (text, { style, options, adjust }) => adjust(this.shape(text, style, options)),
    };
    this.#pairs = new PairShapers(this.#buffer, (face) => this.#font(face));
  }

  /** A shaper for the library of one document that shares the fonts and texts of this one. */
  withLibrary(library: FontLibrary): TextShaper {
    return library === this.library ? this : new TextShaper(library, {}, this);
  }

  /** Runs shaped since this shaper, or the one it shares fonts with, was created. */
  get shapings(): number {
    return this.#count.runs;
  }

  /** Of the cache of shaped texts. */
  get uses(): CacheUses {
    return { hits: this.#count.known, misses: this.#count.shaped };
  }

  /**
   * @param text one bidi run after white space processing; tabs and line feeds get width 0, as layout sizes them
   */
  shape(text: string, style: ShapeStyle, options: ShapeOptions): ShapedText {
    const { direction, around } = options;
    const level = options.level ?? (direction === 'rtl' ? 1 : 0);
    const texts = this.#texts(style, around ? level + WITH_CONTEXT : level);
    const key = around ? [around.before.length, around.after.length, around.before, around.after, text].join('') : text;
    const known = texts.byPairs.get(key) ?? texts.others.get(key);
    if (known) {
      this.#count.known += 1;
      return known;
    }
    this.#count.shaped += 1;
    const own = ownCopy(text);
    // Nearly all texts share the options of their caller.
    const withLevel = hasLevel(options) ? options : { direction, level, around };
    const shaped = this.#shape(own, style, withLevel);
    (shaped.isByPairs && text.length <= MAX_PAIRS_TEXT ? texts.byPairs : texts.others).set(around ? key : own, shaped);
    return shaped;
  }

  /** As `shape`, of a part of a long text: the result is made when it is needed. */
  shapeLater(text: string, input: LaterInput): ShapedText {
    return new ShapedLater(text, input, this.#later);
  }

  #texts(style: ShapeStyle, level: number): StyleTexts {
    let byLevel = this.#textsOf.get(style);
    if (!byLevel) {
      byLevel = this.#textsByKey.getOrMake(styleKey(style, this.library), () => []);
      this.#textsOf.set(style, byLevel);
    }
    byLevel[level] ??= { byPairs: this.#byPairs.style(), others: this.#others.style() };
    return byLevel[level];
  }

  /**
   * The hyphen to insert: U+2010, or a hyphen-minus when the primary font lacks it.
   * Source: https://drafts.csswg.org/css-text-4/#hyphenate-character
   */
  hyphen(style: ShapeStyle): string {
    return coversRange(this.library.match(style.font).primary, 0x2010, 0x2010) ? '\u2010' : '-';
  }

  /**
   * The width of text[start..end) as a line of its own, px. Where kerning or a ligature crosses the break, the affected
   * range is shaped again, as in Blink's ShapingLineBreaker.
   */
  lineWidth(shapedText: ShapedText, start: number, end: number): number {
    const shaped = resultOf(shapedText);
    const { advances, unsafe } = shaped;
    if (end <= start) return 0;
    const whole = advances[end]! - advances[start]!;
    const startIsSafe = start === 0 || unsafe[start] === 0;
    const endIsSafe = end === shaped.text.length || unsafe[end] === 0;
    if (startIsSafe && endIsSafe) return whole;
    let from = start;
    if (!startIsSafe) while (from < end && unsafe[from] === 1) from++;
    let to = end;
    if (!endIsSafe) while (to > from && unsafe[to] === 1) to--;
    // The safe middle keeps its advances; only the ends are shaped again.
    if (from >= to) return this.#widthOf(shaped, start, end);
    return this.#widthOf(shaped, start, from) + (advances[to]! - advances[from]!) + this.#widthOf(shaped, to, end);
  }

  /**
   * Width saved at the end of the line text[..end) when it does not fit and its last character is a full-width closing
   * mark, which may lose its blank half (text-spacing-trim: normal); px, 0 for other characters.
   */
  endTrim(shapedText: ShapedText, end: number): number {
    const { text, style, options, runs } = resultOf(shapedText);
    const run = end > 0 ? runs[partitionPoint(runs, (candidate) => candidate.end < end)] : undefined;
    const punctuation =
      run && !run.upright && style.textSpacingTrim === 'normal' ? this.#font(run.face).punctuation : undefined;
    const last = text.slice(end - 1, end);
    if (!punctuation || !isWideClosing(last, punctuation)) return 0;
    const halved = { ...style, features: [...style.features, 'halt=1'] };
    return this.shape(last, style, options).advances[1]! - this.shape(last, halved, options).advances[1]!;
  }

  /** The extent of the glyphs of a text without spaces at its ends, px. */
  ink(shapedText: ShapedText): Ink {
    const { runs, advances, style, text } = resultOf(shapedText);
    let [left, right, under] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (const run of runs) {
      const { font } = this.#font(run.face);
      const scale = style.font.size / run.face.unitsPerEm;
      const { start, end } = run;
      const range = { shaped: shapedText, run, start, end, startsLine: true, endsLine: end === text.length };
      const { glyphs, from, to } = this.rangeGlyphs(range);
      for (let index = from; index < to; index++) {
        const id = glyphs.ids[index]!;
        const extents = font.extents(id);
        if (!extents) continue;
        const inkEnd = extents.xBearing + extents.width;
        if (index === from) left = Math.min(left, advances[start]! + extents.xBearing * scale);
        if (index === to - 1) {
          right = Math.max(right, advances[end]! - (font.horizontalAdvance(id) - inkEnd) * scale);
        }
        under = Math.max(under, -(extents.yBearing + extents.height) * scale);
      }
    }
    return right > left ? { left, right, under } : { left: 0, right: advances[text.length]!, under };
  }

  /** The extents of the ink of a text around its baseline, in whole px: see `MathFont.ink`. */
  inkHeights(shapedText: ShapedText): InkHeights {
    const { runs, style, text } = resultOf(shapedText);
    let [over, under] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const run of runs) {
      const font = this.mathFont(run.face);
      const { start, end } = run;
      const range = { shaped: shapedText, run, start, end, startsLine: true, endsLine: end === text.length };
      const { glyphs, from, to } = this.rangeGlyphs(range);
      for (let index = from; index < to; index++) {
        const ink = font.ink(glyphs.ids[index]!, style.font.size);
        if (ink.over + ink.under <= 0) continue;
        over = Math.max(over, ink.over);
        under = Math.max(under, ink.under);
      }
    }
    return over === Number.NEGATIVE_INFINITY ? { over: 0, under: 0 } : { over, under };
  }

  mathFont(face: FontFace): MathFont {
    const loaded = this.#font(face);
    loaded.math ??= new MathFont(loaded.font, face, readMathTable(face.data(), face.index));
    return loaded.math;
  }

  /** Whether the face supports composed text. */
  composes(face: FontFace): boolean {
    return this.#font(face).hasOutlines;
  }

  /** Whether the face has full-width punctuation that can be halved, and supports composed text. */
  trims(face: FontFace): boolean {
    return this.#font(face).punctuation !== undefined && this.composes(face);
  }

  /**
   * The clusters of a range, from left to right; one that begins before the range is not of it. Letters take the forms
   * that they have in the run, except across the ends of a line.
   */
  clusters({ shaped, run, start, end, startsLine, endsLine }: ShapedRange): GlyphCluster[] {
    const { text, style, options, unsafe } = resultOf(shaped);
    let [from, to] = [start, end];
    if (!run.features) {
      if (!startsLine) while (from > run.start && unsafe[from] === 1) from--;
      if (!endsLine) while (to < run.end && unsafe[to] === 1) to++;
    }
    const part = { ...run, start: from, end: to };
    const features = joinFeatures(this.#featuresOf(style), parseFeatures(run.features ?? []));
    this.#shapeRun(text, part, style.language, features, options.around);
    return readClusters(shaped, part, this.#buffer, options.around, { start, end });
  }

  /** The outlines of a text, from left to right. */
  glyphs({ text, face, size, features, rtl, language, letterSpacing, wordSpacing, clusters }: GlyphText): GlyphShape[] {
    const { font } = this.#font(face);
    const outline = (glyph: number) => guarded(face, () => font.outline(glyph));
    const scale = size / face.unitsPerEm;
    let pen = 0;
    if (clusters) {
      return clusters.flatMap(({ glyphs, width }) => {
        const start = pen;
        pen += width;
        return glyphs.map(({ id, x, y }) => ({ x: start + x * scale, y: -y * scale, outline: outline(id) }));
      });
    }
    const { ids, clusters: starts, advances, offsets } = this.glyphString({ text, face, features, rtl, language });
    const hasOffsets = offsets.length > 0;
    return Array.from(ids, (id, index) => {
      const [xOffset, yOffset] = hasOffsets ? [offsets[2 * index]!, offsets[2 * index + 1]!] : [0, 0];
      const glyph = { x: pen + xOffset * scale, y: -yOffset * scale, outline: outline(id) };
      pen += advances[index]! * scale;
      const cluster = starts ? starts[index]! : index;
      const endsCluster = !starts || starts[index + 1] !== cluster;
      if (endsCluster) pen += letterSpacing + (isSpace(text.charCodeAt(cluster)) ? wordSpacing : 0);
      return glyph;
    });
  }

  /** Shapes a text on its own. */
  glyphString({
    text,
    face,
    features,
    rtl,
    language,
  }: Pick<GlyphText, 'text' | 'face' | 'features' | 'rtl' | 'language'>): GlyphString {
    const { script = 'Latn' } = scriptRuns(text)[0] ?? {};
    const run: GlyphRun = { start: 0, end: text.length, face, level: rtl ? 1 : 0, complete: true, script };
    this.#shapeRun(text, run, language ?? '', parseFeatures(features));
    return glyphString(this.#buffer);
  }

  /** The glyphs of a range. Shapes it again when it is right-to-left, or when its line breaks at an unsafe position. */
  rangeGlyphs(range: ShapedRange): GlyphRange {
    const { shaped, run, start, end } = range;
    const { text, style } = resultOf(shaped);
    const known = glyphsOfRange(range);
    if (known) return known;
    const { language } = style;
    const part = {
      text: text.slice(start, end),
      face: run.face,
      features: featureNames(style),
      rtl: run.level % 2 === 1,
      language,
    };
    return wholeString(this.glyphString(part));
  }

  #widthOf(shaped: Shaped, start: number, end: number): number {
    if (start >= end) return 0;
    const { text, style, options } = shaped;
    const around = textAround(text, start, end);
    const piece = this.shape(text.slice(start, end), style, { ...options, around });
    return piece.advances[end - start]!;
  }

  #shape(text: string, style: ShapeStyle, options: Shaped['options']): Shaped {
    const runs = itemize(this.library, text, style, options.level);
    const trims = style.textSpacingTrim === 'normal' && mayTrim(text);
    const isOnly = runs.length === 1 && !(trims && this.#font(runs[0]!.face).punctuation);
    const plain = isOnly ? this.#shapePlain(text, style, runs[0]!, options) : undefined;
    if (plain) return plain;
    const clusters = this.#clusterAdvances(text.length);
    const features = this.#featuresOf(style);
    const { size } = style.font;
    const glyphRuns: GlyphRun[] = [];
    const { around } = options;
    for (const run of runs) {
      const halved = trims && !run.upright ? this.#trim(text, run, clusters.unsafe) : [];
      if (!isOnly && halved.length === 0) {
        const byPairs = this.#shapePairs(text, style, run, clusters);
        if (byPairs) {
          glyphRuns.push(byPairs);
          continue;
        }
        if (trims && !run.upright) this.#trim(text, run, clusters.unsafe); // its marks were cleared
      }
      this.#shapeRun(text, run, style.language, joinFeatures(features, halves(run, halved, around)), around);
      glyphRuns.push(...splitHalved(this.#readGlyphs(text, run, size, clusters, around), halved));
    }
    const ligatures = splitLigatures(text, clusters);
    addSpacing(text, style, clusters);
    return {
      text,
      // `push` makes room for 17, which an only run leaves empty.
      runs: glyphRuns.length === 1 ? [glyphRuns[0]!] : glyphRuns,
      advances: prefixSums(clusters.widths, text.length),
      style,
      options,
      unsafe: unsafeBreaks(clusters, text.length),
      ligatures,
      isByPairs: false,
    };
  }

  /**
   * Shapes a text of one run pair by pair, as nearly all are: as `#shapePairs`, with one pass for its advances.
   * @returns undefined: HarfBuzz has to shape it
   */
  #shapePlain(text: string, style: ShapeStyle, run: GlyphRun, options: Shaped['options']): Shaped | undefined {
    const shaper = mayShapeByPairs(run) ? this.#pairs.of(style, run) : undefined;
    if (!shaper) return undefined;
    const { length } = text;
    const ids = new Array<number>(length);
    const advances = new Array<number>(length);
    const { unsafe } = this.#scratch;
    unsafe.fill(0, 0, length + 1);
    if (!shaper.shape(text, { ids, advances, unsafe })) return undefined;
    this.#count.runs += 1;
    return {
      text,
      runs: [withGlyphs(run, { first: 0, ids, clusters: undefined, advances, offsets: NO_OFFSETS })],
      advances: scaledSums(text, style, advances, pixelsPerUnit(run.face, style.font.size)),
      style,
      options,
      unsafe: unsafeBreaks(this.#scratch, length),
      ligatures: undefined,
      isByPairs: true,
    };
  }

  /** Shapes a run pair by pair. @returns undefined: HarfBuzz has to shape it */
  #shapePairs(text: string, style: ShapeStyle, run: GlyphRun, clusters: ClusterAdvances): GlyphRun | undefined {
    const shaper = mayShapeByPairs(run) ? this.#pairs.of(style, run) : undefined;
    if (!shaper) return undefined;
    const { start, end } = run;
    const ids = new Array<number>(end - start);
    const advances = new Array<number>(end - start);
    if (!shaper.shape(text, { ids, advances, unsafe: clusters.unsafe }, start, end)) {
      clusters.unsafe.fill(0, start, end);
      return undefined;
    }
    this.#count.runs += 1;
    const scale = pixelsPerUnit(run.face, style.font.size);
    for (let i = start; i < end; i++) {
      clusters.widths[i] = advances[i - start]! * scale;
      clusters.starts[i] = 1;
    }
    return withGlyphs(run, { first: start, ids, clusters: undefined, advances, offsets: NO_OFFSETS });
  }

  /** Arrays of zeros for a text, valid until the next one is shaped: short texts share them. */
  #clusterAdvances(length: number): ClusterAdvances {
    if (length > SCRATCH_UNITS)
      return {
        widths: new Float64Array(length),
        starts: new Uint8Array(length + 1),
        unsafe: new Uint8Array(length + 1),
      };
    const scratch = this.#scratch;
    const { widths, starts, unsafe } = scratch;
    // Most texts are short: three calls of `fill` take longer.
    for (let i = 0; i <= length; i++) {
      widths[i] = 0;
      starts[i] = 0;
      unsafe[i] = 0;
    }
    return scratch;
  }

  /** @returns the indices of punctuation in the run that loses half its width */
  #trim(text: string, run: GlyphRun, unsafe: Uint8Array): readonly number[] {
    const { punctuation } = this.#font(run.face);
    if (!punctuation) return [];
    const trimming = trimPunctuation(text, run.start, run.end, punctuation);
    for (const index of trimming.unsafe) unsafe[index] = 1;
    return trimming.halved;
  }

  /** Shapes a run; its glyphs stay in the buffer. */
  #shapeRun(text: string, run: GlyphRun, language: string, features: Features, around?: TextAround): void {
    this.#count.runs += 1;
    const request = {
      font: this.#font(run.face).font,
      text: textWithContext(text, run, around),
      offset: run.start - contextStart(run, around),
      length: run.end - run.start,
      direction: run.upright ? 'ttb' : run.level % 2 === 1 ? 'rtl' : 'ltr',
      script: run.script,
      language,
      features,
    } as const;
    guarded(run.face, () => this.#buffer.shape(request));
  }

  /**
   * Adds the advance of each glyph to the first unit of its cluster, and marks unsafe break positions.
   * @returns the run with its glyphs
   */
  #readGlyphs(
    text: string,
    run: GlyphRun,
    size: number,
    clusters: ClusterAdvances,
    around: TextAround | undefined,
  ): GlyphRun {
    const { widths, starts, unsafe } = clusters;
    const scale = pixelsPerUnit(run.face, size);
    const loaded = this.#font(run.face);
    const buffer = this.#buffer;
    const from = contextStart(run, around);
    // Typst would reorder right-to-left text by its own rules; a single character that joins none needs no order.
    let composed =
      run.level % 2 === 1 &&
      (run.end - run.start > 1 || around !== undefined || textAround(text, run.start, run.end) !== undefined);
    for (let i = 0; i < buffer.length; i++) {
      const cluster = buffer.cluster(i) + from;
      if (starts[cluster] === 1 || buffer.yOffset(i) !== 0) composed = true;
      starts[cluster] = 1;
      const unit = text.charCodeAt(cluster);
      if (unit !== TAB && unit !== LINE_FEED) {
        widths[cluster]! += run.upright
          ? this.#advanceDown(run.face, buffer.glyph(i), freeTypeSize(size))
          : buffer.xAdvance(i) * scale;
      }
      if (buffer.isUnsafeToBreak(i)) unsafe[cluster] = 1;
    }
    for (let i = run.start; i < run.end; i++) if (starts[i] === 0) unsafe[i] = 1;
    if (run.upright) return run;
    if (composed && loaded.hasOutlines) return { composed, ...run };
    return run.level % 2 === 1 ? run : withGlyphs(run, glyphString(buffer, from));
  }

  /** Vertical advance of a glyph; without vertical metrics, the height of the font. */
  #advanceDown(face: FontFace, glyph: number, size: number): number {
    const advance = this.#verticalMetrics(face).advance(glyph);
    if (advance !== undefined) return (advance * size) / face.unitsPerEm;
    const { ascent, descent } = this.library.metrics(face, size);
    return ascent + descent;
  }

  #verticalMetrics(face: FontFace): VerticalMetrics {
    const loaded = this.#font(face);
    loaded.vertical ??= readVerticalMetrics(face.data(), face.index, loaded.font);
    return loaded.vertical;
  }

  /** The clusters of text[start..end), a range of an upright run, from top to bottom. */
  uprights(shapedText: ShapedText, run: GlyphRun, start: number, end: number): UprightCluster[] {
    const { text, style, advances, options } = resultOf(shapedText);
    this.#shapeRun(text, { ...run, start, end }, style.language, this.#featuresOf(style), options.around);
    const size = freeTypeSize(style.font.size);
    const scale = size / run.face.unitsPerEm;
    const { font } = this.#font(run.face);
    const vertical = this.#verticalMetrics(run.face);
    const from = contextStart({ start }, options.around);
    const { ascent } = this.library.metrics(run.face, size);
    const found: { at: number; glyph: number }[] = [];
    for (let i = 0; i < this.#buffer.length; i++) {
      const at = this.#buffer.cluster(i) + from;
      if (found.at(-1)?.at !== at) found.push({ at, glyph: this.#buffer.glyph(i) });
    }
    found.sort((a, b) => a.at - b.at);
    return found.map(({ at, glyph }, i) => {
      const next = found[i + 1]?.at ?? end;
      const origin = vertical.originY(glyph);
      return {
        text: text.slice(at, next),
        start: advances[at]! - advances[start]!,
        width: advances[next]! - advances[at]!,
        baseline: origin === undefined ? ascent : origin * scale,
        across: font.horizontalAdvance(glyph) * scale,
      };
    });
  }

  #font(face: FontFace): LoadedFont {
    const known = this.#fonts.get(face.id);
    if (known) return known;
    const data = face.data();
    const loaded = loadFont(face, data);
    this.#fonts.set(face.id, loaded, data.length);
    return loaded;
  }

  #featuresOf(style: ShapeStyle): Features {
    const features = featureNames(style);
    return this.#features.getOrMake(features.join(','), () => parseFeatures(features));
  }
}

const resultOf = (shaped: ShapedText): Shaped => (shaped instanceof ShapedLater ? shaped.result : shaped) as Shaped;

const hasLevel = (options: ShapeOptions): options is Shaped['options'] => options.level !== undefined;

function pixelsPerUnit({ sizeAdjust = 1, unitsPerEm }: FontFace, size: number): number {
  return freeTypeScale(freeTypeSize(size * sizeAdjust), unitsPerEm * sizeAdjust);
}

/**
 * A run of `itemize` that is not upright, with its glyphs. Its members are listed: a copy that gets one more is slow to
 * make, and slow to read.
 */
function withGlyphs({ start, end, face, level, complete, script }: GlyphRun, glyphs: GlyphString): GlyphRun {
  return { start, end, face, level, complete, script, glyphs };
}
