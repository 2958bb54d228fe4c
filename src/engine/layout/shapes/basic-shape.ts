/**
 * Used values of basic shapes: geometry in a reference box.
 * Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-functions
 */

import { PathBuilder } from '../../css/values/path-data.js';
import { shapePath } from '../../css/values/shape-path.js';
import {
  type BasicShape,
  type FillRule,
  type PathCommand,
  resolveLength,
  type ShapeRadius,
} from '../../css/values/values.js';
import type { Edges, Rect, Size } from '../algorithm/geometry.js';
import { fitRadii, type Radii } from './radii.js';

export type Point = readonly [x: number, y: number];

/** A shape in px from the top left corner of its reference box. */
export type UsedShape =
  | { readonly type: 'box'; readonly rect: Rect; readonly radii: Radii }
  | { readonly type: 'ellipse'; readonly center: Point; readonly rx: number; readonly ry: number }
  | { readonly type: 'polygon'; readonly points: readonly Point[]; readonly fillRule: FillRule }
  | { readonly type: 'path'; readonly commands: readonly PathCommand[]; readonly fillRule: FillRule };

/** @param size  of the reference box */
export function usedShape(shape: BasicShape, size: Size): UsedShape {
  const { width, height } = size;
  switch (shape.type) {
    case 'inset': {
      const [top, right, bottom, left] = shape.edges.map((edge, index) =>
        resolveLength(edge, index % 2 === 0 ? height : width),
      ) as [number, number, number, number];
      const rect = insetBy(fitEdges({ top, right, bottom, left }, size), size);
      const corners = shape.corners.map(({ x, y }) => [resolveLength(x, width), resolveLength(y, height)]);
      return { type: 'box', rect, radii: fitRadii(corners as unknown as Radii, rect.width, rect.height) };
    }
    case 'circle':
    case 'ellipse': {
      const cx = resolveLength(shape.position.x, width);
      const cy = resolveLength(shape.position.y, height);
      const [rx, ry] =
        shape.type === 'circle'
          ? circleRadii(shape.radius, cx, cy, size)
          : [axisRadius(shape.rx, cx, width), axisRadius(shape.ry, cy, height)];
      return { type: 'ellipse', center: [cx, cy], rx, ry };
    }
    case 'polygon': {
      const { fillRule, round = 0 } = shape;
      const points = shape.points.map(({ x, y }): Point => [resolveLength(x, width), resolveLength(y, height)]);
      if (round === 0) return { type: 'polygon', points, fillRule };
      return { type: 'path', commands: roundedPolygon(points, round), fillRule };
    }
    case 'path':
      return shape;
    case 'shape':
      return { type: 'path', commands: shapePath(shape, size), fillRule: shape.fillRule };
  }
}

const insetBy = ({ top, right, bottom, left }: Edges, { width, height }: Size): Rect => ({
  x: left,
  y: top,
  width: Math.max(0, width - left - right),
  height: Math.max(0, height - top - bottom),
});

/** Scales opposite insets that exceed the box so that they meet. */
function fitEdges(edges: Edges, { width, height }: Size): Edges {
  const fit = (near: number, far: number, extent: number) => (near + far > extent ? extent / (near + far) : 1);
  const across = fit(edges.left, edges.right, width);
  const down = fit(edges.top, edges.bottom, height);
  return {
    top: edges.top * down,
    bottom: edges.bottom * down,
    left: edges.left * across,
    right: edges.right * across,
  };
}

function circleRadii(radius: ShapeRadius, cx: number, cy: number, { width, height }: Size): [number, number] {
  const sides = [cx, width - cx, cy, height - cy].map(Math.abs);
  let used: number;
  if (radius === 'closest-side') used = Math.min(...sides);
  else if (radius === 'farthest-side') used = Math.max(...sides);
  else used = resolveLength(radius, Math.hypot(width, height) / Math.SQRT2);
  return [Math.max(0, used), Math.max(0, used)];
}

function axisRadius(radius: ShapeRadius, center: number, extent: number): number {
  const sides = [Math.abs(center), Math.abs(extent - center)] as const;
  if (radius === 'closest-side') return Math.min(...sides);
  if (radius === 'farthest-side') return Math.max(...sides);
  return Math.max(0, resolveLength(radius, extent));
}

/** A polygon whose corners are arcs, each of which takes at most half of the edges beside it. */
function roundedPolygon(points: readonly Point[], radius: number): PathCommand[] {
  const path = new PathBuilder();
  points.forEach((corner, index) => {
    const before = points.at(index - 1)!;
    const after = points[(index + 1) % points.length]!;
    const [toBefore, toAfter] = [direction(corner, before), direction(corner, after)];
    const half = Math.acos(Math.max(-1, Math.min(1, toBefore.x * toAfter.x + toBefore.y * toAfter.y))) / 2;
    const tangent = Math.tan(half);
    const reach = Math.min(radius / tangent, toBefore.length / 2, toAfter.length / 2);
    const at = (to: typeof toBefore): Point => [corner[0] + to.x * reach, corner[1] + to.y * reach];
    path.add(index === 0 ? 'm' : 'l', false, at(toBefore));
    const isClockwise = toBefore.y * toAfter.x > toBefore.x * toAfter.y;
    const used = reach * tangent;
    path.add('a', false, [used, used, 0, 0, isClockwise ? 1 : 0, ...at(toAfter)]);
  });
  path.add('z', false, []);
  return path.path;
}

function direction([fromX, fromY]: Point, [x, y]: Point): { x: number; y: number; length: number } {
  const length = Math.hypot(x - fromX, y - fromY);
  return length === 0 ? { x: 0, y: 0, length } : { x: (x - fromX) / length, y: (y - fromY) / length, length };
}
