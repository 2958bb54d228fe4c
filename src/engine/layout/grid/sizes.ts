/**
 * Sizes of columns and rows: contributions of items and of items in subgrids. Lengths in px.
 * Sources: https://drafts.csswg.org/css-grid-2/#algo-overview, #subgrid-item-contribution
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { HeightSpace, SubgridAxis, SubgridSpace } from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { dependsOnHeight } from '../algorithm/result-cache.js';
import { usedGap } from '../alignment/gap.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { fixedMargin, horizontal, resolveMargins, toBorderBox, vertical } from '../sizing/edges.js';
import { NO_HEIGHT } from '../sizing/heights.js';
import { minMax } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';
import { baselineShims } from './baselines.js';
import { columnShims } from './column-baselines.js';
import { areaSpace, itemWidth, layoutInColumns } from './items.js';
import {
  fixedLimitOf,
  fixedSpanSize,
  hasAutomaticMinimum,
  isAutomatic,
  minimumHeight,
  minimumWidth,
} from './minimum-contribution.js';
import { createTracks, formGrid, type Grid, type GridInput } from './model.js';
import { type Contribution, contributionIn } from './orthogonal.js';
import type { GridArea, Span } from './placement.js';
import { type GridColumns, inlineAxis, isStretching, placeTracks, spanSize, type Tracks } from './sized-axis.js';
import { endsOf, isSubgrid, namesWithin } from './subgrid.js';
import { edgeItems, explicitSpan, subgridColumns, toParentItem } from './subgrid-tracks.js';
import { sizeTracks, type Track, type TrackItem, type TrackSpace } from './tracks.js';

// ---- columns -------------------------------------------------------------------------------------------------------

export function sizeColumns(
  context: LayoutContext,
  box: BlockBox,
  width: number,
  rows: GridInput['rows'],
  subgrid: SubgridSpace | undefined,
  heights: ItemHeights = unknownHeights,
): GridColumns {
  const { style } = box;
  const grid = formGrid(box, { columns: { size: width }, rows, subgrid, deadline: context.deadline });
  const columnGap = grid.columns.subgrid?.gap ?? usedGap(box.style, 'column-gap', width);
  const tracks = createTracks(grid.columns, style['grid-auto-columns'], width, columnSpans(grid));
  if (!grid.columns.subgrid) {
    sizeTracks(tracks, columnItems(context, box, grid, tracks, columnGap, heights), {
      available: width,
      gap: columnGap,
      stretches: isStretching(style['justify-content']),
      deadline: context.deadline,
    });
  }
  const columns = grid.columns.subgrid
    ? { tracks, gap: columnGap, starts: grid.columns.subgrid.starts }
    : placeTracks(tracks, columnGap, width, style['justify-content'], inlineAxis(style));
  return { box, grid, columns, width };
}

export function columnSpans(grid: Grid): Span[] {
  return grid.items.map(({ column }) => column);
}

export function columnItems(
  context: LayoutContext,
  box: BlockBox,
  grid: Grid,
  tracks: readonly Track[],
  columnGap: number,
  heights: ItemHeights = unknownHeights,
): TrackItem[] {
  const contribution = contributionIn(box, grid);
  const shims = columnShims(context, box, grid, tracks);
  return grid.items.flatMap((item) =>
    isSubgrid(item.box, 'column')
      ? subgridColumnItems(context, box, grid, item, tracks, columnGap)
      : [columnItem(context, item, { tracks, gap: columnGap }, contribution, heights(item), shims?.get(item) ?? 0)],
  );
}

/** Heights of items while columns are sized; unknown before rows are sized. */
export type ItemHeights = (item: GridArea) => HeightSpace;

const unknownHeights: ItemHeights = () => NO_HEIGHT;

export function mayDependOnHeight(context: LayoutContext, { box }: GridArea): boolean {
  return !isSubgrid(box, 'column') && (box.kind === 'replaced' || dependsOnHeight(context, box));
}

