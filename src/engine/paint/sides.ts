/** The shape of one border side, cut along the mitres at its corners. */

import type { Rect } from '../layout/algorithm/geometry.js';
import type { PathCommand, Radii, Radius } from './display-list.js';
import { arc, withoutEmptyLines } from './rounded.js';

export const SIDES = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof SIDES)[number];

/** A rectangle with its corners' radii. */
interface RoundedRect {
  readonly rect: Rect;
  readonly radii: Radii;
}

interface Edge {
  readonly point: readonly [number, number];
  readonly radius: Radius;
}

interface Corner {
  /** The mitre runs from the outer to the inner corner. */
  readonly outer: Edge;
  readonly inner: Edge;
  /** Direction into the rectangle. */
  readonly inwards: readonly [1 | -1, 1 | -1];
  /** Angle at which the clockwise arc starts. */
  readonly startAngle: number;
}

/** @returns a closed path: clockwise along the outer edge, back along the inner one */
export function sidePath(side: Side, outer: RoundedRect, inner: RoundedRect): PathCommand[] {
  const [from, to] = cornersOf(side, outer, inner);
  const path: PathCommand[] = [
    ['M', ...mitrePoint(from, from.outer)],
    ...afterMitre(from, from.outer),
    ...beforeMitre(to, to.outer),
    ['L', ...mitrePoint(to, to.inner)],
    ...backToStart(to, to.inner),
    ...backToMitre(from, from.inner),
    ['Z'],
  ];
  return withoutEmptyLines(path);
}

/** @returns an open path along `middle`, from mitre to mitre */
export function sideLine(side: Side, outer: RoundedRect, inner: RoundedRect, middle: RoundedRect): PathCommand[] {
  const [from, to] = cornersOf(side, outer, inner);
  const [start, end] = edgesOf(side, middle);
  return withoutEmptyLines([['M', ...mitrePoint(from, start)], ...afterMitre(from, start), ...beforeMitre(to, end)]);
}

const INWARDS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** The corners at the start and end of a side, clockwise. */
function edgesOf(side: Side, { rect, radii }: RoundedRect): [Edge, Edge] {
  const points = [
    [rect.x, rect.y],
    [rect.x + rect.width, rect.y],
    [rect.x + rect.width, rect.y + rect.height],
    [rect.x, rect.y + rect.height],
  ] as const;
  const edge = (index: number): Edge => ({ point: points[index % 4]!, radius: radii[index % 4]! });
  const first = SIDES.indexOf(side);
  return [edge(first), edge(first + 1)];
}

function cornersOf(side: Side, outer: RoundedRect, inner: RoundedRect): [Corner, Corner] {
  const [outerStart, outerEnd] = edgesOf(side, outer);
  const [innerStart, innerEnd] = edgesOf(side, inner);
  const corner = (index: number, outerEdge: Edge, innerEdge: Edge): Corner => ({
    outer: outerEdge,
    inner: innerEdge,
    inwards: INWARDS[index % 4]!,
    startAngle: Math.PI + ((index % 4) * Math.PI) / 2,
  });
  const first = SIDES.indexOf(side);
  return [corner(first, outerStart, innerStart), corner(first + 1, outerEnd, innerEnd)];
}

/** Where the mitre crosses the edge. */
function mitrePoint(corner: Corner, { point, radius }: Edge): [number, number] {
  return radius[0] === 0 ? [...point] : pointAt(corner, { point, radius }, mitreAngle(corner, { point, radius }));
}

function center({ inwards }: Corner, { point, radius }: Edge): [number, number] {
  return [point[0] + radius[0] * inwards[0], point[1] + radius[1] * inwards[1]];
}

function pointAt(corner: Corner, edge: Edge, angle: number): [number, number] {
  const [cx, cy] = center(corner, edge);
  return [cx + edge.radius[0] * Math.cos(angle), cy + edge.radius[1] * Math.sin(angle)];
}

/** Bisection steps; enough for a quarter circle at the precision of PDF coordinates. */
const STEPS = 30;

/** The angle at which the mitre crosses the edge's arc, by bisection. */
function mitreAngle(corner: Corner, edge: Edge): number {
  const [ox, oy] = corner.outer.point;
  let [dx, dy] = [corner.inner.point[0] - ox, corner.inner.point[1] - oy];
  if (dx === 0 && dy === 0) [dx, dy] = corner.inwards;
  const sideOf = (angle: number) => {
    const [x, y] = pointAt(corner, edge, angle);
    return dx * (y - oy) - dy * (x - ox);
  };
  let low = corner.startAngle;
  let high = low + Math.PI / 2;
  const lowSide = Math.sign(sideOf(low));
  if (Math.sign(sideOf(high)) === lowSide) return Math.abs(sideOf(low)) < Math.abs(sideOf(high)) ? low : high;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (Math.sign(sideOf(middle)) === lowSide) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const arcOf = (corner: Corner, edge: Edge, from: number, to: number): PathCommand =>
  arc(...center(corner, edge), edge.radius, from, to);

/** Clockwise from the mitre to the end of the arc. */
function afterMitre(corner: Corner, edge: Edge): PathCommand[] {
  if (edge.radius[0] === 0) return [];
  return [arcOf(corner, edge, mitreAngle(corner, edge), corner.startAngle + Math.PI / 2)];
}

/** Straight to the arc, then clockwise to the mitre. */
function beforeMitre(corner: Corner, edge: Edge): PathCommand[] {
  if (edge.radius[0] === 0) return [['L', ...edge.point]];
  const { startAngle } = corner;
  return [['L', ...pointAt(corner, edge, startAngle)], arcOf(corner, edge, startAngle, mitreAngle(corner, edge))];
}

/** Counterclockwise from the mitre to the start of the arc. */
function backToStart(corner: Corner, edge: Edge): PathCommand[] {
  return edge.radius[0] === 0 ? [] : [arcOf(corner, edge, mitreAngle(corner, edge), corner.startAngle)];
}

/** Straight to the end of the arc, then counterclockwise to the mitre. */
function backToMitre(corner: Corner, edge: Edge): PathCommand[] {
  if (edge.radius[0] === 0) return [['L', ...edge.point]];
  const end = corner.startAngle + Math.PI / 2;
  return [['L', ...pointAt(corner, edge, end)], arcOf(corner, edge, end, mitreAngle(corner, edge))];
}
