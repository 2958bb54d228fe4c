/** How good breaks are, and where a better one is. After Blink's `BreakAppeal` and `EarlyBreak`. */

import type { Breakable } from './break-token.js';

/** How good a break is, ascending. Source: https://drafts.csswg.org/css-break-3/#unforced-breaks */
export const BreakAppeal = {
  /** Would lose content or make no progress. */
  last: 0,
  /** Against `break-before`, `break-after` or `break-inside: avoid`. */
  violatesBreakAvoid: 1,
  violatesOrphansAndWidows: 2,
  perfect: 3,
} as const;

export type BreakAppealValue = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** A break point found on the way, to come back to if the later ones are worse. */
export interface EarlyBreak {
  readonly appeal: BreakAppealValue;
  /** The box before which to break, or the line (`line` > 0: number of lines kept) inside `box`. */
  readonly box: Breakable;
  readonly line?: number;
  /** The path down to it. */
  readonly inside?: EarlyBreak;
}
