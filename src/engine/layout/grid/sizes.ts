/**
 * Sizes of columns and rows: contributions of items and of items in subgrids. Lengths in px.
 * Sources: https://drafts.csswg.org/css-grid-2/#algo-overview, #min-size-auto, #subgrid-item-contribution
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { type Alignment, hasPercentage, type MaxSize, type Size } from '../../css/values/values.js';
import type { HeightSpace, SubgridAxis, SubgridSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { dependsOnHeight, layoutCached } from '../algorithm/result-cache.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { distributeSpace } from '../flex/align.js';
import { gap, itemBaseline } from '../flex/geometry.js';
import { fixedMargin, horizontal, resolveMargins, toBorderBox, vertical } from '../sizing/edges.js';
import { NO_HEIGHT } from '../sizing/heights.js';
import { minMax } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';
import { alignOf, areaSpace, itemWidth } from './items.js';
import { createTracks, formGrid, type Grid, type GridAxis, type GridInput } from './model.js';
import { type Contribution, contributionIn } from './orthogonal.js';
import type { GridArea, Span } from './placement.js';
import { type Ends, endsOf, isSubgrid, namesWithin, subgridAxis } from './subgrid.js';
import { lengthOf } from './template.js';
import {
  isContentSized,
  isFlexible,
  sizeTracks,
  type Track,
  type TrackItem,
  type TrackSpace,
  tracksSize,
} from './tracks.js';

/** Tracks of one axis with their start offsets from the content edge, in the direction of the axis. */
export interface SizedAxis {
  readonly tracks: readonly Track[];
  readonly gap: number;
  readonly starts: readonly number[];
}

type Tracks = Pick<SizedAxis, 'tracks' | 'gap'>;

/** A grid with sized columns. */
export interface GridColumns {
  readonly box: BlockBox;
  readonly grid: Grid;
  readonly columns: SizedAxis;
  /** Content box. */
  readonly width: number;
}

export function spanSize({ start, end }: Span, { tracks, starts }: SizedAxis): number {
  return Math.max(0, starts[end - 1]! + tracks[end - 1]!.base - starts[start]!);
}

/** Places tracks with gutters and content alignment. */
export function placeTracks(
  tracks: readonly Track[],
  trackGap: number,
  size: number,
  alignment: Alignment,
  axis: { readonly isInline: boolean; readonly fromRight: boolean },
): SizedAxis {
  const shown = tracks.filter((track) => !track.collapsed).length;
  const free = size - tracksSize(tracks, trackGap);
  const { before, between } = isStretching(alignment)
    ? { before: 0, between: 0 }
    : distributeSpace(alignment, free, shown, { reversed: false, ...axis });
  let at = before;
  let previous = before;
  const starts = tracks.map((track) => {
    // A collapsed track starts at the end of the previous track.
    if (track.collapsed) return previous;
    const start = at;
    previous = start + track.base;
    at = previous + trackGap + between;
    return start;
  });
  return { tracks, gap: trackGap, starts };
}

function isStretching(alignment: Alignment): boolean {
  return alignment.value === 'normal' || alignment.value === 'stretch';
}

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
  const grid = formGrid(box, { columns: { size: width }, rows, subgrid });
  const columnGap = grid.columns.subgrid?.gap ?? gap(box, 'column-gap', width);
  const tracks = createTracks(grid.columns, style['grid-auto-columns'], width, columnSpans(grid));
  if (!grid.columns.subgrid) {
    sizeTracks(tracks, columnItems(context, box, grid, tracks, columnGap, heights), {
      available: width,
      gap: columnGap,
      stretches: isStretching(style['justify-content']),
    });
  }
  const axis = { isInline: true, fromRight: style.direction === 'rtl' };
  const columns = grid.columns.subgrid
    ? { tracks, gap: columnGap, starts: grid.columns.subgrid.starts }
    : placeTracks(tracks, columnGap, width, style['justify-content'], axis);
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
  return grid.items.flatMap((item) =>
    isSubgrid(item.box, 'column')
      ? subgridColumnItems(context, box, grid, item, tracks, columnGap)
      : [columnItem(context, item, { tracks, gap: columnGap }, contribution, heights(item))],
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
    box.style['column-gap'] === 'normal' ? columnGap : gap(box, 'column-gap', specifiedContentSize(box, 'inline-size'));
  const axis: SubgridAxis = { sizes: spanned.map(() => 0), starts: [], gap: own, names };
  const inner = formGrid(box, { columns: { size: undefined }, rows: { size: undefined }, subgrid: { columns: axis } });
  const basis = fixedSpanSize(spanned, columnGap);
  const edges = [resolveMargins(box.style, basis), borderPaddingOf(box, basis)];
  const ends = endsOf('column', edges, container.style.direction === 'rtl');
  const items = columnItems(context, box, inner, spanned, own);
  return [
    ...items.map((item) => toParentItem(item, column, ends, (own - columnGap) / 2)),
    ...edgeItems(spanned.length, ends).map((item) => toParentItem(item, column, ends, 0)),
  ];
}

