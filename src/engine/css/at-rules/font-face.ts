/** `@font-face` rules. Source: https://drafts.csswg.org/css-fonts-4/#font-face-rule */

import type { FontFaceProperty, FontFaceRule as ParsedFontFaceRule, TokenOrValue } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import { FONT_STRETCHES, type TaggedValue } from '../properties/fonts.js';
import { isSpace, keywordOf, splitAtCommas, tokenOf } from '../syntax/component-values.js';
import { printTokens } from '../syntax/lightning.js';
import { DEGREES } from '../values/math.js';

export type FontSource =
  | { readonly type: 'local'; readonly name: string }
  | {
      readonly type: 'url';
      readonly url: string;
      /** In lower case; undefined without `format()`. */
      readonly format: string | undefined;
      readonly tech: readonly string[];
    };

/** Formats of fonts, as in `format()`. */
export const FONT_FORMATS: ReadonlySet<string> = new Set(
  ['truetype', 'opentype', 'woff', 'woff2', 'collection'].flatMap((name) => [name, `${name}-variations`]),
);
/** Values of `tech()` that Chromium supports. Source: Blink's css_parsing_utils::IsSupportedKeywordTech */
export const FONT_TECHNOLOGIES: ReadonlySet<string> = new Set([
  'features-opentype',
  'features-aat',
  'variations',
  'palettes',
  'color-colrv0',
  'color-colrv1',
  'color-sbix',
  'color-cbdt',
]);

/** Both ends inclusive. */
export type Range = readonly [first: number, last: number];

