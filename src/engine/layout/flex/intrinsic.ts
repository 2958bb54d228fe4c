/** Intrinsic widths of flex containers. Source: https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isScrollable } from '../../css/style-queries.js';
import type { MaxSize, Size } from '../../css/values/values.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import { orderedItems } from '../algorithm/items.js';
import { type FloatWidths, type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { MAX_LENGTH } from '../algorithm/units.js';
import { usedGap } from '../alignment/gap.js';
import { borderPaddingOf } from '../block/fragment-geometry.js';
import { fixedBorderBoxLength, fixedMargin, horizontal, resolveMargins, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight, heightInside, NO_HEIGHT } from '../sizing/heights.js';
import { intrinsicSizes, minMax, outerMinMax, withBorderPadding } from '../sizing/intrinsic.js';
import { balanceLines } from './balance.js';
import { columnLines, type FlexLine } from './geometry.js';
import { alignOf, type FlexAxes, flexAxes, hasAutoCrossMargin, stretches } from './item.js';

export function flexIntrinsicSizes(
  context: LayoutContext,
  box: BlockBox,
  _before?: FloatWidths,
  heights = NO_HEIGHT,
): MinMax {
  const items = orderedItems(box);
  const height = heightInside(box, heights, borderPaddingOf(box, 0));
  const axes = flexAxes(box, 0, height, height);
  if (!axes.isRow) return withBorderPadding(box, columnSizes(context, box, items, heights));
  const { wraps } = axes;
  const between = usedGap(box.style, 'column-gap', 0);
  const gaps = Math.max(0, items.length - 1) * between;
  const count = wraps ? Math.min(axes.minLineCount, items.length) : 1;
  const widths: number[] | undefined = count > 1 ? [] : undefined;
  let min = 0;
  let max = gaps;
  for (const item of items) {
    const known = itemHeights(box, item, axes);
    const sizes = contribution(context, item, known);
    max += sizes.max;
    widths?.push(sizes.max);
    min = wraps ? Math.max(min, outerMinMax(context, item, NO_FLOATS, known).min) : min + sizes.min;
  }
  if (!wraps) min += gaps;
  if (widths) max = widestLine(widths, count, between);
  return withBorderPadding(box, { min: Math.max(0, min), max: Math.max(0, min, max) });
}

/** Width of the widest line after balancing, px. */
function widestLine(widths: readonly number[], count: number, between: number): number {
  const width = (line: readonly number[]) => line.reduce((sum, size) => sum + size, between * (line.length - 1));
  const lines = balanceLines(widths, (size) => size, count, Number.POSITIVE_INFINITY, between);
  return Math.max(...lines.map(width));
}

/** Height constraints of an item in a row; a single-line container of definite height stretches it. */
function itemHeights(box: BlockBox, item: BlockLevelBox, axes: FlexAxes): HeightSpace {
  const { percentageHeight, wraps } = axes;
  if (percentageHeight === undefined || wraps || !stretches(axes, item, alignOf(box, item)))
    return { percentageHeight };
  const available = percentageHeight - vertical(resolveMargins(item.style, 0));
  return {
    percentageHeight,
    fixedHeight: clampHeight(item, { percentageHeight }, vertical(borderPaddingOf(item, 0)), available),
  };
}

/** Content height of the container, px; undefined: it depends on the content. */
function definiteContentHeight(box: BlockBox, heights: HeightSpace): number | undefined {
  const borderPadding = borderPaddingOf(box, 0);
  const height = definiteHeight(box, heights, borderPadding);
  return height === undefined ? undefined : Math.max(0, height - vertical(borderPadding));
}

/**
 * Contribution of an item to the main size of a row, px: its intrinsic contribution, but its hypothetical main size if
 * it cannot flex that far. Sources: https://drafts.csswg.org/css-flexbox-1/#intrinsic-main-sizes, Blink's
 * FlexLayoutAlgorithm::ComputeMinMaxSizeOfRowContainerV3
 */
