/** Text to advances: whole runs through HarfBuzz, itemised by face and script, cached. */

import * as hb from 'harfbuzzjs';
import { BoundedCache } from '../collections/bounded-cache.js';
import type { PathCommand } from '../css/values/values.js';
import { coversRange, type FontLibrary } from './fonts.js';
import { freeTypeScale, freeTypeSize } from './free-type.js';
import { CONTEXT, contextStart, glyphString, glyphsOfRange, hasOutlines, readClusters } from './glyph-clusters.js';
import { graphemeBoundaries } from './graphemes.js';
import type { GlyphShape, GlyphText } from './outlines.js';
import { scriptRuns } from './script.js';
import { closesWide, mayTrim, type PunctuationShapes, punctuationShapes, trimPunctuation } from './text-spacing.js';
import type {
  FontFace,
  GlyphCluster,
  GlyphRun,
  GlyphString,
  ShapedRange,
  ShapedText,
  ShapeStyle,
  UprightCluster,
} from './types.js';
import { UnusableFonts } from './unusable-fonts.js';
import { isUpright, readVerticalMetrics, type VerticalMetrics } from './vertical.js';

export interface ShapeOptions {
  readonly direction: 'ltr' | 'rtl';
  /** The bidi level of the text; default 0 for ltr, 1 for rtl. */
  readonly level?: number;
}

export interface TextShaperOptions {
  /** UTF-16 units of shaped text kept for reuse; default 1,000,000 (some 20 MB). */
  readonly cacheUnits?: number;
}

const DEFAULT_CACHE_UNITS = 1_000_000;
/** A shaped text costs this much beside its units. */
const ENTRY_UNITS = 16;
/** Bytes of faces kept ready; HarfBuzz has them in memory of its own. */
const MAX_FONT_BYTES = 150_000_000;
/** A document uses a handful. */
const MAX_FEATURE_LISTS = 500;

/** What `lineWidth` needs of a shaped text beyond its type. */
interface Shaped extends ShapedText {
  readonly style: ShapeStyle;
  readonly options: ShapeOptions;
}

/**
 * Shapes text with the faces of one library. One per thread: it owns HarfBuzz fonts and one reused buffer.
 * The same text, style and options give the same object as long as the cache holds it; treat it as frozen.
 */
export class TextShaper {
  readonly #buffer: hb.Buffer;
  readonly #fonts: BoundedCache<string, LoadedFont>;
  readonly #features: BoundedCache<string, hb.Feature[]>;
  readonly #shaped: BoundedCache<string, Shaped>;
  readonly #styleKeys = new WeakMap<ShapeStyle, string>();

  constructor(
    readonly library: FontLibrary,
    options: TextShaperOptions = {},
    shared?: TextShaper,
  ) {
    this.#buffer = shared ? shared.#buffer : new hb.Buffer();
    this.#fonts = shared ? shared.#fonts : new BoundedCache(MAX_FONT_BYTES);
    this.#features = shared ? shared.#features : new BoundedCache(MAX_FEATURE_LISTS);
    this.#shaped = shared ? shared.#shaped : new BoundedCache(options.cacheUnits ?? DEFAULT_CACHE_UNITS);
  }

  /** A shaper for a document's own library that shares what this one has loaded and shaped. */
  withLibrary(library: FontLibrary): TextShaper {
    return library === this.library ? this : new TextShaper(library, {}, this);
  }

