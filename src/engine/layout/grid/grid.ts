/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template   the explicit grid and its names
 *   placement  an area for every item
 *   tracks     sizes of columns, then of rows
 *   here       items into their areas, alignment, rows onto pages
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values.js';
import { type Band, type BandsResume, placeBands } from '../bands.js';
import { type BlockFrame, borderPaddingOf, createFrame, sliceEdges } from '../block-frame.js';
import { heightToEnd, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { layoutCached } from '../cached.js';
import { finishContainer, isPositioned } from '../container.js';
import { horizontal, resolveMargins, vertical } from '../edges.js';
import { distributeSpace, freeShare } from '../flex/align.js';
import { gap } from '../flex/flex.js';
import { minMax, withBorderPadding } from '../intrinsic.js';
import { layout } from '../layout.js';
import { containsAbsolutes, layoutPositioned } from '../positioned.js';
import { clampHeight, clampWidth, fitContent, usedHeight } from '../sizes.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  Edges,
  FragmentainerSpace,
  LayoutContext,
  LayoutResult,
  MinMax,
  OutOfFlow,
  Rect,
} from '../types.js';
import { type GridArea, isPlaced, type NamedLines, placeItems, resolvePlacement, type Span } from './placement.js';
import { areaLines, type ExplicitAxis, explicitAxis } from './template.js';
import { createTrack, sizeTracks, type Track, type TrackItem, tracksSize } from './tracks.js';

export const gridAlgorithm: Algorithm<BlockBox> = { layout: layoutGrid, intrinsicSizes: gridIntrinsicSizes };

interface GridItem extends GridArea {
  readonly margin: Edges;
  readonly borderPadding: Edges;
}

/** The grid with its items, before sizes. Tracks are counted from the first implicit one. */
interface Grid {
  readonly items: readonly GridItem[];
  readonly columns: GridAxis;
  readonly rows: GridAxis;
}

interface GridAxis {
  readonly explicit: ExplicitAxis;
  /** Number of implicit tracks before the explicit ones. */
  readonly before: number;
  readonly count: number;
}

function children(box: BlockBox): readonly BlockLevelBox[] {
  return box.content.type === 'blocks' ? box.content.children : [];
}

// ---- the grid ----------------------------------------------------------------------------------------------------------

function formGrid(box: BlockBox, width: number | undefined, height: number | undefined): Grid {
  const { style } = box;
  const areas = areaLines(style['grid-template-areas']);
  const columnFill = { size: width, gap: gap(box, 'column-gap', width ?? 0) };
  const rowFill = { size: height, gap: gap(box, 'row-gap', height ?? 0) };
  const columns = explicitAxis(
    style['grid-template-columns'],
    columnFill,
    areas.columnCount,
    areas.columns,
    style['grid-auto-columns'],
  );
  const rows = explicitAxis(style['grid-template-rows'], rowFill, areas.rowCount, areas.rows, style['grid-auto-rows']);
  const inFlow = children(box).filter((child) => !isPositioned(child));
  if (inFlow.some((item) => item.style.order !== 0)) inFlow.sort((a, b) => a.style.order - b.style.order);
  const pending = inFlow.map((item) => ({
    box: item,
    row: resolvePlacement(item.style['grid-row-start'], item.style['grid-row-end'], rows),
    column: resolvePlacement(item.style['grid-column-start'], item.style['grid-column-end'], columns),
  }));
  const flow = style['grid-auto-flow'];
  const placed = placeItems(pending, rows.count, columns.count, flow.direction === 'row', flow.dense);
  const columnAxis = axisOf(
    columns,
    placed.map(({ column }) => column),
  );
  const rowAxis = axisOf(
    rows,
    placed.map(({ row }) => row),
  );
  const shift = (span: Span, { before }: GridAxis) => ({ start: span.start + before, end: span.end + before });
  const items = placed.map(({ box: item, row, column }) => ({
    box: item,
    row: shift(row, rowAxis),
    column: shift(column, columnAxis),
    margin: resolveMargins(item.style, width ?? 0),
    borderPadding: borderPaddingOf(item, width ?? 0),
  }));
  return { items, columns: columnAxis, rows: rowAxis };
}

