/**
 * Box alignment in block containers and table cells.
 * Sources: https://drafts.csswg.org/css-align-3/#justify-block, #distribution-block
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Alignment } from '../../css/values/values.js';
import { freeShare } from './free-space.js';
import { justifySelf } from './self-alignment.js';

/** `justify-self` of a block-level child; undefined: it stretches to the width of its containing block. */
export function justification(child: BlockLevelBox, container: BlockBox): Alignment | undefined {
  if (child.origin === 'anonymous') return undefined;
  const alignment = justifySelf(child, container.style);
  const { value } = alignment;
  if (value === 'auto' || value === 'normal' || value === 'stretch') return undefined;
  return value === 'last-baseline' ? { value: 'start' } : alignment;
}

/** Fraction of the free space on the left of an aligned block, 0..1. */
export function leftShare(alignment: Alignment, free: number, child: BlockLevelBox, container: BlockBox): number {
  const rtl = container.style.direction === 'rtl';
  const selfReversed = (child.style.direction === 'rtl') !== rtl;
  const share = freeShare(alignment, free, { reversed: false, fromRight: rtl, isInline: true }, selfReversed);
  return rtl ? 1 - share : share;
}

/**
 * Downward shift of the content of a block container by `align-content`, px.
 * @param free  space below the content, px; < 0: the content overflows
 */
export function contentShift(style: LogicalStyle, free: number): number {
  const { value, safety } = style['align-content'];
  if (free <= 0 && safety !== 'unsafe') return 0;
  switch (value) {
    case 'center':
    case 'space-around':
    case 'space-evenly':
      return free / 2;
    case 'end':
    case 'flex-end':
      return free;
    default:
      return 0;
  }
}

/** Alignment of a table cell's content: `align-content`, or `vertical-align` where that is `normal`. */
export function cellAlignment({ style }: BlockBox): 'baseline' | 'top' | 'middle' | 'bottom' {
  switch (style['align-content'].value) {
    case 'normal':
    case 'last-baseline': {
      const align = style['vertical-align'];
      return align === 'top' || align === 'middle' || align === 'bottom' ? align : 'baseline';
    }
    case 'baseline':
      return 'baseline';
    case 'center':
    case 'space-around':
    case 'space-evenly':
      return 'middle';
    case 'end':
    case 'flex-end':
      return 'bottom';
    default:
      return 'top';
  }
}
