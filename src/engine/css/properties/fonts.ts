/** CSS Fonts 4. */

import type {
  AbsoluteFontSize,
  FontSize as LightningFontSize,
  FontStretch as LightningFontStretch,
  FontStyle as LightningFontStyle,
  FontWeight as LightningFontWeight,
} from 'lightningcss';
import { type ComputeContext, Deferred } from '../cascade/specified.js';
import { percentOf, roundF32 } from '../syntax/lightning.js';
import type { Cursor } from '../syntax/tokens.js';
import { type AlternatesType, FontAlternates, type NamedAlternates } from '../values/font-alternates.js';
import type { ScriptScales } from '../values/units.js';
import { resolveLength } from '../values/values.js';
import { keyword, lengthPercentage } from './parse.js';
import { type Parse, property } from './property.js';

/** Generic families in lower case; names as written. lightningcss parses CSS-wide keywords as names. */
const fontFamily: Parse<readonly string[]> = {
  typed: (value: readonly string[]) => (value.length === 0 ? undefined : value),
};

/**
 * px by keyword, for proportional text, and for monospace text with a `medium` of 13px in standards and in quirks mode.
 * Sources: https://drafts.csswg.org/css-fonts-4/#absolute-size-mapping; kStrictFontSizeTable and kQuirksFontSizeTable
 * in Blink's font_size_functions.cc
 */
const KEYWORD_SIZES: Readonly<Record<AbsoluteFontSize, readonly [number, number, number]>> = {
  'xx-small': [9, 9, 9],
  'x-small': [10, 10, 9],
  small: [13, 12, 10],
  medium: [16, 13, 13],
  large: [18, 16, 16],
  'x-large': [24, 20, 20],
  'xx-large': [32, 26, 26],
  'xxx-large': [48, 39, 40],
};

/**
 * Factor of sizes relative to a keyword in monospace text: the ratio of its `medium` to that of other text.
 * Source: Blink's FontBuilder::CheckForGenericFamilyChange
 */
export const MONOSPACE_SCALE = 13 / 16;

/** Whether the only family is the generic `monospace`. Source: Blink's FontDescription::IsMonospace */
export const isMonospace = (families: readonly string[]): boolean =>
  families.length === 1 && families[0] === 'monospace';

export function keywordSize(keyword: AbsoluteFontSize, families: readonly string[], quirks: boolean): number {
  if (!isMonospace(families)) return KEYWORD_SIZES[keyword][0];
  return KEYWORD_SIZES[keyword][quirks ? 2 : 1];
}

/** `medium`, `small`, …: descendants with other families resolve the keyword again. */
export class KeywordFontSize extends Deferred<number> {
  constructor(readonly keyword: AbsoluteFontSize) {
    super((context) => keywordSize(keyword, context.fontFamily, context.quirks));
  }
}

/** A multiple of the parent's font size: `1.2em`, `80%`, `larger`. */
export class RelativeFontSize extends Deferred<number> {
  constructor(factor: number) {
    super((context) => context.fontSize * factor);
  }
}

/**
 * `math`: scaled by the difference of script levels from the parent's, by the constants of the parent's font, if it is a
 * math font. Source: https://w3c.github.io/mathml-core/#the-math-script-level-property
 */
class MathFontSize extends RelativeFontSize {
  override readonly compute = (context: ComputeContext): number => {
    const from = context.parent['math-depth'];
    const to = context.mathDepth;
    return from === to ? context.fontSize : context.fontSize * scriptScale(from, to, context.fontUnits.scriptScales);
  };
  constructor() {
    super(1);
  }
}

/** Of a script level without a constant of the font. */
const SCRIPT_SCALE = 0.71;

function scriptScale(from: number, to: number, font: ScriptScales | undefined): number {
  if (from > to) return 1 / scriptScale(to, from, font);
  if (!font || to <= 0 || from >= 2) return SCRIPT_SCALE ** (to - from);
  const scaleAt = (level: number) => [1, font.script, font.scriptScript][level]!;
  const [first, last] = [Math.max(from, 0), Math.min(to, 2)];
  return SCRIPT_SCALE ** (first - from + to - last) * (scaleAt(last) / scaleAt(first));
}

const MATH_FONT_SIZE = new MathFontSize();

const KEYWORD_FONT_SIZES = Object.fromEntries(
  Object.keys(KEYWORD_SIZES).map((word) => [word, new KeywordFontSize(word as AbsoluteFontSize)]),
) as Record<AbsoluteFontSize, KeywordFontSize>;