function axisOf(explicit: ExplicitAxis, spans: readonly Span[]): GridAxis {
  const first = spans.reduce((least, span) => Math.min(least, span.start), 0);
  const last = spans.reduce((most, span) => Math.max(most, span.end), explicit.count);
  return { explicit, before: -first, count: last - first };
}

function createTracks(
  axis: GridAxis,
  auto: BlockBox['style']['grid-auto-rows'],
  basis: number | undefined,
  spans: readonly Span[],
): Track[] {
  const used = new Set(
    spans.flatMap((span) => Array.from({ length: span.end - span.start }, (_, i) => span.start + i)),
  );
  return Array.from({ length: axis.count }, (_, index) => {
    const explicit = index - axis.before;
    const inside = explicit >= 0 && explicit < axis.explicit.count;
    // Implicit tracks take the pattern in turn, backwards before the explicit grid.
    const turn = explicit < 0 ? explicit : explicit - axis.explicit.count;
    const pattern = auto[((turn % auto.length) + auto.length) % auto.length] ?? 'auto';
    const size = inside ? axis.explicit.tracks[explicit]! : pattern;
    const collapsed = inside && axis.explicit.autoFit.has(explicit) && !used.has(index);
    return createTrack(size, basis, collapsed);
  });
}

function isStretching(alignment: Alignment): boolean {
  return alignment.value === 'normal' || alignment.value === 'stretch';
}

// ---- contributions -----------------------------------------------------------------------------------------------------

function columnItem(context: LayoutContext, item: GridItem, tracks: readonly Track[]): TrackItem {
  const outer = (size: number) => size + horizontal(item.margin);
  const { box } = item;
  return {
    span: item.column,
    minContent: () => outer(minMax(context, box).min),
    maxContent: () => outer(minMax(context, box).max),
    minimum: () => outer(minimumWidth(context, item, tracks)),
  };
}

/** §6.6 */
function minimumWidth(
  context: LayoutContext,
  { box, column, borderPadding }: GridItem,
  tracks: readonly Track[],
): number {
  const { style } = box;
  const edges = horizontal(borderPadding);
  if (style.width !== 'auto' && !(typeof style.width === 'object')) return minMax(context, box).min;
  if (typeof style.width === 'object' && !('percent' in style.width)) return minMax(context, box).min;
  if (style['min-width'] !== 'auto')
    return Math.max(edges, minMax(context, { ...box, style: { ...style, width: style['min-width'] } }).min);
  const isScroller = style['overflow-x'] !== 'visible' && style['overflow-x'] !== 'clip';
  const over = tracks.slice(column.start, column.end);
  const hasAuto = over.some((track) => track.min === 'auto');
  const hasFlexible = over.some((track) => track.flex > 0);
  if (isScroller || !hasAuto || (over.length > 1 && hasFlexible)) return edges;
  return minMax(context, box).min;
}

/** Rows are sized when widths are known: an item's height is all it asks for. */
function rowItem(context: LayoutContext, item: GridItem, grid: Sized, tracks: readonly Track[]): TrackItem {
  let height: number | undefined;
  const outer = () => {
    height ??= itemHeight(context, item, grid) + vertical(item.margin);
    return height;
  };
  const { style } = item.box;
  const isScroller = style['overflow-y'] !== 'visible' && style['overflow-y'] !== 'clip';
  const over = tracks.slice(item.row.start, item.row.end);
  const isAutoMinimum = style.height === 'auto' && style['min-height'] === 'auto';
  const noMinimum = isAutoMinimum && (isScroller || (over.length > 1 && over.some((track) => track.flex > 0)));
  return {
    span: item.row,
    minContent: outer,
    maxContent: outer,
    minimum: () => (noMinimum ? vertical(item.borderPadding) + vertical(item.margin) : outer()),
  };
}

