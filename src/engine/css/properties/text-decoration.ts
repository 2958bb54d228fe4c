/** CSS Text Decoration 4. */

import type { TextEmphasisPosition, TextEmphasisStyle } from 'lightningcss';
import { Deferred } from '../cascade/specified.js';
import { BLACK, type Color, type LengthPercentage, type Shadow } from '../values/values.js';
import { color, currentColor, either, keyword, length, lengthPercentage } from './parse.js';
import { shadows } from './parse-shadow.js';
import { type Parse, property } from './property.js';

type Line = 'underline' | 'overline' | 'line-through';

const LINES = new Set<string>(['underline', 'overline', 'line-through']);

/** `blink`, `spelling-error` and `grammar-error` draw nothing. */
const decorationLine: Parse<readonly Line[]> = {
  typed: (value: string | readonly string[]) =>
    typeof value === 'string' ? [] : value.filter((line): line is Line => LINES.has(line)),
};

const thickness = either(keyword('auto', 'from-font'), lengthPercentage('non-negative'));

type UnderlinePosition = 'auto' | 'from-font' | 'under' | 'left' | 'right';

/** One of each may stand together. */
const PAIRED: readonly ReadonlySet<string>[] = [new Set(['from-font', 'under']), new Set(['left', 'right'])];

/** `under left` in either order; horizontal text uses `under`. */
const underlinePosition: Parse<UnderlinePosition> = {
  tokens: (cursor) => {
    const words = cursor.many((inner) => inner.keyword('auto', 'from-font', 'under', 'left', 'right'));
    if (words.length > 1 && !(words.length === 2 && PAIRED.every((pair) => words.some((word) => pair.has(word)))))
      return undefined;
    return words.includes('under') ? 'under' : words[0];
  },
};

/** The emphasis mark as text. Source: https://drafts.csswg.org/css-text-decor-4/#text-emphasis-style-property */
const emphasisStyle: Parse<'none' | string> = {
  typed: (value: TextEmphasisStyle) => {
    if (value.type === 'none') return 'none';
    if (value.type === 'string') return String(value.value);
    return EMPHASIS_MARKS[value.shape ?? 'circle'][value.fill === 'open' ? 1 : 0];
  },
};

/** Filled and open. */
const EMPHASIS_MARKS = {
  dot: ['\u2022', '\u25E6'],
  circle: ['\u25CF', '\u25CB'],
  'double-circle': ['\u25C9', '\u25CE'],
  triangle: ['\u25B2', '\u25B3'],
  sesame: ['\uFE45', '\uFE46'],
} as const;

const emphasisPosition: Parse<readonly string[]> = {
  typed: ({ vertical, horizontal }: TextEmphasisPosition) => [vertical, horizontal],
  tokens: (cursor) => {
    const vertical = cursor.keyword('over', 'under');
    return vertical && [vertical, 'right'];
  },
};

/** `currentcolor` inherits as a keyword. Source: https://compat.spec.whatwg.org/#the-webkit-text-fill-color */
type TextColor = 'currentcolor' | Color;
const textColor = either<'currentcolor', Color>(keyword('currentcolor'), color);

/** `<line-width>` whose keywords depend on the font. Blink: `TextStrokeWidth::ApplyValue` */
const strokeWidth: Parse<number> = either(
  {
    tokens: (cursor) => {
      const word = cursor.keyword('thin', 'medium', 'thick');
      return word && new Deferred(({ fontSize }) => (fontSize * { thin: 1, medium: 3, thick: 5 }[word]) / 48);
    },
  },
  length('non-negative'),
);

export const textDecoration = {
  'text-decoration-line': property<readonly Line[]>({
    spec: 'css-text-decor-4/#propdef-text-decoration-line',
    initial: [],
    inherits: false,
    support: 'full',
    parse: decorationLine,
    appliesToFirstLine: true,
    svg: { name: 'text-decoration', text: (lines) => (lines.length > 0 ? lines.join(' ') : 'none') },
  }),
  'text-decoration-style': property<'solid' | 'double' | 'dotted' | 'dashed' | 'wavy'>({
    spec: 'css-text-decor-4/#propdef-text-decoration-style',
    initial: 'solid',
    inherits: false,
    support: 'full',
    parse: keyword('solid', 'double', 'dotted', 'dashed', 'wavy'),
    appliesToFirstLine: true,
  }),
  'text-decoration-color': property<Color>({
    spec: 'css-text-decor-4/#propdef-text-decoration-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    appliesToFirstLine: true,
  }),
  'text-decoration-thickness': property<'auto' | 'from-font' | LengthPercentage>({
    spec: 'css-text-decor-4/#propdef-text-decoration-thickness',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: thickness,
    zoom: 'lengths',
    appliesToFirstLine: true,
  }),
  'text-underline-offset': property<'auto' | LengthPercentage>({
    spec: 'css-text-decor-4/#propdef-text-underline-offset',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: either(keyword('auto'), lengthPercentage()),
    zoom: 'lengths',
    appliesToFirstLine: true,
  }),
  'text-underline-position': property<UnderlinePosition>({
    spec: 'css-text-decor-4/#propdef-text-underline-position',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: underlinePosition,
    appliesToFirstLine: true,
  }),
  'text-decoration-skip-ink': property<'auto' | 'all' | 'none'>({
    spec: 'css-text-decor-4/#propdef-text-decoration-skip-ink',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: keyword('auto', 'all', 'none'),
    appliesToFirstLine: true,
  }),
  'text-emphasis-style': property<'none' | string>({
    spec: 'css-text-decor-4/#propdef-text-emphasis-style',
    initial: 'none',
    inherits: true,
    support: 'none',
    parse: emphasisStyle,
    appliesToFirstLine: true,
  }),
  'text-emphasis-color': property<Color>({
    spec: 'css-text-decor-4/#propdef-text-emphasis-color',
    initial: BLACK,
    inherits: true,
    support: 'none',
    parse: color,
    initialFor: currentColor,
    appliesToFirstLine: true,
  }),
  'text-emphasis-position': property<readonly string[]>({
    spec: 'css-text-decor-4/#propdef-text-emphasis-position',
    initial: ['over', 'right'],
    inherits: true,
    support: 'none',
    parse: emphasisPosition,
    appliesToFirstLine: true,
  }),
  'text-shadow': property<readonly Shadow[]>({
    spec: 'css-text-decor-4/#propdef-text-shadow',
    initial: [],
    inherits: true,
    support: 'full',
    parse: shadows,
    zoom: 'lengths',
    appliesToFirstLine: true,
    unitless: 'invalid',
  }),
  '-webkit-text-fill-color': property<TextColor>({
    spec: 'compat/#the-webkit-text-fill-color',
    initial: 'currentcolor',
    inherits: true,
    support: 'full',
    parse: textColor,
  }),
  '-webkit-text-stroke-color': property<TextColor>({
    spec: 'compat/#the-webkit-text-stroke-color',
    initial: 'currentcolor',
    inherits: true,
    support: 'full',
    parse: textColor,
  }),
  '-webkit-text-stroke-width': property<number>({
    spec: 'compat/#the-webkit-text-stroke-width',
    initial: 0,
    inherits: true,
    support: 'full',
    parse: strokeWidth,
    zoom: 'lengths',
  }),
};
