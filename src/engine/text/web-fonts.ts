/**
 * Web fonts: the `@font-face` rules of a document, opened when text first needs them.
 * Sources: https://drafts.csswg.org/css-fonts-4/#font-face-rule,
 * https://drafts.csswg.org/css-fonts-4/#font-matching-algorithm
 */

import { createHash } from 'node:crypto';
import { BoundedCache, type CacheUses } from '../collections/bounded-cache.js';
import { FONT_FORMATS, FONT_TECHNOLOGIES, type FontFaceRule, type FontSource } from '../css/at-rules/font-face.js';
import type { UrlReference } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import type { DocumentFamilies } from './fonts.js';
import { nearest, STYLE_ORDER, stretchDistance, weightDistance } from './matching.js';
import { BOLD, SyntheticFaces } from './synthesis.js';
import type { FontFace, FontRequest, OpenedFont, OpenFont } from './types.js';

/** Loads the bytes of a font URL. @returns otherwise the reason as text */
type LoadFont = (reference: UrlReference) => Uint8Array | { readonly failure: string };

/** Fonts per document; further ones are unavailable. */
const MAX_FONTS = 64;
/** With this many open, instances no longer follow the optical size, to leave some for other weights and families. */
const MAX_OPTICAL_SIZES = MAX_FONTS / 2;
/** Total bytes of the fonts of a document. */
const MAX_BYTES = 100_000_000;
const MAX_CACHED_BYTES = 64_000_000;

/** A bounded cache of opened fonts across documents, keyed by content. */
export class WebFontCache {
  /** Weight: bytes. */
  readonly #fonts = new BoundedCache<string, WebFont>(MAX_CACHED_BYTES);

  /** The bytes of fonts that documents use, by id. */
  readonly #bytes = new Map<string, WeakRef<Uint8Array>>();
  readonly #collected = new FinalizationRegistry<string>((id) => {
    if (!this.bytesOf(id)) this.#bytes.delete(id);
  });

  constructor(readonly openFont: OpenFont) {}

  get uses(): CacheUses {
    return this.#fonts.uses;
  }

  /** @returns undefined when no document uses the font any more */
  bytesOf(id: string): Uint8Array | undefined {
    return this.#bytes.get(id)?.deref();
  }

  /** @param scope  only documents of one scope share fonts */
  open(file: Uint8Array, location: ReadonlyMap<string, number>, scope: string): WebFont {
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
    const id = ['web', hash, ...[...location].map(([tag, value]) => `${tag}${value}`)].join('-');
    const key = `${scope} ${id}`;
    const font = this.#fonts.get(key) ?? this.#openNew(file, location, { id, key });
    // Of the same font in several scopes, that of the present document must be found.
    if ('bytes' in font) this.#bytes.set(id, new WeakRef(font.bytes));
    return font;
  }

  #openNew(
    file: Uint8Array,
    location: ReadonlyMap<string, number>,
    { id, key }: { readonly id: string; readonly key: string },
  ): WebFont {
    const font = { id, ...this.openFont(file, location) };
    this.#fonts.set(key, font, 'failure' in font ? 1000 : font.bytes.length);
    if ('bytes' in font) this.#collected.register(font.bytes, id);
    return font;
  }
}

/** `id` identifies the content, so that documents share the shaped text of equal fonts. */
type WebFont = ReturnType<OpenFont> & { readonly id: string };

interface WebFontOptions {
  readonly cache: WebFontCache;
  /** Only documents of one scope share fonts; default ''. */
  readonly scope?: string;
  readonly load: LoadFont;
  /** Fonts that `local()` may refer to. */
  readonly installed: readonly FontFace[];
  readonly report: Report;
  /** Ids of fonts that failed in use (`UnusableFonts`). */
  readonly unusable?: ReadonlySet<string>;
}

/** A rule and the faces opened for it. */
interface Entry {
  readonly rule: FontFaceRule;
  /** By axis values; null when the font cannot be used, which has been reported. */
  readonly faces: Map<string, FontFace | null>;
  /** The variation axes of the font; undefined until it is opened. */
  axes?: OpenedFont['axes'];
  /** Set when no source can be used. */
  broken: boolean;
}

/** Generic families, which rules cannot define. */
const GENERIC = new Set(['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui']);

