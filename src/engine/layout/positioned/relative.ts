/** Relative positioning. Source: https://drafts.csswg.org/css-position-3/#relpos-insets */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { resolveLength } from '../../css/values/values.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { snap } from '../algorithm/units.js';
import { resolvePercentage } from '../sizing/heights.js';

/** Relative offset of a box, px; undefined: none. Sticky positioning has no effect without scrolling. */
export function relativeShift(
  style: LogicalStyle,
  space: Pick<ConstraintSpace, 'availableWidth' | 'availableHeight'>,
  rtl = style.direction === 'rtl',
): { x: number; y: number } | undefined {
  if (style.position !== 'relative') return undefined;
  const inline = (side: 'line-left' | 'line-right') => {
    const value = style[`inset-${side}`];
    return value === 'auto' ? undefined : snap(resolveLength(value, space.availableWidth));
  };
  const block = (side: 'block-start' | 'block-end') => {
    const value = style[`inset-${side}`];
    const length = value === 'auto' ? undefined : resolvePercentage(value, space.availableHeight);
    return length === undefined ? undefined : snap(length);
  };
  const left = inline('line-left');
  const right = inline('line-right');
  const fromRight = right === undefined ? undefined : -right;
  const x = (rtl ? (fromRight ?? left) : (left ?? fromRight)) ?? 0;
  const top = block('block-start');
  const bottom = block('block-end');
  const y = top ?? (bottom === undefined ? 0 : -bottom);
  return x === 0 && y === 0 ? undefined : { x, y };
}
