/** Detects boxes with forced breaks inside, which need layout with fragmentation even if they fit. */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { childBoxes } from '../algorithm/result-cache.js';
import { isForced } from './breaks.js';

/** Whether a descendant of the box forces a break. */
export function forcesBreaks(context: LayoutContext, box: BlockLevelBox, kind: FragmentainerSpace['kind']): boolean {
  return childBoxes(box).some((child) => forces(context, child, kind));
}

function forces(context: LayoutContext, box: Box, kind: FragmentainerSpace['kind']): boolean {
  const { byModule } = context.caches;
  const name = `forced-breaks-${kind}`;
  const cache = (byModule.get(name) as Map<Box, boolean> | undefined) ?? new Map<Box, boolean>();
  byModule.set(name, cache);
  const known = cache.get(box);
  if (known !== undefined) return known;
  const { style } = box;
  const own =
    isForced(style['break-before'], kind) ||
    isForced(style['break-after'], kind) ||
    (kind === 'page' && style.page !== 'auto');
  const result = own || childBoxes(box).some((child) => forces(context, child, kind));
  cache.set(box, result);
  return result;
}
