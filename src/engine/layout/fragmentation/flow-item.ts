/** Items of flex containers and grids, whose layout without fragmentation is known. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { spaceLeft } from './breaks.js';
import { needsFragmentation } from './forced-breaks.js';

/** An item with its offset in the unfragmented container. Lengths in px. */
export interface FlowItem {
  readonly box: BlockLevelBox;
  /** Offset of its border box from the container's border box. */
  readonly x: number;
  readonly y: number;
  /** Block-end edge of its line or grid area. */
  readonly areaEnd: number;
  readonly result: LayoutResult;
  /**
   * Lays the item out again at the same width.
   * @param token   its break token from the previous fragmentainer
   * @param growth  height that breaks have added to its area, px
   */
  readonly layout: (
    fragmentainer: FragmentainerSpace | undefined,
    token: BreakToken | undefined,
    growth: number,
  ) => LayoutResult;
}

/**
 * Whether the item's layout without fragmentation is that in the fragmentainer, too.
 * @param y  its offset from the edge that `fragmentainer.offset` refers to, px
 */
export function fitsUnbroken(
  context: LayoutContext,
  { box, result: { fragment } }: FlowItem,
  fragmentainer: FragmentainerSpace,
  y: number,
): boolean {
  const { overflow, height } = fragment;
  const bottom = Math.max(height, overflow ? overflow.y + overflow.height : 0);
  return bottom <= spaceLeft(fragmentainer, y) && !needsFragmentation(context, box, fragmentainer.kind);
}
