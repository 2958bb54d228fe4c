/**
 * Distribution of free space before and between alignment subjects. Lengths in px.
 * Source: https://drafts.csswg.org/css-align-3/
 */

import type { Alignment } from '../../css/values/values.js';

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
export interface Distribution {
  readonly before: number;
  readonly between: number;
}

/**
 * Distributes free space among `count` alignment subjects, with fallback alignments.
 * Source: https://drafts.csswg.org/css-align-3/#distribution-values
 */
export function distributeSpace(alignment: Alignment, free: number, count: number, axis: AlignmentAxis): Distribution {
  const { value } = alignment;
  if (!value.startsWith('space-')) return { before: free * freeShare(alignment, free, axis), between: 0 };
  if (free > 0 && count > 0 && (count > 1 || value !== 'space-between')) {
    if (value === 'space-between') return { before: 0, between: free / (count - 1) };
    if (value === 'space-around') return { before: free / count / 2, between: free / count };
    return { before: free / (count + 1), between: free / (count + 1) };
  }
  // The fallback alignments are flex-start for space-between and safe center, on overflow start, for the others.
  return { before: value !== 'space-between' && free <= 0 && axis.reversed ? free : 0, between: 0 };
}