const sizeLength = lengthPercentage('non-negative');
/** Factor of `larger`. Source: https://drafts.csswg.org/css-fonts-4/#relative-size-value */
const RELATIVE_STEP = 1.2;

const fontSize: Parse<number> = {
  typed: (value: LightningFontSize) => {
    if (value.type === 'absolute') return KEYWORD_FONT_SIZES[value.value];
    if (value.type === 'relative')
      return new RelativeFontSize(value.value === 'larger' ? RELATIVE_STEP : 1 / RELATIVE_STEP);
    const size = sizeLength.typed?.(value.value as never);
    if (size === undefined || typeof size === 'number') return size;
    if (value.value.type === 'percentage') return new RelativeFontSize(percentOf(value.value.value) / 100);
    if (value.value.type === 'dimension' && value.value.value.unit === 'em')
      return new RelativeFontSize(roundF32(value.value.value.value));
    return new Deferred((context) => {
      const length = size instanceof Deferred ? size.compute(context) : size;
      return Math.max(0, resolveLength(length, context.fontSize));
    });
  },
  tokens: (cursor) => {
    if (cursor.keyword('math')) return MATH_FONT_SIZE;
    return cursor.keyword('-webkit-xxx-large') ? KEYWORD_FONT_SIZES['xxx-large'] : undefined;
  },
};

/** Source: https://drafts.csswg.org/css-fonts-4/#relative-weights */
function relativeWeight(inherited: number, bolder: boolean): number {
  if (bolder) return inherited < 350 ? 400 : inherited < 550 ? 700 : Math.max(inherited, 900);
  return inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : 700;
}

const fontWeight: Parse<number> = {
  typed: (value: LightningFontWeight) => {
    if (value.type !== 'absolute')
      return new Deferred(({ parent }) => relativeWeight(parent['font-weight'], value.type === 'bolder'));
    if (value.value.type === 'normal') return 400;
    if (value.value.type === 'bold') return 700;
    const weight = roundF32(value.value.value);
    return weight >= 1 && weight <= 1000 ? weight : undefined;
  },
};

const fontStyle: Parse<'normal' | 'italic' | 'oblique'> = {
  // `oblique 0deg` equals `normal`; other angles are ignored.
  typed: (value: LightningFontStyle) => (value.type === 'oblique' && value.value.value === 0 ? 'normal' : value.type),
};

/** Percent. Source: https://drafts.csswg.org/css-fonts-4/#font-stretch-prop */
export const FONT_STRETCHES = {
  'ultra-condensed': 50,
  'extra-condensed': 62.5,
  condensed: 75,
  'semi-condensed': 87.5,
  normal: 100,
  'semi-expanded': 112.5,
  expanded: 125,
  'extra-expanded': 150,
  'ultra-expanded': 200,
} as const;

/** Percent. */
const fontStretch: Parse<number> = {
  typed: (value: LightningFontStretch) => {
    if (value.type === 'keyword') return FONT_STRETCHES[value.value];
    return value.value >= 0 ? percentOf(value.value) : undefined;
  },
};

/** Keywords in any order, at most one of each group; `normal` is the empty list. */
export function wordsOf(normal: string, ...groups: readonly (readonly string[])[]): Parse<readonly string[]> {
  const allowed = groups.flat();
  return {
    tokens: (cursor) => {
      if (cursor.keyword(normal)) return [];
      const words = cursor.many((inner) => inner.keyword(...allowed));
      const valid = groups.every((group) => words.filter((word) => group.includes(word)).length <= 1);
      return valid && words.length > 0 ? words : undefined;
    },
  };
}

const commonLigatures = wordsOf(
  'normal',
  ['none'],
  ['common-ligatures', 'no-common-ligatures'],
  ['discretionary-ligatures', 'no-discretionary-ligatures'],
  ['historical-ligatures', 'no-historical-ligatures'],
  ['contextual', 'no-contextual'],
);

const numeric = wordsOf(
  'normal',
  ['lining-nums', 'oldstyle-nums'],
  ['proportional-nums', 'tabular-nums'],
  ['diagonal-fractions', 'stacked-fractions'],
  ['ordinal'],
  ['slashed-zero'],
);

const eastAsian = wordsOf(
  'normal',
  ['jis78', 'jis83', 'jis90', 'jis04', 'simplified', 'traditional'],
  ['full-width', 'proportional-width'],
  ['ruby'],
);