/** Empty items at the edges of a subgrid: its margin, border and padding contribute where it has no items. */
function edgeItems(count: number, ends: Ends): TrackItem[] {
  if (ends.start === 0 && ends.end === 0) return [];
  const none = () => 0;
  const at = (track: number) => ({
    span: { start: track, end: track + 1 },
    minContent: none,
    maxContent: none,
    minimum: none,
  });
  return count === 1 ? [at(0)] : [at(0), at(count - 1)];
}

/** Content-box size from the width or height of a subgrid: basis of percentage gutters. */
function specifiedContentSize(box: BlockLevelBox, name: 'inline-size' | 'block-size'): number {
  const value = box.style[name];
  if (typeof value !== 'number') return 0;
  const borderPadding = borderPaddingOf(box, 0);
  const edges = name === 'inline-size' ? horizontal(borderPadding) : vertical(borderPadding);
  return Math.max(0, toBorderBox(box.style, value, edges) - edges);
}

/** Converts an item of a subgrid. @param halfGap  half the difference of the gutters of subgrid and parent */
function toParentItem(
  item: TrackItem,
  { start, end }: Span,
  ends: { start: number; end: number },
  halfGap: number,
): TrackItem {
  const span = { start: item.span.start + start, end: item.span.end + start };
  const extra = (item.span.start === 0 ? ends.start : halfGap) + (span.end === end ? ends.end : halfGap);
  return {
    span,
    minContent: () => item.minContent() + extra,
    maxContent: () => item.maxContent() + extra,
    minimum: (more = 0) => item.minimum(more + extra) + extra,
  };
}

function explicitSpan({ start, end }: Span, { before }: GridAxis): Span {
  return { start: start - before, end: end - before };
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
): TrackItem {
  const margins = horizontal(fixedMargins(item.box));
  const outer = (size: number) => size + margins;
  const contribution = () => contributionOf(context, item, heights);
  return {
    span: item.column,
    minContent: () => outer(contribution().min),
    maxContent: () => outer(contribution().max),
    minimum: (more = 0) => outer(minimumWidth(context, item, columns, margins + more, contribution, heights)),
  };
}

/** Minimum contribution of a border box, with the automatic minimum size of §6.6. */
function minimumWidth(
  context: LayoutContext,
  item: GridArea,
  { tracks, gap: columnGap }: Tracks,
  margins: number,
  content: () => MinMax,
  heights: HeightSpace,
): number {
  const { box, column } = item;
  const { style } = box;
  const contribution = (own: BlockLevelBox) => minMax(context, own, NO_FLOATS, heights).min;
  if (!isAutomatic(style['inline-size'])) return contribution(box);
  const edges = horizontal(borderPaddingOf(box, 0));
  if (style['min-inline-size'] !== 'auto') {
    if (isAutomatic(style['min-inline-size'])) return edges;
    return Math.max(edges, contribution({ ...box, style: { ...style, 'inline-size': style['min-inline-size'] } }));
  }
  const spanned = tracks.slice(column.start, column.end);
  if (!hasAutomaticMinimum(style['overflow-inline'], spanned)) return edges;
  return Math.max(edges, Math.min(content().min, fixedLimitOf(spanned, columnGap) - margins));
}

function isAutomatic(size: Size): boolean {
  return size === 'auto' || size === 'stretch' || size === 'fit-content' || isRelative(size);
}

function isRelative(size: Size | MaxSize): boolean {
  return typeof size === 'object' && !('fitContent' in size) && hasPercentage(size);
}

function hasAutomaticMinimum(overflow: BlockBox['style']['overflow-inline'], spanned: readonly Track[]): boolean {
  if (overflow !== 'visible' && overflow !== 'clip') return false;
  if (!spanned.some((track) => track.min === 'auto')) return false;
  return spanned.length === 1 || !spanned.some(isFlexible);
}

/** Sum of fixed growth limits and gutters; infinite if a track has no fixed limit. */
function fixedLimitOf(spanned: readonly Track[], trackGap: number): number {
  return spanned.reduce(
    (sum, { max, limit }) => {
      const isFixed = typeof max !== 'string' && lengthOf(max, 0) !== undefined;
      return sum + (isFixed ? limit : Number.POSITIVE_INFINITY);
    },
    trackGap * Math.max(0, spanned.length - 1),
  );
}

/**
 * Basis of percentage edges of a subgrid while tracks are sized: its columns if all have fixed limits, else 0.
 * Source: Blink's GridLayoutTrackCollection::IsSpanningIndefiniteSet
 */
