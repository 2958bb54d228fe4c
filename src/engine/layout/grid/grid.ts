/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template, model  the explicit grid with its line names, grid areas of items (placement)
 *   sizes, tracks    track sizing: contributions of items and subgrids (subgrid), the algorithm
 *   geometry, items  sizes and alignment of items in their areas
 *   positioned       absolutely positioned children
 *   grid             fragmentation of rows
 */

import type { BlockBox } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, type BreakTokenData, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { Rect } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { dependsOnHeight } from '../algorithm/result-cache.js';
import {
  calculateFragmentGeometry,
  type FragmentGeometry,
  innerFragmentainer,
  sliceEdges,
} from '../block/fragment-geometry.js';
import { joinBreaks, spaceLeft } from '../fragmentation/breaks.js';
import { type FinishedFragment, finishFragmentation } from '../fragmentation/finish-fragmentation.js';
import {
  type FlowItem,
  type ItemFlowResult,
  type ItemFlowState,
  type ItemLine,
  layoutItemFlow,
} from '../fragmentation/item-flow.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import { vertical } from '../sizing/edges.js';
import { maxHeight, usedHeight } from '../sizing/heights.js';
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
import { placePositionedChildren } from './positioned.js';
import { type SizedAxis, spanSize } from './sized-axis.js';
import { isFlexible, isIntrinsic } from './tracks.js';

export const gridAlgorithm: Algorithm<BlockBox> = { layout: layoutGrid, intrinsicSizes: gridIntrinsicSizes };

function layoutGrid(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const algorithm = new GridLayoutAlgorithm(context, box, space, resume, space.fragmentainer?.earlyBreak);
  return algorithm.layout() ?? relayoutAndBreakEarlier(algorithm);
}

/** Keeps the tracks of the first fragmentainer for all others, as does Blink's GridBreakTokenData. */
interface GridBreakTokenData extends BreakTokenData {
  readonly type: 'grid';
  readonly grid: GridGeometry;
  readonly rows: readonly ItemLine[];
  /** State of the rows; undefined: all are finished, the rest of the container's height is left. */
  readonly state: ItemFlowState | undefined;
  /** Height that breaks have added to the rows so far, px. */
  readonly growth: number;
}

/** The container in one fragmentainer. */
class GridLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  private readonly geometry: FragmentGeometry;

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly earlyBreak: EarlyBreak | undefined,
  ) {
    this.geometry = calculateFragmentGeometry(context, box, space, resume);
  }

  endingAt(earlyBreak: EarlyBreak): GridLayoutAlgorithm {
    return new GridLayoutAlgorithm(this.context, this.box, this.space, this.resume, earlyBreak);
  }

  /** @returns undefined: layout is to be repeated with a break at `builder.earlyBreak` */
  layout(): LayoutResult | undefined {
    const { builder, context, geometry, box, space, resume } = this;
    const known = tokenData<GridBreakTokenData>(resume, 'grid');
    const grid = known?.grid ?? computeGrid(context, box, space, geometry);
    const rows = known?.rows ?? toRows(context, grid, geometry);
    const placed = this.placeRows(rows, known);
    if (!placed) return undefined;
    const content = grid.height + vertical(geometry.borderPadding);
    // A container of auto height grows by the space that breaks add.
    const total = usedHeight(box, space, geometry.borderPadding, geometry.width, content + placed.growth);
    if (!resume) placePositionedChildren(context, grid, geometry, total, builder);
    const finished = this.finishFragmentation(total, placed.itemsEnd);
    if (!finished) return undefined;
    const { state, growth } = placed;
    const data: GridBreakTokenData = { type: 'grid', grid, rows, state, growth };
    const breakToken = finished.end && builder.breakToken(box, finished.end, state === undefined, data);
    const isLast = breakToken === undefined || (breakToken.isAtBlockEnd && !resume?.isAtBlockEnd);
    const baselines = resume || grid.placed.length === 0 ? undefined : gridBaselines(grid);
    return finishContainer(context, builder, {
      box,
      width: geometry.width,
      height: finished.height,
      border: sliceEdges(geometry.border, box, resume === undefined, isLast),
      padding: sliceEdges(geometry.padding, box, resume === undefined, isLast),
      fragmentainer: space.fragmentainer,
      firstBaseline: baselines?.first === undefined ? undefined : geometry.top + baselines.first,
      lastBaseline: baselines?.last === undefined ? undefined : geometry.top + baselines.last,
      consumed: resume?.consumedBlockSize ?? 0,
      isFirst: resume === undefined,
      breakToken,
      details: isScrollContainer(box.style) ? { kind: 'grid', tracksRect: tracksRect(grid, geometry) } : undefined,
    });
  }

  private placeRows(lines: readonly ItemLine[], known: GridBreakTokenData | undefined): ItemFlowResult | undefined {
    const { builder, context, geometry, earlyBreak } = this;
    const state = known?.state;
    if (known && !state) return { state: undefined, growth: known.growth, itemsEnd: 0 };
    const fragmentainer = innerFragmentainer(this.space.fragmentainer, this.box, geometry);
    const { top } = geometry;
    return layoutItemFlow(builder, { context, lines, top, fragmentainer, state, earlyBreak, kind: 'row' });
  }

  private finishFragmentation(total: number, itemsEnd: number): FinishedFragment | undefined {
    const { box, space, geometry } = this;
    const { fragmentainer } = space;
    const left = fragmentainer ? spaceLeft(fragmentainer, 0) : Number.POSITIVE_INFINITY;
    return finishFragmentation(this.builder, {
      left,
      consumed: this.resume?.consumedBlockSize ?? 0,
      total,
      // The content fills the fragmentainer.
      end: Math.max(left, itemsEnd) + geometry.bottom,
      endEdges: geometry.bottom,
      max: maxHeight(box, space, geometry.borderPadding, geometry.width),
      clips: box.style['overflow-block'] !== 'visible',
      mayBreakEarlier: this.earlyBreak === undefined,
    });
  }
}