/** The `@font-face` families of one document. Problems are reported once per rule, when text first needs the font. */
export class WebFonts implements DocumentFamilies {
  readonly #families = new Map<string, Entry[]>();
  /** By id. Owns the bytes of all faces while the document is being processed. */
  readonly #opened = new Map<string, OpenedFont>();
  readonly #synthetic = new SyntheticFaces();
  hasOpticalSizes = false;

  constructor(
    rules: readonly FontFaceRule[],
    readonly options: WebFontOptions,
  ) {
    for (const rule of rules) {
      const name = rule.family.toLowerCase();
      if (GENERIC.has(name)) continue;
      const family = this.#families.get(name);
      // The last rule that covers a character has precedence.
      const entry = { rule, faces: new Map(), broken: false };
      if (family) family.unshift(entry);
      else this.#families.set(name, [entry]);
    }
  }

  defines(family: string): boolean {
    return this.#families.has(family.toLowerCase());
  }

  /**
   * The faces of a family for a request, best first; several when rules differ only in `unicode-range`.
   * @returns empty when the document does not define the family, or none of it is usable
   */
  facesOf(family: string, request: FontRequest): readonly FontFace[] {
    const all = this.#families.get(family.toLowerCase()) ?? [];
    for (;;) {
      const entries = all.filter(({ broken }) => !broken);
      if (entries.length === 0) return [];
      const faces = bestEntries(entries, request).flatMap((entry) => {
        const face = this.#face(entry, request);
        return face ? [this.#synthetic.of(face, synthesisFor(entry, request))] : [];
      });
      if (faces.length > 0) return faces;
    }
  }

  /** The fonts opened so far by id, to be passed to the compiler. */
  get opened(): ReadonlyMap<string, FontFace> {
    return new Map(
      [...this.#opened.entries()].map(([id, font]) => [
        id,
        { ...faceOf({ ...font, id }, this.options.cache), data: () => font.bytes },
      ]),
    );
  }

  #face(entry: Entry, request: FontRequest): FontFace | null {
    const requested = requestedLocation(entry, request);
    let face = entry.faces.get(locationKey(requested));
    if (face === undefined) {
      const { unsupported, place } = entry.rule;
      if (entry.faces.size === 0)
        for (const text of unsupported) this.options.report.add('UnsupportedValue', text, place);
      face = this.#open(entry, requested);
      // Opening the font determined which axes matter.
      entry.faces.set(locationKey(requestedLocation(entry, request)), face);
      entry.broken ||= face === null;
    }
    return face;
  }

  #open(entry: Entry, requested: ReadonlyMap<string, number>): FontFace | null {
    const { rule } = entry;
    const failures: string[] = [];
    for (const source of rule.sources) {
      const face = source.type === 'local' ? this.#local(source.name) : this.#load(source, requested, entry);
      if (!('failure' in face)) return withDescriptors(face, rule);
      failures.push(`${describeSource(source)}: ${face.failure}`);
    }
    this.options.report.add('MissingFont', rule.family, `${rule.place}: ${failures.join('; ')}`);
    return null;
  }

  #local(name: string): FontFace | { readonly failure: string } {
    const requested = name.toLowerCase();
    const found = this.options.installed.find((face) => fullNames(face).includes(requested));
    return found ?? { failure: 'not installed' };
  }

  #load(
    source: Extract<FontSource, { type: 'url' }>,
    requested: ReadonlyMap<string, number>,
    entry: Entry,
  ): FontFace | { readonly failure: string } {
    const { url, format, tech } = source;
    if (format !== undefined && !FONT_FORMATS.has(format)) return { failure: `the format ${format} is not supported` };
    const unknown = tech.find((name) => !FONT_TECHNOLOGIES.has(name));
    if (unknown !== undefined) return { failure: `the technology ${unknown} is not supported` };
    const bytes = this.options.load({ url, sheet: entry.rule.sheet });
    if ('failure' in bytes) return bytes;
    const plain = this.#openFile(bytes, DEFAULT_LOCATION);
    if ('failure' in plain) return plain;
    entry.axes = plain.axes;
    this.hasOpticalSizes ||= hasAxis(entry, OPTICAL_SIZE);
    const location = clampToAxes(plain, requested);
    if (location.has(OPTICAL_SIZE) && this.#opened.size >= MAX_OPTICAL_SIZES) {
      location.delete(OPTICAL_SIZE);
      const context = `${describeSource(source)}: optical sizes apply to the first ${MAX_OPTICAL_SIZES} fonts of a document`;
      this.options.report.add('UnsupportedValue', 'font-optical-sizing: auto', context);
    }
    const font = location.size > 0 ? this.#openFile(bytes, location) : plain;
    if ('failure' in font) return font;
    const { id } = font;
    if (this.options.unusable?.has(id)) return { failure: 'the font is unusable' };
    this.#opened.set(id, font);
    const size = [...this.#opened.values()].reduce((sum, opened) => sum + opened.bytes.length, 0);
    if (this.#opened.size > MAX_FONTS || size > MAX_BYTES) {
      this.#opened.delete(id);
      return { failure: `a document may use at most ${MAX_FONTS} fonts and ${MAX_BYTES / 1e6} MB of font data` };
    }
    return faceOf(font, this.options.cache);
  }

  #openFile(bytes: Uint8Array, location: ReadonlyMap<string, number>) {
    return this.options.cache.open(bytes, location, this.options.scope ?? '');
  }
}

