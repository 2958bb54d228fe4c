/** Absolutely positioned boxes on the way up to the boxes that contain them. */

import type { BlockLevelBox, Box, InlineAncestor } from '../../box/tree.js';

/** An absolutely or fixed positioned box with its static position, on the way up to its containing block. */
export interface OutOfFlow {
  readonly box: BlockLevelBox;
  /** Static position: of the margin box, relative to the border box of the fragment that carries this. */
  readonly x: number;
  readonly y: number;
  /** Which edge of the box x stands for: `end` for right-to-left or end-aligned static positions. */
  readonly xEdge: 'start' | 'center' | 'end';
  readonly yEdge: 'start' | 'center' | 'end';
  /**
   * Its containing block is on several pages, so that it is placed once all of them are known: its place from the
   * border edge of the whole box, as if that were not broken.
   */
  readonly within?: { readonly box: Box; readonly x: number; readonly y: number };
  /** The inline box that contains it, when that is an inline one. */
  readonly inlineContainer?: InlineAncestor;
}

/** The item with a static position further on by (`x`, `y`). */
export function movedOutOfFlow(item: OutOfFlow, x: number, y: number): OutOfFlow {
  if (x === 0 && y === 0) return item;
  const { box, xEdge, yEdge, within, inlineContainer } = item;
  return { box, x: item.x + x, y: item.y + y, xEdge, yEdge, within, inlineContainer };
}

/** Those of a fragment at (`x`, `y`), from the origin of that place. */
export function movedAll(items: readonly OutOfFlow[], x: number, y: number): readonly OutOfFlow[] {
  if (items.length === 0 || (x === 0 && y === 0)) return items;
  return items.map((item) => movedOutOfFlow(item, x, y));
}