const ALTERNATES = ['stylistic', 'styleset', 'character-variant', 'swash', 'ornaments', 'annotation'] as const;
/** Those that take several names. */
const LISTS: ReadonlySet<AlternatesType> = new Set(['styleset', 'character-variant']);

function namedAlternates(cursor: Cursor): NamedAlternates | undefined {
  const found = cursor.anyFunction();
  const type = ALTERNATES.find((name) => name === found?.name);
  if (!found || !type) return undefined;
  const names = found.args.list((inner) => inner.customIdent());
  return names && found.args.done && (names.length === 1 || LISTS.has(type)) ? { type, names } : undefined;
}

const alternates: Parse<'normal' | FontAlternates> = {
  tokens: (cursor) => {
    if (cursor.keyword('normal')) return 'normal';
    const list = cursor.many((inner) => inner.keyword('historical-forms') ?? inner.attempt(namedAlternates));
    const kinds = new Set(list.map((part) => (part === 'historical-forms' ? part : part.type)));
    if (list.length === 0 || kinds.size < list.length) return undefined;
    return new Deferred(({ fontFeatureValues }) => new FontAlternates(list, fontFeatureValues));
  },
};

/** The ratio of a metric of a face to its size that text has in each face. */
export interface FontSizeAdjust {
  readonly metric: 'xHeight' | 'capHeight' | 'zeroAdvance' | 'em';
  readonly aspect: number;
}

/** Ideographs are an em wide and high, as they are in nearly all fonts. */
const ADJUSTED_METRICS = {
  'ex-height': 'xHeight',
  'cap-height': 'capHeight',
  'ch-width': 'zeroAdvance',
  'ic-width': 'em',
  'ic-height': 'em',
} as const;

const sizeAdjust: Parse<'none' | FontSizeAdjust> = {
  tokens: (cursor) => {
    const word = cursor.keyword('none', 'ex-height', 'cap-height', 'ch-width', 'ic-width', 'ic-height');
    if (word === 'none') return word;
    const aspect = cursor.number();
    return aspect !== undefined && aspect >= 0 ? { metric: ADJUSTED_METRICS[word ?? 'ex-height'], aspect } : undefined;
  },
};

export interface TaggedValue {
  readonly tag: string;
  readonly value: number;
}

/** A list of OpenType tags of four characters with values: `"smcp" on, "liga" 0`. */
function tagged(read: (cursor: Cursor) => number | undefined): Parse<readonly TaggedValue[]> {
  return {
    tokens: (cursor) => {
      if (cursor.keyword('normal')) return [];
      return cursor.list((inner) => {
        const tag = inner.string();
        const value = tag?.length === 4 ? read(inner) : undefined;
        return tag === undefined || value === undefined ? undefined : { tag, value };
      });
    },
  };
}

const featureSettings = tagged((cursor) => {
  const word = cursor.keyword('on', 'off');
  return word ? Number(word === 'on') : (cursor.integer() ?? 1);
});

const variationSettings = tagged((cursor) => cursor.number());

