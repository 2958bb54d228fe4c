/** `clip-path` as geometry. Source: https://drafts.csswg.org/css-masking-1/#the-clip-path */

import type { ComputedStyle } from '../css/properties/table.js';
import type { FillRule, GeometryBox, PathCommand } from '../css/values/values.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import { type Edges, NO_EDGES, type Rect } from '../layout/algorithm/geometry.js';
import { usedShape } from '../layout/shapes/basic-shape.js';
import type { Radii } from '../layout/shapes/radii.js';
import { sumEdges } from '../layout/sizing/edges.js';
import type { GroupItem } from './display-list.js';
import { insetRadii, insetRect, outline, usedRadii } from './rounded.js';
import type { Side } from './sides.js';

/** A rounded rectangle, which Typst can clip to, or any other shape, which needs a drawing. */
type ClipArea =
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
  const used = usedShape(shape, box);
  switch (used.type) {
    case 'box':
      return rounded({ ...used.rect, x: box.x + used.rect.x, y: box.y + used.rect.y }, used.radii);
    case 'ellipse': {
      const { center, rx, ry } = used;
      const rect = { x: box.x + center[0] - rx, y: box.y + center[1] - ry, width: 2 * rx, height: 2 * ry };
      return rounded(rect, [
        [rx, ry],
        [rx, ry],
        [rx, ry],
        [rx, ry],
      ]);
    }
    case 'polygon': {
      const commands = used.points.map(([x, y], index): PathCommand => [index === 0 ? 'M' : 'L', box.x + x, box.y + y]);
      return { shape: { commands: [...commands, ['Z']], fillRule: used.fillRule } };
    }
    case 'path': {
      const commands = used.commands.map(
        ([name, ...points]) =>
          [name, ...(points as number[]).map((value, at) => value + (at % 2 === 0 ? box.x : box.y))] as never,
      );
      return { shape: { commands, fillRule: used.fillRule } };
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