function contribution(context: LayoutContext, box: BlockLevelBox, heights: HeightSpace): MinMax {
  const { style } = box;
  const own = minMax(context, box, NO_FLOATS, heights);
  const margins = fixedMargin(style['margin-line-left']) + fixedMargin(style['margin-line-right']);
  const base = flexBasis(box);
  if (base === undefined) return { min: own.min + margins, max: own.max + margins };
  const hypothetical = hypotheticalWidth(context, box, base, heights);
  const sizeFor = (size: number) => {
    const isInflexible = (size > base && style['flex-grow'] === 0) || (size < base && style['flex-shrink'] === 0);
    return (isInflexible ? hypothetical : size) + margins;
  };
  return { min: sizeFor(own.min), max: sizeFor(own.max) };
}

/** Border-box flex base size from a length, px; undefined: content-based or cyclic percentage. */
function flexBasis(box: BlockLevelBox): number | undefined {
  const basis = box.style['flex-basis'];
  return borderBoxLength(box, basis === 'auto' ? box.style['inline-size'] : basis);
}

/** Border-box flex base size clamped by min-width and max-width, px. */
function hypotheticalWidth(context: LayoutContext, box: BlockLevelBox, base: number, heights: HeightSpace): number {
  const { style } = box;
  const content = () => intrinsicSizes(context, box, NO_FLOATS, heights);
  const resolve = (value: Size | MaxSize) => {
    if (value === 'min-content') return content().min;
    if (value === 'max-content' || value === 'fit-content') return content().max;
    return borderBoxLength(box, value);
  };
  const max = resolve(style['max-inline-size']) ?? Number.POSITIVE_INFINITY;
  const isScroller = isScrollable(style['overflow-inline']);
  const automatic = () =>
    Math.min(content().min, borderBoxLength(box, style['inline-size']) ?? Number.POSITIVE_INFINITY, max);
  const min =
    style['min-inline-size'] === 'auto' ? (isScroller ? 0 : automatic()) : (resolve(style['min-inline-size']) ?? 0);
  return Math.max(min, Math.min(base, max));
}

function borderBoxLength(box: BlockLevelBox, size: Size | MaxSize | 'content'): number | undefined {
  return fixedBorderBoxLength(box.style, size, horizontal(borderPaddingOf(box, 0)));
}

/** Intrinsic widths of a column container: those of its widest item, or of its lines side by side. */
function columnSizes(
  context: LayoutContext,
  box: BlockBox,
  items: readonly BlockLevelBox[],
  heights: HeightSpace,
): MinMax {
  const percentageHeight = heightInside(box, heights, borderPaddingOf(box, 0));
  const outer = (item: BlockLevelBox) => outerMinMax(context, item, NO_FLOATS, { percentageHeight });
  const sizes = items.map(outer);
  const min = sizes.reduce((widest, size) => Math.max(widest, size.min), 0);
  const max = sizes.reduce((widest, size) => Math.max(widest, size.max), 0);
  const { style } = box;
  if (style['flex-wrap'] === 'nowrap' || items.length === 0) return { min, max };
  // Lines are collected at the width of the widest item.
  const edges = vertical(borderPaddingOf(box, 0));
  const limit = definiteContentHeight(box, heights) ?? clampHeight(box, heights, edges, MAX_LENGTH) - edges;
  const axes = flexAxes(box, max, limit < MAX_LENGTH - edges ? limit : undefined, percentageHeight);
  const lines = columnLines(context, box, axes);
  const gaps = usedGap(box.style, 'column-gap', 0) * Math.max(0, lines.length - 1);
  const width = lines.reduce((sum, line) => sum + lineWidth(line, axes, (item) => outer(item).max), gaps);
  return { min, max: Math.max(min, width) };
}

/** Cross size of a line, px; percentages are 0. */
function lineWidth({ items }: FlexLine, axes: FlexAxes, outer: (item: BlockLevelBox) => number): number {
  let widest = 0;
  let before = 0;
  let after = 0;
  for (const { box, align } of items) {
    const size = outer(box);
    const isAligned = align.value === 'baseline' || align.value === 'last-baseline';
    if (!isAligned || hasAutoCrossMargin(axes, box)) {
      widest = Math.max(widest, size);
      continue;
    }
    const left = fixedMargin(box.style['margin-line-left']);
    before = Math.max(before, left);
    after = Math.max(after, size - left);
  }
  return Math.max(widest, before + after);
}
