/**
 * Group opacity without transparency groups: PDFs written by Typst have opacity on single colours only.
 *
 * Where no items of a group overlap, opacity applies to each colour. Where some overlap but the backdrop of the group
 * is one colour B, every colour C becomes opacity * C + (1 - opacity) * B, painted opaque. Both are exact: compositing
 * is linear, and the map keeps B. Any other group becomes a drawing.
 */

import { type Matrix, multiply } from '../css/compute/transform-matrix.js';
import type { Color } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { transformed } from '../layout/overflow/transform.js';
import { boundsOf, contains, intersect, intersects } from './bounds.js';
import type { DisplayItem, FittedGradient, GroupItem, PathItem } from './display-list.js';
import { hasDrawing, needsDrawing } from './drawings.js';

const WHITE: Color = { r: 255, g: 255, b: 255, a: 1 };
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Items compared pairwise; a group with more is assumed to overlap. */
const MAX_COMPARED = 300;

/** A painted area of the page; `color` is set when it is one opaque colour. */
interface Painted {
  readonly bounds: Rect;
  readonly color: Color | undefined;
  /** An unpainted rectangle inside, as in a border. */
  readonly hole?: Rect;
}

/** Resolves group opacity where that is exact, and marks other groups to be composited as a whole. */
export function resolveOpacity(items: readonly DisplayItem[]): readonly DisplayItem[] {
  return items.some(hasOpacity) ? new Resolver().items(items, IDENTITY) : items;
}

function hasOpacity(item: DisplayItem): boolean {
  if (item.kind !== 'group' && item.kind !== 'tag') return false;
  return (item.kind === 'group' && item.opacity !== undefined) || item.children.some(hasOpacity);
}

class Resolver {
  /** Everything painted so far, back to front. */
  readonly #painted: Painted[] = [];

  items(items: readonly DisplayItem[], matrix: Matrix): DisplayItem[] {
    return items.flatMap((item) => {
      if (item.kind === 'group' && needsDrawing(item)) return this.#drawing(item, matrix);
      if (item.kind === 'group') return this.#group(item, matrix);
      if (item.kind === 'tag') return { ...item, children: this.items(item.children, matrix) };
      if (paintsSomething(item)) this.#painted.push(paintedBy(item, matrix));
      return item;
    });
  }

  /** A group that becomes a drawing, which applies the opacity. */
  #drawing(group: GroupItem, matrix: Matrix): DisplayItem {
    this.#painted.push({ bounds: transformed(boundsOf(group), matrix), color: undefined });
    return group.opacity === undefined ? group : { ...group, compositeAsGroup: true };
  }

  /** The group, or its children when it has no other effect. */
  #group(group: GroupItem, outer: Matrix): DisplayItem | DisplayItem[] {
    const flat = this.#flattened(group, outer);
    if (flat.compositeAsGroup) return this.#drawing(flat, outer);
    const matrix = group.transform ? multiply(outer, group.transform) : outer;
    const before = this.#painted.length;
    const children = this.items(flat.children, matrix);
    if (group.clip) this.#clip(before, transformed(group.clip, outer), group.clip.radii !== undefined);
    return flat.clip || flat.transform || flat.opacity !== undefined ? { ...flat, children } : children;
  }

  /** Applies a clip to everything painted since an index. */
  #clip(since: number, area: Rect, rounded: boolean): void {
    for (let i = since; i < this.#painted.length; i++) {
      const { bounds, color, ...rest } = this.#painted[i]!;
      this.#painted[i] = { ...rest, bounds: intersect(bounds, area), color: rounded ? undefined : color };
    }
  }

  #flattened(group: GroupItem, matrix: Matrix): GroupItem {
    const { opacity, ...rest } = group;
    if (opacity === undefined || opacity === 0) return group;
    if (group.children.some(hasDrawing)) return { ...group, compositeAsGroup: true };
    if (!overlapsItself(group)) return group;
    const backdrop = this.#backdrop(transformed(boundsOf(group), matrix));
    const children = backdrop && blended(group.children, opacity, backdrop);
    return children ? { ...rest, children } : { ...group, compositeAsGroup: true };
  }

  /** The single colour behind a rectangle. */
  #backdrop(bounds: Rect): Color | undefined {
    const behind = this.#painted.findLast(
      (painted) => intersects(painted.bounds, bounds) && !(painted.hole && contains(painted.hole, bounds)),
    );
    if (!behind) return WHITE;
    return contains(behind.bounds, bounds) ? behind.color : undefined;
  }
}

