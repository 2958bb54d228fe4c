/**
 * Column and row sizes: what items contribute to tracks, those of subgrids among them.
 * Sources: https://drafts.csswg.org/css-grid-2/#algo-overview, #min-size-auto, #subgrid-item-contribution
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { type Alignment, hasPercentage, type MaxSize, type Size } from '../../css/values/values.js';
import type { HeightSpace, SubgridAxis, SubgridSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import { type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { dependsOnHeight, layoutCached } from '../algorithm/result-cache.js';
import { borderPaddingOf } from '../block/block-frame.js';
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

/** Tracks of one axis with their places, in the axis' direction from the content edge. */
export interface SizedAxis {
  readonly tracks: readonly Track[];
  readonly gap: number;
  readonly starts: readonly number[];
}

type Tracks = Pick<SizedAxis, 'tracks' | 'gap'>;

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
  heights: ItemHeights = noHeights,
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
  heights: ItemHeights = noHeights,
): TrackItem[] {
  const contribution = contributionIn(box, grid);
  return grid.items.flatMap((item) =>
    isSubgrid(item.box, 'column')
      ? subgridColumnItems(context, box, grid, item, tracks, columnGap)
      : [columnItem(context, item, { tracks, gap: columnGap }, contribution, heights(item))],
  );
}

/** What is known of items' heights while columns are sized: nothing, before there are rows. */
export type ItemHeights = (item: GridArea) => HeightSpace;

const noHeights: ItemHeights = () => NO_HEIGHT;

export function mayFollowHeight(context: LayoutContext, { box }: GridArea): boolean {
  return !isSubgrid(box, 'column') && (box.kind === 'replaced' || dependsOnHeight(context, box));
}

/** §12.1, step 3: whether the rows give some item another width than the columns were sized for. */
export function changesColumns(context: LayoutContext, grid: Grid, heights: ItemHeights): boolean {
  return grid.items.some((item) => {
    const { box } = item;
    if (!mayFollowHeight(context, item)) return false;
    const before = minMax(context, box);
    const after = minMax(context, box, NO_FLOATS, heights(item));
    return before.min !== after.min || before.max !== after.max;
  });
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
  const own = box.style['column-gap'] === 'normal' ? columnGap : gap(box, 'column-gap', ownSize(box, 'inline-size'));
  const axis: SubgridAxis = { sizes: over.map(() => 0), starts: [], gap: own, names };
  const inner = formGrid(box, { columns: { size: undefined }, rows: { size: undefined }, subgrid: { columns: axis } });
  const basis = knownSpan(over, columnGap);
  const edges = [resolveMargins(box.style, basis), borderPaddingOf(box, basis)];
  const ends = endsOf('column', edges, container.style.direction === 'rtl');
  const items = columnItems(context, box, inner, over, own);
  return [
    ...items.map((item) => moved(item, column, ends, (own - columnGap) / 2)),
    ...ownEdges(over.length, ends).map((item) => moved(item, column, ends, 0)),
  ];
}

