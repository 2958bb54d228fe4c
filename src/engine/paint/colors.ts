/**
 * Shades of bevelled borders. Source: Blink's CalculateBorderStyleColor (box_border_painter.cc), Color::Dark and
 * ::Light
 */

import { luminance } from '../css/values/luminance.js';
import type { Cmyk, Color, CustomColor } from '../css/values/values.js';

export function sameColor(a: Color, b: Color): boolean {
  return (
    a === b ||
    (a.r === b.r &&
      a.g === b.g &&
      a.b === b.b &&
      a.a === b.a &&
      sameInks(a.cmyk, b.cmyk) &&
      sameCustom(a.custom, b.custom))
  );
}

const sameInks = (a: Cmyk | undefined, b: Cmyk | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.every((ink, index) => ink === b[index]));

const sameCustom = (a: CustomColor | undefined, b: CustomColor | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.profile === b.profile &&
    a.components.every((value, index) => value === b.components[index]));

function darker(color: Color): Color {
  const { r, g, b, a } = color;
  if (r === 255 && g === 255 && b === 255) return { r: 171, g: 171, b: 171, a };
  const brightest = Math.max(r, g, b) / 255;
  return scaled(color, brightest === 0 ? 0 : Math.max(0, (brightest - 0.33) / brightest));
}

function lighter(color: Color): Color {
  const brightest = Math.max(color.r, color.g, color.b) / 255;
  if (brightest === 0) return { r: 84, g: 84, b: 84, a: color.a };
  return scaled(color, Math.min(1, brightest + 0.33) / brightest);
}

/** Channels are cut to bytes as by Blink's Color::FromRGBAFloat. */
function scaled({ r, g, b, a }: Color, factor: number): Color {
  const channel = (value: number) => Math.min(255, Math.floor(((value * factor) / 255) * 255.99997));
  return { r: channel(r), g: channel(g), b: channel(b), a };
}

/** Bevels of this luminance and below have light shades on both sides: that of #202020. */
const DARKEST_BASE = 0.014443844;
/** Bevels of this luminance and above show their own colour on the light side: that of #ebebeb. */
const LIGHTEST_BASE = 0.83077;

/** The base of bevels in the text colour. */
export const BEVEL_BASE: Color = { r: 238, g: 238, b: 238, a: 1 };

/** The colour of a bevel's dark or light side. */
export function bevelColor(color: Color, inShadow: boolean): Color {
  const base = luminance(color);
  const isDark = base <= DARKEST_BASE;
  if (inShadow) return isDark ? lighter(color) : darker(color);
  if (isDark) return lighter(lighter(color));
  return base >= LIGHTEST_BASE ? color : lighter(color);
}
