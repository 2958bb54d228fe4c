/** The columns or rows of a grid with their sizes and offsets. Lengths in px. */

import type { BlockBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Alignment } from '../../css/values/values.js';
import { type AlignmentAxis, type Distribution, distributeSpace } from '../alignment/free-space.js';
import type { Grid } from './model.js';
import type { Span } from './placement.js';
import { type Track, tracksSize } from './tracks.js';

/** Tracks of one axis with their start offsets from the content edge, in the direction of the axis. */
export interface SizedAxis {
  readonly tracks: readonly Track[];
  readonly gap: number;
  readonly starts: readonly number[];
}

export type Tracks = Pick<SizedAxis, 'tracks' | 'gap'>;

/** A grid with sized columns. */
export interface GridColumns {
  readonly box: BlockBox;
  readonly grid: Grid;
  readonly columns: SizedAxis;
  /** Content box. */
  readonly width: number;
}

export function spanSize({ start, end }: Span, { tracks, starts }: SizedAxis): number {
  return Math.max(0, starts[end - 1]! + tracks[end - 1]!.base - starts[start]!);
}

export const BLOCK_AXIS: AlignmentAxis = { reversed: false, isInline: false, fromRight: false };

export function inlineAxis({ direction }: LogicalStyle): AlignmentAxis {
  return { reversed: false, isInline: true, fromRight: direction === 'rtl' };
}

/** Content alignment of tracks: the space before them and, in addition to gutters, between them. */
export function distributeTracks(
  tracks: readonly Track[],
  trackGap: number,
  size: number,
  alignment: Alignment,
  axis: AlignmentAxis,
): Distribution {
  if (isStretching(alignment)) return { before: 0, between: 0 };
  const shown = tracks.filter((track) => !track.collapsed).length;
  return distributeSpace(alignment, size - tracksSize(tracks, trackGap), shown, axis);
}

/** Places tracks with gutters and content alignment. */
export function placeTracks(
  tracks: readonly Track[],
  trackGap: number,
  size: number,
  alignment: Alignment,
  axis: AlignmentAxis,
): SizedAxis {
  const { before, between } = distributeTracks(tracks, trackGap, size, alignment, axis);
  let at = before;
  let previous = before;
  const starts = tracks.map((track) => {
    // A collapsed track starts at the end of the previous track.
    if (track.collapsed) return previous;
    const start = at;
    previous = start + track.base;
    at = previous + trackGap + between;
    return start;
  });
  return { tracks, gap: trackGap, starts };
}

export function isStretching(alignment: Alignment): boolean {
  return alignment.value === 'normal' || alignment.value === 'stretch';
}
