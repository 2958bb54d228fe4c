/** CSS Text 4; text-overflow of CSS Overflow 4. */

import type { LengthOrNumber, TextIndent as LightningTextIndent } from 'lightningcss';
import { Deferred, record } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { readLengthPercentage } from '../values/math.js';
import { type LengthPercentage, resolveLength, type TextAlign } from '../values/values.js';
import { either, integer, keyword, length, mapped } from './parse.js';
import { type Parse, property } from './property.js';

const alignKeyword = keyword('start', 'end', 'left', 'right', 'center', 'justify');

/** Source: https://drafts.csswg.org/css-text-4/#valdef-text-align-match-parent */
const MATCH_PARENT = new Deferred<TextAlign>(({ parent }) => {
  const align = parent['text-align'];
  if (align !== 'start' && align !== 'end') return align;
  return (align === 'start') === (parent.direction === 'ltr') ? 'left' : 'right';
});

const textAlign: Parse<TextAlign> = {
  typed: (value: string) => (value === 'match-parent' ? MATCH_PARENT : alignKeyword.typed?.(value as never)),
  tokens: (cursor) =>
    cursor.keyword('-webkit-match-parent')
      ? MATCH_PARENT
      : cursor.keyword('-webkit-left', '-webkit-right', '-webkit-center'),
};

/** `distribute` is a legacy value. Source: https://drafts.csswg.org/css-text-4/#text-justify-property */
const textJustify: Parse<'auto' | 'none' | 'inter-word' | 'inter-character'> = {
  ...keyword('auto', 'none', 'inter-word', 'inter-character'),
  tokens: (cursor) => cursor.keyword('distribute') && 'inter-character',
};

export interface TextIndent {
  readonly length: LengthPercentage;
  readonly hanging: boolean;
  readonly eachLine: boolean;
}

const textIndent: Parse<TextIndent> = {
  typed: ({ value, hanging, eachLine }: LightningTextIndent) => {
    const length = readLengthPercentage(value);
    return length === undefined ? undefined : record<TextIndent>({ length, hanging, eachLine });
  },
};

export interface TextTransform {
  readonly case: 'none' | 'capitalize' | 'uppercase' | 'lowercase' | 'math-auto';
  readonly fullWidth: boolean;
  readonly fullSizeKana: boolean;
}

const textTransform: Parse<TextTransform> = {
  typed: (value: TextTransform) => ({
    case: value.case,
    fullWidth: value.fullWidth,
    fullSizeKana: value.fullSizeKana,
  }),
  tokens: (cursor) => cursor.keyword('math-auto') && { case: 'math-auto', fullWidth: false, fullSizeKana: false },
};

/** Percentages refer to the font size. */
const spacing: Parse<number> = {
  ...either(
    mapped(keyword('normal'), () => 0),
    length(),
  ),
  tokens: (cursor) => {
    const value = cursor.lengthPercentage();
    if (value === undefined || typeof value === 'number') return value;
    return new Deferred((context) =>
      resolveLength(value instanceof Deferred ? value.compute(context) : value, context.fontSize),
    );
  },
};

const tabLength = length('non-negative');

const tabSize: Parse<number | { readonly spaces: number }> = {
  typed: (value: LengthOrNumber) => {
    if (value.type === 'length') return tabLength.typed?.(value.value as never);
    return value.value >= 0 ? { spaces: roundF32(value.value) } : undefined;
  },
};

type WordBreak = 'normal' | 'break-all' | 'keep-all' | 'break-word' | 'auto-phrase';

const wordBreak: Parse<WordBreak> = {
  ...keyword('normal', 'break-all', 'keep-all', 'break-word'),
  tokens: (cursor) => cursor.keyword('auto-phrase'),
};

const hyphenateCharacter: Parse<'auto' | string> = {
  tokens: (cursor) => cursor.keyword('auto') ?? cursor.string(),
};

