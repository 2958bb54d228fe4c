/** Whole px, as Blink's ToPixelSnappedRect: edges are rounded, not sizes, so that neighbours stay neighbours. */

import type { Rect } from '../layout/algorithm/types.js';

export function snapRect(x: number, y: number, width: number, height: number): Rect {
  const left = Math.round(x);
  const top = Math.round(y);
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
