/**
 * Grid layout. Source: https://drafts.csswg.org/css-grid-2/#layout-algorithm
 *   template, model  the explicit grid and its names, an area for every item (placement)
 *   sizes, tracks    sizes of columns, then of rows; what subgrids contribute (subgrid)
 *   geometry, items  items into their areas, alignment
 *   positioned       absolutely positioned children
 *   here             rows onto pages
 */

import type { BlockBox } from '../../box/tree.js';
import { type Band, type BandsResume, placeBands } from '../bands.js';
import { type BlockFrame, createFrame, sliceEdges } from '../block-frame.js';
import { heightToEnd, spaceLeft } from '../breaks.js';
import { FragmentBuilder } from '../builder.js';
import { finishContainer } from '../container.js';
import { vertical } from '../edges.js';
import { layout } from '../layout.js';
import { definiteHeight, usedHeight } from '../sizes.js';
import type {
  Algorithm,
  BreakToken,
  ConstraintSpace,
  EarlyBreak,
  FragmentainerSpace,
  LayoutContext,
  LayoutResult,
} from '../types.js';
import {
  areaRect,
  computeGrid,
  type GridGeometry,
  gridBaselines,
  gridIntrinsicSizes,
  type PlacedItem,
  subgridOf,
} from './geometry.js';
import { areaSpace } from './items.js';
import { positionedChildren } from './positioned.js';

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

/** Goes from page to page, so that nothing is measured again. */
interface GridResume extends BandsResume {
  readonly grid: GridGeometry;
  /** Of the border box; pages may differ. */
  readonly width: number;
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
  const kept = resume?.data as GridResume | undefined;
  const grid = kept?.width === frame.width ? kept.grid : computeGrid(context, box, space, frame);
  const { fragmentainer } = space;
  const total = usedHeight(box, space, frame.borderPadding, frame.width, grid.height + vertical(frame.borderPadding));
  const consumed = resume?.consumed ?? 0;
  const bands = toBands(context, grid, frame);
  const lead = resume ? 0 : bands.lead;
  const placed = placeBands(builder, bands.list, frame.top + lead, fragmentainer, kept, early);
  if (placed.status === 'earlier') return { early: builder.earlyBreak };
  const isLast = placed.next === undefined;
  const outOfFlow = resume
    ? placed.outOfFlow
    : positionedChildren(context, box, grid, frame, total, builder, placed.outOfFlow);
  const room = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, 0)) : Number.POSITIVE_INFINITY;
  // Breaks may have pushed rows down: the box grows with it, unless its height is its own.
  const isOwn = definiteHeight(box, space, frame.borderPadding) !== undefined;
  const unbroken = bands.list.reduce(
    (y, { before, height }) => y + before + height,
    frame.borderPadding.top + bands.lead,
  );
  const grown = isOwn ? 0 : Math.max(0, consumed + placed.y - unbroken);
  const height = isLast ? Math.max(0, total + grown - consumed) : heightToEnd(room, placed.y + frame.bottom);
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
        data: { ...placed.next!, grid, width: frame.width } satisfies GridResume,
      };
  const baselines = resume || grid.placed.length === 0 ? undefined : gridBaselines(grid);
  const result = finishContainer(context, builder, {
    box,
    width: frame.width,
    height,
    border: sliceEdges(frame.border, box, resume === undefined, isLast),
    padding: sliceEdges(frame.padding, box, resume === undefined, isLast),
    outOfFlow,
    firstBaseline: baselines?.first === undefined ? undefined : frame.top + baselines.first,
    lastBaseline: baselines?.last === undefined ? undefined : frame.top + baselines.last,
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
  const { starts, tracks } = grid.rows;
  const list = groups.map(({ items, start, end }, i) => {
    const top = starts[start]!;
    const bottom = Math.max(starts[end - 1]! + tracks[end - 1]!.base, top);
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
  return {
    box: item.box,
    x: frame.left + x,
    y: y - top,
    result,
    layout: (fragmentainer: FragmentainerSpace | undefined, resume: BreakToken | undefined) => {
      const { width } = areaRect(item, grid);
      const subgrid = subgridOf(item, grid);
      const space: ConstraintSpace = {
        ...areaSpace(width, undefined),
        fixedWidth: result.fragment.width,
        ...(subgrid && { subgrid }),
        ...(fragmentainer && { fragmentainer }),
      };
      return layout(context, item.box, space, resume);
    },
  };
}