  /**
   * @param text one bidi run, white space already processed. Tabs and line feeds get no width: they are layout's.
   */
  shape(text: string, style: ShapeStyle, options: ShapeOptions): ShapedText {
    const level = options.level ?? (options.direction === 'rtl' ? 1 : 0);
    const key = `${level}\0${this.#styleKey(style)}\0${text}`;
    const known = this.#shaped.get(key);
    if (known) return known;
    const shaped = this.#shape(text, style, { direction: options.direction, level });
    const weight = text.length + ENTRY_UNITS;
    // A text that would push out most others is not kept.
    if (weight <= this.#shaped.maxWeight / 4) this.#shaped.set(key, shaped, weight);
    return shaped;
  }

  /** What a break at a soft hyphen shows: U+2010, or a hyphen-minus where the primary font has none. */
  hyphen(style: ShapeStyle): string {
    return coversRange(this.library.match(style.font).primary, 0x2010, 0x2010) ? '\u2010' : '-';
  }

  /**
   * The width of text[start..end) standing on a line of its own, px. Differs from the difference of two advances
   * where kerning or a ligature reaches over the break; there the piece is shaped again, as Blink does.
   */
  lineWidth(shapedText: ShapedText, start: number, end: number): number {
    const shaped = shapedText as Shaped;
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
    // The safe middle keeps its advances; only the pieces at the two ends are shaped anew.
    if (from >= to) return this.#widthOf(shaped, start, end);
    return this.#widthOf(shaped, start, from) + (advances[to]! - advances[from]!) + this.#widthOf(shaped, to, end);
  }

  /**
   * What the line text[..end) gains, px, when its last character is a full-width closing mark that may lose its blank
   * half because the line is too long (text-spacing-trim: normal); 0 for all other ends.
   */
  endTrim(shapedText: ShapedText, end: number): number {
    const { text, style, options, runs } = shapedText as Shaped;
    const run = end > 0 ? runs.find((candidate) => candidate.end >= end) : undefined;
    const punctuation =
      run && !run.upright && style.textSpacingTrim === 'normal' ? this.#font(run.face).punctuation : undefined;
    const last = text.slice(end - 1, end);
    if (!punctuation || !closesWide(last, punctuation)) return 0;
    const halved = { ...style, features: [...style.features, 'halt=1'] };
    return this.shape(last, style, options).advances[1]! - this.shape(last, halved, options).advances[1]!;
  }

  /** Whether the face's text can be put together of clusters. */
  composes(face: FontFace): boolean {
    return this.#font(face).hasOutlines;
  }

  /** Whether the face has full-width punctuation that can be halved, and its text can be put together of clusters. */
  trims(face: FontFace): boolean {
    return this.#font(face).punctuation !== undefined && this.composes(face);
  }

  /** The glyphs of text[start..end), which is in the run of the shaped text, from left to right. */
  clusters(shapedText: ShapedText, run: GlyphRun, start: number, end: number): GlyphCluster[] {
    const { text, style, options } = shapedText as Shaped;
    const part = { ...run, start, end };
    const features = [...this.#featuresOf(style), ...featureList(run.features ?? [])];
    this.#shapeRun(text, part, style.language, options.direction, features, []);
    return readClusters(shapedText, part, this.#buffer);
  }

  /** The glyphs of a text as shapes, from left to right. */
  glyphs({ text, face, size, features, rtl, language, letterSpacing, wordSpacing, clusters }: GlyphText): GlyphShape[] {
    const { font } = this.#font(face);
    const outline = (glyph: number) => guarded(face, () => outlineOf(font, glyph));
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
      const cluster = starts[index]!;
      const endsCluster = starts[index + 1] !== cluster;
      if (endsCluster) pen += letterSpacing + (isSpace(text.charCodeAt(cluster)) ? wordSpacing : 0);
      return glyph;
    });
  }

  /** The glyphs of a text, shaped by itself. */
  glyphString({
    text,
    face,
    features,
    rtl,
    language,
  }: Pick<GlyphText, 'text' | 'face' | 'features' | 'rtl' | 'language'>): GlyphString {
    const { script = 'Latn' } = scriptRuns(text)[0] ?? {};
    const run: GlyphRun = { start: 0, end: text.length, face, level: rtl ? 1 : 0, complete: true, script };
    this.#shapeRun(text, run, language ?? '', rtl ? 'rtl' : 'ltr', featureList(features), []);
    return glyphString(this.#buffer.getGlyphInfos(), this.#buffer.getGlyphPositions());
  }

  /** The glyphs of a part of a shaped text; from right to left, or where a line cuts what is bound together, shaped anew. */
  rangeGlyphs(range: ShapedRange): GlyphString {
    const { shaped, run, start, end } = range;
    const { text, style } = shaped as Shaped;
    const known = glyphsOfRange(range);
    if (known) return known;
    const { language, letterSpacing, features } = style;
    return this.glyphString({
      text: text.slice(start, end),
      face: run.face,
      features: letterSpacing === 0 ? features : [...UNJOINED, ...features],
      rtl: run.level % 2 === 1,
      language,
    });
  }

  #widthOf(shaped: Shaped, start: number, end: number): number {
    if (start >= end) return 0;
    const piece = this.shape(shaped.text.slice(start, end), shaped.style, shaped.options);
    return piece.advances[end - start]!;
  }

  #shape(text: string, style: ShapeStyle, options: Required<ShapeOptions>): Shaped {
    const glyphs: Glyphs = {
      widths: new Float64Array(text.length),
      starts: new Uint8Array(text.length + 1),
      unsafe: new Uint8Array(text.length + 1),
    };
    const runs = this.#itemise(text, style, options.level);
    const features = this.#featuresOf(style);
    const size = freeTypeSize(style.font.size);
    const trims = style.textSpacingTrim === 'normal' && mayTrim(text);
    const shownRuns: GlyphRun[] = [];
    for (const run of runs) {
      const halved = trims && !run.upright ? this.#trim(text, run, glyphs.unsafe) : [];
      this.#shapeRun(text, run, style.language, options.direction, features, halved);
      shownRuns.push(...splitHalved(this.#readGlyphs(text, run, size, glyphs), halved));
    }
    splitLigatures(text, glyphs);
    addSpacing(text, style, glyphs);
    return { text, runs: shownRuns, advances: prefixSums(glyphs.widths), style, options, unsafe: glyphs.unsafe };
  }

  /** Splits by script, then by the face of each grapheme cluster. */
  #itemise(text: string, style: ShapeStyle, level: number): GlyphRun[] {
    const { primary } = this.library.match(style.font);
    if (style.orientation !== 'upright' && isPlainAscii(text) && coversRange(primary, 0x20, 0x7e)) {
      return [{ start: 0, end: text.length, face: primary, level, complete: true, script: 'Latn' }];
    }
    const runs: GlyphRun[] = [];
    const { orientation } = style;
    const boundaries = graphemeBoundaries(text);
    for (const { start, end, script } of scriptRuns(text)) {
      const clusters = clustersOf(text, boundaries, start, end);
      let last: GlyphRun | undefined;
      let from = start;
      for (const [index, { face, complete }] of this.library.facesFor(clusters, style.font).entries()) {
        const to = from + clusters[index]!.length;
        const upright = orientation !== undefined && isUpright(clusters[index]!, orientation);
        if (last && last.face === face && last.complete === complete && !last.upright === !upright)
          last = { ...last, end: to };
        else {
          if (last) runs.push(last);
          last = { start: from, end: to, face, level, complete, script, ...(upright && { upright }) };
        }
        from = to;
      }
      if (last) runs.push(last);
    }
    return runs;
  }

  /** @returns the indices of the run's punctuation that loses half its width */
  #trim(text: string, run: GlyphRun, unsafe: Uint8Array): readonly number[] {
    const { punctuation } = this.#font(run.face);
    if (!punctuation) return [];
    const trimming = trimPunctuation(text, run.start, run.end, punctuation);
    for (const index of trimming.unsafe) unsafe[index] = 1;
    return trimming.halved;
  }

