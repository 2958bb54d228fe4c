/**
 * Layout results of boxes with a formatting context of their own, kept while a container measures before it lays out:
 * without them every level of nested flex containers, grids and tables would double the work of the level below.
 */

import type { BlockLevelBox } from '../box/tree.js';
import { layout } from './layout.js';
import type { ConstraintSpace, LayoutContext, LayoutResult } from './types.js';

interface Entry {
  readonly key: string;
  readonly result: LayoutResult;
}

/** Measuring, stretching and the final size: more different spaces than these are rare. */
const ENTRIES = 4;

/** Like `layout` of a whole box; `space` must establish a formatting context and not be on a page. */
export function layoutCached(context: LayoutContext, box: BlockLevelBox, space: ConstraintSpace): LayoutResult {
  const cache = cacheOf(context);
  const key = keyOf(space);
  const entries = cache.get(box) ?? [];
  const known = entries.find((entry) => entry.key === key);
  if (known) return known.result;
  const result = layout(context, box, space);
  cache.set(box, [{ key, result }, ...entries.slice(0, ENTRIES - 1)]);
  return result;
}

function keyOf(space: ConstraintSpace): string {
  return [
    space.availableWidth,
    space.availableHeight,
    space.percentageWidth,
    space.percentageHeight,
    space.fixedWidth,
    space.fixedHeight,
    space.fixedHeightIsIndefinite,
    space.shrinkToFit,
    space.tableCell?.phase,
  ].join(' ');
}

function cacheOf(context: LayoutContext): Map<BlockLevelBox, readonly Entry[]> {
  const { byModule } = context.caches;
  const known = byModule.get('cached') as Map<BlockLevelBox, readonly Entry[]> | undefined;
  if (known) return known;
  const made = new Map<BlockLevelBox, readonly Entry[]>();
  byModule.set('cached', made);
  return made;
}
