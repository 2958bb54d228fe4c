/**
 * Color interpolation in any color space.
 * Source: https://drafts.csswg.org/css-color-4/#interpolation
 */

import {
  A98_TO_XYZ,
  a98Linear,
  D50_TO_D65,
  D50_WHITE,
  each,
  fromHsl,
  fromHwb,
  fromLab,
  fromOklab,
  fromXyz,
  fromXyzD50,
  gamma,
  LMS_TO_XYZ,
  linear,
  type Matrix,
  multiply,
  OKLAB_TO_LMS,
  P3_TO_XYZ,
  PROPHOTO_TO_XYZ_D50,
  polar,
  prophotoLinear,
  REC2020_TO_XYZ,
  rec2020Linear,
  type Triple,
  toColor,
  XYZ_TO_SRGB,
} from './color.js';
import type { Color, ColorSpace, ColorSpaceName } from './values.js';

interface Space {
  readonly to: (srgb: Triple) => Triple;
  readonly from: (components: Triple) => Triple;
  /** For polar spaces: indexes of the hue (in degrees) and of the chroma, up to which the hue is powerless. */
  readonly polar?: { readonly hue: 0 | 2; readonly chroma: 1; readonly powerlessChroma: number };
}

const SRGB_TO_XYZ = inverse(XYZ_TO_SRGB);
const XYZ_TO_LMS = inverse(LMS_TO_XYZ);
const LMS_TO_OKLAB = inverse(OKLAB_TO_LMS);
const D65_TO_D50 = inverse(D50_TO_D65);

const toXyz = (srgb: Triple): Triple => multiply(SRGB_TO_XYZ, each(srgb, linear));
const toXyzD50 = (srgb: Triple): Triple => multiply(D65_TO_D50, toXyz(srgb));
const toOklab = (srgb: Triple): Triple => multiply(LMS_TO_OKLAB, each(multiply(XYZ_TO_LMS, toXyz(srgb)), Math.cbrt));