/** Minimum numbers of characters: of the word, before and after the hyphen. */
export interface HyphenateLimits {
  readonly word: number;
  readonly before: number;
  readonly after: number;
}

/** Source: https://drafts.csswg.org/css-text-4/#hyphenate-char-limits, which suggests 5, 2 and 2 for `auto` */
const AUTO_LIMITS: HyphenateLimits = { word: 5, before: 2, after: 2 };

const hyphenateLimits: Parse<HyphenateLimits> = {
  tokens: (cursor) => {
    const values = cursor.many((inner) => inner.keyword('auto') ?? inner.integer());
    if (values.length === 0 || values.length > 3 || values.some((value) => value !== 'auto' && value < 0))
      return undefined;
    const [word = 'auto', before = 'auto', after = before] = values;
    const or = (value: 'auto' | number, limit: number) => (value === 'auto' ? limit : value);
    return {
      word: or(word, AUTO_LIMITS.word),
      before: or(before, AUTO_LIMITS.before),
      after: or(after, AUTO_LIMITS.after),
    };
  },
};

const hangingPunctuation: Parse<readonly string[]> = {
  tokens: (cursor) =>
    cursor.keyword('none')
      ? []
      : validHanging(cursor.many((inner) => inner.keyword('first', 'last', 'force-end', 'allow-end'))),
};

/** `first || [ force-end | allow-end ] || last` */
function validHanging(words: readonly string[]): readonly string[] | undefined {
  const isRepeated = new Set(words).size < words.length;
  if (words.length === 0 || isRepeated || (words.includes('force-end') && words.includes('allow-end')))
    return undefined;
  return words;
}

type TextOverflow = 'clip' | 'ellipsis' | { readonly string: string };

const textOverflow: Parse<TextOverflow> = {
  ...keyword('clip', 'ellipsis'),
  tokens: (cursor) => {
    const string = cursor.string();
    return string === undefined ? undefined : { string };
  },
};

