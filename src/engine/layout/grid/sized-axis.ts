/** The columns or rows of a grid with their sizes and offsets. Lengths in px. */

import type { BlockBox } from '../../box/tree.js';
import type { Alignment } from '../../css/values/values.js';
import { distributeSpace } from '../alignment/free-space.js';
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

/** Places tracks with gutters and content alignment. */
export function placeTracks(
  tracks: readonly Track[],
  trackGap: number,
  size: number,
  alignment: Alignment,
  axis: { readonly isInline: boolean; readonly fromRight: boolean },
): SizedAxis {
  const shown = tracks.filter((track) => !track.collapsed).length;
  const free = size - tracksSize(tracks, trackGap);
  const { before, between } = isStretching(alignment)
    ? { before: 0, between: 0 }
    : distributeSpace(alignment, free, shown, { reversed: false, ...axis });
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
