/** Rounded corners: used radii, and paths of rounded rectangles. */

import { PHYSICAL_SIDES, type PhysicalSide, type WritingMode } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { resolveLength } from '../css/values/values.js';
import type { Edges, Rect } from '../layout/algorithm/geometry.js';
import { fitRadii, mapRadii, type Radii, type Radius } from '../layout/shapes/radii.js';
import type { PathCommand } from './display-list.js';

const SQUARE: Radius = [0, 0];
export const SQUARE_CORNERS: Radii = [SQUARE, SQUARE, SQUARE, SQUARE];

/** Which corners of a fragmented box this fragment has. */
export interface Corners {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Set when the block-start side is not the top. */
  readonly writingMode?: WritingMode;
}

/**
 * The used radii of a border box; undefined when all corners are square.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#corner-overlap
 */
export function usedRadii(style: ComputedStyle, { width, height }: Rect, corners: Corners): Radii | undefined {
  if (isSquareBox(style)) return undefined;
  const used = (corner: ComputedStyle['border-top-left-radius'], present: boolean): Radius => {
    if (!present || isSquare(corner)) return SQUARE;
    const x = resolveLength(corner.x, width);
    const y = resolveLength(corner.y, height);
    return x > 0 && y > 0 ? [x, y] : SQUARE;
  };
  const start = corners.writingMode ? PHYSICAL_SIDES[corners.writingMode]['block-start'] : 'top';
  const isCloned = style['box-decoration-break'] === 'clone';
  const shows = (...sides: PhysicalSide[]) => isCloned || (sides.includes(start) ? corners.isFirst : corners.isLast);
  const radii: Radii = [
    used(style['border-top-left-radius'], shows('top', 'left')),
    used(style['border-top-right-radius'], shows('top', 'right')),
    used(style['border-bottom-right-radius'], shows('bottom', 'right')),
    used(style['border-bottom-left-radius'], shows('bottom', 'left')),
  ];
  return radii.every((radius) => radius === SQUARE) ? undefined : fitRadii(radii, width, height);
}

/** Nearly all boxes are: the names are not in a loop, where the property would be looked up by its name. */
function isSquareBox(style: ComputedStyle): boolean {
  return (
    isSquare(style['border-top-left-radius']) &&
    isSquare(style['border-top-right-radius']) &&
    isSquare(style['border-bottom-right-radius']) &&
    isSquare(style['border-bottom-left-radius'])
  );
}

const isSquare = ({ x, y }: ComputedStyle['border-top-left-radius']): boolean => x === 0 && y === 0;

export function insetRect({ x, y, width, height }: Rect, { top, right, bottom, left }: Edges): Rect {
  return {
    x: x + left,
    y: y + top,
    width: Math.max(0, width - left - right),
    height: Math.max(0, height - top - bottom),
  };
}

/** Radii of a rectangle inset by edges; negative edges expand it. */
export function insetRadii(radii: Radii, { top, right, bottom, left }: Edges): Radii {
  if (radii === SQUARE_CORNERS) return radii;
  const horizontal = [left, right, right, left];
  const vertical = [top, top, bottom, bottom];
  return mapRadii(radii, ([x, y], corner) => {
    if (x === 0 || y === 0) return SQUARE;
    const inner: Radius = [x - horizontal[corner]!, y - vertical[corner]!];
    return inner[0] > 0 && inner[1] > 0 ? inner : SQUARE;
  });
}

/** Control point distance of the cubic that approximates a quarter circle of radius 1: 4/3 × (√2 − 1). */
const QUARTER = 0.5522847498;

/** The outline of a rounded rectangle, clockwise from the top left. */
export function outline({ x, y, width, height }: Rect, radii: Radii = SQUARE_CORNERS): PathCommand[] {
  const right = x + width;
  const bottom = y + height;
  const [a, b, c, d] = radii;
  if (radii.every(([rx]) => rx === 0)) {
    return [['M', x, y], ['L', right, y], ['L', right, bottom], ['L', x, bottom], ['Z']];
  }
  const k = 1 - QUARTER;
  const path: PathCommand[] = [
    ['M', x + a[0], y],
    ['L', right - b[0], y],
  ];
  if (b[0] > 0) path.push(['C', right - b[0] * k, y, right, y + b[1] * k, right, y + b[1]]);
  path.push(['L', right, bottom - c[1]]);
  if (c[0] > 0) path.push(['C', right, bottom - c[1] * k, right - c[0] * k, bottom, right - c[0], bottom]);
  path.push(['L', x + d[0], bottom]);
  if (d[0] > 0) path.push(['C', x + d[0] * k, bottom, x, bottom - d[1] * k, x, bottom - d[1]]);
  path.push(['L', x, y + a[1]]);
  if (a[0] > 0) path.push(['C', x, y + a[1] * k, x + a[0] * k, y, x + a[0], y]);
  path.push(['Z']);
  return withoutEmptyLines(path);
}

/** Drops lines of length 0, which appear between adjoining corners. */
export function withoutEmptyLines(path: readonly PathCommand[]): PathCommand[] {
  let [x, y] = [Number.NaN, Number.NaN];
  return path.filter((command) => {
    if (command[0] === 'Z') return true;
    const [endX, endY] = command.slice(-2) as [number, number];
    const isEmpty = command[0] === 'L' && endX === x && endY === y;
    [x, y] = [endX, endY];
    return !isEmpty;
  });
}

/** A cubic for at most a quarter of an ellipse, between two angles (radians, clockwise from "right"). */
export function arc(cx: number, cy: number, [rx, ry]: Radius, from: number, to: number): PathCommand {
  const k = (4 / 3) * Math.tan((to - from) / 4);
  const [c0, s0, c1, s1] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)];
  return [
    'C',
    cx + rx * (c0 - k * s0),
    cy + ry * (s0 + k * c0),
    cx + rx * (c1 + k * s1),
    cy + ry * (s1 - k * c1),
    cx + rx * c1,
    cy + ry * s1,
  ];
}