export const text = {
  'text-align': property<TextAlign>({
    spec: 'css-text-4/#propdef-text-align',
    initial: 'start',
    inherits: true,
    support: 'full',
    parse: textAlign,
  }),
  'text-align-last': property<'auto' | 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'>({
    spec: 'css-text-4/#propdef-text-align-last',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'start', 'end', 'left', 'right', 'center', 'justify'),
  }),
  'text-justify': property<'auto' | 'none' | 'inter-word' | 'inter-character'>({
    spec: 'css-text-4/#propdef-text-justify',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: textJustify,
  }),
  'text-indent': property<TextIndent>({
    spec: 'css-text-4/#propdef-text-indent',
    initial: { length: 0, hanging: false, eachLine: false },
    inherits: true,
    support: 'full',
    parse: textIndent,
    zoom: 'lengths',
    unitless: 'quirk',
  }),
  'text-transform': property<TextTransform>({
    spec: 'css-text-4/#propdef-text-transform',
    initial: { case: 'none', fullWidth: false, fullSizeKana: false },
    inherits: true,
    support: 'full',
    parse: textTransform,
    appliesToFirstLine: true,
  }),
  'letter-spacing': property<number>({
    spec: 'css-text-4/#propdef-letter-spacing',
    initial: 0,
    inherits: true,
    support: 'full',
    parse: spacing,
    zoom: 'lengths',
    appliesToFirstLine: true,
    svg: { text: (spacing) => `${spacing}px` },
    unitless: 'quirk',
  }),
  'word-spacing': property<number>({
    spec: 'css-text-4/#propdef-word-spacing',
    initial: 0,
    inherits: true,
    support: 'full',
    parse: spacing,
    zoom: 'lengths',
    appliesToFirstLine: true,
    svg: { text: (spacing) => `${spacing}px` },
    unitless: 'quirk',
  }),
  'text-spacing-trim': property<'normal' | 'space-all' | 'space-first' | 'trim-start'>({
    spec: 'css-text-4/#propdef-text-spacing-trim',
    initial: 'normal',
    inherits: true,
    support: 'partial',
    note: 'no `space-first`, `trim-start`; nothing is trimmed in upright text',
    unsupported: (value) => value === 'space-first' || value === 'trim-start',
    parse: { tokens: (cursor) => cursor.keyword('normal', 'space-all', 'space-first', 'trim-start') },
  }),
  'white-space-collapse': property<'collapse' | 'preserve' | 'preserve-breaks' | 'preserve-spaces' | 'break-spaces'>({
    spec: 'css-text-4/#propdef-white-space-collapse',
    initial: 'collapse',
    inherits: true,
    support: 'full',
    parse: keyword('collapse', 'preserve', 'preserve-breaks', 'preserve-spaces', 'break-spaces'),
  }),
  'text-wrap-mode': property<'wrap' | 'nowrap'>({
    spec: 'css-text-4/#propdef-text-wrap-mode',
    initial: 'wrap',
    inherits: true,
    support: 'full',
    parse: keyword('wrap', 'nowrap'),
  }),
  'text-wrap-style': property<'auto' | 'balance' | 'stable' | 'pretty'>({
    spec: 'css-text-4/#propdef-text-wrap-style',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'balance', 'stable', 'pretty'),
  }),
  'tab-size': property<number | { readonly spaces: number }>({
    spec: 'css-text-4/#propdef-tab-size',
    initial: { spaces: 8 },
    inherits: true,
    support: 'full',
    parse: tabSize,
    zoom: 'lengths',
  }),
  'overflow-wrap': property<'normal' | 'anywhere' | 'break-word'>({
    spec: 'css-text-4/#propdef-overflow-wrap',
    initial: 'normal',
    inherits: true,
    support: 'full',
    parse: keyword('normal', 'anywhere', 'break-word'),
    aliases: ['word-wrap'],
  }),
  'word-break': property<WordBreak>({
    spec: 'css-text-4/#propdef-word-break',
    initial: 'normal',
    inherits: true,
    support: 'partial',
    note: 'no `auto-phrase`',
    unsupported: (value) => value === 'auto-phrase',
    parse: wordBreak,
    aliases: ['-webkit-word-break'],
  }),
  'line-break': property<'auto' | 'loose' | 'normal' | 'strict' | 'anywhere'>({
    spec: 'css-text-4/#propdef-line-break',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'loose', 'normal', 'strict', 'anywhere'),
  }),
  hyphens: property<'none' | 'manual' | 'auto'>({
    spec: 'css-text-4/#propdef-hyphens',
    initial: 'manual',
    inherits: true,
    support: 'full',
    note: '`auto` uses the TeX patterns of some 60 languages, by `lang`; other languages as `manual`',
    parse: keyword('none', 'manual', 'auto'),
  }),
  'hyphenate-limit-chars': property<HyphenateLimits>({
    spec: 'css-text-4/#propdef-hyphenate-limit-chars',
    initial: AUTO_LIMITS,
    inherits: true,
    support: 'full',
    parse: hyphenateLimits,
  }),
  'hyphenate-character': property<'auto' | string>({
    spec: 'css-text-4/#propdef-hyphenate-character',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: hyphenateCharacter,
  }),
  'hanging-punctuation': property<readonly string[]>({
    spec: 'css-text-4/#propdef-hanging-punctuation',
    initial: [],
    inherits: true,
    support: 'full',
    note: 'marks at line ends count in intrinsic widths',
    parse: hangingPunctuation,
  }),
  'text-overflow': property<TextOverflow>({
    spec: 'css-overflow-4/#propdef-text-overflow',
    initial: 'clip',
    inherits: false,
    support: 'full',
    parse: textOverflow,
    splitBox: 'content',
  }),
  'line-clamp': property<'none' | number>({
    spec: 'css-overflow-4/#propdef-line-clamp',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'removes what follows the last line, which browsers let overflow',
    parse: either(keyword('none'), integer(1)),
    aliases: ['-webkit-line-clamp'],
    splitBox: 'content',
  }),
};
