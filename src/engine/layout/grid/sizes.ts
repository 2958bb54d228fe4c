/**
 * Column and row sizes: what items contribute to tracks, those of subgrids among them.
 * Sources: https://drafts.csswg.org/css-grid-2/#algo-overview, #min-size-auto, #subgrid-item-contribution
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { type Alignment, hasPercentage, type Size } from '../../css/values.js';
import { borderPaddingOf } from '../block-frame.js';
import { layoutCached } from '../cached.js';
import { fixedMargin, horizontal, resolveMargins, vertical } from '../edges.js';
import { distributeSpace } from '../flex/align.js';
import { gap, itemBaseline } from '../flex/geometry.js';
import { minMax } from '../intrinsic.js';
import { usedWidth } from '../sizes.js';
import type { BoxFragment, Edges, LayoutContext, SubgridAxis, SubgridSpace } from '../types.js';
import { alignOf, areaSpace, itemWidth } from './items.js';
import { createTracks, formGrid, type Grid, type GridAxis, type GridInput } from './model.js';
import { type Contribution, contributionIn } from './orthogonal.js';
import type { GridArea, Span } from './placement.js';
import { endsOf, isSubgrid, namesWithin, subgridAxis } from './subgrid.js';
import { lengthOf } from './template.js';
import { isFlexible, sizeTracks, type Track, type TrackItem, type TrackSpace, tracksSize } from './tracks.js';

/** Tracks of one axis with their places, in the axis' direction from the content edge. */
export interface SizedAxis {
  readonly tracks: readonly Track[];
  readonly gap: number;
  readonly starts: readonly number[];
}

/** A grid whose columns have their widths. */
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

/** Starts of tracks with gaps and content alignment. */
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
    // A collapsed track is where the one before ended.
    if (track.collapsed) return previous;
    const start = at;
    previous = start + track.base;
    at = previous + trackGap + between;
    return start;
  });
  return { tracks, gap: trackGap, starts };
}

export function isStretching(alignment: Alignment): boolean {
  return alignment.value === 'normal' || alignment.value === 'stretch';
}

// ---- columns -------------------------------------------------------------------------------------------------------

