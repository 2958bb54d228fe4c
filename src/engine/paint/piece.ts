/** A painted page before its items nest: flat pieces in painting order, each with its tag, clip and document order. */

import type { Rect } from '../layout/algorithm/geometry.js';
import { boundsOf, contains, intersects } from './bounds.js';
import type { DisplayItem, GroupItem, Radii } from './display-list.js';
import type { TagNode } from './tags.js';

/** Tag and clip shared by the pieces of a subtree. */
export interface Scope {
  readonly tag: TagNode | undefined;
  readonly clip: ClipNode | undefined;
}

/** A clip; nested ones intersect. */
export interface ClipNode {
  readonly parent: ClipNode | undefined;
  readonly area: NonNullable<GroupItem['clip']>;
}

/** One display item with its scope. */
export interface Piece extends Scope {
  readonly item: DisplayItem;
  readonly bounds: Rect;
  /** Document order of its box. */
  readonly order: number;
}

/** Adds a clip; outer clips that contain it are dropped. */
export function clipNode(outer: ClipNode | undefined, area: Rect, radii?: Radii): ClipNode {
  let parent = outer;
  while (parent && clipContains(parent.area, area)) parent = parent.parent;
  const { x, y, width, height } = area;
  return { parent, area: radii ? { x, y, width, height, radii } : area };
}

/**
 * Makes the piece of an item; undefined when its clips hide it.
 * Clips that contain the item are dropped: most content stays inside its boxes, and a clip costs more than text.
 */
export function piece(item: DisplayItem, order: number, scope: Scope): Piece | undefined {
  const bounds = boundsOf(item);
  let clip: ClipNode | undefined;
  for (let node = scope.clip; node; node = node.parent) {
    if (!intersects(bounds, node.area)) return undefined;
    if (!clip && !clipContains(node.area, bounds)) clip = node;
  }
  return { item, order, tag: scope.tag, clip, bounds };
}

/** Whether a clip leaves `bounds` whole, its rounded corners included. */
function clipContains(area: ClipNode['area'], bounds: Rect): boolean {
  if (!contains(area, bounds)) return false;
  if (!area.radii) return true;
  const inset = Math.max(...area.radii.map(([x, y]) => Math.max(x, y)));
  const right = area.x + area.width - inset;
  const bottom = area.y + area.height - inset;
  const insideX = bounds.x >= area.x + inset && bounds.x + bounds.width <= right;
  const insideY = bounds.y >= area.y + inset && bounds.y + bounds.height <= bottom;
  return insideX || insideY;
}
