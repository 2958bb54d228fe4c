/** Baseline alignment of grid items in their rows. Source: https://drafts.csswg.org/css-grid-2/#align-by-baseline */

import type { BlockBox } from '../../box/tree.js';
import { isPercentageSize } from '../../css/values/values.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { itemBaseline } from '../alignment/baseline.js';
import { alignSelf } from '../alignment/self-alignment.js';
import { resolveMargins } from '../sizing/edges.js';
import { layoutInColumns } from './items.js';
import type { GridArea } from './placement.js';
import { type GridColumns, spanSize } from './sized-axis.js';
import { isSubgrid } from './subgrid.js';
import { isContentSized, type Track } from './tracks.js';

/** Shifts of baseline-aligned items in their row: down, or up for `last baseline`. Blink: baseline shim */
export function baselineShims(
  context: LayoutContext,
  sized: GridColumns,
  rows: readonly Track[],
): Map<GridArea, number> | undefined {
  const { box, grid, columns } = sized;
  const aligned = grid.items.flatMap((item) => {
    if (!alignSelf(item.box, box.style).value.endsWith('baseline')) return [];
    const { fragment } = layoutInColumns(context, item, sized);
    const group = baselineGroup(item, box, fragment, rows);
    const margin = resolveMargins(item.box.style, spanSize(item.column, columns));
    return group === undefined ? [] : [{ item, group, distance: baselineDistance(item, box, fragment, margin) }];
  });
  if (aligned.length === 0) return undefined;
  const groups = new Map<string, number>();
  for (const { group, distance } of aligned) groups.set(group, Math.max(groups.get(group) ?? distance, distance));
  return new Map(aligned.map(({ item, group, distance }) => [item, groups.get(group)! - distance]));
}

/** Key of the baseline-sharing group of an item; undefined: it is in none. */
export function baselineGroup(
  { box, row }: GridArea,
  container: BlockBox,
  fragment: BoxFragment,
  rows: readonly Track[],
): string | undefined {
  const { value } = alignSelf(box, container.style);
  const { style } = box;
  if (style['margin-block-start'] === 'auto' || style['margin-block-end'] === 'auto' || isSubgrid(box, 'row'))
    return undefined;
  // A synthesized baseline would depend on a row whose size depends on the baseline.
  const isSynthesized = (value === 'baseline' ? fragment.firstBaseline : fragment.lastBaseline) === undefined;
  const isOfRow = [style['block-size'], style['min-block-size'], style['max-block-size']].some(isPercentageSize);
  if (isSynthesized && isOfRow && rows.slice(row.start, row.end).some(isContentSized)) return undefined;
  if (value === 'baseline') return `first ${row.start}`;
  return value === 'last-baseline' ? `last ${row.end}` : undefined;
}

/** Distance from the start edge of the margin box, or the end edge for `last baseline`, to the baseline. */
export function baselineDistance({ box }: GridArea, container: BlockBox, fragment: BoxFragment, margin: Edges): number {
  const isLast = alignSelf(box, container.style).value === 'last-baseline';
  const baseline = itemBaseline(fragment, isLast);
  return isLast ? fragment.height - baseline + margin.bottom : margin.top + baseline;
}