function faceOf(opened: OpenedFont & { readonly id: string }, cache: WebFontCache): FontFace {
  const { bytes: _bytes, axes: _axes, ...font } = opened;
  // Cached shaped text refers to the face and must not retain the bytes, which a later document may have opened anew.
  const data = () => {
    const known = cache.bytesOf(font.id);
    if (!known) throw new Error('the font belongs to a finished document');
    return known;
  };
  return { ...font, family: '', uniqueFamily: `${font.id}.face`, data, index: 0, ofDocument: true };
}

const DEFAULT_LOCATION: ReadonlyMap<string, number> = new Map();

const OPTICAL_SIZE = 'opsz';

const hasAxis = ({ axes = [] }: Entry, tag: string): boolean => axes.some((axis) => axis.tag === tag);

/**
 * Axis values for a request, within the ranges of the rule, or within those of the font where they are automatic; later
 * ones override earlier ones.
 * Source: https://drafts.csswg.org/css-fonts-4/#feature-variation-precedence
 */
function requestedLocation(entry: Entry, request: FontRequest): Map<string, number> {
  const { weight, stretch, automatic, style, slant, variations } = entry.rule;
  const clampTo = ([first, last]: readonly [number, number], value: number) => Math.min(Math.max(value, first), last);
  const isOpen = (tag: string) => entry.axes === undefined || hasAxis(entry, tag);
  const location = new Map([
    ['wght', automatic.weight && isOpen('wght') ? request.weight : clampTo(weight, request.weight)],
    ['wdth', automatic.stretch && isOpen('wdth') ? request.stretch : clampTo(stretch, request.stretch)],
  ]);
  if (style === 'italic') location.set('ital', 1);
  if (style === 'oblique')
    location.set('slnt', -clampTo(slant ?? [OBLIQUE, OBLIQUE], request.style === 'normal' ? 0 : OBLIQUE));
  // Whole px: finer steps are invisible, and each would be an instance of its own.
  if (isOpen(OPTICAL_SIZE) && request.opticalSizing !== false) location.set(OPTICAL_SIZE, Math.round(request.size));
  for (const { tag, value } of [...variations, ...(request.variations ?? [])]) location.set(tag, value);
  return location;
}

/**
 * Degrees of `oblique` without an angle; the axis `slnt` counts clockwise angles negative.
 * Source: https://drafts.csswg.org/css-fonts-4/#valdef-font-style-oblique-angle
 */
const OBLIQUE = 14;

const locationKey = (location: ReadonlyMap<string, number>): string => JSON.stringify([...location]);

function clampToAxes({ axes }: OpenedFont, requested: ReadonlyMap<string, number>): Map<string, number> {
  const location = new Map<string, number>();
  for (const { tag, min, max } of axes) {
    const value = requested.get(tag);
    if (value !== undefined) location.set(tag, Math.min(Math.max(value, min), max));
  }
  return location;
}

/**
 * Synthesis depends on the descriptors of the rule, not on the file, but for an automatic weight.
 * Source: Blink's CSSSegmentedFontFace::GetFontData
 */
function synthesisFor({ rule: { weight, automatic, style }, axes }: Entry, request: FontRequest) {
  const axis = automatic.weight ? axes?.find(({ tag }) => tag === 'wght') : undefined;
  const heaviest = axis ? axis.max : weight[1];
  return {
    bold: request.weight >= BOLD && heaviest < BOLD && !request.unsynthesized?.bold,
    oblique: request.style !== 'normal' && style === 'normal' && !request.unsynthesized?.oblique,
  };
}