/** Rectangle of all tracks: the in-flow content for scrollable overflow. */
function tracksRect(grid: GridGeometry, geometry: FragmentGeometry): Rect {
  const { columns, rows, width, box } = grid;
  const extent = (axis: SizedAxis): [start: number, size: number] => {
    const { length } = axis.tracks;
    return length === 0 ? [0, 0] : [axis.starts[0]!, spanSize({ start: 0, end: length }, axis)];
  };
  const [start, across] = extent(columns);
  const [top, height] = extent(rows);
  const left = box.style.direction === 'rtl' ? width - start - across : start;
  return { x: geometry.left + left, y: geometry.top + top, width: across, height };
}

/** Rows that items start in, with these items and the break values before them. */
function toRows(context: LayoutContext, grid: GridGeometry, geometry: FragmentGeometry): ItemLine[] {
  const { starts, gap } = grid.rows;
  const rows = new Map<number, PlacedItem[]>();
  for (const placedItem of grid.placed) getOrMake(rows, placedItem.item.row.start, () => []).push(placedItem);
  const breaksAfter = new Map<number, BreakBetween>();
  for (const { item, result } of grid.placed) {
    let next = item.row.end;
    while (next < starts.length && !rows.has(next)) next++;
    breaksAfter.set(next, joinBreaks(breaksAfter.get(next) ?? 'auto', result.breakAfter));
  }
  const origin = geometry.borderPadding.top;
  return [...rows.keys()]
    .sort((a, b) => a - b)
    .map((row) => ({
      top: origin + starts[row]!,
      gap: row > 0 ? gap : 0,
      items: rows.get(row)!.map((placedItem) => flowItem(context, placedItem, grid, geometry, origin)),
      previousBreakAfter: breaksAfter.get(row) ?? 'auto',
    }));
}

function flowItem(
  context: LayoutContext,
  { item, result, x, y }: PlacedItem,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  origin: number,
): FlowItem {
  const { box } = item;
  const area = areaRect(item, grid);
  const fixedHeight = itemHeight(box, area.width, area.height, grid.box);
  const grows = mayGrow(item, grid) && !dependsOnHeight(context, box);
  const layoutItem: FlowItem['layout'] = (fragmentainer, token, growth) => {
    const subgrid = subgridOf(item, grid);
    const space = areaSpace(area.width, area.height, {
      fixedWidth: result.fragment.width,
      fixedHeight: fixedHeight === undefined ? undefined : fixedHeight + growth,
      fixedHeightBehavior: fixedHeight !== undefined && grows ? 'minimum' : undefined,
      subgrid,
      fragmentainer,
    });
    return layout(context, box, space, token);
  };
  return {
    box,
    x: geometry.left + x,
    y: origin + y,
    areaEnd: origin + area.y + area.height,
    marginBottom: 0,
    stretches: fixedHeight !== undefined,
    grows,
    result,
    layout: layoutItem,
  };
}

/** Whether breaks inside an item grow its row: item and row must have automatic heights. */
function mayGrow({ box, row }: PlacedItem['item'], { box: container, grid, rows }: GridGeometry): boolean {
  const track = rows.tracks[row.start];
  if (box.style['block-size'] !== 'auto' || grid.rows.subgrid || row.end - row.start > 1 || !track) return false;
  if (![track.min, track.max].some(isIntrinsic) && !isFlexible(track)) return false;
  return isIntrinsic(track.min) || container.style['block-size'] === 'auto';
}
