/**
 * Caches the columns of multi-column containers inside columns. Balancing lays out all content several times, and with it the containers
 * inside, which balance themselves each time: without the cache each level of nesting multiplies the work of the level below.
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { layout } from '../algorithm/layout.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';

interface Entry {
  readonly space: ConstraintSpace;
  readonly token: BreakToken | undefined;
  readonly result: LayoutResult;
}

/** Columns of a flow that are kept, the latest ones. */
const MAX_ENTRIES = 64;

export function layoutColumn(
  context: LayoutContext,
  flow: BlockBox,
  space: ConstraintSpace,
  token: BreakToken | undefined,
): LayoutResult {
  const cache = cacheOf<BlockLevelBox, Entry[]>(context, 'multicol/columns');
  const entries = cache.get(flow);
  const known = entries?.find((entry) => entry.token === token && isSameSpace(entry.space, space));
  if (known) return known.result;
  const result = layout(context, flow, space, token);
  const entry = { space, token, result };
  if (!entries) cache.set(flow, [entry]);
  else {
    if (entries.length === MAX_ENTRIES) entries.shift();
    entries.push(entry);
  }
  return result;
}

/** Nothing else differs between the columns of a flow. */
function isSameSpace(a: ConstraintSpace, b: ConstraintSpace): boolean {
  return (
    a.fragmentainer?.size === b.fragmentainer?.size &&
    a.fragmentainer?.minBreakAppeal === b.fragmentainer?.minBreakAppeal &&
    a.fragmentainer?.mustProgress === b.fragmentainer?.mustProgress &&
    a.fragmentainer?.requiresContent === b.fragmentainer?.requiresContent &&
    a.fragmentainer?.pageName === b.fragmentainer?.pageName &&
    a.availableWidth === b.availableWidth &&
    a.percentageHeight === b.percentageHeight
  );
}