  /** Leaves the run's glyphs in the buffer. */
  #shapeRun(
    text: string,
    run: GlyphRun,
    language: string,
    direction: 'ltr' | 'rtl',
    features: readonly hb.Feature[],
    halved: readonly number[],
  ): void {
    const buffer = this.#buffer;
    const from = contextStart(run);
    buffer.reset();
    buffer.addText(text.slice(from, run.end + CONTEXT), run.start - from, run.end - run.start);
    buffer.setDirection(run.upright ? hb.Direction.TTB : direction === 'rtl' ? hb.Direction.RTL : hb.Direction.LTR);
    buffer.setScript(run.script);
    // A `lang` may hold anything; HarfBuzz takes ASCII.
    if (/^[!-~]+$/.test(language)) buffer.setLanguage(language);
    const halves = halved.map((index) => new hb.Feature('halt', 1, index - from, index - from + 1));
    const { font } = this.#font(run.face);
    guarded(run.face, () => hb.shape(font, buffer, [...features, ...halves]));
  }

  /**
   * Adds each glyph's advance to its cluster's first unit; marks the indices where breaking changes shapes.
   * @returns the run with what it is set with
   */
  #readGlyphs(text: string, run: GlyphRun, size: number, glyphs: Glyphs): GlyphRun {
    const { widths, starts, unsafe } = glyphs;
    const scale = freeTypeScale(size, run.face.unitsPerEm);
    const loaded = this.#font(run.face);
    const infos = this.#buffer.getGlyphInfos();
    const positions = this.#buffer.getGlyphPositions();
    const from = contextStart(run);
    // Typst would set text from right to left by rules of its own; one character alone has no order.
    let composed = run.level % 2 === 1 && run.end - run.start > 1;
    for (let i = 0; i < infos.length; i++) {
      const { flags, codepoint } = infos[i]!;
      const cluster = infos[i]!.cluster + from;
      if (starts[cluster] === 1 || positions[i]!.yOffset !== 0) composed = true;
      starts[cluster] = 1;
      const unit = text.charCodeAt(cluster);
      if (run.upright) {
        widths[cluster]! += unit === 0x09 || unit === 0x0a ? 0 : this.#advanceDown(run.face, codepoint, size);
      } else if (unit !== 0x09 && unit !== 0x0a) widths[cluster]! += positions[i]!.xAdvance * scale;
      if (flags & hb.GlyphFlag.UNSAFE_TO_BREAK) unsafe[cluster] = 1;
    }
    for (let i = run.start; i < run.end; i++) if (starts[i] === 0) unsafe[i] = 1;
    if (run.upright) return run;
    if (composed && loaded.hasOutlines) return { ...run, composed };
    return run.level % 2 === 1 ? run : { ...run, glyphs: glyphString(infos, positions, from) };
  }

  /** Of an upright glyph. Without metrics of its own, as high as the font. */
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

  /** The clusters of text[start..end), which is in an upright run of the shaped text, from the first to the last. */
  uprights(shapedText: ShapedText, run: GlyphRun, start: number, end: number): UprightCluster[] {
    const { text, style, options, advances } = shapedText as Shaped;
    this.#shapeRun(text, { ...run, start, end }, style.language, options.direction, this.#featuresOf(style), []);
    const size = freeTypeSize(style.font.size);
    const scale = size / run.face.unitsPerEm;
    const { font } = this.#font(run.face);
    const vertical = this.#verticalMetrics(run.face);
    const from = contextStart({ start });
    const { ascent } = this.library.metrics(run.face, size);
    const found: { at: number; glyph: number }[] = [];
    for (const { cluster, codepoint } of this.#buffer.getGlyphInfos()) {
      if (found.at(-1)?.at !== cluster + from) found.push({ at: cluster + from, glyph: codepoint });
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
        across: font.glyphHAdvance(glyph) * scale,
      };
    });
  }

  #font(face: FontFace): LoadedFont {
    const known = this.#fonts.get(face.id);
    if (known) return known;
    const data = face.data();
    const loaded = guarded(face, () => {
      const hbFace = new hb.Face(new hb.Blob(data), face.index);
      const font = new hb.Font(hbFace);
      return { font, hasOutlines: hasOutlines(data, face), punctuation: punctuationShapes(hbFace, font) };
    });
    this.#fonts.set(face.id, loaded, data.length);
    return loaded;
  }

  #featuresOf(style: ShapeStyle): hb.Feature[] {
    const features = style.letterSpacing === 0 ? style.features : [...UNJOINED, ...style.features];
    return this.#features.getOrMake(features.join(','), () => featureList(features));
  }

  #styleKey(style: ShapeStyle): string {
    let key = this.#styleKeys.get(style);
    if (key === undefined) {
      const { font } = style;
      key = [
        font.families.join('\u0001'),
        font.weight,
        font.style,
        font.stretch,
        font.size,
        style.letterSpacing,
        style.wordSpacing,
        style.features.join(','),
        style.language,
        style.textSpacingTrim ?? '',
        style.orientation ?? '',
        font.language ?? '',
        this.library.key(font),
      ].join('\u0002');
      this.#styleKeys.set(style, key);
    }
    return key;
  }
}

