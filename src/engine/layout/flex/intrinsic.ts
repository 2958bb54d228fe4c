/** Intrinsic widths of flex containers. Source: https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isOutOfFlow, isScrollable } from '../../css/style-queries.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values/values.js';
import type { HeightSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import { type FloatWidths, type LayoutContext, NO_FLOATS } from '../algorithm/layout-context.js';
import { MAX_LENGTH, snap } from '../algorithm/units.js';
import { borderPaddingOf } from '../block/block-frame.js';
import { fixedMargin, horizontal, resolveMargins, toBorderBox, vertical } from '../sizing/edges.js';
import { clampHeight, definiteHeight, heightInside, NO_HEIGHT } from '../sizing/heights.js';
import { intrinsicSizes, minMax, outerMinMax, withBorderPadding } from '../sizing/intrinsic.js';
import { balanceLines } from './balance.js';
import { columnLines, type FlexLine, flexChildren, gap } from './geometry.js';
import { alignOf, type FlexAxes, flexAxes, hasAutoCrossMargin, stretches } from './item.js';

export function flexIntrinsicSizes(
  context: LayoutContext,
  box: BlockBox,
  _before?: FloatWidths,
  heights = NO_HEIGHT,
): MinMax {
  const items = flexChildren(box).filter(({ style }) => !isOutOfFlow(style));
  const isRow = !box.style['flex-direction'].startsWith('column');
  if (!isRow) return withBorderPadding(box, columnSizes(context, box, items, heights));
  const wraps = box.style['flex-wrap'] !== 'nowrap';
  const between = gap(box, 'column-gap', 0);
  const gaps = Math.max(0, items.length - 1) * between;
  const count = wraps ? Math.min(flexAxes(box, 0, undefined, undefined).leastLines, items.length) : 1;
  const widths: number[] | undefined = count > 1 ? [] : undefined;
  let min = 0;
  let max = gaps;
  for (const item of items) {
    const known = itemHeights(box, item, heights);
    const sizes = contribution(context, item, known);
    max += sizes.max;
    widths?.push(sizes.max);
    min = wraps ? Math.max(min, outerMinMax(context, item, NO_FLOATS, known).min) : min + sizes.min;
  }
  if (!wraps) min += gaps;
  if (widths) max = widestLine(widths, count, between);
  return withBorderPadding(box, { min: Math.max(0, min), max: Math.max(0, min, max) });
}

/** Of items on as many lines as `flex-line-count` says. */
function widestLine(widths: readonly number[], count: number, between: number): number {
  const width = (line: readonly number[]) => line.reduce((sum, size) => sum + size, between * (line.length - 1));
  const lines = balanceLines(widths, (size) => size, count, Number.POSITIVE_INFINITY, between);
  return Math.max(...lines.map(width));
}

/** What is known of the height of an item in a row: that of a definite container stretches it. */
function itemHeights(box: BlockBox, item: BlockLevelBox, heights: HeightSpace): HeightSpace {
  const percentageHeight = heightInside(box, heights, borderPaddingOf(box, 0));
  const height = percentageHeight;
  const axes = flexAxes(box, 0, height, height);
  if (height === undefined || axes.wraps || !stretches(axes, item, alignOf(box, item))) return { percentageHeight };
  const room = height - vertical(resolveMargins(item.style, 0));
  return {
    percentageHeight,
    fixedHeight: clampHeight(item, { percentageHeight }, vertical(borderPaddingOf(item, 0)), room),
  };
}

/** Of the container, whether or not percentages may refer to it. */
function definiteContentHeight(box: BlockBox, heights: HeightSpace): number | undefined {
  const borderPadding = borderPaddingOf(box, 0);
  const height = definiteHeight(box, heights, borderPadding);
  return height === undefined ? undefined : Math.max(0, height - vertical(borderPadding));
}

/**
 * As Blink has §9.9.1: the items' contributions, but of an item that may not grow or not shrink towards that its
 * hypothetical main size.
 */