function itemHeight(context: LayoutContext, item: GridItem, grid: Sized): number {
  const width = areaSize(item.column, grid.columnTracks, grid.columnGap);
  const own = itemWidth(context, item, width, grid.box);
  return layoutCached(context, item.box, areaSpace(width, undefined, { width: own })).fragment.height;
}

function gridIntrinsicSizes(context: LayoutContext, box: BlockBox): MinMax {
  const grid = formGrid(box, undefined, undefined);
  const columnGap = gap(box, 'column-gap', 0);
  const size = (constraint: 'min-content' | 'max-content') => {
    const tracks = createTracks(
      grid.columns,
      box.style['grid-auto-columns'],
      undefined,
      grid.items.map(({ column }) => column),
    );
    const items = grid.items.map((item) => columnItem(context, item, tracks));
    sizeTracks(tracks, items, { available: undefined, constraint, gap: columnGap, stretches: false });
    return tracksSize(tracks, columnGap);
  };
  const min = size('min-content');
  return withBorderPadding(box, { min, max: Math.max(min, size('max-content')) });
}

// ---- sizes ---------------------------------------------------------------------------------------------------------------

interface Sized {
  readonly box: BlockBox;
  readonly items: readonly GridItem[];
  readonly columns: GridAxis;
  readonly rows: GridAxis;
  readonly columnTracks: readonly Track[];
  readonly columnGap: number;
}

interface GridGeometry extends Sized {
  readonly rowTracks: readonly Track[];
  readonly rowGap: number;
  /** Start of each track from the content edge, alignment applied; and the size of the content box. */
  readonly columnStarts: readonly number[];
  readonly rowStarts: readonly number[];
  readonly height: number;
  readonly placed: readonly PlacedItem[];
}

interface PlacedItem {
  readonly item: GridItem;
  readonly result: LayoutResult;
  /** Border edge from the content edge. */
  readonly x: number;
  readonly y: number;
}

function computeGrid(context: LayoutContext, box: BlockBox, space: ConstraintSpace, frame: BlockFrame): GridGeometry {
  const { style } = box;
  const edges = vertical(frame.borderPadding);
  const fixed = space.fixedHeight === undefined ? undefined : Math.max(0, space.fixedHeight - edges);
  const definite = frame.percentageHeight ?? fixed;
  const width = frame.contentWidth;
  const grid = formGrid(box, width, definite);
  const columnGap = gap(box, 'column-gap', width);
  const columnTracks = createTracks(
    grid.columns,
    style['grid-auto-columns'],
    width,
    grid.items.map(({ column }) => column),
  );
  sizeTracks(
    columnTracks,
    grid.items.map((item) => columnItem(context, item, columnTracks)),
    {
      available: width,
      gap: columnGap,
      stretches: isStretching(style['justify-content']),
    },
  );
  const sized: Sized = { box, ...grid, columnTracks, columnGap };
  const least = Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, edges) - edges);
  let rows = sizeRows(context, sized, definite, least);
  const autoHeight = tracksSize(rows.tracks, rows.gap);
  const height =
    definite ?? Math.max(0, usedHeight(box, space, frame.borderPadding, frame.width, autoHeight + edges) - edges);
  // Percentages of an auto height refer to the height that came out.
  if (definite === undefined && usesPercentRows(box)) rows = sizeRows(context, sized, height, least);
  const columnStarts = trackStarts(columnTracks, columnGap, width, style['justify-content'], style.direction === 'rtl');
  const rowStarts = trackStarts(rows.tracks, rows.gap, height, style['align-content'], false);
  const base = { ...sized, rowTracks: rows.tracks, rowGap: rows.gap, columnStarts, rowStarts, height };
  return { ...base, placed: placeInAreas(context, base) };
}