/** Spaced letters do not join. */
const UNJOINED = ['liga=0', 'clig=0'];

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0xa0;

/** In font units, y upwards; quadratic curves become cubic ones. */
function outlineOf(font: hb.Font, glyph: number): PathCommand[] {
  let [x, y] = [0, 0];
  return font.glyphToJson(glyph).map(({ type, values }): PathCommand => {
    if (type === 'Z') return ['Z'];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    const [fromX, fromY] = [x, y];
    if (type === 'Q') {
      [x, y] = [c, d];
      const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
      return ['C', third(fromX, a), third(fromY, b), third(c, a), third(d, b), c, d];
    }
    if (type === 'C') {
      [x, y] = [e, f];
      return ['C', a, b, c, d, e, f];
    }
    [x, y] = [a, b];
    return [type === 'L' ? 'L' : 'M', a, b];
  });
}

/** HarfBuzz may stop at a font nobody vouches for. */
function guarded<T>(face: FontFace, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw face.ofDocument ? new UnusableFonts([face.id], { cause }) : cause;
  }
}

function prefixSums(widths: Float64Array): Float64Array {
  const sums = new Float64Array(widths.length + 1);
  for (let i = 0; i < widths.length; i++) sums[i + 1] = sums[i]! + widths[i]!;
  return sums;
}

