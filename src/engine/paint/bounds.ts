/** Rectangle arithmetic, and upper bounds of display items. */

import type { SvgEffect } from '../box/svg-effects.js';
import type { Rect } from '../layout/algorithm/geometry.js';
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

/** The intersection; its size is 0 where the rectangles do not overlap. */
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

/** The union of the bounds of items. */
export function boundsOfAll(items: readonly DisplayItem[]): Rect {
  return boundsInside(items) ?? EMPTY;
}

/** An upper bound of the area that an item paints, in the item's own coordinate space. */
export function boundsOf(item: DisplayItem): Rect {
  // A filter may paint its region where there is nothing.
  return itemBounds(item) ?? (item.kind === 'group' ? groupBounds(item, EMPTY) : EMPTY);
}

/** @returns undefined if there is no item except for containers without items, such as bookmarks */
function boundsInside(items: readonly DisplayItem[]): Rect | undefined {
  const bounds = items.map(itemBounds).filter((rect) => rect !== undefined);
  return bounds.length === 0 ? undefined : union(bounds);
}

function itemBounds(item: DisplayItem): Rect | undefined {
  switch (item.kind) {
    case 'text':
      return textBounds(item);
    case 'path':
      return pathBounds(item);
    case 'anchor':
      return { x: item.x, y: item.y, width: 0, height: 0 };
    case 'tag':
      return boundsInside(item.children);
    case 'group': {
      const content = boundsInside(item.children);
      return content && groupBounds(item, content);
    }
    default:
      return item;
  }
}

/** @param content  the bounds of the children */
function groupBounds(group: GroupItem, content: Rect): Rect {
  const inside = effectBounds(content, group);
  const placed = group.transform ? transformed(inside, group.transform) : inside;
  return group.clip ? intersect(placed, group.clip) : placed;
}

/**
 * Standard deviations after which a Gaussian is invisible. Source: Skia maps blur bounds by 3 sigma (SkBlurImageFilter)
 */
export const BLUR_DEVIATIONS = 3;

/** The area that a filtered rectangle paints. */
export function filteredBounds(rect: Rect, { blur = 0 }: PixelFilter): Rect {
  const reach = Math.ceil(blur * BLUR_DEVIATIONS);
  return { x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach, height: rect.height + 2 * reach };
}

/** A filter may paint its whole region, a clip path or mask only parts of what is inside. */
function svgEffectBounds(inside: Rect, { attribute, region }: SvgEffect): Rect {
  if (!region) return inside;
  return attribute === 'filter' ? region : intersect(inside, region);
}

/** The axis-aligned area that a group paints after its filter, shape and mask. */
function effectBounds(inside: Rect, { filter, svgEffect, shape, mask }: GroupItem): Rect {
  if (svgEffect) return svgEffectBounds(inside, svgEffect);
  let bounds = filter ? filteredBounds(inside, filter) : inside;
  if (shape) bounds = intersect(bounds, boundsOf({ kind: 'path', commands: shape.commands }));
  if (mask) bounds = intersect(bounds, boundsOfAll(mask.items));
  return bounds;
}

/** Space between the tallest glyphs and the font's ascent and descent, in em; only stacked accents reach into it. */
const ACCENT_SPACE = 0.1;

function textBounds({ x, y, width, size, face }: TextItem): Rect {
  const { ink, unitsPerEm } = face;
  if (ink) {
    const [top, bottom] = [(ink.over / unitsPerEm) * size, (ink.under / unitsPerEm) * size];
    return { x, y: y - top, width, height: top + bottom };
  }
  const top = (face.ascent / face.unitsPerEm - ACCENT_SPACE) * size;
  const bottom = (face.descent / face.unitsPerEm - ACCENT_SPACE) * size;
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
  // Butt caps add no length to a straight line.
  const capped = stroke?.cap !== undefined && stroke.cap !== 'butt';
  const spreadX = height === 0 && !capped ? 0 : spread;
  const spreadY = width === 0 && !capped ? 0 : spread;
  return { x: x - spreadX, y: y - spreadY, width: width + 2 * spreadX, height: height + 2 * spreadY };
}
