/** Widths and styles of lines: borders, outlines, column rules. */

import type { BorderSideWidth } from 'lightningcss';
import { map, type Specified } from '../cascade/specified.js';
import { keyword, length } from './parse.js';
import type { Parse } from './property.js';

const WIDTHS = { thin: 1, medium: 3, thick: 5 } as const;
const px = length('non-negative');

/** As Chromium: a line is at least one px wide and whole ones after that. */
const snap = (width: Specified<number>): Specified<number> =>
  map(width, (value) => (value > 0 && value < 1 ? 1 : Math.floor(value)));

/** `<line-width>` */
export const lineWidth: Parse<number> = {
  typed: (value: BorderSideWidth) => {
    if (value.type !== 'length') return WIDTHS[value.type];
    const width = px.typed?.(value.value as never);
    return width === undefined ? undefined : snap(width);
  },
  tokens: (cursor) => {
    const word = cursor.keyword('thin', 'medium', 'thick');
    if (word) return WIDTHS[word];
    const width = px.tokens?.(cursor);
    return width === undefined ? undefined : snap(width);
  },
};

/** `<line-style>` */
export const lineStyle = keyword(
  'none',
  'hidden',
  'dotted',
  'dashed',
  'solid',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
);
