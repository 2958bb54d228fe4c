/** What comes out of layout. After Blink's `LayoutResult`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { MarginStrut } from '../block/margins.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import type { BreakToken } from './break-token.js';
import type { FloatSides } from './constraint-space.js';
import type { BreakAppealValue, EarlyBreak } from './early-break.js';
import type { BoxFragment } from './fragment.js';

/** A float with its place: of the border box, in the block formatting context. */
export interface PlacedFloat {
  readonly fragment: BoxFragment;
  readonly bfcX: number;
  readonly bfcY: number;
  readonly breakToken?: BreakToken;
  /** How well it breaks, and how much more room it would need. */
  readonly breaks?: { readonly appeal: BreakAppealValue; readonly spaceShortage: number | undefined };
  readonly outOfFlow: readonly OutOfFlow[];
}

export interface LayoutResult {
  readonly status: LayoutStatus;
  readonly fragment: BoxFragment;
  readonly breakToken?: BreakToken;
  /** Only for boxes in flow of the parent's formatting context. */
  readonly flow?: FlowResult;
  /** Values of break-before/after that travelled up from first and last children, the box's own among them. */
  readonly breakBefore: BreakBetween;
  readonly breakAfter: BreakBetween;
  readonly appeal: BreakAppealValue;
  /** A better break point than where it stopped, for the parent to return to. */
  readonly earlyBreak?: EarlyBreak;
  /** How much more space would have let the next piece fit: steps of column balancing. */
  readonly spaceShortage?: number;
  /** How far content that cannot break reaches below the fragmentainer's end: the next one keeps that much free. */
  readonly monolithicOverflow?: number;
  /** Stopped before this box, which spans all columns; the token goes on after it. */
  readonly spanner?: BlockLevelBox;
  /** Absolutely positioned descendants that no box inside contains. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** The `page` name of the first and last in-flow box inside (css-page-3 §8.1). */
  readonly startPage?: string;
  readonly endPage?: string;
}

export type LayoutStatus =
  | 'done'
  /** The box's place in the formatting context turned out to be another than was assumed: lay out again. */
  | 'bfc-offset-resolved';

export interface FlowResult {
  /** Offset of the border box in the formatting context; undefined for an empty box whose margins collapse through. */
  readonly bfcY: number | undefined;
  /** Margins at the end that may collapse with what follows. */
  readonly endStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly selfCollapsing: boolean;
  /** Floats were placed while bfcY was still unknown, on the assumption that it is this; NaN: on several ones. */
  readonly floatsAssume?: number;
  /** Which floats those are. */
  readonly floatSides?: FloatSides;
}
