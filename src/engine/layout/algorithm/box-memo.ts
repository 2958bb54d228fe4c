/** Results of layout that are kept at their box: a table of a hundred thousand cells has no maps to grow. */

import type { BoxBase } from '../../box/tree.js';
import type { InlineContent } from '../inline/inline-items.js';
import type { ConstraintSpace } from './constraint-space.js';
import type { MinMax } from './geometry.js';
import type { LayoutCaches, LayoutContext } from './layout-context.js';
import type { LayoutResult } from './result.js';

/** A linked list, latest first: most boxes have one entry. */
export interface CachedResult {
  readonly space: ConstraintSpace;
  readonly result: LayoutResult;
  readonly earlier: CachedResult | undefined;
  /** Number of entries. */
  readonly count: number;
}

/** Members that most boxes need; what few need is in `cacheOf`. */
class BoxMemo {
  /** Latest first. */
  results: CachedResult | undefined = undefined;
  dependsOnHeight: boolean | undefined = undefined;
  inlineContent: InlineContent | undefined = undefined;
  /** Of boxes whose sizes do not depend on heights: nearly all. */
  intrinsicSizes: MinMax | undefined = undefined;
  /** Of others, by the height constraints. */
  intrinsicSizesByHeights: Map<string, MinMax> | undefined = undefined;

  constructor(
    readonly box: BoxBase,
    readonly caches: LayoutCaches,
  ) {}
}

/** A box that is a copy of another does not share its memo, nor do contexts with other caches. */
export function memoOf({ caches }: LayoutContext, box: BoxBase): BoxMemo {
  const known = box.memo as BoxMemo | undefined;
  if (known !== undefined && known.box === box && known.caches === caches) return known;
  const memo = new BoxMemo(box, caches);
  box.memo = memo;
  return memo;
}