/** Whether the heights of rows change a contribution to columns (§12.1, step 3). */
export function changesColumnContributions(context: LayoutContext, grid: Grid, heights: ItemHeights): boolean {
  return grid.items.some((item) => {
    const { box } = item;
    if (!mayDependOnHeight(context, item)) return false;
    const before = minMax(context, box);
    const after = minMax(context, box, NO_FLOATS, heights(item));
    return before.min !== after.min || before.max !== after.max;
  });
}

/** Items of a subgrid as items of its parent grid. */
function subgridColumnItems(
  context: LayoutContext,
  container: BlockBox,
  outer: Grid,
  { box, column }: GridArea,
  tracks: readonly Track[],
  columnGap: number,
): TrackItem[] {
  if (box.kind !== 'block') return [];
  const spanned = tracks.slice(column.start, column.end);
  const names = namesWithin(outer.columns.explicit.names, explicitSpan(column, outer.columns));
  const own =
    box.style['column-gap'] === 'normal'
      ? columnGap
      : usedGap(box.style, 'column-gap', specifiedContentSize(box, 'inline-size'));
  const axis: SubgridAxis = { sizes: spanned.map(() => 0), starts: [], gap: own, names };
  const inner = formGrid(box, {
    columns: { size: undefined },
    rows: { size: undefined },
    subgrid: { columns: axis },
    deadline: context.deadline,
  });
  const basis = fixedSpanSize(spanned, columnGap);
  const edges = [resolveMargins(box.style, basis), borderPaddingOf(box, basis)];
  const ends = endsOf('column', edges, container.style.direction === 'rtl');
  const items = columnItems(context, box, inner, spanned, own);
  return [
    ...items.map((item) => toParentItem(item, column, ends, (own - columnGap) / 2)),
    ...edgeItems(spanned.length, ends).map((item) => toParentItem(item, column, ends, 0)),
  ];
}

/** Content-box size from the width or height of a subgrid: basis of percentage gutters. */
function specifiedContentSize(box: BlockLevelBox, name: 'inline-size' | 'block-size'): number {
  const value = box.style[name];
  if (typeof value !== 'number') return 0;
  const borderPadding = borderPaddingOf(box, 0);
  const edges = name === 'inline-size' ? horizontal(borderPadding) : vertical(borderPadding);
  return Math.max(0, toBorderBox(box.style, value, edges) - edges);
}

function fixedMargins({ style }: BlockLevelBox): Edges {
  return {
    top: fixedMargin(style['margin-block-start']),
    right: fixedMargin(style['margin-line-right']),
    bottom: fixedMargin(style['margin-block-end']),
    left: fixedMargin(style['margin-line-left']),
  };
}

function columnItem(
  context: LayoutContext,
  item: GridArea,
  columns: Tracks,
  contributionOf: Contribution,
  heights: HeightSpace,
  shim: number,
): TrackItem {
  const margins = horizontal(fixedMargins(item.box)) + shim;
  const outer = (size: number) => size + margins;
  const contribution = () => contributionOf(context, item, heights);
  return {
    span: item.column,
    minContent: () => outer(contribution().min),
    maxContent: () => outer(contribution().max),
    minimum: (more = 0) => outer(minimumWidth(context, item, columns, margins + more, contribution, heights)),
  };
}

// ---- rows ----------------------------------------------------------------------------------------------------------

/**
 * Sizes rows after columns.
 * @param space  height of the content box, or limits of an indefinite height
 */
