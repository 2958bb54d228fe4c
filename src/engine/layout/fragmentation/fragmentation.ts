/**
 * Breaks before and inside block-level children, by break appeal.
 * Source: https://drafts.csswg.org/css-break-3/; modelled on `BreakBeforeChildIfNeeded` and `MovePastBreakpoint` in
 * Blink's fragmentation_utils.cc.
 */

import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { Breakable } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import type { LayoutResult } from '../algorithm/result.js';
import { isAvoid, isForced, joinBreaks, pageNameOf, spaceLeft } from './breaks.js';

type BreakStatus =
  /** The child stays where it is. */
  | 'continue'
  /** The fragment ends before the child. */
  | 'broke-before'
  /** The parent is laid out again up to `builder.earlyBreak`. */
  | 'needs-earlier-break';

/** A laid-out child and its candidate position. */
export interface BreakCandidate {
  readonly box: Breakable;
  readonly result: LayoutResult;
  /** Block offset of its border edge in the formatting context that `fragmentainer.offset` refers to, px. */
  readonly y: number;
  /** It started in an earlier fragmentainer, so there is no break point before it. */
  readonly resumed: boolean;
  /** Clearance of floats precedes it: a class C break point, even before a first child. */
  readonly pushed?: boolean;
  /** It clears floats that continue in the next fragmentainer. Blink: `NeedsClearancePastFragmentainer`. */
  readonly clearsPastEnd?: boolean;
  /** Block size below it that has to fit, too, px. */
  readonly endSpace?: number;
  /** Appeal of the break inside. Default: from the layout result and `break-inside`. */
  readonly appealInside?: BreakAppealValue;
}

/**
 * Decides whether the child stays, or the fragmentainer ends before it or at an early break. Offers the break points
 * before and inside the child to the builder as early breaks.
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
    const forced = isForced(between, fragmentainer.kind);
    if (forced || changesPage(builder, fragmentainer, result)) {
      builder.breakBefore(child.box, { forced: forced ? between : 'page' });
      return 'broke-before';
    }
  }
  const atStart = isBreakableAtStart(builder, fragmentainer, child);
  const appealBefore = appealOfBreakBefore(fragmentainer, between, separated, atStart);
  if (movePastBreakpoint(builder, fragmentainer, child, appealBefore)) return 'continue';
  const earlier = builder.earlyBreak;
  if (earlier && earlier.appeal > appealBefore) return 'needs-earlier-break';
  builder.propagateSpaceShortage(spaceShortage(fragmentainer, child));
  builder.breakBefore(child.box, { appeal: appealBefore });
  return 'broke-before';
}

/**
 * Whether the page name of the child differs from that of the content before it.
 * Source: https://drafts.csswg.org/css-page-3/#using-named-pages; Blink: `CalculateBreakBetweenValue`
 */
function changesPage(builder: FragmentBuilder, fragmentainer: FragmentainerSpace, result: LayoutResult): boolean {
  if (fragmentainer.kind !== 'page') return false;
  return pageNameOf(result, fragmentainer) !== (builder.pageName || fragmentainer.pageName);
}

function appealOfBreakBefore(
  fragmentainer: FragmentainerSpace,
  between: BreakBetween,
  separated: boolean,
  atStart: boolean,
): BreakAppealValue {
  if (!separated && !atStart) return BreakAppeal.last;
  if (isAvoid(between, fragmentainer.kind)) return BreakAppeal.violatesBreakAvoid;
  return separated ? BreakAppeal.perfect : minBreakAppealOf(fragmentainer);
}

const minBreakAppealOf = ({ minBreakAppeal = BreakAppeal.last }: FragmentainerSpace) => minBreakAppeal;

/** Whether the first content of a column may move to the next page, to avoid a break below `minBreakAppeal`. */
function isBreakableAtStart(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  { resumed }: BreakCandidate,
): boolean {
  return minBreakAppealOf(fragmentainer) > BreakAppeal.last && builder.isResumed && !resumed;
}

/**
 * Whether the child stays: it fits, breaks inside with at least the appeal of the break before it, or must stay.
 * Blink: `MovePastBreakpoint`.
 */
