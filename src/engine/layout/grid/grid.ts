/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template, model  the explicit grid and its names, an area for every item (placement)
 *   sizes, tracks    sizes of columns, then of rows; what subgrids contribute (subgrid)
 *   geometry, items  items into their areas, alignment
 *   positioned       absolutely positioned children
 *   here             rows onto pages
 */

import type { BlockBox } from '../../box/tree.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { finishContainer } from '../algorithm/container.js';
import { layout } from '../algorithm/layout.js';
import { dependsOnHeight } from '../algorithm/result-cache.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  LayoutContext,
  LayoutResult,
  Rect,
} from '../algorithm/types.js';
import { type BlockFrame, createFrame, innerFragmentainer, sliceEdges } from '../block/block-frame.js';
import { type Band, type BandItem, type BandsResult, type BandsResume, placeBands } from '../fragmentation/bands.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { endOfPart, type PartToken } from '../fragmentation/part-end.js';
import { vertical } from '../sizing/edges.js';
import { mostHeight, usedHeight } from '../sizing/heights.js';
import { isScrollContainer } from '../sizing/sizes.js';
import {
  areaRect,
  computeGrid,
  type GridGeometry,
  gridBaselines,
  gridIntrinsicSizes,
  type PlacedItem,
  subgridOf,
} from './geometry.js';
import { areaSpace, itemHeight } from './items.js';
import { positionedChildren } from './positioned.js';
import { type SizedAxis, spanSize } from './sizes.js';
import { isFlexible, isIntrinsic } from './tracks.js';

export const gridAlgorithm: Algorithm<BlockBox> = { layout: layoutGrid, intrinsicSizes: gridIntrinsicSizes };

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

/** Goes from page to page: as in Blink tracks are those of the first one, however wide the others are. */
interface GridResume {
  /** undefined: only the rest of the container's own height is left. */
  readonly bands: BandsResume | undefined;
  readonly rows: readonly Band[];
  /** How much higher than unbroken breaks have made the rows. */
  readonly growth: number;
  readonly grid: GridGeometry;
}

const NOTHING_LEFT: BandsResult = {
  status: 'done',
  next: undefined,
  brokeInFlow: false,
  growth: 0,
  itemsEnd: 0,
  outOfFlow: [],
};

function gridPage(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
  early: EarlyBreak | undefined,
): { result?: LayoutResult; early?: EarlyBreak | undefined } {
  const builder = new FragmentBuilder();
  const frame = createFrame(context, box, space, resume);
  const kept = resume?.data as GridResume | undefined;
  const grid = kept?.grid ?? computeGrid(context, box, space, frame);
  const { fragmentainer } = space;
  const bands = kept?.rows ?? toBands(context, grid, frame);
  const inner = innerFragmentainer(fragmentainer, box, frame);
  const top = frame.top;
  const input = { context, bands, top, fragmentainer: inner, resume: kept?.bands, early, kind: 'row' } as const;
  const placed: BandsResult =
    resume && !kept?.bands ? { ...NOTHING_LEFT, growth: kept?.growth ?? 0 } : placeBands(builder, input);
  const content = grid.height + vertical(frame.borderPadding);
  // Breaks may have pushed rows down: the box grows with it, unless its height is its own.
  const total = usedHeight(box, space, frame.borderPadding, frame.width, content + placed.growth);
  const outOfFlow = resume
    ? placed.outOfFlow
    : positionedChildren(context, box, grid, frame, total, builder, placed.outOfFlow);
  const consumed = resume?.consumed ?? 0;
  const left = fragmentainer ? spaceLeft(fragmentainer, 0) : Number.POSITIVE_INFINITY;
  const end = endOfPart(builder, {
    left,
    consumed,
    total,
    // As in Blink: up to the page's end all counts as content.
    end: Math.max(left, placed.itemsEnd) + frame.bottom,
    bottom: frame.bottom,
    most: mostHeight(box, space, frame.borderPadding, frame.width),
    clips: box.style['overflow-y'] !== 'visible',
    mayBreakEarlier: early === undefined,
  });
  if (!end) return { early: builder.earlyBreak };
  const data: GridResume = { bands: placed.next, rows: bands, growth: placed.growth, grid };
  const breakToken = end.token && tokenOf(builder, box, resume, end.token, data);
  const isLast = breakToken === undefined || (breakToken.atEnd && !resume?.atEnd);
  const baselines = resume || grid.placed.length === 0 ? undefined : gridBaselines(grid);
  const result = finishContainer(context, builder, {
    box,
    width: frame.width,
    height: end.height,
    border: sliceEdges(frame.border, box, resume === undefined, isLast),
    padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
    outOfFlow,
    fragmentainer,
    firstBaseline: baselines?.first === undefined ? undefined : frame.top + baselines.first,
    lastBaseline: baselines?.last === undefined ? undefined : frame.top + baselines.last,
    consumed,
    isFirst: resume === undefined,
    breakToken,
    ...(isScrollContainer(box.style) && { extra: { tracksRect: tracksRect(grid, frame) } }),
  });
  return { result };
}