function contribution(context: LayoutContext, box: BlockLevelBox, heights: HeightSpace): MinMax {
  const { style } = box;
  const own = minMax(context, box, NO_FLOATS, heights);
  const margins = fixedMargin(style['margin-line-left']) + fixedMargin(style['margin-line-right']);
  const base = flexBasis(box);
  if (base === undefined) return { min: own.min + margins, max: own.max + margins };
  const hypothetical = limited(context, box, base, heights);
  const sizeFor = (size: number) => {
    const isStuck = (size > base && style['flex-grow'] === 0) || (size < base && style['flex-shrink'] === 0);
    return (isStuck ? hypothetical : size) + margins;
  };
  return { min: sizeFor(own.min), max: sizeFor(own.max) };
}

/** undefined: content-based, or a percentage of the size that is being looked for. */
function flexBasis(box: BlockLevelBox): number | undefined {
  const basis = box.style['flex-basis'];
  return lengthOf(box, basis === 'auto' ? box.style['inline-size'] : basis);
}

function limited(context: LayoutContext, box: BlockLevelBox, base: number, heights: HeightSpace): number {
  const { style } = box;
  const content = () => intrinsicSizes(context, box, NO_FLOATS, heights);
  const resolve = (value: Size | MaxSize) => {
    if (value === 'min-content') return content().min;
    if (value === 'max-content' || value === 'fit-content') return content().max;
    return lengthOf(box, value);
  };
  const max = resolve(style['max-inline-size']) ?? Number.POSITIVE_INFINITY;
  const isScroller = isScrollable(style['overflow-inline']);
  const automatic = () => Math.min(content().min, lengthOf(box, style['inline-size']) ?? Number.POSITIVE_INFINITY, max);
  const min =
    style['min-inline-size'] === 'auto' ? (isScroller ? 0 : automatic()) : (resolve(style['min-inline-size']) ?? 0);
  return Math.max(min, Math.min(base, max));
}

function lengthOf(box: BlockLevelBox, value: Size | MaxSize | 'content'): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value)) return undefined;
  if (hasPercentage(value)) return undefined;
  return toBorderBox(box.style, snap(resolveLength(value, 0)), horizontal(borderPaddingOf(box, 0)));
}

/** A column is as wide as its widest item; one that wraps, as its lines side by side. */
function columnSizes(
  context: LayoutContext,
  box: BlockBox,
  items: readonly BlockLevelBox[],
  heights: HeightSpace,
): MinMax {
  const percentageHeight = heightInside(box, heights, borderPaddingOf(box, 0));
  const outer = (item: BlockLevelBox) => outerMinMax(context, item, NO_FLOATS, { percentageHeight });
  const sizes = items.map(outer);
  const min = sizes.reduce((most, size) => Math.max(most, size.min), 0);
  const max = sizes.reduce((most, size) => Math.max(most, size.max), 0);
  const { style } = box;
  if (style['flex-wrap'] === 'nowrap' || items.length === 0) return { min, max };
  // Laid out as if there were room for any number of lines, none wider than the widest item.
  const edges = vertical(borderPaddingOf(box, 0));
  const limit = definiteContentHeight(box, heights) ?? clampHeight(box, heights, edges, MAX_LENGTH) - edges;
  const axes = flexAxes(box, max, limit < MAX_LENGTH - edges ? limit : undefined, percentageHeight);
  const lines = columnLines(context, box, axes);
  const gaps = gap(box, 'column-gap', 0) * Math.max(0, lines.length - 1);
  const width = lines.reduce((sum, line) => sum + lineWidth(line, axes, (item) => outer(item).max), gaps);
  return { min, max: Math.max(min, width) };
}

/** Percentages of the width that is being looked for count for nothing. */
function lineWidth({ items }: FlexLine, axes: FlexAxes, outer: (item: BlockLevelBox) => number): number {
  let most = 0;
  let before = 0;
  let after = 0;
  for (const { box, align } of items) {
    const size = outer(box);
    const isAligned = align.value === 'baseline' || align.value === 'last-baseline';
    if (!isAligned || hasAutoCrossMargin(axes, box)) {
      most = Math.max(most, size);
      continue;
    }
    const left = fixedMargin(box.style['margin-line-left']);
    before = Math.max(before, left);
    after = Math.max(after, size - left);
  }
  return Math.max(most, before + after);
}