function fixedSpanSize(columns: readonly Track[], columnGap: number): number {
  const limit = fixedLimitOf(columns, columnGap);
  return limit === Number.POSITIVE_INFINITY ? 0 : limit;
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
  const rowGap = grid.rows.subgrid?.gap ?? gap(box, 'row-gap', space.available ?? 0);
  const tracks = createTracks(
    grid.rows,
    box.style['grid-auto-rows'],
    space.available,
    grid.items.map(({ row }) => row),
  );
  if (!grid.rows.subgrid) {
    sizeTracks(tracks, rowItems(context, sized, tracks, rowGap), {
      ...space,
      gap: rowGap,
      stretches: isStretching(box.style['align-content']),
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
  const own = box.style['row-gap'] === 'normal' ? rowGap : gap(box, 'row-gap', specifiedContentSize(box, 'block-size'));
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

/** Columns that an item shares with its parent grid; undefined: it has its own columns. */
export function subgridColumns(
  { box, column }: GridArea,
  { box: container, grid, columns }: GridColumns,
): SubgridAxis | undefined {
  if (!isSubgrid(box, 'column')) return undefined;
  const area = spanSize(column, columns);
  const edges = [resolveMargins(box.style, area), borderPaddingOf(box, area)];
  return sharedTracks(
    column,
    columns,
    box.style['column-gap'] === 'normal'
      ? undefined
      : gap(box, 'column-gap', Math.max(0, area - edges.reduce((sum, edge) => sum + horizontal(edge), 0))),
    endsOf('column', edges, container.style.direction === 'rtl'),
    namesWithin(grid.columns.explicit.names, explicitSpan(column, grid.columns)),
  );
}

/** Rows that an item shares with its parent grid. @param width  of the item's area */
export function subgridRows(
  { box, row }: GridArea,
  grid: Grid,
  rows: SizedAxis,
  width: number,
): SubgridAxis | undefined {
  if (!isSubgrid(box, 'row')) return undefined;
  const edges = [resolveMargins(box.style, width), borderPaddingOf(box, width)];
  return sharedTracks(
    row,
    rows,
    box.style['row-gap'] === 'normal' ? undefined : gap(box, 'row-gap', spanSize(row, rows)),
    endsOf('row', edges, false),
    namesWithin(grid.rows.explicit.names, explicitSpan(row, grid.rows)),
  );
}

function sharedTracks(
  { start, end }: Span,
  { tracks, starts }: SizedAxis,
  own: number | undefined,
  ends: { start: number; end: number },
  names: SubgridAxis['names'],
): SubgridAxis {
  const spanned = tracks.slice(start, end);
  const gaps = spanned.slice(1).map((_, i) => starts[start + i + 1]! - starts[start + i]! - spanned[i]!.base);
  return subgridAxis(
    spanned.map(({ base }) => base),
    gaps,
    own,
    ends,
    names,
  );
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
    height ??= Math.max(0, itemHeight(context, item, sized) + margins);
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

/** Border-box length of `min-height`. */
function minimumHeight({ style }: BlockLevelBox, edges: number, content: number): number {
  const value = style['min-block-size'];
  if (typeof value !== 'number') return content;
  return style['box-sizing'] === 'border-box' ? Math.max(value, edges) : value + edges;
}

function itemHeight(context: LayoutContext, item: GridArea, sized: GridColumns): number {
  return itemLayout(context, item, sized).fragment.height;
}

/** Lays out an item at its used width, with an indefinite height of its area. */
function itemLayout(context: LayoutContext, item: GridArea, sized: GridColumns) {
  const width = spanSize(item.column, sized.columns);
  const own = itemWidth(context, item.box, width, sized.box);
  const columns = subgridColumns(item, sized);
  return layoutCached(context, item.box, {
    ...areaSpace(width, undefined),
    ...(own === undefined ? { autoWidthBehavior: 'fit-content' } : { fixedWidth: own }),
    ...(columns && { subgrid: { columns } }),
  });
}

/** Shifts of baseline-aligned items in their row: down, or up for `last baseline`. Blink: baseline shim */
function baselineShims(
  context: LayoutContext,
  sized: GridColumns,
  rows: readonly Track[],
): Map<GridArea, number> | undefined {
  const { box, grid, columns } = sized;
  const aligned = grid.items.flatMap((item) => {
    if (!alignOf(item.box, box).value.endsWith('baseline')) return [];
    const { fragment } = itemLayout(context, item, sized);
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
  const { value } = alignOf(box, container);
  const { style } = box;
  if (style['margin-block-start'] === 'auto' || style['margin-block-end'] === 'auto' || isSubgrid(box, 'row'))
    return undefined;
  // A synthesized baseline would depend on a row whose size depends on the baseline.
  const isSynthesized = (value === 'baseline' ? fragment.firstBaseline : fragment.lastBaseline) === undefined;
  const isOfRow = [style['block-size'], style['min-block-size'], style['max-block-size']].some(isRelative);
  if (isSynthesized && isOfRow && rows.slice(row.start, row.end).some(isContentSized)) return undefined;
  if (value === 'baseline') return `first ${row.start}`;
  return value === 'last-baseline' ? `last ${row.end}` : undefined;
}

/** Distance from the start edge of the margin box, or the end edge for `last baseline`, to the baseline. */
export function baselineDistance({ box }: GridArea, container: BlockBox, fragment: BoxFragment, margin: Edges): number {
  const isLast = alignOf(box, container).value === 'last-baseline';
  const baseline = itemBaseline(fragment, isLast);
  return isLast ? fragment.height - baseline + margin.bottom : margin.top + baseline;
}
