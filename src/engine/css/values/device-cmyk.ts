/**
 * Uncalibrated CMYK colors: `device-cmyk()`. lightningcss does not know the function: it parses values in which a
 * `light-dark()` stands for it.
 * Source: https://drafts.csswg.org/css-color-5/#device-cmyk
 */

import type { CssColor } from 'lightningcss';
import type { Cmyk, Color } from './values.js';

export interface CmykColor {
  readonly cmyk: Cmyk;
  readonly alpha: number;
}

/** From 0 to 1. Source: https://drafts.csswg.org/css-color-5/#cmyk-rgb */
const naiveRgb = ([cyan, magenta, yellow, black]: Cmyk): readonly number[] =>
  [cyan, magenta, yellow].map((ink) => 1 - Math.min(1, ink * (1 - black) + black));

export const conversionText = ({ cmyk, alpha }: CmykColor): string =>
  `color(srgb ${naiveRgb(cmyk).join(' ')} / ${alpha})`;

/** Added to components of the dark side: no color that an author writes has such ones. */
const SHIFT = 8;

/** The light side is the conversion; the dark side has the inks, black as its alpha. */
export function markedText(color: CmykColor): string {
  const [cyan, magenta, yellow, black] = color.cmyk;
  const [x, y, z] = [cyan, magenta, yellow].map((ink) => SHIFT + ink);
  return `light-dark(${conversionText(color)},color(prophoto-rgb ${x} ${y} ${z} / ${black}))`;
}

type LightDark = Extract<CssColor, { type: 'light-dark' }>;

/** The inks that the color stands for, if it is the replacement of a `device-cmyk()`. */
export function readDeviceCmyk({ dark }: LightDark): Cmyk | undefined {
  if (typeof dark !== 'object' || dark.type !== 'prophoto-rgb') return undefined;
  const inks = [dark.r, dark.g, dark.b].map((value) => rounded(value - SHIFT));
  if (!inks.every((ink) => ink >= 0 && ink <= 1)) return undefined;
  return [...inks, rounded(dark.alpha)] as unknown as Cmyk;
}

/** Components of lightningcss are single precision. */
const rounded = (ink: number): number => Math.round(ink * 1e5) / 1e5;

/** Text of a color in CMYK. Source: https://drafts.csswg.org/css-color-5/#serializing-device-cmyk-values */
export function deviceCmykText(cmyk: Cmyk, { a }: Color): string {
  return `device-cmyk(${cmyk.join(' ')}${a < 1 ? ` / ${a}` : ''})`;
}

/** The conversion of a color in CMYK or a custom color space; other colors as they are. */
export const inSrgb = (color: Color): Color =>
  color.cmyk || color.custom ? { r: color.r, g: color.g, b: color.b, a: color.a } : color;
