/**
 * Group opacity without groups: PDF written by Typst knows the opacity of a colour only.
 *
 * Where nothing in a group overlaps, opacity can be given to each colour. Where something does, but what is behind the
 * group is of one colour B, every colour C in it becomes opacity * C + (1 - opacity) * B and is painted as it is. Both
 * are exact: painting over is linear, and the map leaves B as it is. Any other group becomes a drawing.
 */

import type { Color } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/types.js';
import { type Matrix, multiply, transformed } from '../layout/overflow/transform.js';
import { boundsOf, contains, intersect, intersects } from './bounds.js';
import type { DisplayItem, FittedGradient, GroupItem, PathItem } from './display-list.js';
import { hasDrawing, needsDrawing } from './drawings.js';

const WHITE: Color = { r: 255, g: 255, b: 255, a: 1 };
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Leaves compared with each other; a group with more is taken to overlap. */
const MAX_COMPARED = 300;

/** Something painted, on the page; of one opaque colour all over, or undefined. */
interface Painted {
  readonly bounds: Rect;
  readonly color: Color | undefined;
  /** Where nothing of it is: inside a border. */
  readonly hole?: Rect;
}

/** Groups of which that is not so are marked: they are to be put together before. */
export function resolveOpacity(items: readonly DisplayItem[]): readonly DisplayItem[] {
  return items.some(hasOpacity) ? new Resolver().items(items, IDENTITY) : items;
}

function hasOpacity(item: DisplayItem): boolean {
  if (item.kind !== 'group' && item.kind !== 'tag') return false;
  return (item.kind === 'group' && item.opacity !== undefined) || item.children.some(hasOpacity);
}

class Resolver {
  /** Everything so far, from back to front. */
  readonly #painted: Painted[] = [];

  items(items: readonly DisplayItem[], matrix: Matrix): DisplayItem[] {
    return items.flatMap((item) => {
      if (item.kind === 'group' && needsDrawing(item)) return this.#picture(item, matrix);
      if (item.kind === 'group') return this.#group(item, matrix);
      if (item.kind === 'tag') return { ...item, children: this.items(item.children, matrix) };
      this.#painted.push(paintedBy(item, matrix));
      return item;
    });
  }

  /** Its own opacity is the drawing's to apply. */
  #picture(group: GroupItem, matrix: Matrix): DisplayItem {
    this.#painted.push({ bounds: transformed(boundsOf(group), matrix), color: undefined });
    return group.opacity === undefined ? group : { ...group, together: true };
  }

  /** The group, or what is in it when that is all there is to say. */
  #group(group: GroupItem, outer: Matrix): DisplayItem | DisplayItem[] {
    const flat = this.#flattened(group, outer);
    if (flat.together) return this.#picture(flat, outer);
    const matrix = group.transform ? multiply(outer, group.transform) : outer;
    const before = this.#painted.length;
    const children = this.items(flat.children, matrix);
    if (group.clip) this.#clip(before, transformed(group.clip, outer), group.clip.radii !== undefined);
    return flat.clip || flat.transform || flat.opacity !== undefined ? { ...flat, children } : children;
  }

  /** What a clip leaves of what was painted since. */
  #clip(since: number, area: Rect, rounded: boolean): void {
    for (let i = since; i < this.#painted.length; i++) {
      const { bounds, color, ...rest } = this.#painted[i]!;
      this.#painted[i] = { ...rest, bounds: intersect(bounds, area), color: rounded ? undefined : color };
    }
  }

  #flattened(group: GroupItem, matrix: Matrix): GroupItem {
    const { opacity, ...rest } = group;
    if (opacity === undefined || opacity === 0) return group;
    if (group.children.some(hasDrawing)) return { ...group, together: true };
    if (!overlapsItself(group)) return group;
    const backdrop = this.#backdrop(transformed(boundsOf(group), matrix));
    const children = backdrop && blended(group.children, opacity, backdrop);
    return children ? { ...rest, children } : { ...group, together: true };
  }

  /** The one colour behind a rectangle. */
  #backdrop(bounds: Rect): Color | undefined {
    const behind = this.#painted.findLast(
      (painted) => intersects(painted.bounds, bounds) && !(painted.hole && contains(painted.hole, bounds)),
    );
    if (!behind) return WHITE;
    return contains(behind.bounds, bounds) ? behind.color : undefined;
  }
}

function paintedBy(item: DisplayItem, matrix: Matrix): Painted {
  const upright = matrix[1] === 0 && matrix[2] === 0;
  const isSolid = item.kind === 'rect' && !item.radii && !('type' in item.fill) && item.fill.a === 1 && upright;
  const hole = item.kind === 'path' && upright ? holeOf(item) : undefined;
  return {
    bounds: transformed(boundsOf(item), matrix),
    color: isSolid ? (item.fill as Color) : undefined,
    ...(hole && { hole: transformed(hole, matrix) }),
  };
}

/** The inner edge of a border with square corners. */
function holeOf({ commands, fillRule }: PathItem): Rect | undefined {
  const inner = commands.findLastIndex(([name]) => name === 'M');
  const curved = commands.some(([name]) => name === 'C');
  if (fillRule !== 'evenodd' || inner <= 0 || curved) return undefined;
  return boundsOf({ kind: 'path', commands: commands.slice(inner) });
}

function leavesOf(items: readonly DisplayItem[]): DisplayItem[] {
  return items.flatMap((item) => {
    if (item.kind === 'link-area' || item.kind === 'anchor') return [];
    // A transformed group is compared as a whole, and so is a picture.
    const isOpen = item.kind === 'group' && !item.transform && !needsDrawing(item);
    return item.kind === 'tag' || isOpen ? leavesOf(item.children) : [item];
  });
}

function overlapsItself(group: GroupItem): boolean {
  const bounds = leavesOf(group.children).map(boundsOf);
  if (bounds.length > MAX_COMPARED) return true;
  return bounds.some((first, index) => bounds.slice(index + 1).some((second) => intersects(first, second)));
}

/** The items with mixed colours; undefined when an image lies over something of the group. */
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
      // On the bare backdrop an image's own opacity does; elsewhere only opaque ones can be laid on a sheet of it.
      const opaque = item.kind === 'image' && item.image.format === 'jpeg';
      if (below.some((rect) => intersects(rect, bounds))) {
        if (!opaque) return undefined;
        const { x, y, width, height } = item;
        result.push({ kind: 'rect', x, y, width, height, fill: backdrop });
      }
      result.push({ kind: 'group', opacity, children: [item] });
      below.push(bounds);
    } else if (item.kind !== 'drawing') {
      result.push(recoloured(item, mix));
      below.push(bounds);
    }
  }
  return result;
}

export function recoloured(
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
