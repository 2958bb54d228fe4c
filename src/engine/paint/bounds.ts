/** Rectangles, and what an item covers at most. */

import type { Rect } from '../layout/algorithm/types.js';
import { transformed } from '../layout/overflow/transform.js';
import type { DisplayItem, GroupItem, PathItem, PixelFilter, TextItem } from './display-list.js';

export function intersects(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Empty (zero sized) where they do not meet. */
export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y);
  return { x, y, width, height };
}

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

export function union(rects: readonly Rect[]): Rect {
  if (rects.length === 0) return EMPTY;
  let { x, y } = rects[0]!;
  let right = x;
  let bottom = y;
  for (const rect of rects) {
    x = Math.min(x, rect.x);
    y = Math.min(y, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return { x, y, width: right - x, height: bottom - y };
}

/** An upper bound of what the item covers, in the coordinates it is given in. */
export function boundsOf(item: DisplayItem): Rect {
  switch (item.kind) {
    case 'text':
      return textBounds(item);
    case 'path':
      return pathBounds(item);
    case 'anchor':
      return { x: item.x, y: item.y, width: 0, height: 0 };
    case 'tag':
      return union(item.children.map(boundsOf));
    case 'group': {
      const inside = effectBounds(union(item.children.map(boundsOf)), item);
      const placed = item.transform ? transformed(inside, item.transform) : inside;
      return item.clip ? intersect(placed, item.clip) : placed;
    }
    default:
      return item;
  }
}

/** Deviations from the middle at which a blur is no longer seen. */
const BLUR_REACH = 3;

/** What a filter makes of an area. */
export function filteredBounds(rect: Rect, { blur = 0 }: PixelFilter): Rect {
  const reach = Math.ceil(blur * BLUR_REACH);
  return { x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach, height: rect.height + 2 * reach };
}

/** The upright rectangle around what a group's effects leave of `inside`. */
export function effectBounds(inside: Rect, { filter, shape, mask }: GroupItem): Rect {
  let bounds = filter ? filteredBounds(inside, filter) : inside;
  if (shape) bounds = intersect(bounds, boundsOf({ kind: 'path', commands: shape.commands }));
  if (mask) bounds = intersect(bounds, union(mask.items.map(boundsOf)));
  return bounds;
}

/** What glyphs leave free at the top and bottom of the font's box, in em: only stacked accents reach further. */
const CLEARANCE = 0.1;

function textBounds({ x, y, width, size, face }: TextItem): Rect {
  const top = (face.ascent / face.unitsPerEm - CLEARANCE) * size;
  const bottom = (face.descent / face.unitsPerEm - CLEARANCE) * size;
  return { x, y: y - top, width, height: top + bottom };
}

function pathBounds({ commands, stroke }: PathItem): Rect {
  const points: Rect[] = [];
  for (const [, ...numbers] of commands as readonly (readonly [string, ...number[]])[]) {
    for (let i = 0; i + 1 < numbers.length; i += 2)
      points.push({ x: numbers[i]!, y: numbers[i + 1]!, width: 0, height: 0 });
  }
  const { x, y, width, height } = union(points);
  const spread = (stroke?.width ?? 0) / 2;
  // A straight line without caps ends where its points are.
  const capped = stroke?.cap !== undefined && stroke.cap !== 'butt';
  const spreadX = height === 0 && !capped ? 0 : spread;
  const spreadY = width === 0 && !capped ? 0 : spread;
  return { x: x - spreadX, y: y - spreadY, width: width + 2 * spreadX, height: height + 2 * spreadY };
}
