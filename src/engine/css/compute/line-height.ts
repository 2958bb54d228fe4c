import type { ComputedStyle } from '../properties/table.js';

/** Layout units per px. */
const UNITS_PER_PX = 64;

/**
 * Used value of `line-height` in px. A number multiplies the font size rounded to layout units; the product is
 * truncated to layout units.
 * @param normal  line spacing of the font in px, for `normal`
 * Source: Blink's ComputedStyle::ComputedFontSizeAsFixed and MinimumValueForLength, in single precision
 */
export function lineHeightOf(style: Pick<ComputedStyle, 'line-height' | 'font-size'>, normal: number): number {
  const height = style['line-height'];
  if (height === 'normal') return normal;
  if (typeof height === 'number') return height;
  const size = Math.round(style['font-size'] * UNITS_PER_PX) / UNITS_PER_PX;
  return Math.trunc(Math.fround((size * Math.fround(height.number * 100)) / 100) * UNITS_PER_PX) / UNITS_PER_PX;
}
