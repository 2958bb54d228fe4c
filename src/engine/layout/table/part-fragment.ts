import type { TableRow, TableSection } from '../../box/tree.js';
import type { BoxFragment, Placed } from '../algorithm/fragment.js';
import { NO_EDGES } from '../algorithm/geometry.js';
import { overflowOf } from '../overflow/overflow.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import { relativeShift } from '../positioned/relative.js';

/** A cell, row or row group with the out-of-flow descendants that it does not contain, from its border box. */
export interface FinishedPart {
  readonly fragment: BoxFragment;
  readonly outOfFlow: readonly OutOfFlow[];
}

/** Which part of a row or row group a fragment is. */
export interface PartPosition {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Block size in earlier fragmentainers, px. */
  readonly consumed: number;
}

/**
 * The fragment of a row or row group: neither has margins, borders or padding of its own.
 * @param repeated  of a header or footer that repeats
 * Source: https://drafts.csswg.org/css-tables-3/#global-style-overrides
 */
export function partFragment(
  box: TableRow | TableSection,
  width: number,
  height: number,
  children: readonly Placed[],
  { isFirst, isLast, consumed }: PartPosition,
  repeated = false,
): BoxFragment {
  return {
    kind: 'box',
    box,
    style: box.style,
    width,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: undefined,
    lastBaseline: undefined,
    lineBaseline: undefined,
    isFirst,
    isLast,
    consumed,
    overflow: overflowOf(box.style, width, height, NO_EDGES, children, undefined),
    repeated,
    shift: relativeShift(box.style, { availableWidth: width, availableHeight: undefined }),
    writingMode: undefined,
    details: undefined,
  };
}
