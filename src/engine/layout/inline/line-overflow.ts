/** Scrollable overflow of a line box. Source: https://drafts.csswg.org/css-overflow-3/#scrollable */

import type { BoxFragment, Placed, TextFragment } from '../algorithm/fragment.js';
import type { Rect } from '../algorithm/geometry.js';
import { extentOf, isWithin } from '../overflow/overflow.js';

/** @returns the line box with its overflow, from its top left corner, px; undefined: there is no overflow */
export function lineOverflow(
  children: readonly Placed<BoxFragment | TextFragment>[],
  width: number,
  height: number,
  hanging = 0,
): Rect | undefined {
  let left = 0;
  let top = 0;
  let right = width;
  let bottom = height;
  for (const child of children) {
    if (isWithin(child, width, height)) continue;
    const extent = extentOf(child);
    if (extent.width === 0 || extent.height === 0) continue;
    left = Math.min(left, extent.x);
    top = Math.min(top, extent.y);
    right = Math.max(right, extent.x + extent.width - hanging);
    bottom = Math.max(bottom, extent.y + extent.height);
  }
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