function sizeRows(
  context: LayoutContext,
  grid: Sized,
  available: number | undefined,
  least: number,
): { tracks: Track[]; gap: number } {
  const { style } = grid.box;
  const rowGap = gap(grid.box, 'row-gap', available ?? 0);
  const tracks = createTracks(
    grid.rows,
    style['grid-auto-rows'],
    available,
    grid.items.map(({ row }) => row),
  );
  sizeTracks(
    tracks,
    grid.items.map((item) => rowItem(context, item, grid, tracks)),
    {
      available,
      gap: rowGap,
      stretches: isStretching(style['align-content']),
      ...(least > 0 && { least }),
    },
  );
  return { tracks, gap: rowGap };
}

function usesPercentRows({ style }: BlockBox): boolean {
  return JSON.stringify([style['grid-template-rows'], style['grid-auto-rows'], style['row-gap']]).includes('"percent"');
}

/** Starts of tracks with gaps and content alignment; in rtl from the right. */
function trackStarts(
  tracks: readonly Track[],
  trackGap: number,
  size: number,
  alignment: Alignment,
  rtl: boolean,
): number[] {
  const shown = tracks.filter((track) => !track.collapsed).length;
  const free = size - tracksSize(tracks, trackGap);
  const { before, between } = isStretching(alignment)
    ? { before: 0, between: 0 }
    : distributeSpace(alignment, free, shown, rtl);
  let at = before;
  const starts = tracks.map((track) => {
    const start = at;
    if (!track.collapsed) at += track.base + trackGap + between;
    return start;
  });
  return rtl ? starts.map((start, i) => size - start - tracks[i]!.base) : starts;
}

function areaSize({ start, end }: Span, tracks: readonly Track[], trackGap: number): number {
  return tracksSize(tracks.slice(start, end), trackGap);
}

function areaSpace(
  width: number,
  height: number | undefined,
  fixed: { width?: number; height?: number },
): ConstraintSpace {
  return {
    availableWidth: width,
    availableHeight: height,
    percentageWidth: width,
    percentageHeight: height,
    newFormattingContext: true,
    ...(fixed.width !== undefined && { fixedWidth: fixed.width }),
    ...(fixed.height !== undefined && { fixedHeight: fixed.height }),
  };
}

/** Used border-box width in an area; undefined: the item finds it itself (a width of its own, an image). */
function itemWidth(context: LayoutContext, item: GridItem, area: number, container: BlockBox): number | undefined {
  const { box, margin, borderPadding } = item;
  const { style } = box;
  const room = Math.max(0, area - horizontal(margin));
  const edges = horizontal(borderPadding);
  const align = justifyOf(item, container);
  const stretch =
    align.value === 'stretch' ||
    (align.value === 'normal' && box.kind === 'block' && style['aspect-ratio'].ratio === undefined);
  const autoMargin = style['margin-left'] === 'auto' || style['margin-right'] === 'auto';
  const space = areaSpace(area, undefined, {});
  if (style.width !== 'auto') return undefined;
  if (box.kind !== 'block') return undefined;
  const width = stretch && !autoMargin ? Math.max(room, edges) : fitContent(context, box, room);
  return clampWidth(context, box, space, room, edges, width);
}

function justifyOf({ box }: GridItem, container: BlockBox): Alignment {
  const own = box.style['justify-self'];
  return own.value === 'auto' ? container.style['justify-items'] : own;
}

function alignOf({ box }: GridItem, container: BlockBox): Alignment {
  const own = box.style['align-self'];
  return own.value === 'auto' ? container.style['align-items'] : own;
}

// ---- items into areas ------------------------------------------------------------------------------------------------------

function placeInAreas(context: LayoutContext, grid: Omit<GridGeometry, 'placed'>): PlacedItem[] {
  const placed = grid.items.map((item) => placeItem(context, item, grid));
  return alignBaselines(placed, grid);
}

