/** Radii of rounded corners. */

import type { ComputedStyle } from '../../css/properties/table.js';
import { type CornerRadius, resolveLength } from '../../css/values/values.js';
import type { Size } from '../algorithm/geometry.js';

/** Horizontal and vertical radius, px. */
export type Radius = readonly [number, number];
/** From the top left clockwise. */
export type Radii = readonly [Radius, Radius, Radius, Radius];

/** Scales all radii down by one factor, so that neighbours do not overlap. */
export function fitRadii(radii: Radii, width: number, height: number): Radii {
  const [a, b, c, d] = radii;
  const factorFor = (size: number, sum: number) => (sum > size ? size / sum : 1);
  const factor = Math.min(
    factorFor(width, a[0] + b[0]),
    factorFor(height, b[1] + c[1]),
    factorFor(width, c[0] + d[0]),
    factorFor(height, d[1] + a[1]),
  );
  return factor < 1 ? mapRadii(radii, ([x, y]) => [x * factor, y * factor]) : radii;
}

export const mapRadii = (radii: Radii, map: (radius: Radius, corner: number) => Radius): Radii => [
  map(radii[0], 0),
  map(radii[1], 1),
  map(radii[2], 2),
  map(radii[3], 3),
];

/** `border-radius` of a box of that size, also where it is not the border box. */
export function borderRadii(style: ComputedStyle, { width, height }: Size): Radii {
  const used = ({ x, y }: CornerRadius): Radius => [resolveLength(x, width), resolveLength(y, height)];
  const radii: Radii = [
    used(style['border-top-left-radius']),
    used(style['border-top-right-radius']),
    used(style['border-bottom-right-radius']),
    used(style['border-bottom-left-radius']),
  ];
  return fitRadii(radii, width, height);
}