function movePastBreakpoint(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  child: BreakCandidate,
  appealBefore: BreakAppealValue,
): boolean {
  const { result } = child;
  const left = spaceLeft(fragmentainer, child.y);
  // A break before the first content would leave the fragmentainer empty.
  const isFirst = left >= fragmentainer.size && !isBreakableAtStart(builder, fragmentainer, child);
  const mustStay = isFirst || child.resumed || fragmentainer.mustProgress === true;
  const token = result.breakToken;
  if (child.clearsPastEnd && !child.resumed) return false;
  // What stops before a column spanner, without content before it, needs no space.
  const needsSpace = result.fragment.height > 0 || (token !== undefined && !result.spanner);
  if (!mustStay && (left < 0 || (left === 0 && needsSpace))) return false;
  const appealInside = token ? appealOfBreakInside(fragmentainer, child) : BreakAppeal.perfect;
  const better = builder.earlyBreak !== undefined && builder.earlyBreak.appeal > appealInside;
  const isGood = token === undefined || (appealInside >= appealBefore && !better);
  const fits = isGood && result.fragment.height + (child.endSpace ?? 0) <= left && !hasMonolithicOverflow(result);
  if (!fits && !mustStay) {
    const isRequired = fragmentainer.requiresContent === true && builder.children.length === 0;
    // It overflows the fragmentainer, but the box that it is in fits.
    const stays =
      isRequired && appealBefore === BreakAppeal.last && (result.fragment.height > left || token === undefined);
    if (stays) builder.isOverflowClamped = true;
    return stays;
  }
  if (result.fragment.height > left) builder.propagateSpaceShortage(spaceShortage(fragmentainer, child));
  if (!token) builder.monolithicOverflow = Math.max(builder.monolithicOverflow, result.fragment.height - left);
  if (!token || token.isAtBlockEnd)
    offerEarlyBreaks(builder, fragmentainer, child, mustStay ? undefined : appealBefore);
  return true;
}

/** The space that the child lacks to fit, or its content, if that breaks. Blink: `CalculateSpaceShortage`. */
function spaceShortage(fragmentainer: FragmentainerSpace, { result, y }: BreakCandidate): number | undefined {
  if (result.breakToken && !result.spanner) return result.spaceShortage;
  return result.fragment.height - spaceLeft(fragmentainer, y);
}

/** Whether monolithic content overflows the fragmentainer. */
export function hasMonolithicOverflow(result: LayoutResult): boolean {
  return (result.monolithicOverflow ?? 0) > 0;
}

/** Appeal of the break inside the child. Blink: `CalculateBreakAppealInside`. */
export function appealOfBreakInside(fragmentainer: FragmentainerSpace, child: BreakCandidate): BreakAppealValue {
  const { result, box } = child;
  if (result.breakToken?.forcedBreak) return BreakAppeal.perfect;
  if (child.appealInside !== undefined) return child.appealInside;
  // `break-inside: avoid` no longer applies to a box that is already broken.
  return child.resumed ? result.appeal : clampToAvoid(result.appeal, fragmentainer, box);
}

function clampToAvoid(appeal: BreakAppealValue, fragmentainer: FragmentainerSpace, box: Breakable): BreakAppealValue {
  if (!isAvoid(box.style['break-inside'], fragmentainer.kind)) return appeal;
  return Math.min(appeal, BreakAppeal.violatesBreakAvoid) as BreakAppealValue;
}

/** Offers the break points before and inside the child as early breaks. Blink: `UpdateEarlyBreakAtBlockChild`. */
function offerEarlyBreaks(
  builder: FragmentBuilder,
  fragmentainer: FragmentainerSpace,
  child: BreakCandidate,
  appealBefore: BreakAppealValue | undefined,
): void {
  // A box that started in an earlier fragmentainer offers no early breaks for the content after it.
  if (child.resumed) return;
  if (appealBefore !== undefined) builder.offerEarlyBreak(appealBefore, child.box, undefined, undefined);
  const inside = child.result.earlyBreak;
  if (inside) {
    builder.offerEarlyBreak(clampToAvoid(inside.appeal, fragmentainer, child.box), child.box, undefined, inside);
  }
}