function paintedBy(item: DisplayItem, matrix: Matrix): Painted {
  const isAxisAligned = matrix[1] === 0 && matrix[2] === 0;
  const isSolid = item.kind === 'rect' && !item.radii && !('type' in item.fill) && item.fill.a === 1 && isAxisAligned;
  const hole = item.kind === 'path' && isAxisAligned ? holeOf(item) : undefined;
  return {
    bounds: transformed(boundsOf(item), matrix),
    color: isSolid ? (item.fill as Color) : undefined,
    ...(hole && { hole: transformed(hole, matrix) }),
  };
}

/** The inner rectangle of a border with square corners. */
function holeOf({ commands, fillRule }: PathItem): Rect | undefined {
  const inner = commands.findLastIndex(([name]) => name === 'M');
  const curved = commands.some(([name]) => name === 'C');
  if (fillRule !== 'evenodd' || inner <= 0 || curved) return undefined;
  return boundsOf({ kind: 'path', commands: commands.slice(inner) });
}

const paintsSomething = ({ kind }: DisplayItem): boolean => kind !== 'link-area' && kind !== 'anchor';

function leavesOf(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item) => {
    if (!paintsSomething(item)) return [];
    // Transformed groups and drawings are compared as a whole.
    const isPlainGroup = item.kind === 'group' && !item.transform && !needsDrawing(item);
    return item.kind === 'tag' || isPlainGroup ? leavesOf(item.children) : [item];
  });
}

function overlapsItself(group: GroupItem): boolean {
  const bounds = leavesOf(group.children).map(boundsOf);
  if (bounds.length > MAX_COMPARED) return true;
  return bounds.some((first, index) => bounds.slice(index + 1).some((second) => intersects(first, second)));
}

/** Mixes the colours of items with the backdrop; undefined when a translucent image overlaps other items. */
function blended(
  items: readonly DisplayItem[],
  opacity: number,
  backdrop: Color,
  below: Rect[] = [],
): DisplayItem[] | undefined {
  const mix = (color: Color): Color => ({
    r: color.r * opacity + backdrop.r * (1 - opacity),
    g: color.g * opacity + backdrop.g * (1 - opacity),
    b: color.b * opacity + backdrop.b * (1 - opacity),
    a: color.a,
  });
  const result: DisplayItem[] = [];
  for (const item of items) {
    const bounds = boundsOf(item);
    if (item.kind === 'group' || item.kind === 'tag') {
      const children = blended(item.children, opacity, backdrop, below);
      if (!children) return undefined;
      result.push({ ...item, children });
    } else if (item.kind === 'image' || (item.kind === 'tiles' && 'bytes' in item.picture)) {
      // An image directly on the backdrop takes the opacity itself; over other items it must be opaque and gets a
      // backdrop.
      const opaque = item.kind === 'image' && item.image.format === 'jpeg';
      if (below.some((rect) => intersects(rect, bounds))) {
        if (!opaque) return undefined;
        const { x, y, width, height } = item;
        result.push({ kind: 'rect', x, y, width, height, fill: backdrop });
      }
      result.push({ kind: 'group', opacity, children: [item] });
      below.push(bounds);
    } else if (item.kind !== 'drawing') {
      result.push(recolored(item, mix));
      below.push(bounds);
    }
  }
  return result;
}

export function recolored(
  item: Exclude<DisplayItem, { kind: 'group' | 'tag' | 'image' | 'drawing' }>,
  mix: (color: Color) => Color,
): DisplayItem {
  switch (item.kind) {
    case 'text': {
      const underlines = item.underlines?.map((line) => ({ ...line, color: mix(line.color) }));
      const stroke = item.stroke && { ...item.stroke, color: mix(item.stroke.color) };
      return { ...item, color: mix(item.color), ...(underlines && { underlines }), ...(stroke && { stroke }) };
    }
    case 'rect':
      return { ...item, fill: 'type' in item.fill ? mixedGradient(item.fill, mix) : mix(item.fill) };
    case 'path':
      return {
        ...item,
        ...(item.fill && { fill: mix(item.fill) }),
        ...(item.stroke && { stroke: { ...item.stroke, color: mix(item.stroke.color) } }),
      };
    case 'tiles':
      return 'type' in item.picture ? { ...item, picture: mixedGradient(item.picture, mix) } : item;
    default:
      return item;
  }
}

const mixedGradient = (gradient: FittedGradient, mix: (color: Color) => Color): FittedGradient => ({
  ...gradient,
  stops: gradient.stops.map(({ offset, color }) => ({ offset, color: mix(color) })),
});