export function sizeColumns(
  context: LayoutContext,
  box: BlockBox,
  width: number,
  rows: GridInput['rows'],
  subgrid: SubgridSpace | undefined,
): GridColumns {
  const { style } = box;
  const grid = formGrid(box, { columns: { size: width }, rows, subgrid });
  const columnGap = grid.columns.subgrid?.gap ?? gap(box, 'column-gap', width);
  const tracks = createTracks(grid.columns, style['grid-auto-columns'], width, columnSpans(grid));
  if (!grid.columns.subgrid) {
    sizeTracks(tracks, columnItems(context, box, grid, tracks, columnGap), {
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
): TrackItem[] {
  const contribution = contributionIn(box, grid);
  return grid.items.flatMap((item) =>
    isSubgrid(item.box, 'column')
      ? subgridColumnItems(context, box, grid, item, tracks, columnGap)
      : [columnItem(context, item, tracks, contribution)],
  );
}

/** The items of a subgrid as items of the grid around it. */
function subgridColumnItems(
  context: LayoutContext,
  container: BlockBox,
  outer: Grid,
  { box, column }: GridArea,
  tracks: readonly Track[],
  columnGap: number,
): TrackItem[] {
  if (box.kind !== 'block') return [];
  const over = tracks.slice(column.start, column.end);
  const names = namesWithin(outer.columns.explicit.names, explicitSpan(column, outer.columns));
  const own = box.style['column-gap'] === 'normal' ? columnGap : gap(box, 'column-gap', 0);
  const axis: SubgridAxis = { sizes: over.map(() => 0), starts: [], gap: own, names };
  const inner = formGrid(box, { columns: { size: undefined }, rows: { size: undefined }, subgrid: { columns: axis } });
  const ends = endsOf('column', [fixedMargins(box), borderPaddingOf(box, 0)], container.style.direction === 'rtl');
  const items = columnItems(context, box, inner, over, own);
  return [
    ...items.map((item) => moved(item, column, ends, (own - columnGap) / 2)),
    ...ownEdges(over.length).map((item) => moved(item, column, ends, 0)),
  ];
}

/** The subgrid's own margin, border and padding count where it has no items. */
function ownEdges(count: number): TrackItem[] {
  const none = () => 0;
  const at = (track: number) => ({
    span: { start: track, end: track + 1 },
    minContent: none,
    maxContent: none,
    minimum: none,
  });
  return count === 1 ? [at(0)] : [at(0), at(count - 1)];
}

function moved(
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
    minimum: () => item.minimum() + extra,
  };
}

function explicitSpan({ start, end }: Span, { before }: GridAxis): Span {
  return { start: start - before, end: end - before };
}

function fixedMargins({ style }: BlockLevelBox): Edges {
  return {
    top: fixedMargin(style['margin-top']),
    right: fixedMargin(style['margin-right']),
    bottom: fixedMargin(style['margin-bottom']),
    left: fixedMargin(style['margin-left']),
  };
}

function columnItem(
  context: LayoutContext,
  item: GridArea,
  tracks: readonly Track[],
  contribution: Contribution,
): TrackItem {
  const margins = horizontal(fixedMargins(item.box));
  const outer = (size: number) => size + margins;
  return {
    span: item.column,
    minContent: () => outer(contribution(context, item).min),
    maxContent: () => outer(contribution(context, item).max),
    minimum: () => outer(minimumWidth(context, item, tracks, margins, contribution)),
  };
}

/** §6.6: the automatic minimum keeps content visible where tracks are meant to. */
function minimumWidth(
  context: LayoutContext,
  item: GridArea,
  tracks: readonly Track[],
  margins: number,
  contribution: Contribution,
): number {
  const { box, column } = item;
  const { style } = box;
  if (!isAutomatic(style.width)) return minMax(context, box).min;
  const edges = horizontal(borderPaddingOf(box, 0));
  if (style['min-width'] !== 'auto') {
    if (isAutomatic(style['min-width'])) return edges;
    return Math.max(edges, minMax(context, { ...box, style: { ...style, width: style['min-width'] } }).min);
  }
  const over = tracks.slice(column.start, column.end);
  if (!hasAutomaticMinimum(style['overflow-x'], over)) return edges;
  return Math.max(edges, Math.min(contribution(context, item).min, mostOf(over) - margins));
}

function isAutomatic(size: Size): boolean {
  return size === 'auto' || size === 'stretch' || size === 'fit-content' || isRelative(size);
}

function isRelative(size: Size): boolean {
  return typeof size === 'object' && !('fitContent' in size) && hasPercentage(size);
}

function hasAutomaticMinimum(overflow: BlockBox['style']['overflow-x'], over: readonly Track[]): boolean {
  if (overflow !== 'visible' && overflow !== 'clip') return false;
  if (!over.some((track) => track.min === 'auto')) return false;
  return over.length === 1 || !over.some(isFlexible);
}

/** What fixed limits of all the tracks leave at most. */
function mostOf(over: readonly Track[]): number {
  return over.reduce((sum, { max, limit }) => {
    const isFixed = typeof max !== 'string' && lengthOf(max, 0) !== undefined;
    return sum + (isFixed ? limit : Number.POSITIVE_INFINITY);
  }, 0);
}

// ---- rows ----------------------------------------------------------------------------------------------------------

/**
 * Sizes rows, once widths are known.
 * @param space  the height to fill or the limits of what comes out
 */
export function sizeRows(
  context: LayoutContext,
  sized: GridColumns,
  space: Pick<TrackSpace, 'available' | 'least' | 'most'>,
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
  const shims = baselineShims(context, sized);
  return sized.grid.items.flatMap((item) =>
    isSubgrid(item.box, 'row')
      ? subgridRowItems(context, sized, item, tracks, rowGap)
      : [rowItem(context, item, sized, tracks, shims?.get(item) ?? 0)],
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
  const over = tracks.slice(row.start, row.end);
  const own = box.style['row-gap'] === 'normal' ? rowGap : gap(box, 'row-gap', 0);
  const names = namesWithin(sized.grid.rows.explicit.names, explicitSpan(row, sized.grid.rows));
  const inner = sizeColumns(
    context,
    box,
    Math.max(0, width - horizontal(borderPadding)),
    { size: undefined },
    { columns: subgridColumns(item, sized), rows: { sizes: over.map(() => 0), starts: [], gap: own, names } },
  );
  const ends = endsOf('row', [fixedMargins(box), borderPaddingOf(box, 0)], false);
  const items = rowItems(context, inner, over, own);
  return [
    ...items.map((one) => moved(one, row, ends, (own - rowGap) / 2)),
    ...ownEdges(over.length).map((one) => moved(one, row, ends, 0)),
  ];
}

/** The columns that a subgrid shares; undefined: it has columns of its own. */
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
    box.style['column-gap'] === 'normal' ? undefined : gap(box, 'column-gap', area),
    endsOf('column', edges, container.style.direction === 'rtl'),
    namesWithin(grid.columns.explicit.names, explicitSpan(column, grid.columns)),
  );
}

/** @param width  of the item's area */
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
  const over = tracks.slice(start, end);
  const gaps = over.slice(1).map((_, i) => starts[start + i + 1]! - starts[start + i]! - over[i]!.base);
  return subgridAxis(
    over.map(({ base }) => base),
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
  tracks: readonly Track[],
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
  const minimum = () => {
    if (!isAutomatic(style.height)) return outer();
    const edges = vertical(borderPaddingOf(box, width));
    if (style['min-height'] !== 'auto') {
      const least = isAutomatic(style['min-height']) ? edges : minimumHeight(box, edges, outer() - margins);
      return Math.min(outer(), Math.max(0, Math.max(edges, least) + margins));
    }
    const over = tracks.slice(item.row.start, item.row.end);
    if (!hasAutomaticMinimum(style['overflow-y'], over)) return Math.max(0, edges + margins);
    return Math.max(Math.max(0, edges + margins), Math.min(outer(), mostOf(over)));
  };
  return { span: item.row, minContent: outer, maxContent: outer, minimum };
}

/** A min-height that is given, as border box. */
function minimumHeight({ style }: BlockLevelBox, edges: number, content: number): number {
  const value = style['min-height'];
  if (typeof value !== 'number') return content;
  return style['box-sizing'] === 'border-box' ? Math.max(value, edges) : value + edges;
}

function itemHeight(context: LayoutContext, item: GridArea, sized: GridColumns): number {
  return itemLayout(context, item, sized).fragment.height;
}

/** The item at its width, while the height of its area is not known. */
function itemLayout(context: LayoutContext, item: GridArea, sized: GridColumns) {
  const width = spanSize(item.column, sized.columns);
  const own = itemWidth(context, item.box, width, sized.box);
  const columns = subgridColumns(item, sized);
  return layoutCached(context, item.box, {
    ...areaSpace(width, undefined),
    ...(own === undefined ? { shrinkToFit: true } : { fixedWidth: own }),
    ...(columns && { subgrid: { columns } }),
  });
}

/** How far baseline-aligned items are moved down (or up, for `last baseline`) in their row. */
function baselineShims(context: LayoutContext, sized: GridColumns): Map<GridArea, number> | undefined {
  const aligned = sized.grid.items.filter((item) => baselineGroup(item, sized.box) !== undefined);
  if (aligned.length === 0) return undefined;
  const distances = aligned.map((item) => {
    const width = spanSize(item.column, sized.columns);
    return baselineDistance(
      item,
      sized.box,
      itemLayout(context, item, sized).fragment,
      resolveMargins(item.box.style, width),
    );
  });
  const groups = new Map<string, number>();
  const keyOf = (item: GridArea) => baselineGroup(item, sized.box)!;
  aligned.forEach((item, i) => {
    groups.set(keyOf(item), Math.max(groups.get(keyOf(item)) ?? distances[i]!, distances[i]!));
  });
  return new Map(aligned.map((item, i) => [item, groups.get(keyOf(item))! - distances[i]!]));
}

/** Items of one group share a baseline; undefined: the item is in none. */
export function baselineGroup({ box, row }: GridArea, container: BlockBox): string | undefined {
  const { value } = alignOf(box, container);
  const { style } = box;
  // A percentage of the row that the baseline has a say in would go round in circles.
  if (style['margin-top'] === 'auto' || style['margin-bottom'] === 'auto' || isRelative(style.height)) return undefined;
  if (value === 'baseline') return `first ${row.start}`;
  return value === 'last-baseline' ? `last ${row.end}` : undefined;
}

/** From the edge of the margin box that the group starts at to the baseline. */
export function baselineDistance({ box }: GridArea, container: BlockBox, fragment: BoxFragment, margin: Edges): number {
  const isLast = alignOf(box, container).value === 'last-baseline';
  const baseline = itemBaseline(fragment, isLast);
  return isLast ? fragment.height - baseline + margin.bottom : margin.top + baseline;
}
