/** Break appeal and early breaks. Modelled on Blink's `BreakAppeal` and `EarlyBreak`. */

import type { Breakable } from './break-token.js';

/** The quality of a break, ascending. Source: https://drafts.csswg.org/css-break-3/#unforced-breaks */
export const BreakAppeal = {
  /** Not a class A, B or C break point (css-break-3 §4.1), or without progress. Blink: `kBreakAppealLastResort`. */
  last: 0,
  /** Violates `break-before`, `break-after` or `break-inside: avoid`. */
  violatesBreakAvoid: 1,
  violatesOrphansAndWidows: 2,
  perfect: 3,
} as const;

export type BreakAppealValue = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** An earlier break point that layout returns to if the later ones have a lower appeal. */
export interface EarlyBreak {
  readonly appeal: BreakAppealValue;
  /** The box to break before; with `line`, the box to break inside. */
  readonly box: Breakable;
  /** Number of lines of `box` before the break, > 0. */
  readonly line?: number;
  /** The break inside `box`; undefined: before `box` or at `line`. */
  readonly inside?: EarlyBreak;
}