/** The subgrid's own margin, border and padding count where it has no items. */
function ownEdges(count: number, ends: Ends): TrackItem[] {
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

/** Content-box size that a subgrid asks for: its tracks do not heed it, percentages of its gutters do. */
function ownSize(box: BlockLevelBox, name: 'inline-size' | 'block-size'): number {
  const value = box.style[name];
  if (typeof value !== 'number') return 0;
  const borderPadding = borderPaddingOf(box, 0);
  const edges = name === 'inline-size' ? horizontal(borderPadding) : vertical(borderPadding);
  return Math.max(0, toBorderBox(box.style, value, edges) - edges);
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

/** §6.6: the automatic minimum keeps content visible where tracks are meant to. */
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
  const over = tracks.slice(column.start, column.end);
  if (!hasAutomaticMinimum(style['overflow-inline'], over)) return edges;
  return Math.max(edges, Math.min(content().min, mostOf(over, columnGap) - margins));
}

function isAutomatic(size: Size): boolean {
  return size === 'auto' || size === 'stretch' || size === 'fit-content' || isRelative(size);
}

function isRelative(size: Size | MaxSize): boolean {
  return typeof size === 'object' && !('fitContent' in size) && hasPercentage(size);
}

function hasAutomaticMinimum(overflow: BlockBox['style']['overflow-inline'], over: readonly Track[]): boolean {
  if (overflow !== 'visible' && overflow !== 'clip') return false;
  if (!over.some((track) => track.min === 'auto')) return false;
  return over.length === 1 || !over.some(isFlexible);
}

/** What fixed limits of all the tracks leave at most. */
function mostOf(over: readonly Track[], trackGap: number): number {
  return over.reduce(
    (sum, { max, limit }) => {
      const isFixed = typeof max !== 'string' && lengthOf(max, 0) !== undefined;
      return sum + (isFixed ? limit : Number.POSITIVE_INFINITY);
    },
    trackGap * Math.max(0, over.length - 1),
  );
}

/** What percentages of a subgrid's edges refer to while tracks are sized, as in Blink: columns with fixed limits. */
function knownSpan(columns: readonly Track[], columnGap: number): number {
  const most = mostOf(columns, columnGap);
  return most === Number.POSITIVE_INFINITY ? 0 : most;
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
  const over = tracks.slice(row.start, row.end);
  const own = box.style['row-gap'] === 'normal' ? rowGap : gap(box, 'row-gap', ownSize(box, 'block-size'));
  const names = namesWithin(sized.grid.rows.explicit.names, explicitSpan(row, sized.grid.rows));
  const inner = sizeColumns(
    context,
    box,
    Math.max(0, width - horizontal(borderPadding)),
    { size: undefined },
    { columns: subgridColumns(item, sized), rows: { sizes: over.map(() => 0), starts: [], gap: own, names } },
  );
  const { columns } = sized;
  const basis = knownSpan(columns.tracks.slice(item.column.start, item.column.end), columns.gap);
  const ends = endsOf('row', [resolveMargins(box.style, basis), borderPaddingOf(box, basis)], false);
  const items = rowItems(context, inner, over, own);
  return [
    ...items.map((one) => moved(one, row, ends, (own - rowGap) / 2)),
    ...ownEdges(over.length, ends).map((one) => moved(one, row, ends, 0)),
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
    box.style['column-gap'] === 'normal'
      ? undefined
      : gap(box, 'column-gap', Math.max(0, area - edges.reduce((sum, edge) => sum + horizontal(edge), 0))),
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
      const least = isAutomatic(style['min-block-size']) ? edges : minimumHeight(box, edges, outer() - margins);
      return Math.min(outer(), Math.max(0, Math.max(edges, least) + margins));
    }
    const over = tracks.slice(item.row.start, item.row.end);
    if (!hasAutomaticMinimum(style['overflow-block'], over)) return Math.max(0, edges + margins);
    return Math.max(Math.max(0, edges + margins), Math.min(outer(), mostOf(over, rowGap) - more));
  };
  return { span: item.row, minContent: outer, maxContent: outer, minimum };
}

/** A min-height that is given, as border box. */
function minimumHeight({ style }: BlockLevelBox, edges: number, content: number): number {
  const value = style['min-block-size'];
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
    ...(own === undefined ? { autoWidthBehavior: 'fit-content' } : { fixedWidth: own }),
    ...(columns && { subgrid: { columns } }),
  });
}

/** How far baseline-aligned items are moved down (or up, for `last baseline`) in their row. */
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

/** Items of one group share a baseline; undefined: the item is in none. */
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
  // An edge that stands for the baseline would depend on a row that depends on the baseline.
  const isSynthesized = (value === 'baseline' ? fragment.firstBaseline : fragment.lastBaseline) === undefined;
  const isOfRow = [style['block-size'], style['min-block-size'], style['max-block-size']].some(isRelative);
  if (isSynthesized && isOfRow && rows.slice(row.start, row.end).some(isContentSized)) return undefined;
  if (value === 'baseline') return `first ${row.start}`;
  return value === 'last-baseline' ? `last ${row.end}` : undefined;
}

/** From the edge of the margin box that the group starts at to the baseline. */
export function baselineDistance({ box }: GridArea, container: BlockBox, fragment: BoxFragment, margin: Edges): number {
  const isLast = alignOf(box, container).value === 'last-baseline';
  const baseline = itemBaseline(fragment, isLast);
  return isLast ? fragment.height - baseline + margin.bottom : margin.top + baseline;
}
