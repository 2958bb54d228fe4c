/** `clip-path` as geometry. Source: https://drafts.csswg.org/css-masking-1/#the-clip-path */

import type { ComputedStyle } from '../css/properties/table.js';
import {
  type FillRule,
  type GeometryBox,
  type PathCommand,
  resolveLength,
  type ShapeRadius,
} from '../css/values/values.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import { type Edges, NO_EDGES, type Rect } from '../layout/algorithm/geometry.js';
import { sumEdges } from '../layout/sizing/edges.js';
import type { GroupItem, Radii } from './display-list.js';
import { fitRadii, insetRadii, insetRect, outline, usedRadii } from './rounded.js';
import type { Side } from './sides.js';

/** A rounded rectangle, which Typst can clip to, or any other shape, which needs a drawing. */
export type ClipArea =
  | { readonly clip: NonNullable<GroupItem['clip']> }
  | { readonly shape: { readonly commands: readonly PathCommand[]; readonly fillRule: FillRule } };

/** @param border the border box, not snapped */
export function clipArea(style: ComputedStyle, border: Rect, fragment: PhysicalBoxFragment): ClipArea | undefined {
  const clip = style['clip-path'];
  if (clip === 'none' || 'url' in clip) return undefined;
  const edges = edgesOf(clip.box, fragment);
  const box = insetRect(border, edges);
  const { shape } = clip;
  if (!shape) {
    const radii = usedRadii(style, border, fragment);
    return rounded(box, radii && insetRadii(radii, edges));
  }
  switch (shape.type) {
    case 'inset': {
      const [top, right, bottom, left] = shape.edges.map((edge, index) =>
        resolveLength(edge, index % 2 === 0 ? box.height : box.width),
      ) as [number, number, number, number];
      const rect = insetRect(box, fitEdges({ top, right, bottom, left }, box));
      const corners = shape.corners.map(({ x, y }) => [resolveLength(x, box.width), resolveLength(y, box.height)]);
      return rounded(rect, fitRadii(corners as unknown as Radii, rect.width, rect.height));
    }
    case 'circle':
    case 'ellipse': {
      const cx = resolveLength(shape.position.x, box.width);
      const cy = resolveLength(shape.position.y, box.height);
      const [rx, ry] =
        shape.type === 'circle'
          ? circleRadii(shape.radius, cx, cy, box)
          : [axisRadius(shape.rx, cx, box.width), axisRadius(shape.ry, cy, box.height)];
      const rect = { x: box.x + cx - rx, y: box.y + cy - ry, width: 2 * rx, height: 2 * ry };
      return rounded(rect, [
        [rx, ry],
        [rx, ry],
        [rx, ry],
        [rx, ry],
      ]);
    }
    case 'polygon': {
      const commands = shape.points.map(({ x, y }, index): PathCommand => {
        const point = [box.x + resolveLength(x, box.width), box.y + resolveLength(y, box.height)] as const;
        return [index === 0 ? 'M' : 'L', ...point];
      });
      return { shape: { commands: [...commands, ['Z']], fillRule: shape.fillRule } };
    }
    case 'path': {
      const commands = shape.commands.map(
        ([name, ...points]) =>
          [name, ...(points as number[]).map((value, at) => value + (at % 2 === 0 ? box.x : box.y))] as never,
      );
      return { shape: { commands, fillRule: shape.fillRule } };
    }
  }
}

/** Corners that are all circular, or all the same ellipse, are a clip; any other corners need a path. */
function rounded(rect: Rect, radii: Radii | undefined): ClipArea {
  if (!radii?.some(([rx]) => rx > 0)) return { clip: rect };
  const [[rx, ry]] = radii;
  const isEven = radii.every(([x, y]) => x === rx && y === ry);
  const isCircular = radii.every(([x, y]) => x === y);
  if (isEven || isCircular) return { clip: { ...rect, radii } };
  return { shape: { commands: outline(rect, radii), fillRule: 'nonzero' } };
}

/** Scales opposite insets that exceed the box so that they meet. */
function fitEdges(edges: Edges, { width, height }: Rect): Edges {
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

function circleRadii(radius: ShapeRadius, cx: number, cy: number, { width, height }: Rect): [number, number] {
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

function edgesOf(box: GeometryBox, { border, padding, style }: PhysicalBoxFragment): Edges {
  if (box === 'border-box') return NO_EDGES;
  if (box === 'padding-box') return border;
  if (box === 'margin-box') {
    // Fragments do not keep used margins: a margin in px is its used value, `auto` and percentages count as 0.
    const outset = (side: Side) => {
      const margin = style[`margin-${side}`];
      return typeof margin === 'number' ? -margin : 0;
    };
    return { top: outset('top'), right: outset('right'), bottom: outset('bottom'), left: outset('left') };
  }
  return sumEdges(border, padding);
}
