/** Layout results. Modelled on Blink's `LayoutResult`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { MarginStrut } from '../block/margins.js';
import type { ExclusionSpace } from '../floats/exclusions.js';
import type { OutOfFlow } from '../positioned/out-of-flow.js';
import type { BreakToken } from './break-token.js';
import type { FloatSides } from './constraint-space.js';
import type { BreakAppealValue, EarlyBreak } from './early-break.js';
import type { BoxFragment } from './fragment.js';

/** A float with the BFC offset of its border box. */
export interface PlacedFloat {
  readonly fragment: BoxFragment;
  readonly bfcX: number;
  readonly bfcY: number;
  readonly breakToken?: BreakToken;
  /** Appeal of the break inside the float, and its space shortage. */
  readonly breaks?: { readonly appeal: BreakAppealValue; readonly spaceShortage: number | undefined };
  readonly outOfFlow: readonly OutOfFlow[];
}

export interface LayoutResult {
  readonly status: LayoutStatus;
  readonly fragment: BoxFragment;
  readonly breakToken?: BreakToken;
  /** Only for boxes that participate in the parent's block formatting context. */
  readonly flow?: FlowResult;
  /** `break-before` and `break-after` of the box, joined with those of its first and last children. */
  readonly breakBefore: BreakBetween;
  readonly breakAfter: BreakBetween;
  readonly appeal: BreakAppealValue;
  /** The break point with the highest appeal inside the box, for the parent to return to. */
  readonly earlyBreak?: EarlyBreak;
  /** Minimum extra space, px, that would fit more content: the step of column balancing. */
  readonly spaceShortage?: number;
  /** Overflow of monolithic content past the fragmentainer's end, px; reserved at the start of the next one. */
  readonly monolithicOverflow?: number;
  /** The column spanner that layout stopped before; the break token resumes after it. */
  readonly spanner?: BlockLevelBox;
  /** Out-of-flow positioned descendants whose containing block is further up. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** The page name of the box's content in this fragment, of its first named child; undefined: the box's own. */
  readonly pageName?: string;
}

/** The only constructor of layout results, for one hidden class. */
export function layoutResult({
  status,
  fragment,
  breakToken,
  flow,
  breakBefore,
  breakAfter,
  appeal,
  earlyBreak,
  spaceShortage,
  monolithicOverflow,
  spanner,
  outOfFlow,
  pageName,
}: LayoutResult): LayoutResult {
  return {
    status,
    fragment,
    breakToken,
    flow,
    breakBefore,
    breakAfter,
    appeal,
    earlyBreak,
    spaceShortage,
    monolithicOverflow,
    spanner,
    outOfFlow,
    pageName,
  };
}

type LayoutStatus =
  | 'done'
  /** The BFC block offset differs from the assumed one: the parent repeats layout. Blink: `kBfcBlockOffsetResolved`. */
  | 'bfc-offset-resolved'
  /** The box is laid out again without fragmentation: see `FragmentBuilder`. Blink: `kDisableFragmentation` */
  | 'disable-fragmentation';

export interface FlowResult {
  /** BFC block offset of the border box; undefined: unresolved, the box is self-collapsing. */
  readonly bfcY: number | undefined;
  /** Block-end margins that may collapse with the following ones. */
  readonly endStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly selfCollapsing: boolean;
  /** The BFC block offset assumed for floats while `bfcY` was unresolved; NaN: different ones. */
  readonly floatsAssumedBfcY?: number;
  /** The sides of those floats. */
  readonly floatSides?: FloatSides;
}
