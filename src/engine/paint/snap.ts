/**
 * Pixel snapping. Edges are rounded, not sizes, so that neighbours stay adjacent. Source: Blink's ToPixelSnappedRect
 */

import type { Rect } from '../layout/algorithm/geometry.js';

export const snapped = ({ x, y, width, height }: Rect): Rect => snapRect(x, y, width, height);

export function snapRect(x: number, y: number, width: number, height: number): Rect {
  return { x: Math.round(x), y: Math.round(y), width: snapSize(width, x), height: snapSize(height, y) };
}

/** Smaller sizes than this may vanish, px: four layout units. */
const VANISHING = 4 / 64;

/** Hairlines are as wide as a pixel. Source: Blink's SnapSizeToPixel (layout_unit.h) */
function snapSize(size: number, start: number): number {
  const snappedSize = Math.round(start + size) - Math.round(start);
  return snappedSize === 0 && size > VANISHING ? 1 : snappedSize;
}
