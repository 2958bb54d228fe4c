/**
 * Caches fragments of containers that lay out their items several times in a fragmentainer, until breaks have expanded and
 * shifted all rows: without the cache each level of nesting multiplies the work of the level below.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { ConstraintSpace, FragmentainerSpace } from '../algorithm/constraint-space.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';

interface Entry {
  readonly space: ConstraintSpace;
  readonly token: BreakToken | undefined;
  readonly result: LayoutResult;
}

/** Fragments of a box that are kept, the latest ones. */
const MAX_ENTRIES = 16;

/** @param layout  lays out the fragment if it is not known */
export function cachedFragment(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  token: BreakToken | undefined,
  layout: () => LayoutResult,
): LayoutResult {
  const cache = cacheOf<BlockLevelBox, Entry[]>(context, 'fragments');
  const entries = cache.get(box);
  const known = entries?.find((entry) => entry.token === token && isSameSpace(entry.space, space));
  if (known) return known.result;
  const entry = { space, token, result: layout() };
  if (!entries) cache.set(box, [entry]);
  else {
    if (entries.length === MAX_ENTRIES) entries.shift();
    entries.push(entry);
  }
  return entry.result;
}

/** Of boxes that establish a formatting context. */
function isSameSpace(a: ConstraintSpace, b: ConstraintSpace): boolean {
  return (
    a.availableWidth === b.availableWidth &&
    a.availableHeight === b.availableHeight &&
    a.percentageWidth === b.percentageWidth &&
    a.percentageHeight === b.percentageHeight &&
    a.autoWidthBehavior === b.autoWidthBehavior &&
    a.fixedWidth === b.fixedWidth &&
    a.fixedHeight === b.fixedHeight &&
    a.fixedHeightBehavior === b.fixedHeightBehavior &&
    a.contentHeight === b.contentHeight &&
    a.subgrid === b.subgrid &&
    a.tableCell === b.tableCell &&
    a.textBoxTrim === b.textBoxTrim &&
    a.flow === b.flow &&
    isSameFragmentainer(a.fragmentainer, b.fragmentainer)
  );
}

function isSameFragmentainer(a: FragmentainerSpace | undefined, b: FragmentainerSpace | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.kind === b.kind &&
    a.size === b.size &&
    a.offset === b.offset &&
    a.earlyBreak === b.earlyBreak &&
    a.pageName === b.pageName &&
    a.mustProgress === b.mustProgress &&
    a.requiresContent === b.requiresContent &&
    a.minBreakAppeal === b.minBreakAppeal &&
    a.spanners === b.spanners &&
    a.isPastBreak === b.isPastBreak
  );
}