export const fonts = {
  'font-family': property<readonly string[]>({
    spec: 'css-fonts-4/#propdef-font-family',
    // Blink's name of the browser's standard font, which depends on the language.
    initial: ['-webkit-standard'],
    inherits: true,
    support: 'full',
    parse: fontFamily,
    phase: 'font',
    appliesToFirstLine: true,
    svg: { text: (families) => families.map((family) => `'${family.replaceAll(/['\\]/g, '')}'`).join(', ') },
  }),
  'font-size': property<number>({
    spec: 'css-fonts-4/#propdef-font-size',
    initial: 16,
    inherits: true,
    support: 'full',
    parse: fontSize,
    zoom: 'lengths',
    phase: 'font',
    appliesToFirstLine: true,
    svg: { text: (size) => `${size}px` },
    unitless: 'quirk',
  }),
  'font-weight': property<number>({
    spec: 'css-fonts-4/#propdef-font-weight',
    initial: 400,
    inherits: true,
    support: 'full',
    parse: fontWeight,
    phase: 'font',
    appliesToFirstLine: true,
    svg: { text: String },
  }),
  'font-style': property<'normal' | 'italic' | 'oblique'>({
    spec: 'css-fonts-4/#propdef-font-style',
    initial: 'normal',
    inherits: true,
    support: 'partial',
    note: 'angles of `oblique` other than 0 are ignored',
    parse: fontStyle,
    phase: 'font',
    appliesToFirstLine: true,
    svg: { text: String },
  }),
  'font-stretch': property<number>({
    spec: 'css-fonts-4/#propdef-font-stretch',
    initial: 100,
    inherits: true,
    support: 'full',
    parse: fontStretch,
    phase: 'font',
    appliesToFirstLine: true,
    aliases: ['font-width'],
  }),
  'font-variant-caps': property<
    'normal' | 'small-caps' | 'all-small-caps' | 'petite-caps' | 'all-petite-caps' | 'unicase' | 'titling-caps'
  >({
    spec: 'css-fonts-4/#propdef-font-variant-caps',
    initial: 'normal',
    inherits: true,
    support: 'partial',
    note: 'capitals that a font lacks are synthesized, but `titling-caps`',
    parse: keyword(
      'normal',
      'small-caps',
      'all-small-caps',
      'petite-caps',
      'all-petite-caps',
      'unicase',
      'titling-caps',
    ),
    appliesToFirstLine: true,
  }),
  'font-variant-ligatures': property<readonly string[]>({
    spec: 'css-fonts-4/#propdef-font-variant-ligatures',
    initial: [],
    inherits: true,
    support: 'full',
    note: 'as far as the font has the glyphs',
    parse: commonLigatures,
    appliesToFirstLine: true,
  }),
  'font-variant-numeric': property<readonly string[]>({
    spec: 'css-fonts-4/#propdef-font-variant-numeric',
    initial: [],
    inherits: true,
    support: 'full',
    note: 'as far as the font has the glyphs',
    parse: numeric,
    appliesToFirstLine: true,
  }),
  'font-variant-east-asian': property<readonly string[]>({
    spec: 'css-fonts-4/#propdef-font-variant-east-asian',
    initial: [],
    inherits: true,
    support: 'full',
    note: 'as far as the font has the glyphs',
    parse: eastAsian,
    appliesToFirstLine: true,
  }),
  'font-variant-alternates': property<'normal' | FontAlternates>({
    spec: 'css-fonts-4/#propdef-font-variant-alternates',
    initial: 'normal',
    inherits: true,
    support: 'full',
    note: 'with the values of the first family that `@font-feature-values` names',
    parse: alternates,
    appliesToFirstLine: true,
  }),
  'font-variant-position': property<'normal' | 'sub' | 'super'>({
    spec: 'css-fonts-4/#propdef-font-variant-position',
    initial: 'normal',
    inherits: true,
    support: 'partial',
    note: 'as far as the font has the glyphs',
    parse: keyword('normal', 'sub', 'super'),
    appliesToFirstLine: true,
  }),
  'font-kerning': property<'auto' | 'normal' | 'none'>({
    spec: 'css-fonts-4/#propdef-font-kerning',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'normal', 'none'),
    appliesToFirstLine: true,
  }),
  'font-feature-settings': property<readonly TaggedValue[]>({
    spec: 'css-fonts-4/#propdef-font-feature-settings',
    initial: [],
    inherits: true,
    support: 'full',
    parse: featureSettings,
    appliesToFirstLine: true,
  }),
  'font-variation-settings': property<readonly TaggedValue[]>({
    spec: 'css-fonts-4/#propdef-font-variation-settings',
    initial: [],
    inherits: true,
    support: 'full',
    parse: variationSettings,
    appliesToFirstLine: true,
  }),
  'font-optical-sizing': property<'auto' | 'none'>({
    spec: 'css-fonts-4/#propdef-font-optical-sizing',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'none'),
    appliesToFirstLine: true,
  }),
  'font-size-adjust': property<'none' | FontSizeAdjust>({
    spec: 'css-fonts-4/#propdef-font-size-adjust',
    initial: 'none',
    inherits: true,
    support: 'partial',
    note: 'without `from-font`',
    parse: sizeAdjust,
    phase: 'font',
    appliesToFirstLine: true,
  }),
  'font-synthesis-weight': property<'auto' | 'none'>({
    spec: 'css-fonts-4/#propdef-font-synthesis-weight',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'none'),
    appliesToFirstLine: true,
  }),
  'font-synthesis-style': property<'auto' | 'none'>({
    spec: 'css-fonts-4/#propdef-font-synthesis-style',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'none'),
    appliesToFirstLine: true,
  }),
};