/** For scrollable overflow a grid's content is its tracks, wherever its items are. */
function tracksRect(grid: GridGeometry, frame: BlockFrame): Rect {
  const { columns, rows, width, box } = grid;
  const extent = (axis: SizedAxis): [start: number, size: number] => {
    const { length } = axis.tracks;
    return length === 0 ? [0, 0] : [axis.starts[0]!, spanSize({ start: 0, end: length }, axis)];
  };
  const [start, across] = extent(columns);
  const [top, height] = extent(rows);
  const left = box.style.direction === 'rtl' ? width - start - across : start;
  return { x: frame.left + left, y: frame.top + top, width: across, height };
}

/** Rows as bands: items belong to the row in which they begin. */
function toBands(context: LayoutContext, grid: GridGeometry, frame: BlockFrame): Band[] {
  const { starts } = grid.rows;
  const rows = new Map<number, PlacedItem[]>();
  for (const one of grid.placed) {
    const { start } = one.item.row;
    const row = rows.get(start);
    if (row) row.push(one);
    else rows.set(start, [one]);
  }
  const origin = frame.borderPadding.top;
  return [...rows.keys()]
    .sort((a, b) => a - b)
    .map((row) => ({
      top: origin + starts[row]!,
      items: rows.get(row)!.map((one) => bandItem(context, one, grid, frame, origin)),
    }));
}

function bandItem(
  context: LayoutContext,
  { item, result, x, y }: PlacedItem,
  grid: GridGeometry,
  frame: BlockFrame,
  origin: number,
): BandItem {
  const { box } = item;
  const area = areaRect(item, grid);
  const fixedHeight = itemHeight(box, area.width, area.height, grid.box);
  const grows = mayGrow(item, grid) && !dependsOnHeight(context, box);
  const layoutItem: BandItem['layout'] = (fragmentainer, resume, growth) => {
    const subgrid = subgridOf(item, grid);
    const space: ConstraintSpace = {
      ...areaSpace(area.width, area.height),
      fixedWidth: result.fragment.width,
      ...(fixedHeight !== undefined && { fixedHeight: fixedHeight + growth, fixedHeightIsLeast: grows }),
      ...(subgrid && { subgrid }),
      ...(fragmentainer && { fragmentainer }),
    };
    return layout(context, box, space, resume);
  };
  return {
    box,
    x: frame.left + x,
    y: origin + y,
    areaEnd: origin + area.y + area.height,
    marginBottom: 0,
    stretches: fixedHeight !== undefined,
    grows,
    result,
    layout: layoutItem,
  };
}

/** Content that breaks push down makes rows higher unless that is what somebody has set. */
function mayGrow({ box, row }: PlacedItem['item'], { box: container, grid, rows }: GridGeometry): boolean {
  const track = rows.tracks[row.start];
  if (box.style.height !== 'auto' || grid.rows.subgrid || row.end - row.start > 1 || !track) return false;
  if (![track.min, track.max].some(isIntrinsic) && !isFlexible(track)) return false;
  return isIntrinsic(track.min) || container.style.height === 'auto';
}

function tokenOf(
  builder: FragmentBuilder,
  box: BlockBox,
  resume: BreakToken | undefined,
  part: PartToken,
  data: GridResume,
): BreakToken {
  return {
    ...part,
    box,
    sequence: (resume?.sequence ?? 0) + 1,
    before: false,
    forced: builder.forcedBreak !== undefined,
    ...(builder.forcedBreak && { forcedBreak: builder.forcedBreak }),
    children: builder.tokens,
    seenAll: data.bands === undefined,
    data,
  };
}
