/** Which formatting context a box establishes. Source: https://drafts.csswg.org/css-display-3/#formatting-context */

import type { ComputedStyle } from '../css/properties/table.js';
import {
  containsLayout,
  hasColumns,
  isFlexContainer,
  isGridContainer,
  isScrollable,
  queriesSize,
} from '../css/style-queries.js';
import { isFloating, isOutOfFlow, type RawBox } from './raw.js';
import type { FormattingContext } from './tree.js';

export function formattingContext(style: ComputedStyle): FormattingContext {
  const { display } = style;
  if (isFlexContainer(style)) return 'flex';
  if (isGridContainer(style)) return 'grid';
  if (display === 'block-math' || display === 'inline-math') return 'math';
  const isBlockContainer = !display.startsWith('table') || display === 'table-cell' || display === 'table-caption';
  return hasColumns(style) && isBlockContainer ? 'multicol' : 'flow';
}

/** Source: https://drafts.csswg.org/css-display-3/#establish-an-independent-formatting-context */
export function startsFormattingContext(raw: RawBox): boolean {
  const { style } = raw;
  const inner = !['block', 'list-item'].includes(style.display);
  return (
    inner ||
    isScrollable(style['overflow-x']) ||
    containsLayout(style) ||
    queriesSize(style) ||
    isOutOfFlow(raw) ||
    isFloating(raw) ||
    formattingContext(style) !== 'flow' ||
    style['column-span'] === 'all' ||
    style['align-content'].value !== 'normal' ||
    (raw.element.name === 'html' && raw.origin === undefined) ||
    (raw.element.name === 'fieldset' && raw.origin === undefined)
  );
}
