/** Brightness of colors in sRGB. Source: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */

import type { Color } from './values.js';

export function luminance({ r, g, b }: Color): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Source: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
export function contrastRatio(a: Color, b: Color): number {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return x > y ? x / y : y / x;
}
