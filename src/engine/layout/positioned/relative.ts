/** Relative positioning. Source: https://drafts.csswg.org/css-position-3/#relpos-insets */

import type { ComputedStyle } from '../../css/properties/table.js';
import { resolveLength } from '../../css/values/values.js';
import type { ConstraintSpace, OutOfFlow } from '../algorithm/types.js';
import { snap } from '../algorithm/units.js';
import { resolvePercentage } from '../sizing/heights.js';

/** Boxes that are positioned further out, fixed ones above all, still have their static position in a box that is moved. */
export function moveStaticPosition(item: OutOfFlow, shift: { readonly x: number; readonly y: number }): OutOfFlow {
  return { ...item, x: item.x + shift.x, y: item.y + shift.y };
}

/** How far a relatively positioned box is painted from its place. Sticky boxes have nothing to stick to in print. */
export function relativeShift(
  style: ComputedStyle,
  space: Pick<ConstraintSpace, 'availableWidth' | 'availableHeight'>,
  rtl = style.direction === 'rtl',
): { x: number; y: number } | undefined {
  if (style.position !== 'relative') return undefined;
  const horizontally = (side: 'left' | 'right') => {
    const value = style[side];
    return value === 'auto' ? undefined : snap(resolveLength(value, space.availableWidth));
  };
  const vertically = (side: 'top' | 'bottom') => {
    const value = style[side];
    const length = value === 'auto' ? undefined : resolvePercentage(value, space.availableHeight);
    return length === undefined ? undefined : snap(length);
  };
  const left = horizontally('left');
  const right = horizontally('right');
  const fromRight = right === undefined ? undefined : -right;
  const x = (rtl ? (fromRight ?? left) : (left ?? fromRight)) ?? 0;
  const top = vertically('top');
  const bottom = vertically('bottom');
  const y = top ?? (bottom === undefined ? 0 : -bottom);
  return x === 0 && y === 0 ? undefined : { x, y };
}
