/** Number and width of columns, intrinsic widths of containers, spanners. Lengths in px. */

import type { BlockBox, BlockLevelBox, Box } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isFloating, isOutOfFlow } from '../../css/style-queries.js';
import type { MinMax } from '../algorithm/geometry.js';
import { type FloatWidths, type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { snap, snapFloor } from '../algorithm/units.js';
import { usedGap } from '../alignment/gap.js';
import { resolveBorderPadding } from '../sizing/edges.js';
import { heightInside, NO_HEIGHT } from '../sizing/heights.js';
import { blockChildrenSizes, intrinsicSizes, outerMinMax, withBorderPadding } from '../sizing/intrinsic.js';

export interface Columns {
  readonly count: number;
  readonly width: number;
  readonly gap: number;
  /** Distance between the starts of adjacent columns, not rounded. */
  readonly step: number;
  /** The style asks for more columns than this implementation lays out. */
  readonly isLimited: boolean;
}

/** Limit of this implementation: more columns are narrower than any text, and each that holds a part of a box takes time. */
export const MAX_USED_COLUMNS = 1000;

/** Source: https://drafts.csswg.org/css-multicol-1/#pseudo-algorithm */
export function usedColumns(style: LogicalStyle, available: number): Columns {
  const gap = columnGap(style, available);
  const specified = usedCount(style, available, gap);
  const count = Math.min(MAX_USED_COLUMNS, specified);
  const step = (available + gap) / count;
  const width = Math.max(0, snapFloor(step - gap));
  return { count, width, gap, step: Math.max(gap, step), isLimited: specified > count };
}

function usedCount(style: LogicalStyle, available: number, gap: number): number {
  const maxCount = style['column-count'];
  const width = style['column-width'];
  if (width === 'auto') return maxCount === 'auto' ? 1 : maxCount;
  // A minimum column width of 1px limits the number of columns.
  const fitting = Math.max(1, Math.floor((available + gap) / (Math.max(1, width) + gap)));
  return maxCount === 'auto' ? fitting : Math.min(maxCount, fitting);
}

/** `normal` is 1em. Source: https://drafts.csswg.org/css-multicol-1/#cg */
function columnGap(style: LogicalStyle, basis: number): number {
  return usedGap(style, 'column-gap', basis, snap(style['font-size']));
}

/** The flow of a multi-column container: its only child. @throws Error if it has none */
export function columnFlow(box: BlockBox): BlockBox {
  const flow = box.content.type === 'blocks' ? box.content.children[0] : undefined;
  if (flow?.kind !== 'block') throw new Error('A multi-column container holds one block');
  return flow;
}

/**
 * Intrinsic border-box widths: `column-count` columns with gaps; with a `column-width`, the minimum is one column.
 * Source: Blink's ColumnLayoutAlgorithm::ComputeMinMaxSizes
 */
export function multicolIntrinsicSizes(
  context: LayoutContext,
  box: BlockBox,
  _before?: FloatWidths,
  heights = NO_HEIGHT,
): MinMax {
  const { style } = box;
  const flow = columnFlow(box);
  const spanners = spannersOf(flow);
  const content = flowSizes(context, flow, spanners);
  const columnWidth = style['column-width'];
  const count = style['column-count'] === 'auto' ? 1 : style['column-count'];
  const gaps = columnGap(style, 0) * (count - 1);
  const minWidth = columnWidth === 'auto' ? 0 : columnWidth;
  const across = (size: number) => size * count + gaps;
  let min = columnWidth === 'auto' ? across(content.min) : Math.min(content.min, minWidth);
  let max = across(Math.max(content.max, minWidth));
  // Percentage heights in columns are indefinite here, those of spanners are not.
  const inside = { percentageHeight: heightInside(box, heights, resolveBorderPadding(style, 0)) };
  for (const spanner of spanners) {
    const outer = outerMinMax(context, spanner, NO_FLOATS, inside);
    min = Math.max(min, outer.min);
    max = Math.max(max, outer.max);
  }
  return withBorderPadding(box, { min, max: Math.max(min, max) });
}

/** Intrinsic widths of the flow without spanners. */
function flowSizes(context: LayoutContext, flow: BlockBox, spanners: ReadonlySet<BlockLevelBox>): MinMax {
  if (spanners.size === 0 || flow.content.type === 'inlines') return intrinsicSizes(context, flow);
  return blockChildrenSizes(
    context,
    flow.content.children.filter((child) => !spanners.has(child)),
  );
}

/**
 * Boxes of the flow with `column-span: all`.
 * Source: https://drafts.csswg.org/css-multicol-1/#spanning-columns
 */
export function spannersOf(flow: BlockBox): ReadonlySet<BlockLevelBox> {
  const found = new Set<BlockLevelBox>();
  collectSpanners(flow, found);
  return found;
}

function collectSpanners(box: Box, found: Set<BlockLevelBox>): void {
  if (box.kind !== 'block' || box.content.type !== 'blocks') return;
  for (const child of box.content.children) {
    if (isOutOfFlow(child.style) || isFloating(child.style)) continue;
    if (child.style['column-span'] === 'all') found.add(child);
    else if (child.kind === 'block' && child.context === 'flow' && !child.newFormattingContext)
      collectSpanners(child, found);
  }
}