function areaRect(item: Pick<GridArea, 'row' | 'column'>, grid: Omit<GridGeometry, 'placed'>): Rect {
  const extent = ({ start, end }: Span, starts: readonly number[], tracks: readonly Track[]) => {
    const from = Math.min(...starts.slice(start, end));
    const to = Math.max(...starts.slice(start, end).map((at, i) => at + tracks[start + i]!.base));
    return { from, size: to - from };
  };
  const x = extent(item.column, grid.columnStarts, grid.columnTracks);
  const y = extent(item.row, grid.rowStarts, grid.rowTracks);
  return { x: x.from, y: y.from, width: x.size, height: y.size };
}

function placeItem(context: LayoutContext, item: GridItem, grid: Omit<GridGeometry, 'placed'>): PlacedItem {
  const area = areaRect(item, grid);
  const { box } = item;
  const margin = resolveMargins(box.style, area.width);
  const sized = { ...item, margin };
  const width = itemWidth(context, sized, area.width, grid.box);
  const height = stretchedHeight(sized, area, grid.box);
  const result = layoutCached(
    context,
    box,
    areaSpace(area.width, area.height, {
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    }),
  );
  const { fragment } = result;
  const rtl = grid.box.style.direction === 'rtl';
  const x =
    area.x +
    place(
      area.width,
      fragment.width,
      margin.left,
      margin.right,
      box.style['margin-left'] === 'auto',
      box.style['margin-right'] === 'auto',
      justifyOf(item, grid.box),
      rtl,
    );
  const y =
    area.y +
    place(
      area.height,
      fragment.height,
      margin.top,
      margin.bottom,
      box.style['margin-top'] === 'auto',
      box.style['margin-bottom'] === 'auto',
      alignOf(item, grid.box),
      false,
    );
  return { item, result, x, y };
}

function stretchedHeight(
  { box, margin, borderPadding, ...item }: GridItem,
  area: Rect,
  container: BlockBox,
): number | undefined {
  const { style } = box;
  const align = alignOf({ box, margin, borderPadding, ...item }, container);
  const stretches =
    align.value === 'stretch' ||
    (align.value === 'normal' && box.kind === 'block' && style['aspect-ratio'].ratio === undefined);
  const autoMargin = style['margin-top'] === 'auto' || style['margin-bottom'] === 'auto';
  if (!stretches || style.height !== 'auto' || autoMargin || box.kind === 'replaced') return undefined;
  const edges = vertical(borderPadding);
  return clampHeight(
    box,
    areaSpace(area.width, area.height, {}),
    edges,
    Math.max(edges, area.height - vertical(margin)),
  );
}

/** Offset of the border box in its area. */
function place(
  area: number,
  size: number,
  before: number,
  after: number,
  autoBefore: boolean,
  autoAfter: boolean,
  alignment: Alignment,
  reversed: boolean,
): number {
  const free = area - size - before - after;
  if ((autoBefore || autoAfter) && free > 0) return before + (autoBefore ? (autoAfter ? free / 2 : free) : 0);
  const share = freeShare(alignment, free, reversed);
  // Without reversal "start" is the left; freeShare counts from the start side.
  return before + free * (reversed ? 1 - share : share);
}

/** Items of one row with `align-self: baseline` share their baseline. */
function alignBaselines(placed: readonly PlacedItem[], grid: Omit<GridGeometry, 'placed'>): PlacedItem[] {
  const lines = new Map<number, number>();
  const baseline = ({ result, y }: PlacedItem) => y + (result.fragment.firstBaseline ?? result.fragment.height);
  const takesPart = ({ item }: PlacedItem) => alignOf(item, grid.box).value === 'baseline';
  for (const one of placed) {
    if (takesPart(one)) lines.set(one.item.row.start, Math.max(lines.get(one.item.row.start) ?? 0, baseline(one)));
  }
  return placed.map((one) =>
    takesPart(one) ? { ...one, y: one.y + lines.get(one.item.row.start)! - baseline(one) } : one,
  );
}

// ---- onto the page ---------------------------------------------------------------------------------------------------------

