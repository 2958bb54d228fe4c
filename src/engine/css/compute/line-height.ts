import type { ComputedStyle } from '../properties/table.js';

const UNIT = 64;

/**
 * Used `line-height` in px. What a number multiplies is the font size in whole 1/64 px, as in Blink: over the lines of a
 * page the difference is one of a pixel.
 * @param normal  px, for `normal`
 */
export function lineHeightOf(style: Pick<ComputedStyle, 'line-height' | 'font-size'>, normal: number): number {
  const height = style['line-height'];
  if (height === 'normal') return normal;
  if (typeof height === 'number') return height;
  const size = Math.round(style['font-size'] * UNIT) / UNIT;
  return Math.trunc(Math.fround((size * Math.fround(height.number * 100)) / 100) * UNIT) / UNIT;
}
