/** Alignment in the main axis and of lines. Lengths in px. Source: https://drafts.csswg.org/css-flexbox-1/#alignment */

import type { Alignment } from '../../css/values/values.js';
import { distributeSpace } from '../alignment/free-space.js';
import { LOGICAL_SIDES } from '../sizing/edges.js';
import { type FlexAxes, type FlexItem, mainMargins } from './item.js';

/**
 * Step 12: auto margins, then `justify-content`. Sets `margin` and `mainOffset`.
 * @returns free space that `justify-content` puts between the items, px
 */
export function justifyItems(
  items: readonly FlexItem[],
  axes: FlexAxes,
  justify: Alignment,
  mainSize: number,
  gap: number,
): number {
  const [start, end] = axes.isRow ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const [first, last] = axes.mainReversed ? ([end, start] as const) : ([start, end] as const);
  const used = items.reduce((sum, item) => sum + item.main + mainMargins(axes, item.margin), gap * (items.length - 1));
  let free = mainSize - used;
  const autos = items.reduce(
    (sum, { box }) =>
      sum +
      Number(box.style[`margin-${LOGICAL_SIDES[start]}`] === 'auto') +
      Number(box.style[`margin-${LOGICAL_SIDES[end]}`] === 'auto'),
    0,
  );
  const share = autos > 0 && free > 0 ? free / autos : 0;
  if (share > 0) {
    for (const item of items) {
      const add = (side: typeof first) =>
        item.box.style[`margin-${LOGICAL_SIDES[side]}`] === 'auto' ? share : item.margin[side];
      item.margin = { ...item.margin, [start]: add(start), [end]: add(end) };
    }
    free = 0;
  }
  const axis = { reversed: axes.reversesMain, fromRight: axes.mainReversed, isInline: axes.isRow };
  const { before, between } = distributeSpace(justify, free, items.length, axis);
  let offset = before;
  for (const item of items) {
    item.mainOffset = offset + item.margin[first];
    offset = item.mainOffset + item.main + item.margin[last] + gap + between;
  }
  return between;
}

interface AlignedLine {
  cross: number;
  offset: number;
}

/** Steps 9 and 16: `align-content` stretches and places lines. */
export function alignLines(
  lines: readonly AlignedLine[],
  alignment: Alignment,
  crossSize: number,
  gap: number,
  axes: FlexAxes,
): void {
  const used = lines.reduce((sum, line) => sum + line.cross, 0) + gap * Math.max(0, lines.length - 1);
  const free = crossSize - used;
  const stretches = alignment.value === 'normal' || alignment.value === 'stretch';
  if (axes.wraps && stretches && free > 0) for (const line of lines) line.cross += free / lines.length;
  const axis = { reversed: axes.reversesCross, fromRight: axes.crossReversed, isInline: !axes.isRow };
  const { before, between } =
    !axes.wraps || stretches ? { before: 0, between: 0 } : distributeSpace(alignment, free, lines.length, axis);
  let offset = before;
  for (const line of lines) {
    line.offset = offset;
    offset += line.cross + gap + between;
  }
}