function layoutGrid(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const first = gridPage(context, box, space, resume, space.fragmentainer?.earlyBreak);
  if (first.result) return first.result;
  const again = gridPage(context, box, space, resume, first.early);
  if (!again.result) throw new Error('a second pass cannot ask for a third');
  return again.result;
}

function gridPage(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
  early: EarlyBreak | undefined,
): { result?: LayoutResult; early?: EarlyBreak | undefined } {
  const builder = new FragmentBuilder();
  const frame = createFrame(context, box, space, resume);
  const grid = computeGrid(context, box, space, frame);
  const { fragmentainer } = space;
  const total = usedHeight(box, space, frame.borderPadding, frame.width, grid.height + vertical(frame.borderPadding));
  const consumed = resume?.consumed ?? 0;
  const bands = toBands(context, grid, frame);
  const lead = resume ? 0 : bands.lead;
  const from = resume?.data as BandsResume | undefined;
  const placed = placeBands(builder, bands.list, frame.top + lead, fragmentainer, from, early);
  if (placed.status === 'earlier') return { early: builder.earlyBreak };
  const isLast = placed.next === undefined;
  const outOfFlow = [...placed.outOfFlow, ...(resume ? [] : positioned(context, box, grid, frame, total, builder))];
  const room = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, 0)) : Number.POSITIVE_INFINITY;
  const rest = Math.max(0, total - consumed);
  const end = placed.y + frame.bottom;
  const height = !isLast
    ? heightToEnd(room, end)
    : resume
      ? end
      : Math.max(rest, total === grid.height + vertical(frame.borderPadding) ? end : 0);
  const breakToken: BreakToken | undefined = isLast
    ? undefined
    : {
        box,
        consumed: consumed + height,
        sequence: (resume?.sequence ?? 0) + 1,
        before: false,
        forced: builder.forcedBreak !== undefined,
        ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
        children: builder.tokens,
        seenAll: false,
        atEnd: false,
        data: placed.next,
      };
  const first = grid.placed[0];
  const baseline =
    first && !resume
      ? frame.top + first.y + (first.result.fragment.firstBaseline ?? first.result.fragment.height)
      : undefined;
  const result = finishContainer(context, builder, {
    box,
    width: frame.width,
    height,
    border: sliceEdges(frame.border, box, resume === undefined, isLast),
    padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
    outOfFlow,
    firstBaseline: baseline,
    lastBaseline: baseline,
    consumed,
    isFirst: resume === undefined,
    breakToken,
  });
  return { result };
}

/** Rows as bands; rows that an item spans belong together. */
function toBands(context: LayoutContext, grid: GridGeometry, frame: BlockFrame): { lead: number; list: Band[] } {
  const sorted = [...grid.placed].sort((a, b) => a.item.row.start - b.item.row.start);
  const groups: { items: PlacedItem[]; start: number; end: number }[] = [];
  for (const one of sorted) {
    const group = groups.at(-1);
    if (group && one.item.row.start < group.end) {
      group.items.push(one);
      group.end = Math.max(group.end, one.item.row.end);
    } else groups.push({ items: [one], start: one.item.row.start, end: one.item.row.end });
  }
  let previous = 0;
  let lead = 0;
  const list = groups.map(({ items, start, end }, i) => {
    const top = grid.rowStarts[start]!;
    const bottom = Math.max(grid.rowStarts[end - 1]! + grid.rowTracks[end - 1]!.base, top);
    if (i === 0) lead = top;
    const before = i === 0 ? 0 : top - previous;
    previous = bottom;
    return { before, height: bottom - top, items: items.map((one) => bandItem(context, one, grid, frame, top)) };
  });
  return { lead, list };
}

function bandItem(
  context: LayoutContext,
  { item, result, x, y }: PlacedItem,
  grid: GridGeometry,
  frame: BlockFrame,
  top: number,
): Band['items'][number] {
  const area = areaRect(item, grid);
  return {
    box: item.box,
    x: frame.left + x,
    y: y - top,
    result,
    layout: (fragmentainer: FragmentainerSpace | undefined, resume: BreakToken | undefined) =>
      layout(
        context,
        item.box,
        {
          ...areaSpace(area.width, undefined, { width: result.fragment.width }),
          ...(fragmentainer && { fragmentainer }),
        },
        resume,
      ),
  };
}

