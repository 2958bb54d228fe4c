/** Widths and styles of lines: borders, outlines, column rules. */

import type { BorderSideWidth } from 'lightningcss';
import { map, type Specified } from '../cascade/specified.js';
import { keyword, length } from './parse.js';
import type { Parse } from './property.js';

/** px. Source: https://drafts.csswg.org/css-backgrounds-3/#border-width */
const WIDTHS = { thin: 1, medium: 3, thick: 5 } as const;
const px = length('non-negative');

/**
 * Rounds a width to whole px: down, but up below 1px.
 * Source: https://drafts.csswg.org/css-values-4/#snap-a-length-as-a-border-width
 */
export const snapLineWidth = (width: number): number => (width > 0 && width < 1 ? 1 : Math.floor(width));

const snap = (width: Specified<number>): Specified<number> => map(width, snapLineWidth);

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
