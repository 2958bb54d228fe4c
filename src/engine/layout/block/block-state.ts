/** What the parts of a block's layout share while it goes on. */

import type { BreakTokenData } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { BfcOffset } from './bfc-offset.js';
import type { BlockFloats } from './block-floats.js';
import type { BlockParams } from './block-params.js';
import type { PreviousInflowPosition } from './inflow-position.js';

export interface BlockState {
  readonly params: BlockParams;
  readonly builder: FragmentBuilder;
  readonly offset: BfcOffset;
  readonly position: PreviousInflowPosition;
  readonly floats: BlockFloats;
  readonly hasSeenAllChildren: boolean;
  readonly breakTokenData: BreakTokenData | undefined;
}

/** What to do after a child, or the lines. */
export type Step =
  | 'next'
  /** The rest goes to the next fragmentainer. */
  | 'stop'
  /** Something was placed on the assumption of another BFC offset: the parent lays the box out again. */
  | 'abort'
  /** `builder.earlyBreak` is better. */
  | 'earlier';
