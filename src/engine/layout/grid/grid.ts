/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template, model  the explicit grid and its names, an area for every item (placement)
 *   sizes, tracks    sizes of columns, then of rows; what subgrids contribute (subgrid)
 *   geometry, items  items into their areas, alignment
 *   positioned       absolutely positioned children
 *   here             rows into fragmentainers
 */

import type { BlockBox } from '../../box/tree.js';
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
import { type BlockFrame, createFrame, innerFragmentainer, sliceEdges } from '../block/block-frame.js';
import { spaceLeft } from '../fragmentation/breaks.js';
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
import { placePositionedChildren } from './positioned.js';
import { type SizedAxis, spanSize } from './sizes.js';
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

/** As in Blink's `GridBreakTokenData`, tracks are those of the first fragmentainer, however wide the others are. */
interface GridBreakTokenData extends BreakTokenData {
  readonly type: 'grid';
  readonly grid: GridGeometry;
  readonly rows: readonly ItemLine[];
  /** Where the rows go on; undefined: only the rest of the container's own block size is left. */
  readonly state: ItemFlowState | undefined;
  /** How much higher than without fragmentation breaks have made the rows. */
  readonly growth: number;
}

/** The container in one fragmentainer. */
class GridLayoutAlgorithm {
  readonly builder = new FragmentBuilder();
  private readonly frame: BlockFrame;

  constructor(
    private readonly context: LayoutContext,
    private readonly box: BlockBox,
    private readonly space: ConstraintSpace,
    private readonly resume: BreakToken | undefined,
    private readonly earlyBreak: EarlyBreak | undefined,
  ) {
    this.frame = createFrame(context, box, space, resume);
  }

  endingAt(earlyBreak: EarlyBreak): GridLayoutAlgorithm {
    return new GridLayoutAlgorithm(this.context, this.box, this.space, this.resume, earlyBreak);
  }

  /** @returns undefined: `builder.earlyBreak` is better */
  layout(): LayoutResult | undefined {
    const { builder, context, frame, box, space, resume } = this;
    const known = tokenData<GridBreakTokenData>(resume, 'grid');
    const grid = known?.grid ?? computeGrid(context, box, space, frame);
    const rows = known?.rows ?? toRows(context, grid, frame);
    const placed = this.placeRows(rows, known);
    if (!placed) return undefined;
    const content = grid.height + vertical(frame.borderPadding);
    // Breaks may have pushed rows down: the box grows with it, unless its height is its own.
    const total = usedHeight(box, space, frame.borderPadding, frame.width, content + placed.growth);
    if (!resume) placePositionedChildren(context, box, grid, frame, total, builder);
    const finished = this.finishFragmentation(total, placed.itemsEnd);
    if (!finished) return undefined;
    const { state, growth } = placed;
    const data: GridBreakTokenData = { type: 'grid', grid, rows, state, growth };
    const breakToken = finished.end && builder.breakToken(box, finished.end, state === undefined, data);
    const isLast = breakToken === undefined || (breakToken.isAtBlockEnd && !resume?.isAtBlockEnd);
    const baselines = resume || grid.placed.length === 0 ? undefined : gridBaselines(grid);
    return finishContainer(context, builder, {
      box,
      width: frame.width,
      height: finished.height,
      border: sliceEdges(frame.border, box, resume === undefined, isLast),
      padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
      fragmentainer: space.fragmentainer,
      firstBaseline: baselines?.first === undefined ? undefined : frame.top + baselines.first,
      lastBaseline: baselines?.last === undefined ? undefined : frame.top + baselines.last,
      consumed: resume?.consumedBlockSize ?? 0,
      isFirst: resume === undefined,
      breakToken,
      details: isScrollContainer(box.style) ? { kind: 'grid', tracksRect: tracksRect(grid, frame) } : undefined,
    });
  }

  private placeRows(lines: readonly ItemLine[], known: GridBreakTokenData | undefined): ItemFlowResult | undefined {
    const { builder, context, frame, earlyBreak } = this;
    const state = known?.state;
    if (known && !state) return { state: undefined, growth: known.growth, itemsEnd: 0 };
    const fragmentainer = innerFragmentainer(this.space.fragmentainer, this.box, frame);
    const { top } = frame;
    return layoutItemFlow(builder, { context, lines, top, fragmentainer, state, earlyBreak, kind: 'row' });
  }

  private finishFragmentation(total: number, itemsEnd: number): FinishedFragment | undefined {
    const { box, space, frame } = this;
    const { fragmentainer } = space;
    const left = fragmentainer ? spaceLeft(fragmentainer, 0) : Number.POSITIVE_INFINITY;
    return finishFragmentation(this.builder, {
      left,
      consumed: this.resume?.consumedBlockSize ?? 0,
      total,
      // As in Blink: up to the fragmentainer's end all counts as content.
      end: Math.max(left, itemsEnd) + frame.bottom,
      endEdges: frame.bottom,
      max: mostHeight(box, space, frame.borderPadding, frame.width),
      clips: box.style['overflow-block'] !== 'visible',
      mayBreakEarlier: this.earlyBreak === undefined,
    });
  }
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

/** The rows with items: these belong to the row in which they begin. */
function toRows(context: LayoutContext, grid: GridGeometry, frame: BlockFrame): ItemLine[] {
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
      items: rows.get(row)!.map((one) => flowItem(context, one, grid, frame, origin)),
    }));
}

function flowItem(
  context: LayoutContext,
  { item, result, x, y }: PlacedItem,
  grid: GridGeometry,
  frame: BlockFrame,
  origin: number,
): FlowItem {
  const { box } = item;
  const area = areaRect(item, grid);
  const fixedHeight = itemHeight(box, area.width, area.height, grid.box);
  const grows = mayGrow(item, grid) && !dependsOnHeight(context, box);
  const layoutItem: FlowItem['layout'] = (fragmentainer, token, growth) => {
    const subgrid = subgridOf(item, grid);
    const space: ConstraintSpace = {
      ...areaSpace(area.width, area.height),
      fixedWidth: result.fragment.width,
      ...(fixedHeight !== undefined && {
        fixedHeight: fixedHeight + growth,
        fixedHeightBehavior: grows ? 'minimum' : undefined,
      }),
      ...(subgrid && { subgrid }),
      ...(fragmentainer && { fragmentainer }),
    };
    return layout(context, box, space, token);
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
  if (box.style['block-size'] !== 'auto' || grid.rows.subgrid || row.end - row.start > 1 || !track) return false;
  if (![track.min, track.max].some(isIntrinsic) && !isFlexible(track)) return false;
  return isIntrinsic(track.min) || container.style['block-size'] === 'auto';
}