export function sizeRows(
  context: LayoutContext,
  sized: GridColumns,
  space: Pick<TrackSpace, 'available' | 'minSize' | 'maxSize'>,
): { tracks: Track[]; gap: number } {
  const { box, grid } = sized;
  const rowGap = grid.rows.subgrid?.gap ?? usedGap(box.style, 'row-gap', space.available ?? 0);
  const tracks = createTracks(
    grid.rows,
    box.style['grid-auto-rows'],
    space.available,
    grid.items.map(({ row }) => row),
  );
  if (!grid.rows.subgrid) {
    const { available, minSize, maxSize } = space;
    sizeTracks(tracks, rowItems(context, sized, tracks, rowGap), {
      available,
      minSize,
      maxSize,
      gap: rowGap,
      stretches: isStretching(box.style['align-content']),
      deadline: context.deadline,
    });
  }
  return { tracks, gap: rowGap };
}

function rowItems(context: LayoutContext, sized: GridColumns, tracks: readonly Track[], rowGap: number): TrackItem[] {
  const shims = baselineShims(context, sized, tracks);
  return sized.grid.items.flatMap((item) =>
    isSubgrid(item.box, 'row')
      ? subgridRowItems(context, sized, item, tracks, rowGap)
      : [rowItem(context, item, sized, { tracks, gap: rowGap }, shims?.get(item) ?? 0)],
  );
}

function subgridRowItems(
  context: LayoutContext,
  sized: GridColumns,
  item: GridArea,
  tracks: readonly Track[],
  rowGap: number,
): TrackItem[] {
  const { box, row } = item;
  if (box.kind !== 'block') return [];
  const area = spanSize(item.column, sized.columns);
  const margin = resolveMargins(box.style, area);
  const borderPadding = borderPaddingOf(box, area);
  const width =
    itemWidth(context, box, area, sized.box) ??
    usedWidth(context, box, areaSpace(area, undefined), margin, borderPadding);
  const spanned = tracks.slice(row.start, row.end);
  const own =
    box.style['row-gap'] === 'normal' ? rowGap : usedGap(box.style, 'row-gap', specifiedContentSize(box, 'block-size'));
  const names = namesWithin(sized.grid.rows.explicit.names, explicitSpan(row, sized.grid.rows));
  const inner = sizeColumns(
    context,
    box,
    Math.max(0, width - horizontal(borderPadding)),
    { size: undefined },
    { columns: subgridColumns(item, sized), rows: { sizes: spanned.map(() => 0), starts: [], gap: own, names } },
  );
  const { columns } = sized;
  const basis = fixedSpanSize(columns.tracks.slice(item.column.start, item.column.end), columns.gap);
  const ends = endsOf('row', [resolveMargins(box.style, basis), borderPaddingOf(box, basis)], false);
  const items = rowItems(context, inner, spanned, own);
  return [
    ...items.map((one) => toParentItem(one, row, ends, (own - rowGap) / 2)),
    ...edgeItems(spanned.length, ends).map((one) => toParentItem(one, row, ends, 0)),
  ];
}

function rowItem(
  context: LayoutContext,
  item: GridArea,
  sized: GridColumns,
  { tracks, gap: rowGap }: Tracks,
  shim: number,
): TrackItem {
  const { box } = item;
  const { style } = box;
  const width = spanSize(item.column, sized.columns);
  const margins = vertical(resolveMargins(style, width)) + shim;
  let height: number | undefined;
  const outer = () => {
    height ??= Math.max(0, layoutInColumns(context, item, sized).fragment.height + margins);
    return height;
  };
  const minimum = (more = 0) => {
    if (!isAutomatic(style['block-size'])) return outer();
    const edges = vertical(borderPaddingOf(box, width));
    if (style['min-block-size'] !== 'auto') {
      const min = isAutomatic(style['min-block-size']) ? edges : minimumHeight(box, edges, outer() - margins);
      return Math.min(outer(), Math.max(0, Math.max(edges, min) + margins));
    }
    const spanned = tracks.slice(item.row.start, item.row.end);
    if (!hasAutomaticMinimum(style['overflow-block'], spanned)) return Math.max(0, edges + margins);
    return Math.max(Math.max(0, edges + margins), Math.min(outer(), fixedLimitOf(spanned, rowGap) - more));
  };
  return { span: item.row, minContent: outer, maxContent: outer, minimum };
}
