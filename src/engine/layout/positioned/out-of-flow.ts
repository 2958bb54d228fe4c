/** Out-of-flow positioned boxes during propagation to their containing blocks. */

import type { BlockLevelBox, Box, InlineAncestor } from '../../box/tree.js';
import type { ElementNode } from '../../html/dom.js';

/** An absolutely or fixed positioned box with its static position. Offsets in px. */
export interface OutOfFlow {
  readonly box: BlockLevelBox;
  /** Static position of the margin box, relative to the border box of the fragment that propagates it. */
  readonly x: number;
  readonly y: number;
  /** The edge of the box at x: `end` for right-to-left or end-aligned static positions. */
  readonly xEdge: 'start' | 'center' | 'end';
  readonly yEdge: 'start' | 'center' | 'end';
  /**
   * A fragmented containing block, whose descendants are placed after all fragmentainers, and the static position
   * relative to the border box of the unfragmented containing block.
   */
  readonly within?: Within;
  /** The inline containing block; undefined: the containing block is not an inline box. */
  readonly inlineContainer?: InlineAncestor;
  /** The grid area that is the containing block; undefined: it is the padding box of the box that contains the item. */
  readonly area?: AreaEdges | undefined;
}

/** Edges in the coordinates of the static position; infinite ones are padding edges of the containing box. */
export interface AreaEdges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Within {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  /** The element of the inline box that is the containing block in `box`; undefined: `box` itself. */
  readonly inline?: ElementNode;
}

/** Translates the static position by (`x`, `y`). */
export function movedOutOfFlow(item: OutOfFlow, x: number, y: number): OutOfFlow {
  if (x === 0 && y === 0) return item;
  const { box, xEdge, yEdge, within, inlineContainer } = item;
  const area = item.area && movedEdges(item.area, x, y);
  return { box, x: item.x + x, y: item.y + y, xEdge, yEdge, within, inlineContainer, area };
}

function movedEdges({ left, top, right, bottom }: AreaEdges, x: number, y: number): AreaEdges {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Translates the static positions by (`x`, `y`). */
export function movedAll(items: readonly OutOfFlow[], x: number, y: number): readonly OutOfFlow[] {
  if (items.length === 0 || (x === 0 && y === 0)) return items;
  return items.map((item) => movedOutOfFlow(item, x, y));
}