export interface FontFaceRule {
  readonly family: string;
  /** Location of the rule, for diagnostics. */
  readonly place: string;
  /** Base of its URLs, see UrlReference. */
  readonly sheet: string | undefined;
  /** In order of preference. */
  readonly sources: readonly FontSource[];
  readonly weight: Range;
  readonly style: 'normal' | 'italic' | 'oblique';
  /** The angles of `oblique`, degrees clockwise; undefined: without angles. */
  readonly slant?: Range | undefined;
  /** Percent. */
  readonly stretch: Range;
  /** Which of them are `auto`, or not declared: a variable font has the range of its axis. */
  readonly automatic: { readonly weight: boolean; readonly stretch: boolean };
  /** Sorted, disjoint ranges: first and last code point in turn; undefined: all characters. */
  readonly unicodeRange: readonly number[] | undefined;
  /** Fractions of the font size; undefined: the metrics of the font. */
  readonly ascent: number | undefined;
  readonly descent: number | undefined;
  readonly lineGap: number | undefined;
  /** Factor of the font size. */
  readonly sizeAdjust: number;
  readonly variations: readonly TaggedValue[];
  /** Declarations that are not supported, reported when text uses the font. */
  readonly unsupported: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Descriptors without effect in print. */
const IGNORED = new Set(['font-display']);
const UNSUPPORTED = new Set([
  'font-feature-settings',
  'font-language-override',
  'font-named-instance',
  'font-variant',
  'superscript-position-override',
  'superscript-size-override',
  'subscript-position-override',
  'subscript-size-override',
]);

/**
 * Reads a `@font-face` rule; reports and ignores invalid and unsupported descriptors.
 * @param place  location of the rule, for diagnostics
 * @param sheet  base of its URLs, see UrlReference
 * @returns      undefined, after a report, for a rule without `font-family` or `src`
 */
export function readFontFace(
  rule: ParsedFontFaceRule,
  place: string,
  report: Report,
  sheet?: string,
): FontFaceRule | undefined {
  const face: Mutable<FontFaceRule> = {
    family: '',
    place,
    sheet,
    sources: [],
    weight: [400, 400],
    style: 'normal',
    stretch: [100, 100],
    automatic: { weight: true, stretch: true },
    unicodeRange: undefined,
    ascent: undefined,
    descent: undefined,
    lineGap: undefined,
    sizeAdjust: 1,
    variations: [],
    unsupported: [],
  };
  for (const property of rule.properties) readDescriptor(property, face, place, report);
  if (face.family !== '' && face.sources.length > 0) return face;
  report.notice('InvalidCss', '@font-face', `${place}: without ${face.family === '' ? 'font-family' : 'src'}`);
  return undefined;
}

function readDescriptor(property: FontFaceProperty, face: Mutable<FontFaceRule>, place: string, report: Report): void {
  switch (property.type) {
    case 'font-family':
      face.family = String(property.value);
      break;
    case 'source':
      face.sources = property.value.map((source) =>
        source.type === 'local'
          ? { type: 'local', name: String(source.value) }
          : {
              type: 'url',
              url: source.value.url.url,
              format: formatName(source.value.format),
              tech: source.value.tech,
            },
      );
      break;
    case 'font-weight':
      face.weight = ordered(property.value.map(weightOf));
      face.automatic = { ...face.automatic, weight: false };
      break;
    case 'font-stretch':
      face.stretch = ordered(property.value.map(stretchOf));
      face.automatic = { ...face.automatic, stretch: false };
      break;
    case 'font-style':
      // https://drafts.csswg.org/css-fonts-4/#font-style-prop: `oblique 0deg` equals `normal`.
      face.style =
        property.value.type === 'oblique' && property.value.value.every((angle) => angle.value === 0)
          ? 'normal'
          : property.value.type;
      if (property.value.type === 'oblique')
        face.slant = ordered(property.value.value.map(({ type, value }) => value * DEGREES[type]!));
      break;
    case 'unicode-range':
      face.unicodeRange = mergeRanges(property.value);
      break;
    case 'custom': {
      const { name, value } = property.value;
      const problem = readOther(
        name.toLowerCase(),
        value.filter((token) => !isSpace(token)),
        face,
      );
      const text = `${name}: ${printTokens(value)}`;
      if (problem === 'UnsupportedValue') face.unsupported = [...face.unsupported, text];
      else if (problem) report.notice(problem, text, place);
      break;
    }
    default:
  }
}

/**
 * Reads descriptors that lightningcss does not know, and values that it does not understand.
 * @returns the kind of diagnostic; undefined when there is none
 */
function readOther(
  name: string,
  tokens: readonly TokenOrValue[],
  face: Mutable<FontFaceRule>,
): 'UnsupportedProperty' | 'UnsupportedValue' | 'InvalidCss' | undefined {
  switch (name) {
    case 'ascent-override':
    case 'descent-override':
    case 'line-gap-override': {
      const key = name === 'ascent-override' ? 'ascent' : name === 'descent-override' ? 'descent' : 'lineGap';
      const value = identifier(tokens) === 'normal' ? undefined : percentage(tokens);
      if (value === null) return 'InvalidCss';
      face[key] = value;
      return undefined;
    }
    case 'size-adjust': {
      const value = percentage(tokens);
      if (value === null) return 'InvalidCss';
      face.sizeAdjust = value;
      return undefined;
    }
    case 'font-variation-settings': {
      const variations = readVariations(tokens);
      if (!variations) return 'InvalidCss';
      face.variations = variations;
      return undefined;
    }
    case 'src': {
      const sources = readSources(tokens);
      if (sources.length === 0) return 'InvalidCss';
      face.sources = sources;
      return undefined;
    }
    case 'font-weight':
    case 'font-stretch':
    case 'font-style': {
      if (identifier(tokens) !== 'auto') return 'InvalidCss';
      if (name === 'font-weight') {
        face.weight = [400, 400];
        face.automatic = { ...face.automatic, weight: true };
      } else if (name === 'font-stretch') {
        face.stretch = [100, 100];
        face.automatic = { ...face.automatic, stretch: true };
      }
      return undefined;
    }
    case 'font-width': {
      const values = tokens.map((token) => percentage([token]));
      if (values.length < 1 || values.length > 2 || values.includes(null)) return 'InvalidCss';
      face.stretch = ordered(values.map((value) => value! * 100));
      face.automatic = { ...face.automatic, stretch: false };
      return undefined;
    }
    case 'font-family':
    case 'unicode-range':
      return 'InvalidCss';
    default:
      if (IGNORED.has(name) || name.startsWith('-') || name.startsWith('mso-') || name === 'panose-1') return undefined;
      return UNSUPPORTED.has(name) ? 'UnsupportedValue' : 'UnsupportedProperty';
  }
}

/** @returns the percentage as a fraction; null for anything else and for negative ones */
function percentage([token, ...more]: readonly TokenOrValue[]): number | null {
  const percentage = more.length > 0 ? undefined : tokenOf(token, 'percentage');
  if (!percentage || percentage.value < 0) return null;
  // lightningcss keeps single precision: rounding restores the decimal.
  return Math.round(percentage.value * 1e6) / 1e6;
}

function identifier([token, ...more]: readonly TokenOrValue[]): string | undefined {
  return more.length > 0 ? undefined : keywordOf(token);
}

/** @returns undefined unless the value is a list of tags with numbers */
function readVariations(tokens: readonly TokenOrValue[]): TaggedValue[] | undefined {
  if (identifier(tokens) === 'normal') return [];
  const variations = splitAtCommas(tokens).map(([tag, value, ...more]): TaggedValue | undefined => {
    const [name, number] = [tokenOf(tag, 'string')?.value, tokenOf(value, 'number')?.value];
    if (more.length > 0 || name?.length !== 4 || number === undefined) return undefined;
    return { tag: name, value: number };
  });
  return variations.every((variation) => variation !== undefined) ? variations : undefined;
}

/** Skips invalid entries. Source: https://drafts.csswg.org/css-fonts-4/#font-face-src-parsing */
function readSources(tokens: readonly TokenOrValue[]): FontSource[] {
  return splitAtCommas(tokens).flatMap(([first, ...rest]): FontSource[] => {
    if (first?.type === 'function' && first.value.name.toLowerCase() === 'local') {
      const name = words(first.value.arguments).join(' ');
      return name === '' || rest.length > 0 ? [] : [{ type: 'local', name }];
    }
    if (first?.type !== 'url') return [];
    let format: string | undefined;
    const tech: string[] = [];
    for (const token of rest) {
      if (token.type !== 'function') return [];
      const values = words(token.value.arguments);
      const name = token.value.name.toLowerCase();
      if (name === 'tech') tech.push(...values.map((value) => value.toLowerCase()));
      else if (name === 'format' && values.length === 1) format = values[0]!.toLowerCase();
      else return [];
    }
    return [{ type: 'url', url: first.value.url, format, tech }];
  });
}

function words(tokens: readonly TokenOrValue[]): string[] {
  return tokens.flatMap((token) => (tokenOf(token, 'ident') ?? tokenOf(token, 'string'))?.value ?? []);
}

type ParsedSource = Extract<FontFaceProperty, { type: 'source' }>['value'][number];
type ParsedFormat = Extract<ParsedSource, { type: 'url' }>['value']['format'];

function formatName(format: ParsedFormat): string | undefined {
  if (!format) return undefined;
  return format.type === 'string' ? String(format.value).toLowerCase() : format.type;
}

type ParsedWeight = Extract<FontFaceProperty, { type: 'font-weight' }>['value'][number];

function weightOf(weight: ParsedWeight): number {
  if (weight.type !== 'absolute') return 400;
  return weight.value.type === 'weight' ? weight.value.value : weight.value.type === 'bold' ? 700 : 400;
}

type ParsedStretch = Extract<FontFaceProperty, { type: 'font-stretch' }>['value'][number];

function stretchOf(stretch: ParsedStretch): number {
  return stretch.type === 'percentage' ? Math.round(stretch.value * 1e4) / 100 : FONT_STRETCHES[stretch.value];
}

const ordered = ([a = 0, b = a]: readonly number[]): Range => (a <= b ? [a, b] : [b, a]);

function mergeRanges(ranges: readonly { readonly start: number; readonly end: number }[]): number[] {
  const merged: number[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.length - 1;
    if (last >= 0 && start <= merged[last]! + 1) merged[last] = Math.max(merged[last]!, end);
    else merged.push(start, end);
  }
  return merged;
}
