/** Scrollable overflow of a line box. Source: https://drafts.csswg.org/css-overflow-3/#scrollable */

import type { BoxFragment, LineFragment, Placed, TextFragment } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import { extentOf, isWithin } from '../overflow/overflow.js';

/** The edges of a line's content without what hangs at its end. */
interface ContentEdges {
  readonly left: number;
  readonly right: number;
}

/** @returns undefined: nothing hangs */
export function edgesWithoutHanging(
  { children, hanging }: LineFragment,
  direction: 'ltr' | 'rtl',
): ContentEdges | undefined {
  if (hanging === 0) return undefined;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const { fragment, x } of children) {
    left = Math.min(left, x);
    right = Math.max(right, x + fragment.width);
  }
  return direction === 'ltr' ? { left, right: right - hanging } : { left: left + hanging, right };
}

/**
 * The overflow of a line, to which hanging spaces and marks do not count: Blink's `AdjustOverflowForHanging`.
 * @returns the line box with its overflow, from its top left corner, px; undefined: there is no overflow
 */
export function lineOverflow(
  children: readonly Placed<BoxFragment | TextFragment>[],
  width: number,
  height: number,
  limits?: ContentEdges,
): Rect | undefined {
  let left = 0;
  let top = 0;
  let right = width;
  let bottom = height;
  for (const child of children) {
    if (isWithin(child, width, height)) continue;
    const extent = extentOf(child);
    if (extent.width === 0 || extent.height === 0) continue;
    left = Math.min(left, limits ? Math.max(extent.x, limits.left) : extent.x);
    top = Math.min(top, extent.y);
    const end = extent.x + extent.width;
    right = Math.max(right, limits ? Math.min(end, limits.right) : end);
    bottom = Math.max(bottom, extent.y + extent.height);
  }
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
