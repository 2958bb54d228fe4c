/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template, model  the explicit grid with its line names, grid areas of items (placement)
 *   sizes, tracks    track sizing: contributions of items and subgrids (subgrid), the algorithm
 *   geometry, items  sizes and alignment of items in their areas
 *   positioned       absolutely positioned children
 *   fragmentation    breaks of rows
 */

import type { BlockBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, type BreakTokenData, tokenData } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { Rect } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { Algorithm, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import {
  addedEdges,
  calculateFragmentGeometry,
  type FragmentGeometry,
  innerFragmentainer,
  isKnownToFit,
  sliceEdges,
} from '../block/fragment-geometry.js';
import { joinBreaks, spaceLeft } from '../fragmentation/breaks.js';
import { type FinishedFragment, finishFragmentation } from '../fragmentation/finish-fragmentation.js';
import { cachedFragment } from '../fragmentation/fragment-cache.js';
import { vertical } from '../sizing/edges.js';
import { maxHeight, usedHeight } from '../sizing/heights.js';
import { hasPercentageHeights } from '../sizing/percentage-heights.js';
import { isScrollContainer } from '../sizing/sizes.js';
import {
  type GridFlowItem,
  type GridFlowResult,
  type GridFlowState,
  type GridRows,
  placeGridItems,
} from './fragmentation.js';
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
import { isSubgrid } from './subgrid.js';
import { isFlexible, isIntrinsic } from './tracks.js';

export const gridAlgorithm: Algorithm<BlockBox> = { layout: layoutGrid, intrinsicSizes: gridIntrinsicSizes };

function layoutGrid(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const layoutFragment = () => new GridLayoutAlgorithm(context, box, space, resume).layout();
  return space.fragmentainer ? cachedFragment(context, box, space, resume, layoutFragment) : layoutFragment();
}

/** Keeps the tracks of the first fragmentainer for all others, as does Blink's GridBreakTokenData. */
interface GridBreakTokenData extends BreakTokenData {
  readonly type: 'grid';
  readonly grid: GridGeometry;
  readonly rows: GridRows;
  /** State of the rows; undefined: all are finished, the rest of the container's height is left. */
  readonly state: GridFlowState | undefined;
  /** Height that breaks have added to the container so far, px. */
  readonly growth: number;
  /** The part of it that cloned edges have added. */
  readonly clonedEdges: number;
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
  ) {
    this.geometry = calculateFragmentGeometry(context, box, space, resume);
    this.builder.sequenceNumber = this.geometry.sequenceNumber;
  }

  layout(): LayoutResult {
    const { builder, context, geometry, box, space, resume } = this;
    const known = tokenData<GridBreakTokenData>(resume, 'grid');
    const grid = known?.grid ?? computeGrid(context, box, space, geometry);
    const rows = known?.rows ?? toRows(context, grid, geometry);
    const placed = this.placeRows(rows, known);
    const content = grid.height + vertical(geometry.borderPadding);
    const clonedEdges = (known?.clonedEdges ?? 0) + addedEdges(box, geometry, resume);
    const growth = placed.growth + clonedEdges;
    // A container of auto height grows by the space that breaks add.
    const total = usedHeight(box, space, geometry.borderPadding, geometry.width, content + growth);
    if (!resume) placePositionedChildren(context, grid, geometry, total, builder);
    const finished = this.finishFragmentation(total, placed.end);
    const { state } = placed;
    const data: GridBreakTokenData = { type: 'grid', grid, rows, state, growth: placed.growth, clonedEdges };
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

  private placeRows(rows: GridRows, known: GridBreakTokenData | undefined): GridFlowResult {
    const { builder, context, geometry, box, space, resume } = this;
    const state = known?.state;
    if (known && !state) return { state: undefined, growth: known.growth, end: 0 };
    const fits = isKnownToFit(box, space, geometry, resume);
    const fragmentainer = innerFragmentainer(space.fragmentainer, box, geometry, fits);
    const isStandalone = space.subgrid === undefined;
    return placeGridItems(builder, { context, rows, top: geometry.top, fragmentainer, state, isStandalone });
  }

  /** @param end  block-end edge of the content in this fragment */
  private finishFragmentation(total: number, end: number): FinishedFragment {
    const { box, space, geometry, resume } = this;
    const { fragmentainer } = space;
    const left = fragmentainer ? spaceLeft(fragmentainer, 0) : Number.POSITIVE_INFINITY;
    const consumed = resume?.consumedBlockSize ?? 0;
    const isPastEnd = resume?.isAtBlockEnd === true;
    return finishFragmentation(this.builder, {
      left,
      consumed,
      total: isPastEnd ? consumed : total,
      // The content fills the fragmentainer.
      end: Math.max(left, end) + geometry.bottom,
      endEdges: geometry.bottom,
      max: isPastEnd ? consumed : maxHeight(box, space, geometry.borderPadding, geometry.width),
      clips: box.style['overflow-block'] !== 'visible',
      mayBreakEarlier: false,
    })!;
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

function toRows(context: LayoutContext, grid: GridGeometry, geometry: FragmentGeometry): GridRows {
  const origin = geometry.borderPadding.top;
  const { starts, tracks } = grid.rows;
  const breaks: BreakBetween[] = Array.from({ length: starts.length + 1 }, () => 'auto');
  for (const { item, result } of grid.placed) {
    const { start, end } = item.row;
    breaks[start] = joinBreaks(breaks[start]!, result.breakBefore);
    breaks[end] = joinBreaks(breaks[end]!, result.breakAfter);
  }
  return {
    items: grid.placed.map((placedItem) => flowItem(context, placedItem, grid, geometry, origin)),
    tops: starts.map((start) => origin + start),
    gaps: starts.slice(0, -1).map((start, row) => origin + start + tracks[row]!.base),
    breaks,
  };
}

function flowItem(
  context: LayoutContext,
  { item, result, x, y }: PlacedItem,
  grid: GridGeometry,
  geometry: FragmentGeometry,
  origin: number,
): GridFlowItem {
  const { box } = item;
  const area = areaRect(item, grid);
  const grows = mayGrow(item, grid) && !isSubgrid(box, 'row') && !hasPercentageHeights(box);
  const layoutItem: GridFlowItem['layout'] = (fragmentainer, token, growth) => {
    const subgrid = subgridOf(item, grid);
    const height = area.height + growth;
    const fixedHeight = itemHeight(box, area.width, height, grid.box);
    const space = areaSpace(area.width, height, {
      fixedWidth: result.fragment.width,
      fixedHeight,
      fixedHeightBehavior: grows ? 'stretched-minimum' : undefined,
      subgrid,
      fragmentainer,
    });
    return layout(context, box, space, token);
  };
  return {
    box,
    row: item.row,
    x: geometry.left + x,
    y: origin + y,
    areaEnd: origin + area.y + area.height,
    grows,
    result,
    layout: layoutItem,
  };
}

/** Whether breaks inside an item grow its row: item and row must have automatic heights. */
function mayGrow({ box, row }: PlacedItem['item'], { box: container, grid, rows }: GridGeometry): boolean {
  const track = rows.tracks[row.start];
  const isAuto = box.style['block-size'] === 'auto' || box.style['box-decoration-break'] === 'clone';
  if (!isAuto || grid.rows.subgrid || row.end - row.start > 1 || !track) return false;
  if (![track.min, track.max].some(isIntrinsic) && !isFlexible(track)) return false;
  return isIntrinsic(track.min) || container.style['block-size'] === 'auto';
}
