/**
 * Baseline alignment of grid items in their columns: items in orthogonal flows have baselines across the inline axis.
 * Sources: https://drafts.csswg.org/css-grid-2/#column-align, https://drafts.csswg.org/css-align-3/#baseline-rules,
 * Blink's DetermineBaselineGroup
 */

import type { BlockBox } from '../../box/tree.js';
import { uprightCharacters } from '../../css/compute/writing-mode.js';
import { isPercentageSize } from '../../css/values/values.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { justifySelf } from '../alignment/self-alignment.js';
import { resolveMargins } from '../sizing/edges.js';
import { contentBaseline } from '../writing-mode/root.js';
import { areaSpace } from './items.js';
import type { Grid } from './model.js';
import type { GridArea } from './placement.js';
import { isSubgrid } from './subgrid.js';
import { isContentSized, type Track } from './tracks.js';

/** The baseline of an item in its columns. */
export interface ColumnBaseline {
  /** Key of the baseline-sharing group. */
  readonly group: string;
  /** The side that the group is aligned to. */
  readonly side: 'start' | 'end';
  /** From that side of the margin box, px. */
  readonly distance: number;
  readonly isFromLeft: boolean;
}

/** @returns undefined: the item is in no baseline-sharing group */
export function columnBaseline(
  { box, column }: GridArea,
  container: BlockBox,
  fragment: BoxFragment,
  margin: Edges,
  columns: readonly Track[],
): ColumnBaseline | undefined {
  const { style } = box;
  const { value } = justifySelf(box, container.style);
  if (!value.endsWith('baseline') || isSubgrid(box, 'column')) return undefined;
  if (style['margin-line-left'] === 'auto' || style['margin-line-right'] === 'auto') return undefined;
  const isLast = value === 'last-baseline';
  const rtl = container.style.direction === 'rtl';
  const own = box.kind === 'block' && box.context === 'orthogonal' ? contentBaseline(fragment, box, isLast) : undefined;
  const isOfColumn = [style['inline-size'], style['min-inline-size'], style['max-inline-size']].some(isPercentageSize);
  // A synthesized baseline would depend on a column whose size depends on the baseline.
  if (own?.x === undefined && isOfColumn && columns.slice(column.start, column.end).some(isContentSized))
    return undefined;
  const x = own?.x ?? synthesized(fragment, container, rtl);
  const isFromLeft = (own?.startsAtLeft ?? !rtl) !== isLast;
  const side = isFromLeft === rtl ? 'end' : 'start';
  return {
    group: `${side} ${side === 'start' ? column.start : column.end}`,
    side,
    distance: isFromLeft ? margin.left + x : margin.right + fragment.width - x,
    isFromLeft,
  };
}

/** From the left: at the line-under side of the box, or in its middle. Blink: LogicalBoxFragment::SynthesizedBaseline */
function synthesized({ width }: BoxFragment, { style }: BlockBox, rtl: boolean): number {
  if (uprightCharacters(style) !== undefined) return snap(width / 2);
  return style['writing-mode'] === 'horizontal-tb' || rtl ? 0 : width;
}

/** Shifts of baseline-aligned items in their columns, away from the side of their group. */
export function columnShims(
  context: LayoutContext,
  container: BlockBox,
  grid: Grid,
  columns: readonly Track[],
): Map<GridArea, number> | undefined {
  const aligned = grid.items.flatMap((item) => {
    if (!justifySelf(item.box, container.style).value.endsWith('baseline')) return [];
    const space = { ...areaSpace(0, undefined), autoWidthBehavior: 'fit-content' } as const;
    const { fragment } = layoutCached(context, item.box, space);
    const baseline = columnBaseline(item, container, fragment, resolveMargins(item.box.style, 0), columns);
    return baseline ? [{ item, baseline }] : [];
  });
  return aligned.length === 0 ? undefined : shimsOf(aligned);
}

/** @returns for each item how far its baseline is from that of its group */
export function shimsOf<Item>(
  aligned: readonly { readonly item: Item; readonly baseline: ColumnBaseline }[],
): Map<Item, number> {
  const groups = new Map<string, number>();
  for (const { baseline } of aligned) {
    const { group, distance } = baseline;
    groups.set(group, Math.max(groups.get(group) ?? distance, distance));
  }
  return new Map(aligned.map(({ item, baseline }) => [item, groups.get(baseline.group)! - baseline.distance]));
}
