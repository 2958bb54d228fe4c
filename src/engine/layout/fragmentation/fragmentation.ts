/**
 * Where boxes may break between pages (or columns), and how good a break is.
 * Source: https://drafts.csswg.org/css-break-3/; the search for the best break follows Blink's LayoutNG.
 */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { Breakable } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import type { LayoutResult } from '../algorithm/result.js';
import { isAvoid, isForced, joinBreaks, spaceLeft } from './breaks.js';

export type BreakStatus =
  /** The child stays where it is. */
  | 'continue'
  /** The fragment ends before the child. */
  | 'broke-before'
  /** Lay the parent out again, up to `builder.earlyBreak`. */
  | 'needs-earlier-break';

/** A child that is about to be put at a place. */
export interface BreakCandidate {
  readonly box: Breakable;
  readonly result: LayoutResult;
  /** Of its border edge, in the formatting context that `fragmentainer.offset` refers to. */
  readonly y: number;
  /** Part of it is on an earlier page: it cannot be broken before. */
  readonly resumed: boolean;
  /** Floats push it down: even before a first child there is room, and so a break point. */
  readonly pushed?: boolean;
  /** How good a break inside is, where the box alone does not say it. */
  readonly appealInside?: BreakAppealValue;
}

/**
 * Decides whether the child stays where it was laid out, or the fragmentainer ends before it, or earlier.
 * Notes better break points in the builder as it goes.
 */
export function breakBeforeChildIfNeeded(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  child: BreakCandidate,
): BreakStatus {
  const { result } = child;
  builder.firstBreakBefore ??= result.breakBefore;
  const between = joinBreaks(builder.previousBreakAfter, result.breakBefore);
  const separated = (builder.hasBreakOpportunity || child.pushed === true) && !child.resumed;
  if (separated) {
    const named =
      builder.endPage !== undefined && result.startPage !== undefined && builder.endPage !== result.startPage;
    if (isForced(between, fragmentainer.kind) || (named && fragmentainer.kind === 'page')) {
      builder.breakBefore(child.box, { forced: isForced(between, fragmentainer.kind) ? between : 'page' });
      return 'broke-before';
    }
  }
  const atStart = isBreakableAtStart(builder, fragmentainer, child);
  const appealBefore = appealOfBreakBefore(fragmentainer, between, separated, atStart);
  if (movesPast(builder, fragmentainer, child, appealBefore)) return 'continue';
  const earlier = builder.earlyBreak;
  if (earlier && earlier.appeal > appealBefore) return 'needs-earlier-break';
  const left = spaceLeft(fragmentainer, child.y);
  builder.propagateSpaceShortage(result.breakToken ? result.spaceShortage : result.fragment.height - left);
  builder.breakBefore(child.box, { appeal: appealBefore });
  return 'broke-before';
}

function appealOfBreakBefore(
  fragmentainer: FragmentainerSpace,
  between: BreakBetween,
  separated: boolean,
  atStart: boolean,
): BreakAppealValue {
  if (!separated && !atStart) return BreakAppeal.last;
  if (isAvoid(between, fragmentainer.kind)) return BreakAppeal.violatesBreakAvoid;
  return separated ? BreakAppeal.perfect : leastAppealOf(fragmentainer);
}

const leastAppealOf = ({ leastAppeal = BreakAppeal.last }: FragmentainerSpace) => leastAppeal;

/** What comes first in a column may go to the columns of the next page where it would break worse than those before. */
function isBreakableAtStart(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  { resumed }: BreakCandidate,
): boolean {
  return leastAppealOf(fragmentainer) > BreakAppeal.last && builder.isResumed && !resumed;
}

/** True when the child fits, or breaks inside at a place as good as the one before it, or has to stay in any case. */
function movesPast(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  child: BreakCandidate,
  appealBefore: BreakAppealValue,
): boolean {
  const { result } = child;
  const left = spaceLeft(fragmentainer, child.y);
  // With nothing on the fragmentainer yet, a break before the child would only make an empty one.
  const isFirst = left >= fragmentainer.size && !isBreakableAtStart(builder, fragmentainer, child);
  const mustStay = isFirst || child.resumed || fragmentainer.mustProgress === true;
  const token = result.breakToken;
  if (!mustStay && (left < 0 || (left === 0 && (token !== undefined || result.fragment.height > 0)))) return false;
  const appealInside = token ? appealOfBreakInside(fragmentainer, child) : BreakAppeal.perfect;
  const better = builder.earlyBreak !== undefined && builder.earlyBreak.appeal > appealInside;
  const isGood = token === undefined || (appealInside >= appealBefore && !better);
  const fits = isGood && result.fragment.height <= left && !overflowsUnbreakably(result);
  if (!fits && !mustStay) return false;
  if (!token) builder.monolithicOverflow = Math.max(builder.monolithicOverflow, result.fragment.height - left);
  if (!token || token.isAtBlockEnd) noteEarlyBreaks(builder, fragmentainer, child, mustStay ? undefined : appealBefore);
  return true;
}

export function overflowsUnbreakably(result: LayoutResult): boolean {
  return (result.monolithicOverflow ?? 0) > 0;
}

/** How good the break is at which the child stopped. */
export function appealOfBreakInside(fragmentainer: FragmentainerSpace, child: BreakCandidate): BreakAppealValue {
  const { result, box } = child;
  if (result.breakToken?.forcedBreak) return BreakAppeal.perfect;
  if (child.appealInside !== undefined) return child.appealInside;
  // What was cut before may be cut again.
  return child.resumed ? result.appeal : clampToAvoid(result.appeal, fragmentainer, box);
}

function clampToAvoid(appeal: BreakAppealValue, fragmentainer: FragmentainerSpace, box: Breakable): BreakAppealValue {
  if (!isAvoid(box.style['break-inside'], fragmentainer.kind)) return appeal;
  return Math.min(appeal, BreakAppeal.violatesBreakAvoid) as BreakAppealValue;
}

/** Remembers the break points before and inside the child: the last one of the highest appeal. */
function noteEarlyBreaks(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  child: BreakCandidate,
  appealBefore: BreakAppealValue | undefined,
): void {
  // As in Blink: what was begun on an earlier page is not broken earlier for the sake of what comes later.
  if (child.resumed) return;
  if (appealBefore !== undefined) builder.offerEarlyBreak({ appeal: appealBefore, box: child.box });
  const inside = child.result.earlyBreak;
  if (inside) {
    builder.offerEarlyBreak({ appeal: clampToAvoid(inside.appeal, fragmentainer, child.box), box: child.box, inside });
  }
}
