/** Scrollable overflow of fragments, px. Source: https://drafts.csswg.org/css-overflow-3/#scrollable */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Placed } from '../algorithm/fragment.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { fragmentMatrix, transformed } from './transform.js';

/** The smallest rectangle around both; undefined is empty. */
export function unite(a: Rect | undefined, b: Rect | undefined): Rect | undefined {
  if (!a || !b) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export function moved(rect: Rect, x: number, y: number): Rect {
  return { x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height };
}

/**
 * Transformed border box of a placed child with its overflow, relative to the parent's border box.
 * Source: Blink's ScrollableOverflowCalculator::ScrollableOverflowForPropagation
 */
export function extentOf(child: Placed): Rect {
  const { fragment, x, y } = child;
  if (fragment.kind !== 'box') return { x, y, width: fragment.width, height: fragment.height };
  const { width, height, overflow, shift } = fragment;
  const own = { x: 0, y: 0, width, height };
  const all = unite(own, overflow) ?? own;
  const matrix = fragmentMatrix(fragment, 0, 0);
  return moved(matrix ? transformed(all, matrix) : all, x + (shift?.x ?? 0), y + (shift?.y ?? 0));
}

/** Whether a placed child without overflow of its own is within the box of this size that it is placed in. */
export function isWithin({ fragment, x, y }: Placed, width: number, height: number): boolean {
  if (x < 0 || y < 0 || x + fragment.width > width || y + fragment.height > height) return false;
  return fragment.kind !== 'box' || (!fragment.overflow && !fragment.shift && !fragmentMatrix(fragment, 0, 0));
}

/**
 * Scrollable overflow of a box relative to its border box; undefined: none.
 * @param lines  overflow of line boxes, relative to the border box
 */
export function overflowOf(
  style: LogicalStyle,
  width: number,
  height: number,
  border: Edges,
  children: readonly Placed[],
  lines: Rect | undefined,
): Rect | undefined {
  let all = lines;
  for (const child of children) {
    if (child.fragment.kind === 'line') {
      // `lines` includes overflow in the inline axis.
      if (child.y + child.fragment.height > height) {
        all = unite(all, { x: 0, y: child.y, width, height: child.fragment.height });
      }
      continue;
    }
    if (isWithin(child, width, height)) continue;
    const extent = extentOf(child);
    // Rectangles without an area do not count: Blink's ScrollableOverflowCalculator::AddOverflow
    if (extent.width === 0 || extent.height === 0) continue;
    if (extent.x >= 0 && extent.y >= 0 && extent.x + extent.width <= width && extent.y + extent.height <= height)
      continue;
    all = unite(all, extent);
  }
  if (!all) return undefined;
  const clipX = style['overflow-inline'] !== 'visible';
  const clipY = style['overflow-block'] !== 'visible';
  const left = clipX ? Math.max(all.x, border.left) : all.x;
  const top = clipY ? Math.max(all.y, border.top) : all.y;
  const right = clipX ? Math.min(all.x + all.width, width - border.right) : all.x + all.width;
  const bottom = clipY ? Math.min(all.y + all.height, height - border.bottom) : all.y + all.height;
  if (right <= left || bottom <= top) return undefined;
  if (left >= 0 && top >= 0 && right <= width && bottom <= height) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
