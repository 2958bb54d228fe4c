/**
 * Contributions of orthogonal flows to columns. Their width depends on their height, which rows of a definite size
 * provide while columns are sized. Source: https://drafts.csswg.org/css-grid-2/#algo-overview
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { usedGap } from '../alignment/gap.js';
import { minMax } from '../sizing/intrinsic.js';
import { areaSpace } from './items.js';
import { createTracks, type Grid } from './model.js';
import type { GridArea } from './placement.js';
import { hasFixedMaximum } from './tracks.js';

/** Min- and max-content contribution of an item's border box to its columns, px. */
export type Contribution = (context: LayoutContext, item: GridArea, heights?: HeightSpace) => MinMax;

const parallel: Contribution = (context, { box }, heights) => minMax(context, box, NO_FLOATS, heights);

export function contributionIn(box: BlockBox, grid: Grid): Contribution {
  if (!grid.items.some((item) => isOrthogonal(item.box))) return parallel;
  const rows = createTracks(
    grid.rows,
    box.style['grid-auto-rows'],
    undefined,
    grid.items.map(({ row }) => row),
  );
  const rowGap = usedGap(box.style, 'row-gap', 0);
  return (context, item, heights) => {
    const spanned = rows.slice(item.row.start, item.row.end);
    const isDefinite = spanned.every(hasFixedMaximum);
    if (!isOrthogonal(item.box) || !isDefinite || item.box.style['inline-size'] !== 'auto')
      return parallel(context, item, heights);
    const height = spanned.reduce((sum, { limit }) => sum + limit, rowGap * (spanned.length - 1));
    const space = areaSpace(0, height, { autoWidthBehavior: 'fit-content' });
    const { width } = layoutCached(context, item.box, space).fragment;
    return { min: width, max: width };
  };
}

const isOrthogonal = (box: BlockLevelBox): boolean => box.kind === 'block' && box.context === 'orthogonal';
