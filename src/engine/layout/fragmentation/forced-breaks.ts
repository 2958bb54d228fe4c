/** Detects boxes with forced breaks inside, which need layout with fragmentation even if they fit. */

import type { BlockLevelBox, Box } from '../../box/tree.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { childBoxes } from '../algorithm/result-cache.js';
import { isForced } from './breaks.js';

/** Whether a descendant of the box forces a break. */
export function forcesBreaks(context: LayoutContext, box: BlockLevelBox, kind: FragmentainerSpace['kind']): boolean {
  return anyForces(context, childBoxes(box), kind);
}

function anyForces(context: LayoutContext, boxes: readonly Box[], kind: FragmentainerSpace['kind']): boolean {
  for (const box of boxes) if (forces(context, box, kind)) return true;
  return false;
}

function forces(context: LayoutContext, box: Box, kind: FragmentainerSpace['kind']): boolean {
  const { style } = box;
  const own =
    isForced(style['break-before'], kind) ||
    isForced(style['break-after'], kind) ||
    (kind === 'page' && style.page !== 'auto');
  if (own || box.kind === 'text') return own;
  const cache = cacheOf<Box, boolean>(context, CACHE_NAMES[kind]);
  let known = cache.get(box);
  if (known === undefined) {
    known = anyForces(context, childBoxes(box), kind);
    cache.set(box, known);
  }
  return known;
}

const CACHE_NAMES = { page: 'forced-breaks-page', column: 'forced-breaks-column' } as const;
