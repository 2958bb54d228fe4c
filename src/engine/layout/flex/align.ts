/**
 * Alignment in flex containers and grids. Lengths in px.
 * Sources: https://drafts.csswg.org/css-align-3/, https://drafts.csswg.org/css-flexbox-1/#alignment
 */

import type { Alignment } from '../../css/values/values.js';
import { LOGICAL_SIDES } from '../sizing/edges.js';
import { type FlexAxes, type FlexItem, mainMargins } from './item.js';

/** Direction of an axis, for alignment keywords. Offsets count from its flex-start side. */
export interface AlignmentAxis {
  /** flex-start is the end side of the writing mode: `*-reverse`. */
  readonly reversed: boolean;
  /** flex-start is on the right; inline axis only. */
  readonly fromRight?: boolean;
  /** The inline axis; in the block axis `left` and `right` behave as `start`. */
  readonly isInline: boolean;
}

/**
 * Fraction of the free space before an alignment subject, from the flex-start side: 0 start, ½ center, 1 end.
 * @param selfReversed  whether the subject's direction is opposite to the container's
 * Source: https://drafts.csswg.org/css-align-3/#positional-values
 */
export function freeShare(
  { value, safety }: Alignment,
  free: number,
  axis: AlignmentAxis,
  selfReversed = false,
): number {
  const start = axis.reversed ? 1 : 0;
  if (free < 0 && safety === 'safe') return start;
  switch (value) {
    case 'center':
      return 1 / 2;
    case 'flex-end':
      return 1;
    case 'flex-start':
      return 0;
    case 'end':
      return 1 - start;
    case 'last-baseline':
      return 1 - start;
    case 'start':
    case 'baseline':
      return start;
    case 'self-start':
      return selfReversed ? 1 - start : start;
    case 'self-end':
      return selfReversed ? start : 1 - start;
    case 'left':
      return axis.isInline ? (axis.fromRight ? 1 : 0) : start;
    case 'right':
      return axis.isInline ? (axis.fromRight ? 0 : 1) : start;
    default:
      return 0;
  }
}

/** Space before the first alignment subject and between subjects. */
interface Distribution {
  readonly before: number;
  readonly between: number;
}

/**
 * Distributes free space among `count` alignment subjects, with fallback alignments.
 * Source: https://drafts.csswg.org/css-align-3/#distribution-values
 */
export function distributeSpace(alignment: Alignment, free: number, count: number, axis: AlignmentAxis): Distribution {
  const { value } = alignment;
  if (value.startsWith('space-')) {
    if (count > 1 || value !== 'space-between') {
      if (free > 0 && count > 0) {
        if (value === 'space-between') return { before: 0, between: free / (count - 1) };
        if (value === 'space-around') return { before: free / count / 2, between: free / count };
        return { before: free / (count + 1), between: free / (count + 1) };
      }
    }
    // Fallback alignments on overflow are safe flex-start (space-between) and safe center: both result in start.
    if (value === 'space-between' || free > 0) return { before: 0, between: 0 };
    return { before: axis.reversed ? free : 0, between: 0 };
  }
  return { before: free * freeShare(alignment, free, axis), between: 0 };
}

/** Step 12: auto margins, then `justify-content`. Sets `margin` and `mainOffset`. */
export function justifyItems(
  items: readonly FlexItem[],
  axes: FlexAxes,
  justify: Alignment,
  mainSize: number,
  gap: number,
): void {
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
