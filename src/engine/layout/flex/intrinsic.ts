/** Intrinsic widths of flex containers. Source: https://drafts.csswg.org/css-flexbox-1/#intrinsic-sizes */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values.js';
import { borderPaddingOf } from '../block-frame.js';
import { isPositioned } from '../container.js';
import { fixedMargin, horizontal, toBorderBox, vertical } from '../edges.js';
import { intrinsicSizes, minMax, outerMinMax, withBorderPadding } from '../intrinsic.js';
import type { LayoutContext, MinMax } from '../types.js';
import { snap } from '../units.js';
import { flexChildren, gap, measureLines } from './geometry.js';
import { flexAxes } from './item.js';

export function flexIntrinsicSizes(context: LayoutContext, box: BlockBox): MinMax {
  const items = flexChildren(box).filter((child) => !isPositioned(child));
  const isRow = !box.style['flex-direction'].startsWith('column');
  if (!isRow) return withBorderPadding(box, columnSizes(context, box, items));
  const wraps = box.style['flex-wrap'] !== 'nowrap';
  const gaps = Math.max(0, items.length - 1) * gap(box, 'column-gap', 0);
  let min = 0;
  let max = gaps;
  for (const item of items) {
    const sizes = contribution(context, item);
    max += sizes.max;
    min = wraps ? Math.max(min, outerMinMax(context, item).min) : min + sizes.min;
  }
  if (!wraps) min += gaps;
  return withBorderPadding(box, { min: Math.max(0, min), max: Math.max(0, min, max) });
}

/**
 * As Blink has §9.9.1: the items' contributions, but of an item that may not grow or not shrink towards that its
 * hypothetical main size.
 */
function contribution(context: LayoutContext, box: BlockLevelBox): MinMax {
  const { style } = box;
  const own = minMax(context, box);
  const margins = fixedMargin(style['margin-left']) + fixedMargin(style['margin-right']);
  const base = flexBasis(box);
  if (base === undefined) return { min: own.min + margins, max: own.max + margins };
  const hypothetical = limited(context, box, base);
  const sizeFor = (size: number) => {
    const isStuck = (size > base && style['flex-grow'] === 0) || (size < base && style['flex-shrink'] === 0);
    return (isStuck ? hypothetical : size) + margins;
  };
  return { min: sizeFor(own.min), max: sizeFor(own.max) };
}

/** undefined: content-based, or a percentage of the size that is being looked for. */
function flexBasis(box: BlockLevelBox): number | undefined {
  const basis = box.style['flex-basis'];
  return lengthOf(box, basis === 'auto' ? box.style.width : basis);
}

function limited(context: LayoutContext, box: BlockLevelBox, base: number): number {
  const { style } = box;
  const max = lengthOf(box, style['max-width']) ?? Number.POSITIVE_INFINITY;
  const isScroller = style['overflow-x'] !== 'visible' && style['overflow-x'] !== 'clip';
  const automatic = () =>
    Math.min(intrinsicSizes(context, box).min, lengthOf(box, style.width) ?? Number.POSITIVE_INFINITY, max);
  const min = style['min-width'] === 'auto' ? (isScroller ? 0 : automatic()) : (lengthOf(box, style['min-width']) ?? 0);
  return Math.max(min, Math.min(base, max));
}

function lengthOf(box: BlockLevelBox, value: Size | MaxSize | 'content'): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value)) return undefined;
  if (hasPercentage(value)) return undefined;
  return toBorderBox(box.style, snap(resolveLength(value, 0)), horizontal(borderPaddingOf(box, 0)));
}

/** A column is as wide as its widest item; one that wraps at a height in px, as its lines side by side. */
function columnSizes(context: LayoutContext, box: BlockBox, items: readonly BlockLevelBox[]): MinMax {
  const sizes = items.map((item) => outerMinMax(context, item));
  const min = sizes.reduce((most, size) => Math.max(most, size.min), 0);
  const max = sizes.reduce((most, size) => Math.max(most, size.max), 0);
  const { style } = box;
  const height = typeof style.height === 'number' ? style.height : style['max-height'];
  if (style['flex-wrap'] === 'nowrap' || typeof height !== 'number') return { min, max };
  // Laid out as if there were room for any number of lines, none wider than the widest item.
  const inner = style['box-sizing'] === 'border-box' ? height - vertical(borderPaddingOf(box, 0)) : height;
  const axes = flexAxes(box, max, Math.max(0, inner), Math.max(0, inner));
  const lines = measureLines(context, box, axes);
  const gaps = gap(box, 'column-gap', 0) * Math.max(0, lines.length - 1);
  return {
    min,
    max: Math.max(
      max,
      lines.reduce((sum, { cross }) => sum + cross, gaps),
    ),
  };
}
