/**
 * Pixel snapping. Edges are rounded, not sizes, so that neighbours stay adjacent. Source: Blink's ToPixelSnappedRect
 */

import type { Rect } from '../layout/algorithm/geometry.js';

export const snapped = ({ x, y, width, height }: Rect): Rect => snapRect(x, y, width, height);

export function snapRect(x: number, y: number, width: number, height: number): Rect {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