const featureList = (features: readonly string[]): hb.Feature[] =>
  features.map((feature) => hb.Feature.fromString(feature)).filter((feature) => feature !== undefined);

interface LoadedFont {
  /** Read when vertical text first needs them. */
  vertical?: VerticalMetrics;
  readonly font: hb.Font;
  /** Its glyphs can be put together to others. */
  readonly hasOutlines: boolean;
  /** For faces with full-width punctuation that can be halved. */
  readonly punctuation: PunctuationShapes | undefined;
}

/** Gives halved punctuation runs of its own, since it is painted with another feature than what is around it. */
function splitHalved(whole: GlyphRun, halved: readonly number[]): GlyphRun[] {
  if (halved.length === 0) return [whole];
  const { glyphs: _, ...run } = whole;
  const runs: GlyphRun[] = [];
  let start = run.start;
  for (const index of halved) {
    if (index > start) runs.push({ ...run, start, end: index });
    runs.push({ ...run, start: index, end: index + 1, features: HALVED });
    start = index + 1;
  }
  if (start < run.end) runs.push({ ...run, start });
  return runs;
}

const HALVED = ['halt=1'];

/** What HarfBuzz says of a text, per UTF-16 unit. */
interface Glyphs {
  /** Advance of the cluster that starts here, px; 0 inside clusters. */
  readonly widths: Float64Array;
  /** 1 where a cluster starts. */
  readonly starts: Uint8Array;
  /** 1 where the text can only be broken after shaping both sides anew. */
  readonly unsafe: Uint8Array;
}

/** A cluster of several characters (a ligature) is cut into equal parts, so that an index inside has a place. */
function splitLigatures(text: string, { widths, starts }: Glyphs): void {
  for (let start = 0; start < text.length; ) {
    let end = start + 1;
    while (end < text.length && starts[end] === 0) end++;
    if (end - start > 1) {
      const boundaries = graphemeBoundaries(text.slice(start, end));
      const parts: number[] = [];
      for (let i = 0; i < end - start; i++) if (boundaries[i]) parts.push(start + i);
      const share = widths[start]! / parts.length;
      for (const index of parts) widths[index] = share;
    }
    start = end;
  }
}

/** https://drafts.csswg.org/css-text-3/#spacing; which characters take part as in Blink's ShapeResultSpacing. */
function addSpacing(text: string, { letterSpacing, wordSpacing }: ShapeStyle, glyphs: Glyphs): void {
  const { widths, starts } = glyphs;
  if (letterSpacing === 0 && wordSpacing === 0) return;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let extra = letterSpacing !== 0 && starts[i] && takesLetterSpacing(unit) ? letterSpacing : 0;
    if (isSpace(unit)) extra += wordSpacing;
    widths[i]! += extra;
  }
}

/** Joined letters stay joined: letter-spacing leaves them alone. https://drafts.csswg.org/css-text-3/#cursive-script */
const CURSIVE = /[\p{scx=Arab}\p{scx=Syrc}\p{Script=Nkoo}\p{Script=Mong}\p{Script=Mand}\p{Script=Phag}]/u;
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufffc]/u;

function takesLetterSpacing(unit: number): boolean {
  if (unit >= 0x20 && unit < 0x7f) return true;
  const char = String.fromCharCode(unit);
  return !INVISIBLE.test(char) && (unit < 0x600 || !CURSIVE.test(char));
}

function clustersOf(text: string, boundaries: Uint8Array, start: number, end: number): string[] {
  const clusters: string[] = [];
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && boundaries[to] === 0) to++;
    clusters.push(text.slice(from, to));
    from = to;
  }
  return clusters;
}

function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7e || unit < 0x20) return false;
  }
  return true;
}
