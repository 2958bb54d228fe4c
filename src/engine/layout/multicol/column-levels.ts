import type { Box } from '../../box/tree.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { childBoxes } from '../algorithm/result-cache.js';

/** Levels of multi-column containers in one another: 0 without any, 1 for a container without others inside. */
export function columnLevels(context: LayoutContext, box: Box): number {
  const children = childBoxes(box);
  if (children.length === 0) return 0; // A container has its flow.
  const cache = cacheOf<Box, number>(context, 'multicol/levels');
  const known = cache.get(box);
  if (known !== undefined) return known;
  let levels = 0;
  for (const child of children) levels = Math.max(levels, columnLevels(context, child));
  if (box.kind === 'block' && box.context === 'multicol') levels += 1;
  cache.set(box, levels);
  return levels;
}
