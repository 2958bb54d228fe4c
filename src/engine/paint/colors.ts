/**
 * Shades of bevelled borders. Source: Blink's CalculateBorderStyleColor (box_border_painter.cc), Color::Dark and
 * ::Light
 */

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

const scaled = ({ r, g, b, a }: Color, factor: number): Color => ({ r: r * factor, g: g * factor, b: b * factor, a });

/**
 * Below this contrast with its dark shade, a colour gets light shades on both sides.
 * Source: Blink's kMinimumBorderEdgeContrastRatio (box_border_painter.cc); value measured in Chromium 156
 */
const MIN_CONTRAST = 1.3;

/** The colour of a bevel's dark or light side. */
export function bevelColor(color: Color, inShadow: boolean): Color {
  const dark = darker(color);
  const tooDark = contrast(color, dark) < MIN_CONTRAST;
  if (inShadow) return tooDark ? lighter(color) : dark;
  return lighter(tooDark ? lighter(color) : color);
}

/** Source: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
function contrast(a: Color, b: Color): number {
  const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function luminance({ r, g, b }: Color): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
