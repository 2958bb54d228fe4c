/** The state shared by the modules of block layout. */

import type { FragmentBuilder } from '../algorithm/builder.js';
import type { BfcOffset } from './bfc-offset.js';
import type { BlockBreakTokenData } from './block-break-token-data.js';
import type { BlockFloats } from './block-floats.js';
import type { BlockParams } from './block-params.js';
import type { PreviousInflowPosition } from './inflow-position.js';

export interface BlockState {
  readonly params: BlockParams;
  readonly builder: FragmentBuilder;
  readonly offset: BfcOffset;
  readonly position: PreviousInflowPosition;
  readonly floats: BlockFloats;
  /** Whether an in-flow child comes before in this fragment. */
  readonly hasInFlowChild: boolean;
  readonly hasVisitedAllChildren: boolean;
  readonly breakTokenData: BlockBreakTokenData | undefined;
}

/** The next step after layout of a child or of the lines. */
export type Step =
  | 'next'
  /** The fragmentainer is full: the remaining content resumes in the next one. */
  | 'stop'
  /** Floats were placed for another BFC offset: the parent lays the box out again. */
  | 'abort'
  /** `builder.earlyBreak` has a higher appeal: the box is laid out again up to it. */
  | 'earlier';
