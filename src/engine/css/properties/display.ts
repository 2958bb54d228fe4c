/** CSS Display 3. */

import type { Display as LightningDisplay } from 'lightningcss';
import { Deferred } from '../cascade/specified.js';
import { integer, isSupportedPrefix, keyword } from './parse.js';
import { type Parse, property } from './property.js';

type Display =
  | 'none'
  | 'contents'
  | 'inline'
  | 'block'
  | 'inline-block'
  | 'flow-root'
  | 'list-item'
  | 'flow-root-list-item'
  | 'inline-list-item'
  | 'inline-block-list-item'
  | 'table'
  | 'inline-table'
  | 'table-row-group'
  | 'table-header-group'
  | 'table-footer-group'
  | 'table-row'
  | 'table-cell'
  | 'table-column-group'
  | 'table-column'
  | 'table-caption'
  | 'flex'
  | 'inline-flex'
  | 'grid'
  | 'inline-grid'
  | 'block-math'
  | 'inline-math'
  | 'ruby'
  | 'ruby-base'
  | 'ruby-text'
  | 'ruby-base-container'
  | 'ruby-text-container';

const BLOCK_OUTSIDE = {
  flow: 'block',
  'flow-root': 'flow-root',
  table: 'table',
  flex: 'flex',
  grid: 'grid',
  ruby: 'ruby',
} as const;

const INLINE_OUTSIDE = {
  flow: 'inline',
  'flow-root': 'inline-block',
  table: 'inline-table',
  flex: 'inline-flex',
  grid: 'inline-grid',
  ruby: 'ruby',
} as const;

/**
 * `-webkit-box`: a flex container, but with `-webkit-line-clamp` a block container, which computeStyle decides.
 * Source: https://drafts.csswg.org/css-overflow-4/#webkit-line-clamp
 */
export const WEBKIT_BOX = new Deferred<Display>(() => 'flex');
export const WEBKIT_INLINE_BOX = new Deferred<Display>(() => 'inline-flex');

/** Maps pairs of outer and inner display types to single keywords. */
const displayValue: Parse<Display> = {
  typed: (value: LightningDisplay) => {
    if (value.type === 'keyword') return value.value;
    const { outside, inside, isListItem } = value;
    if (outside === 'run-in') return undefined;
    if ('vendorPrefix' in inside && !isSupportedPrefix(inside.vendorPrefix)) return undefined;
    if (inside.type === 'box') return outside === 'inline' ? WEBKIT_INLINE_BOX : WEBKIT_BOX;
    if (isListItem && inside.type === 'flow-root')
      return outside === 'inline' ? 'inline-block-list-item' : 'flow-root-list-item';
    if (isListItem) return outside === 'inline' ? 'inline-list-item' : 'list-item';
    return outside === 'inline' ? INLINE_OUTSIDE[inside.type] : BLOCK_OUTSIDE[inside.type];
  },
  tokens: (cursor) => {
    const outside = cursor.keyword('inline', 'block');
    if (!cursor.keyword('math')) return undefined;
    return (outside ?? cursor.keyword('inline', 'block')) === 'block' ? 'block-math' : 'inline-math';
  },
};

export const display = {
  display: property<Display>({
    spec: 'css-display-3/#propdef-display',
    initial: 'inline',
    inherits: false,
    support: 'partial',
    note: 'of the ruby values only `ruby` and `ruby-text`',
    unsupported: (value) => /^ruby-(?!text$)/.test(value),
    parse: displayValue,
    refused: 'UnsupportedValue',
    // Other values do not affect the rendering of SVG shapes.
    svg: { text: (value) => (value === 'none' ? value : undefined) },
  }),
  visibility: property<'visible' | 'hidden' | 'collapse'>({
    spec: 'css-display-3/#propdef-visibility',
    initial: 'visible',
    inherits: true,
    support: 'full',
    parse: keyword('visible', 'hidden', 'collapse'),
    svg: { text: String },
  }),
  order: property<number>({
    spec: 'css-display-4/#propdef-order',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: integer(),
  }),
};
