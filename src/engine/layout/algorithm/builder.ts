/** Collects what becomes of a box on one page: its children, and where and how well it breaks. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type Breakable, isForced, joinBreaks, tokenBefore, tokenPast } from '../fragmentation/breaks.js';
import {
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type EarlyBreak,
  type Fragment,
  type FragmentainerSpace,
  type LayoutResult,
  type OutOfFlow,
  type Placed,
  type PlacedFloat,
} from './types.js';

export class FragmentBuilder {
  readonly children: Placed[] = [];
  /** Children to resume on the next fragmentainer, in order. */
  readonly tokens: BreakToken[] = [];
  readonly outOfFlow: OutOfFlow[] = [];
  /** A child in flow broke, or the box broke before one: nothing further of the box goes here. */
  brokeInFlow = false;
  /** The break is a forced one; `left`, `right`, … say on which page to go on. */
  forcedBreak: BreakBetween | undefined;
  appeal: BreakAppealValue = BreakAppeal.perfect;
  earlyBreak: EarlyBreak | undefined;
  spaceShortage: number | undefined;
  monolithicOverflow = 0;
  /** Of the columns' flow: it stopped before this box, which spans them all. */
  spanner: BlockLevelBox | undefined;
  /** The box began in an earlier fragmentainer. */
  isResumed = false;
  /** Something is before the next child, so that a break between the two is one of class A. */
  hasBreakOpportunity = false;
  /** break-before of the first child, on its way to the box. */
  firstBreakBefore: BreakBetween | undefined;
  previousBreakAfter: BreakBetween = 'auto';
  /** `page` names of the first and the last child so far. */
  startPage: string | undefined;
  endPage: string | undefined;

  add(fragment: Fragment, x: number, y: number): void {
    this.children.push({ fragment, x, y });
  }

  /** @param from  children before this one stay */
  moveContent(distance: number, from = 0): void {
    if (distance === 0) return;
    this.children.forEach((child, i) => {
      if (i >= from) this.children[i] = { ...child, y: child.y + distance };
    });
    this.outOfFlow.forEach((item, i) => {
      this.outOfFlow[i] = { ...item, y: item.y + distance };
    });
  }

  /** Takes over what a child in flow says of breaks. Call it for every child that is put here, in order. */
  followChild(result: LayoutResult): void {
    if (this.firstBreakBefore === undefined) this.firstBreakBefore = result.breakBefore;
    this.previousBreakAfter = result.breakAfter;
    this.startPage ??= result.startPage;
    this.endPage = result.endPage ?? this.endPage;
    this.monolithicOverflow = Math.max(this.monolithicOverflow, result.monolithicOverflow ?? 0);
    this.noteShortage(result.spaceShortage);
  }

  /** Takes over that a float broke inside: what is in flow goes on, but the break counts. */
  followFloat({ breaks }: PlacedFloat): void {
    if (!breaks) return;
    this.appeal = Math.min(this.appeal, breaks.appeal) as BreakAppealValue;
    this.noteShortage(breaks.spaceShortage);
  }

  /** Takes over that a child in flow broke inside. */
  continueLater(result: LayoutResult, appeal: BreakAppealValue): void {
    const token = result.breakToken;
    if (!token) return;
    this.tokens.push(token);
    this.spanner = result.spanner;
    this.appeal = Math.min(this.appeal, appeal) as BreakAppealValue;
    if (token.atEnd) return;
    this.brokeInFlow = true;
    if (token.forced) this.forcedBreak = token.forcedBreak;
  }

  breakBefore(box: Breakable, how: { readonly forced?: BreakBetween; readonly appeal?: BreakAppealValue }): void {
    this.tokens.push({ ...tokenBefore(box, how.forced !== undefined), forcedBreak: how.forced });
    this.brokeInFlow = true;
    this.forcedBreak = how.forced;
    this.appeal = Math.min(this.appeal, how.appeal ?? BreakAppeal.perfect) as BreakAppealValue;
  }

  /** Ends the columns before a box that spans them; they go on after it. */
  breakAtSpanner(box: BlockLevelBox): void {
    this.tokens.push(tokenPast(box));
    this.brokeInFlow = true;
    this.spanner = box;
  }

  /** Takes over what another builder has collected for the same box, side by side with this. */
  join(other: FragmentBuilder): void {
    this.children.push(...other.children);
    this.tokens.push(...other.tokens);
    this.brokeInFlow ||= other.brokeInFlow;
    this.forcedBreak ??= other.forcedBreak;
    this.appeal = Math.min(this.appeal, other.appeal) as BreakAppealValue;
    this.noteShortage(other.spaceShortage);
    this.monolithicOverflow = Math.max(this.monolithicOverflow, other.monolithicOverflow);
    this.firstBreakBefore ??= other.firstBreakBefore;
    this.previousBreakAfter = other.previousBreakAfter;
    this.startPage ??= other.startPage;
    this.endPage = other.endPage ?? this.endPage;
  }

  offerEarlyBreak(candidate: EarlyBreak): void {
    if (candidate.appeal === BreakAppeal.last) return;
    if (!this.earlyBreak || candidate.appeal >= this.earlyBreak.appeal) this.earlyBreak = candidate;
  }

  /** A second pass stops before it runs out of space: it is short of what the first one was. */
  repeatShortage(result: LayoutResult): LayoutResult {
    const { spaceShortage } = this;
    if (spaceShortage === undefined) return result;
    return { ...result, spaceShortage: Math.min(spaceShortage, result.spaceShortage ?? spaceShortage) };
  }

  noteShortage(shortage: number | undefined): void {
    if (shortage === undefined || shortage <= 0 || shortage === Number.POSITIVE_INFINITY) return;
    this.spaceShortage = Math.min(this.spaceShortage ?? Number.POSITIVE_INFINITY, shortage);
  }

  /** Whether a break property forces a break between the last child and this one. */
  forcesBreakBefore(result: LayoutResult, fragmentainer: FragmentainerSpace): boolean {
    return isForced(joinBreaks(this.previousBreakAfter, result.breakBefore), fragmentainer.kind);
  }

  /** break-before of the box itself with that of its first children. */
  joinedBreakBefore(own: BreakBetween): BreakBetween {
    return joinBreaks(own, this.firstBreakBefore ?? 'auto');
  }

  joinedBreakAfter(own: BreakBetween): BreakBetween {
    return joinBreaks(this.previousBreakAfter, own);
  }
}