/** §9: grid lines can be the containing block of absolutely positioned children. */
function positioned(
  context: LayoutContext,
  box: BlockBox,
  grid: GridGeometry,
  frame: BlockFrame,
  total: number,
  builder: FragmentBuilder,
): OutOfFlow[] {
  const left: OutOfFlow[] = [];
  const contains = containsAbsolutes(box.style);
  for (const child of children(box)) {
    if (!isPositioned(child) || typeof child.style.position === 'object') continue;
    const item = { box: child, ...staticPosition(child, box, grid, frame) };
    const area = contains && child.style.position === 'absolute' ? linesRect(child, grid, frame, total) : undefined;
    if (!area) {
      left.push(item);
      continue;
    }
    const placed = layoutPositioned(context, item, area, box.style.direction === 'rtl');
    builder.children.push(placed);
    for (const inner of placed.outOfFlow) left.push({ ...inner, x: inner.x + placed.x, y: inner.y + placed.y });
  }
  return left;
}

function staticPosition(
  child: BlockLevelBox,
  box: BlockBox,
  grid: GridGeometry,
  frame: BlockFrame,
): Omit<OutOfFlow, 'box'> {
  const edge = ({ value }: Alignment): 'start' | 'center' | 'end' =>
    value === 'center'
      ? 'center'
      : value === 'end' || value === 'flex-end' || value === 'self-end' || value === 'right'
        ? 'end'
        : 'start';
  const justify =
    child.style['justify-self'].value === 'auto' ? box.style['justify-items'] : child.style['justify-self'];
  const align = child.style['align-self'].value === 'auto' ? box.style['align-items'] : child.style['align-self'];
  const at = (where: 'start' | 'center' | 'end', size: number) =>
    where === 'start' ? 0 : where === 'center' ? size / 2 : size;
  const xEdge = edge(justify);
  const yEdge = edge(align);
  return { x: frame.left + at(xEdge, frame.contentWidth), y: frame.top + at(yEdge, grid.height), xEdge, yEdge };
}

/** The rectangle between a child's grid lines; `auto` lines are the padding edges. undefined: all four are auto. */
function linesRect(child: BlockLevelBox, grid: GridGeometry, frame: BlockFrame, total: number): Rect | undefined {
  const { style } = child;
  const sides = ['grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'] as const;
  if (sides.every((side) => style[side] === 'auto')) return undefined;
  const axis = (
    start: (typeof sides)[number],
    end: (typeof sides)[number],
    { explicit, before }: GridAxis,
    starts: readonly number[],
    tracks: readonly Track[],
    low: number,
    high: number,
    edge: number,
  ) => {
    const lines: NamedLines = explicit;
    const placement = resolvePlacement(style[start], style[end], lines);
    const startAuto = style[start] === 'auto';
    const endAuto = style[end] === 'auto';
    if (!isPlaced(placement)) return { from: low, to: high };
    const first = placement.start + before;
    const last = placement.end + before - 1;
    const from = startAuto || starts[first] === undefined ? low : edge + starts[first];
    const to = endAuto || starts[last] === undefined ? high : edge + starts[last] + tracks[last]!.base;
    return { from, to: Math.max(from, to) };
  };
  const x = axis(
    'grid-column-start',
    'grid-column-end',
    grid.columns,
    grid.columnStarts,
    grid.columnTracks,
    frame.border.left,
    frame.width - frame.border.right,
    frame.left,
  );
  const y = axis(
    'grid-row-start',
    'grid-row-end',
    grid.rows,
    grid.rowStarts,
    grid.rowTracks,
    frame.border.top,
    total - frame.border.bottom,
    frame.top,
  );
  return { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from };
}
