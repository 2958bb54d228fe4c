/** CSS Multi-column Layout 1. */

import { BLACK, type BorderStyle, type Color } from '../values/values.js';
import { color, currentColor, either, integer, keyword, length } from './parse.js';
import { lineStyle, lineWidth } from './parse-line.js';
import { property } from './property.js';

/** Source: `column-count` in Blink's css_properties.json5, an unsigned number of 16 bits */
const MAX_COLUMN_COUNT = 65_535;

export const multicol = {
  'column-count': property<'auto' | number>({
    spec: 'css-multicol-1/#propdef-column-count',
    initial: 'auto',
    inherits: false,
    support: 'partial',
    note: 'at most 1,000 columns',
    parse: either(keyword('auto'), integer(1, MAX_COLUMN_COUNT)),
    splitBox: 'content',
  }),
  'column-width': property<'auto' | number>({
    spec: 'css-multicol-1/#propdef-column-width',
    initial: 'auto',
    inherits: false,
    support: 'partial',
    note: 'at most 1,000 columns',
    parse: either(keyword('auto'), length('non-negative')),
    zoom: 'lengths',
    splitBox: 'content',
  }),
  'column-fill': property<'balance' | 'balance-all' | 'auto'>({
    spec: 'css-multicol-1/#propdef-column-fill',
    initial: 'balance',
    inherits: false,
    support: 'full',
    parse: keyword('balance', 'balance-all', 'auto'),
    splitBox: 'content',
  }),
  'column-span': property<'none' | 'all'>({
    spec: 'css-multicol-1/#propdef-column-span',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: keyword('none', 'all'),
  }),
  'column-rule-width': property<number>({
    spec: 'css-multicol-1/#propdef-column-rule-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    zoom: 'line-width',
    splitBox: 'content',
  }),
  'column-rule-style': property<BorderStyle>({
    spec: 'css-multicol-1/#propdef-column-rule-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: lineStyle,
    splitBox: 'content',
  }),
  'column-rule-color': property<Color>({
    spec: 'css-multicol-1/#propdef-column-rule-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    splitBox: 'content',
  }),
};