/** Applies the descriptors of a rule to a face: family, unicode-range, metrics. */
function withDescriptors(face: FontFace, rule: FontFaceRule): FontFace {
  const { unicodeRange, ascent, descent, lineGap, sizeAdjust } = rule;
  const units = (fraction: number | undefined, own: number) =>
    fraction === undefined ? own : fraction * face.unitsPerEm;
  return {
    ...face,
    family: rule.family,
    variant: JSON.stringify([rule.family, unicodeRange, ascent, descent, lineGap, sizeAdjust]),
    ascent: units(ascent, face.ascent),
    descent: units(descent, face.descent),
    lineGap: units(lineGap, face.lineGap),
    ...((ascent !== undefined || descent !== undefined) && { ink: inkOf(face) }),
    // A `size-adjust` of 0 makes glyphs invisible; the minimum avoids a division by zero.
    ...(sizeAdjust !== 1 && { sizeAdjust, unitsPerEm: face.unitsPerEm / Math.max(sizeAdjust, 1e-6) }),
    ...(unicodeRange && { coverage: intersection(face.coverage, unicodeRange), partial: true }),
  };
}

const inkOf = ({ ascent, descent, bounds }: FontFace): NonNullable<FontFace['ink']> => ({
  over: Math.max(ascent, bounds?.over ?? 0),
  under: Math.max(descent, bounds?.under ?? 0),
});

function intersection(a: ArrayLike<number>, b: ArrayLike<number>): Uint32Array {
  const ranges: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const first = Math.max(a[i]!, b[j]!);
    const last = Math.min(a[i + 1]!, b[j + 1]!);
    if (first <= last) ranges.push(first, last);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return new Uint32Array(ranges);
}

const WEIGHT_NAMES: Readonly<Record<number, string>> = {
  100: 'thin',
  200: 'extralight',
  300: 'light',
  400: 'regular',
  500: 'medium',
  600: 'semibold',
  700: 'bold',
  800: 'extrabold',
  900: 'black',
};

/** Names that `local()` matches, in lower case: the PostScript name, and family plus style. */
function fullNames({ id, family, weight, style }: FontFace): string[] {
  const slant = style === 'normal' ? '' : ` ${style}`;
  const names = [`${family} ${WEIGHT_NAMES[weight] ?? weight}${slant}`];
  if (weight === 400) names.push(`${family}${slant}`);
  return [id, ...names].map((name) => name.toLowerCase());
}

/** The rules that match a request best; several when their descriptors are equal. */
function bestEntries(entries: readonly Entry[], request: FontRequest): Entry[] {
  const stretches = nearest(entries, ({ rule }) => rangeDistance(rule.stretch, request.stretch, stretchDistance));
  const styles = nearest(stretches, ({ rule }) => STYLE_ORDER[request.style].indexOf(styleFor(rule, request)));
  const weights = nearest(styles, ({ rule }) => rangeDistance(rule.weight, request.weight, weightDistance));
  const { rule: best } = weights[0]!;
  return weights.filter(({ rule }) => sameRange(rule.weight, best.weight) && sameRange(rule.stretch, best.stretch));
}

/** The style of a rule for a request: a range of angles that begins at 0 has upright text, too. */
function styleFor({ style, slant }: FontFaceRule, request: FontRequest): FontFaceRule['style'] {
  const isUpright = slant !== undefined && slant[0] <= 0 && slant[1] >= 0;
  return request.style === 'normal' && isUpright ? 'normal' : style;
}

/** 0 within the range, else the distance to its nearer end. */
function rangeDistance(
  [first, last]: readonly [number, number],
  requested: number,
  distance: (value: number, requested: number) => number,
): number {
  if (first <= requested && requested <= last) return 0;
  return Math.min(distance(first, requested), distance(last, requested));
}

const sameRange = (a: readonly [number, number], b: readonly [number, number]) => a[0] === b[0] && a[1] === b[1];

function describeSource(source: FontSource): string {
  if (source.type === 'local') return `local(${source.name})`;
  const { url } = source;
  return url.length > 60 ? `${url.slice(0, url.startsWith('data:') ? 24 : 59)}…` : url;
}
