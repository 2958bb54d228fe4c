/**
 * Layout of a grid without fragmentation. Lengths in px.
 * Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 */

import type { BlockBox } from '../../box/tree.js';
import { type Alignment, hasPercentage, isLengthPercentage, type LengthPercentage } from '../../css/values/values.js';
import type { ConstraintSpace, HeightSpace, SubgridSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { MinMax, Rect } from '../algorithm/geometry.js';
import type { FloatWidths, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { itemBaseline } from '../alignment/baseline.js';
import { usedGap } from '../alignment/gap.js';
import { alignSelf, justifySelf } from '../alignment/self-alignment.js';
import { borderPaddingOf, type FragmentGeometry } from '../block/fragment-geometry.js';
import { horizontal, LOGICAL_SIDES, resolveMargins, toBorderBox, vertical } from '../sizing/edges.js';
import {
  growsBeyondRatio,
  heightInside,
  maxHeight,
  NO_HEIGHT,
  resolveHeight,
  resolvePercentage,
  usedHeight,
} from '../sizing/heights.js';
import { withBorderPadding } from '../sizing/intrinsic.js';
import { hasRatio, ratioWidth } from '../sizing/ratio.js';
import { baselineDistance, baselineGroup } from './baselines.js';
import { type ColumnBaseline, columnBaseline, shimsOf } from './column-baselines.js';
import { areaSpace, itemHeight, itemWidth, offsetInArea, stretchedHeight } from './items.js';
import { createTracks, formGrid, type Grid } from './model.js';
import type { GridArea } from './placement.js';
import { BLOCK_AXIS, type GridColumns, inlineAxis, placeTracks, type SizedAxis, spanSize } from './sized-axis.js';
import {
  changesColumnContributions,
  columnItems,
  columnSpans,
  type ItemHeights,
  mayDependOnHeight,
  sizeColumns,
  sizeRows,
} from './sizes.js';
import { subgridColumns, subgridRows } from './subgrid-tracks.js';
import { hasPercentageTrack, isPercentageTrack } from './template.js';
import { isFlexible, sizeTracks, tracksSize } from './tracks.js';

export interface GridGeometry extends GridColumns {
  readonly rows: SizedAxis;
  /** Content box. */
  readonly height: number;
  readonly placed: readonly PlacedItem[];
}

export interface PlacedItem {
  readonly item: GridArea;
  readonly result: LayoutResult;
  /** Offset of the border box from the container's content edge. */
  readonly x: number;
  readonly y: number;
}

type Areas = Omit<GridGeometry, 'placed'>;

export function gridIntrinsicSizes(
  context: LayoutContext,
  box: BlockBox,
  _before?: FloatWidths,
  heights = NO_HEIGHT,
): MinMax {
  const { style } = box;
  const limit = (name: 'min' | 'max') => {
    const value = style[`${name}-inline-size`];
    return isLengthPercentage(value) ? contentLimit(box, value, heights) : transferredLimit(box, name, heights);
  };
  const columns = { size: undefined, minSize: limit('min'), maxSize: limit('max') };
  const height = heightInside(box, heights, borderPaddingOf(box, 0));
  const grid = formGrid(box, { columns, rows: { size: height }, deadline: context.deadline });
  const columnGap = usedGap(style, 'column-gap', 0);
  const size = (constraint: 'min-content' | 'max-content') => {
    const sized = (known?: ItemHeights) => {
      const tracks = createTracks(grid.columns, style['grid-auto-columns'], undefined, columnSpans(grid));
      const items = columnItems(context, box, grid, tracks, columnGap, known);
      const { deadline } = context;
      sizeTracks(tracks, items, { available: undefined, constraint, gap: columnGap, stretches: false, deadline });
      return tracks;
    };
    let tracks = sized();
    const width = tracksSize(tracks, columnGap);
    const axis = placeTracks(tracks, columnGap, width, { value: 'start' }, inlineAxis(style));
    const rowHeights = () => {
      const rows = sizeRows(context, { box, grid, columns: axis, width }, { available: height });
      return heightsInRows(box, placeRows(box, grid, rows, height ?? tracksSize(rows.tracks, rows.gap)));
    };
    if (grid.items.some((item) => mayDependOnHeight(context, item))) {
      const known = rowHeights();
      if (changesColumnContributions(context, grid, known)) tracks = sized(known);
    }
    return tracksSize(tracks, columnGap);
  };
  const min = size('min-content');
  return withBorderPadding(box, { min, max: Math.max(min, size('max-content')) });
}

/** Content-box width of a limit; undefined: a percentage of an indefinite width. */
function contentLimit(box: BlockBox, value: LengthPercentage, { percentageWidth }: HeightSpace): number | undefined {
  const length = resolvePercentage(value, percentageWidth);
  const edges = horizontal(borderPaddingOf(box, percentageWidth ?? 0));
  return length === undefined ? undefined : Math.max(0, toBorderBox(box.style, snap(length), edges) - edges);
}

/**
 * Content-box width that a limit of the height gives by an aspect ratio.
 * Source: https://drafts.csswg.org/css-sizing-4/#aspect-ratio-size-transfers
 */
function transferredLimit(box: BlockBox, name: 'min' | 'max', heights: HeightSpace): number | undefined {
  if (!hasRatio(box)) return undefined;
  const borderPadding = borderPaddingOf(box, 0);
  const height = resolveHeight(box, box.style[`${name}-block-size`], heights, vertical(borderPadding));
  return height === undefined ? undefined : ratioWidth(box, borderPadding, height) - horizontal(borderPadding);
}

/**
 * Sizes tracks and places items. Source: https://drafts.csswg.org/css-grid-2/#algo-grid-sizing,
 * Blink's GridLayoutAlgorithm::ComputeGridGeometry
 */
export function computeGrid(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  geometry: FragmentGeometry,
): GridGeometry {
  const edges = vertical(geometry.borderPadding);
  const limited = (height: number) =>
    Math.max(0, usedHeight(box, space, geometry.borderPadding, geometry.width, height + edges) - edges);
  const fixed = space.fixedHeight === undefined ? undefined : Math.max(0, space.fixedHeight - edges);
  const definite = geometry.percentageHeight ?? fixed;
  const grows = growsBeyondRatio(box, space, geometry.borderPadding);
  const minSize = limited(0);
  const maxSize = Math.max(0, maxHeight(box, space, geometry.borderPadding, geometry.width) - edges);
  const limits = {
    minSize: minSize > 0 ? minSize : undefined,
    maxSize: Number.isFinite(maxSize) ? maxSize : undefined,
  };
  const columnsFor = (heights?: ItemHeights) =>
    sizeColumns(
      context,
      box,
      geometry.contentWidth,
      fixed === undefined
        ? { size: geometry.percentageHeight, minSize: limits.minSize, maxSize: limits.maxSize }
        : { size: geometry.percentageHeight },
      space.subgrid,
      heights,
    );
  const rowsFor = (sized: GridColumns) => {
    let rows = sizeRows(context, sized, { available: definite, ...limits });
    const content = tracksSize(rows.tracks, rows.gap);
    const height = definite === undefined ? limited(content) : grows ? Math.max(definite, content) : definite;
    // Percentages and flexible tracks resolve again, against the used height. Blink: IsDependentOnAvailableSize of
    // GridLayoutTrackCollection
    const changes = (definite === undefined || grows) && height !== definite && !space.subgrid;
    if (changes && (hasPercentageRows(box) || rows.tracks.some(isFlexible)))
      rows = sizeRows(context, sized, { available: height });
    return { rows: placeRows(box, sized.grid, rows, height), height };
  };
  let sized = columnsFor();
  let sizedRows = rowsFor(sized);
  // 3. Columns again, if the heights of rows change the contributions of items
  if (sized.grid.items.some((item) => mayDependOnHeight(context, item))) {
    const heights = heightsInRows(box, sizedRows.rows);
    if (changesColumnContributions(context, sized.grid, heights)) {
      sized = columnsFor(heights);
      // 4. Rows again, in the height from before: ComputeGridGeometry
      const { height } = sizedRows;
      sizedRows = {
        rows: placeRows(box, sized.grid, sizeRows(context, sized, { available: height }), height),
        height,
      };
    }
  }
  const { grid, columns, width } = sized;
  const { rows, height } = sizedRows;
  const placed = placeInAreas(context, { box, grid, columns, width, rows, height });
  return { box, grid, columns, width, rows, height, placed };
}

function placeRows(box: BlockBox, grid: Grid, rows: Pick<SizedAxis, 'tracks' | 'gap'>, height: number): SizedAxis {
  if (grid.rows.subgrid) return { ...rows, starts: grid.rows.subgrid.starts };
  return placeTracks(rows.tracks, rows.gap, height, box.style['align-content'], BLOCK_AXIS);
}

/** Heights of items as known from the rows that they span. */
function heightsInRows(container: BlockBox, rows: SizedAxis): ItemHeights {
  return ({ box, row }) => {
    const height = spanSize(row, rows);
    return {
      percentageHeight: height,
      fixedHeight: stretchedHeight(box, 0, height, container),
    };
  };
}

function hasPercentageRows({ style }: BlockBox): boolean {
  const { 'grid-template-rows': list, 'row-gap': rowGap } = style;
  if (list !== 'none' && hasPercentageTrack(list.items)) return true;
  return style['grid-auto-rows'].some(isPercentageTrack) || (rowGap !== 'normal' && hasPercentage(rowGap));
}

// ---- items into areas ----------------------------------------------------------------------------------------------

function placeInAreas(context: LayoutContext, grid: Areas): PlacedItem[] {
  const placed = grid.grid.items.map((item) => placeItem(context, item, grid));
  return alignColumnBaselines(alignBaselines(placed, grid), grid);
}

/** Rectangle of a grid area; x and y from the container's content edge. */
export function areaRect(
  { row, column }: Pick<GridArea, 'row' | 'column'>,
  { box, columns, rows, width }: Areas,
): Rect {
  const across = spanSize(column, columns);
  const start = columns.starts[column.start]!;
  return {
    x: box.style.direction === 'rtl' ? width - start - across : start,
    y: rows.starts[row.start]!,
    width: across,
    height: spanSize(row, rows),
  };
}

/** Tracks that an item shares with its parent grid; undefined: the item is not a subgrid. */
export function subgridOf(item: GridArea, grid: Areas): SubgridSpace | undefined {
  const columns = subgridColumns(item, grid);
  const rows = subgridRows(item, grid.grid, grid.rows, spanSize(item.column, grid.columns));
  return columns || rows ? { columns, rows } : undefined;
}

function placeItem(context: LayoutContext, item: GridArea, grid: Areas): PlacedItem {
  const area = areaRect(item, grid);
  const { box } = item;
  const { style } = box;
  const container = grid.box;
  const margin = resolveMargins(style, area.width);
  const width = itemWidth(context, box, area.width, container, area.height);
  const height = itemHeight(box, area.width, area.height, container);
  const subgrid = subgridOf(item, grid);
  const space = areaSpace(area.width, area.height, {
    autoWidthBehavior: width === undefined ? 'fit-content' : undefined,
    fixedWidth: width,
    fixedHeight: height,
    subgrid,
  });
  const result = layoutCached(context, box, space);
  const { fragment } = result;
  const rtl = container.style.direction === 'rtl';
  const [first, last] = rtl ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const along = offsetInArea({
    area: area.width,
    size: fragment.width,
    start: margin[first],
    end: margin[last],
    startIsAuto: style[`margin-${LOGICAL_SIDES[first]}`] === 'auto',
    endIsAuto: style[`margin-${LOGICAL_SIDES[last]}`] === 'auto',
    alignment: inlineAlignment(item, grid, fragment),
    axis: { reversed: false, fromRight: rtl, isInline: true },
    selfReversed: (style.direction === 'rtl') !== rtl,
  });
  const down = offsetInArea({
    area: area.height,
    size: fragment.height,
    start: margin.top,
    end: margin.bottom,
    startIsAuto: style['margin-block-start'] === 'auto',
    endIsAuto: style['margin-block-end'] === 'auto',
    alignment: blockAlignment(item, grid, fragment),
    axis: { reversed: false, isInline: false },
    selfReversed: false,
  });
  const x = area.x + (rtl ? area.width - along - fragment.width : along);
  return { item, result, x, y: area.y + down };
}

/** `align-self`, with the fallback alignment of `last baseline` for an item in no baseline-sharing group: safe end. */
function blockAlignment(item: GridArea, { box, rows }: Areas, fragment: BoxFragment): Alignment {
  const alignment = alignSelf(item.box, box.style);
  const isAlone = alignment.value === 'last-baseline' && !baselineGroup(item, box, fragment, rows.tracks);
  return isAlone ? { value: 'end', safety: 'safe' } : alignment;
}

/** `justify-self`, of baseline-aligned items as the side of their group or their fallback alignment. */
function inlineAlignment(item: GridArea, grid: Areas, fragment: BoxFragment): Alignment {
  const alignment = justifySelf(item.box, grid.box.style);
  if (!alignment.value.endsWith('baseline')) return alignment;
  const baseline = baselineInColumns({ item, fragment }, grid);
  if (baseline) return { value: baseline.side };
  return alignment.value === 'last-baseline' ? { value: 'end', safety: 'safe' } : alignment;
}

function baselineInColumns(
  { item, fragment }: { readonly item: GridArea; readonly fragment: BoxFragment },
  { box, columns }: Areas,
): ColumnBaseline | undefined {
  const margin = resolveMargins(item.box.style, spanSize(item.column, columns));
  return columnBaseline(item, box, fragment, margin, columns.tracks);
}

function alignColumnBaselines(placed: PlacedItem[], grid: Areas): PlacedItem[] {
  if (!placed.some(({ item }) => justifySelf(item.box, grid.box.style).value.endsWith('baseline'))) return placed;
  const aligned = placed.flatMap((item) => {
    const baseline = baselineInColumns({ item: item.item, fragment: item.result.fragment }, grid);
    return baseline ? [{ item, baseline }] : [];
  });
  if (aligned.length === 0) return placed;
  const shims = shimsOf(aligned);
  const fromLeft = new Set(aligned.flatMap(({ item, baseline }) => (baseline.isFromLeft ? [item] : [])));
  return placed.map((item) => {
    const shim = shims.get(item) ?? 0;
    return shim === 0 ? item : { ...item, x: item.x + (fromLeft.has(item) ? shim : -shim) };
  });
}

/** Aligns the items of each baseline-sharing group. Source: https://drafts.csswg.org/css-align-3/#baseline-rules */
function alignBaselines(placed: readonly PlacedItem[], grid: Areas): PlacedItem[] {
  const groups = new Map<string, number>();
  const distance = ({ item, result }: PlacedItem) =>
    baselineDistance(
      item,
      grid.box,
      result.fragment,
      resolveMargins(item.box.style, spanSize(item.column, grid.columns)),
    );
  const groupOf = ({ item, result }: PlacedItem) => baselineGroup(item, grid.box, result.fragment, grid.rows.tracks);
  for (const placedItem of placed) {
    const group = groupOf(placedItem);
    if (group) groups.set(group, Math.max(groups.get(group) ?? distance(placedItem), distance(placedItem)));
  }
  return placed.map((placedItem) => {
    const group = groupOf(placedItem);
    if (!group) return placedItem;
    const shim = groups.get(group)! - distance(placedItem);
    return { ...placedItem, y: placedItem.y + (group.startsWith('first') ? shim : -shim) };
  });
}

/**
 * Baselines of the container, from its content edge: of the first and last row with items, those of baseline-aligned
 * items before others. Source: https://drafts.csswg.org/css-grid-2/#grid-baselines
 */
export function gridBaselines({ placed, box, rows: { tracks } }: GridGeometry): {
  first: number | undefined;
  last: number | undefined;
} {
  const rows = placed.map(({ item }) => item.row);
  const first = Math.min(...rows.map(({ start }) => start));
  const last = Math.max(...rows.map(({ end }) => end));
  const baselineOfRow = (inRow: (placedItem: PlacedItem) => boolean, isLast: boolean) => {
    const members = placed
      .filter(inRow)
      .sort((a, b) => a.item.row.start - b.item.row.start || a.item.column.start - b.item.column.start);
    const shared = members.flatMap((placedItem) => {
      const group = baselineGroup(placedItem.item, box, placedItem.result.fragment, tracks);
      return group ? [{ placedItem, isLast: group.startsWith('last') }] : [];
    });
    const own = { placedItem: members[isLast ? members.length - 1 : 0], isLast };
    const chosen = shared.find((other) => other.isLast === isLast) ?? shared[0] ?? own;
    return chosen.placedItem && chosen.placedItem.y + itemBaseline(chosen.placedItem.result.fragment, chosen.isLast);
  };
  return {
    first: baselineOfRow(({ item }) => item.row.start === first, false),
    last: baselineOfRow(({ item }) => item.row.end === last, true),
  };
}