function toLab(srgb: Triple): Triple {
  const [kappa, epsilon] = [24389 / 27, 216 / 24389];
  const [fx, fy, fz] = toXyzD50(srgb).map((value, at) => {
    const relative = value / D50_WHITE[at]!;
    return relative > epsilon ? Math.cbrt(relative) : (kappa * relative + 16) / 116;
  }) as unknown as Triple;
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const toPolar = ([l, a, b]: Triple): Triple => [l, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];

function toHsl([r, g, b]: Triple): Triple {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [lightness, range] = [(high + low) / 2, high - low];
  const saturation = range === 0 ? 0 : range / (1 - Math.abs(2 * lightness - 1));
  return [hueOf(r, g, b, high, range), saturation, lightness];
}

/** Hue, whiteness and blackness. */
function toHwb([r, g, b]: Triple): Triple {
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  return [hueOf(r, g, b, high, high - low), low, 1 - high];
}

function hueOf(r: number, g: number, b: number, high: number, range: number): number {
  if (range === 0) return 0;
  if (high === r) return (((g - b) / range) * 60 + 360) % 360;
  return high === g ? ((b - r) / range + 2) * 60 : ((r - g) / range + 4) * 60;
}

/**
 * An RGB space by its matrix to XYZ and its transfer function to linear light, which is inverted numerically.
 * @param d50  whether XYZ is relative to D50 instead of D65
 */
function rgbSpace(toXyzMatrix: Matrix, linearise: (value: number) => number, d50 = false): Space {
  const fromXyzMatrix = inverse(toXyzMatrix);
  return {
    to: (srgb) => each(multiply(fromXyzMatrix, d50 ? toXyzD50(srgb) : toXyz(srgb)), (value) => solve(linearise, value)),
    from: (components) => {
      const xyz = multiply(toXyzMatrix, each(components, linearise));
      return d50 ? fromXyzD50(xyz) : fromXyz(xyz);
    },
  };
}

/** Maximum chroma with a powerless hue. Source: https://drafts.csswg.org/css-color-4/#powerless */
const POWERLESS = { lch: 0.0015 * 150, oklch: 0.000004 * 100, hsl: 1e-5, hwb: -1 } as const;
/** Tolerance of the sum of whiteness and blackness of a gray. */
const GRAY_TOLERANCE = 1e-5;

const SPACES: Readonly<Record<ColorSpaceName, Space>> = {
  srgb: { to: (srgb) => srgb, from: (srgb) => srgb },
  'srgb-linear': { to: (srgb) => each(srgb, linear), from: (components) => each(components, gamma) },
  'display-p3': rgbSpace(P3_TO_XYZ, linear),
  'display-p3-linear': rgbSpace(P3_TO_XYZ, (value) => value),
  'a98-rgb': rgbSpace(A98_TO_XYZ, a98Linear),
  'prophoto-rgb': rgbSpace(PROPHOTO_TO_XYZ_D50, prophotoLinear, true),
  rec2020: rgbSpace(REC2020_TO_XYZ, rec2020Linear),
  'xyz-d50': { to: toXyzD50, from: fromXyzD50 },
  'xyz-d65': { to: toXyz, from: fromXyz },
  lab: { to: toLab, from: fromLab },
  oklab: { to: toOklab, from: fromOklab },
  lch: {
    to: (srgb) => toPolar(toLab(srgb)),
    from: (components) => fromLab(polar(...components)),
    polar: { hue: 2, chroma: 1, powerlessChroma: POWERLESS.lch },
  },
  oklch: {
    to: (srgb) => toPolar(toOklab(srgb)),
    from: (components) => fromOklab(polar(...components)),
    polar: { hue: 2, chroma: 1, powerlessChroma: POWERLESS.oklch },
  },
  hsl: {
    to: toHsl,
    from: (components) => fromHsl(...components),
    polar: { hue: 0, chroma: 1, powerlessChroma: POWERLESS.hsl },
  },
  hwb: {
    to: toHwb,
    from: (components) => fromHwb(...components),
    polar: { hue: 0, chroma: 1, powerlessChroma: POWERLESS.hwb },
  },
};

/** A color in a space of its own, also outside of the gamut of sRGB. A missing component is undefined. */
export interface SpacedColor {
  readonly space: ColorSpaceName;
  /** Of the space's functions above: sRGB from 0 to 1, hues in degrees, saturation from 0 to 1. */
  readonly components: readonly [number | undefined, number | undefined, number | undefined];
  readonly alpha: number;
}

export const spaced = ({ r, g, b, a }: Color): SpacedColor => ({
  space: 'srgb',
  components: [r / 255, g / 255, b / 255],
  alpha: a,
});

export function toSrgbColor({ space, components, alpha }: SpacedColor): Color {
  return toColor(SPACES[space].from(present(components)), alpha);
}

const present = (components: SpacedColor['components']): Triple =>
  components.map((value) => value ?? 0) as unknown as Triple;

/** Converts a color. A powerless hue is missing. */
export function inSpace(color: SpacedColor, name: ColorSpaceName): SpacedColor {
  if (color.space === name) return color;
  const space = SPACES[name];
  const components = space.to(SPACES[color.space].from(present(color.components)));
  return { space: name, components: withoutPowerless(space, components, name), alpha: color.alpha };
}

/** Interpolates premultiplied colors. @param weight  of `to`, 0..1 */
export function mixIn(space: ColorSpace, from: Color, to: Color, weight: number): Color {
  return toSrgbColor(mixSpaced(space, spaced(from), spaced(to), weight));
}

/** Interpolates premultiplied colors. @param weight  of `to`, 0..1 */
export function mixSpaced(
  { name, hue = 'shorter' }: ColorSpace,
  from: SpacedColor,
  to: SpacedColor,
  weight: number,
): SpacedColor {
  const alpha = from.alpha + (to.alpha - from.alpha) * weight;
  const [start, end] = [inSpace(from, name).components, inSpace(to, name).components];
  const mixed = [0, 1, 2].map((at) => {
    const [x, y] = [start[at] ?? end[at] ?? 0, end[at] ?? start[at] ?? 0];
    // Hues are not premultiplied: https://drafts.csswg.org/css-color-4/#interpolation-alpha
    if (SPACES[name].polar?.hue === at) return x + hueDistance(x, y, hue) * weight;
    return alpha === 0 ? y : (x * from.alpha * (1 - weight) + y * to.alpha * weight) / alpha;
  }) as unknown as Triple;
  return { space: name, components: mixed, alpha };
}

function withoutPowerless(space: Space, components: Triple, name: ColorSpaceName): SpacedColor['components'] {
  if (!space.polar) return components;
  const { hue, chroma, powerlessChroma } = space.polar;
  const isGray =
    name === 'hwb' ? components[1] + components[2] >= 1 - GRAY_TOLERANCE : components[chroma] <= powerlessChroma;
  return isGray
    ? (components.map((value, at) => (at === hue ? undefined : value)) as unknown as SpacedColor['components'])
    : components;
}

/** Source: https://drafts.csswg.org/css-color-4/#hue-interpolation */
function hueDistance(from: number, to: number, way: NonNullable<ColorSpace['hue']>): number {
  const distance = to - from;
  if (way === 'shorter') return distance > 180 ? distance - 360 : distance < -180 ? distance + 360 : distance;
  if (way === 'increasing') return distance < 0 ? distance + 360 : distance;
  if (way === 'decreasing') return distance > 0 ? distance - 360 : distance;
  if (distance > 0 && distance < 180) return distance - 360;
  return distance > -180 && distance <= 0 ? distance + 360 : distance;
}

/** Inverts an increasing function on -1..2 by bisection. */
function solve(rising: (value: number) => number, wanted: number): number {
  let [low, high] = [-1, 2];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (rising(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const over = (row: Triple) => each(row, (value) => value / determinant);
  return [
    over([e * i - f * h, c * h - b * i, b * f - c * e]),
    over([f * g - d * i, a * i - c * g, c * d - a * f]),
    over([d * h - e * g, b * g - a * h, a * e - b * d]),
  ];
}
