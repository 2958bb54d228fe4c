/** Collects the fragment of a box in one fragmentainer, and where and how well it breaks. After Blink's `BoxFragmentBuilder`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { joinBreaks } from '../fragmentation/breaks.js';
import { moved } from '../overflow/overflow.js';
import { movedOutOfFlow, type OutOfFlow } from '../positioned/out-of-flow.js';
import {
  type Breakable,
  type BreakToken,
  type BreakTokenData,
  breakTokenAfter,
  breakTokenBefore,
  type FragmentEnd,
  makeBreakToken,
} from './break-token.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from './early-break.js';
import type { BoxFragment, Fragment, Placed } from './fragment.js';
import type { Rect } from './geometry.js';
import type { FlowResult, LayoutResult, PlacedFloat } from './result.js';

/** Stand for the lists of most boxes, which have neither broken children nor positioned descendants. */
const NO_TOKENS: readonly BreakToken[] = [];
const NO_OUT_OF_FLOW: readonly OutOfFlow[] = [];

export class FragmentBuilder {
  readonly children: Placed[] = [];
  /** Children to resume in the next fragmentainer, in order. */
  #childBreakTokens: BreakToken[] | undefined;
  #outOfFlow: OutOfFlow[] | undefined;
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

  /** Baselines, from the border edge. Blink: `SetFirstBaseline`, `SetLastBaseline`. */
  firstBaseline: number | undefined;
  lastBaseline: number | undefined;
  /** Of the last line, which an inline-block stands on. */
  lineBaseline: number | undefined;
  /** What overflows the lines; undefined: nothing. */
  inlineOverflow: Rect | undefined;

  // ---- content ------------------------------------------------------------------------------------------------------

  /** Adds a child with the positioned descendants that it does not contain. Blink: `BoxFragmentBuilder::AddResult`. */
  addResult(result: Pick<LayoutResult, 'fragment' | 'outOfFlow'>, x: number, y: number): void {
    this.addChild(result.fragment, x, y);
    this.addOutOfFlow(result.outOfFlow, x, y);
  }

  addChild(fragment: Fragment, x: number, y: number): void {
    this.children.push({ fragment, x, y });
  }

  /** Absolutely positioned boxes with static positions, which go up to what contains them. */
  get outOfFlow(): readonly OutOfFlow[] {
    return this.#outOfFlow ?? NO_OUT_OF_FLOW;
  }

  /** @param x, y  of the fragment whose border box their static positions are relative to */
  addOutOfFlow(items: readonly OutOfFlow[], x = 0, y = 0): void {
    if (items.length === 0) return;
    this.#outOfFlow ??= [];
    for (const item of items) this.#outOfFlow.push(movedOutOfFlow(item, x, y));
  }

  addOutOfFlowChild(item: OutOfFlow): void {
    this.#outOfFlow ??= [];
    this.#outOfFlow.push(item);
  }

  /** All of them, which are then no longer here. Blink: `SwapOutOfFlowPositionedCandidates`. */
  takeOutOfFlow(): readonly OutOfFlow[] {
    const items = this.outOfFlow;
    this.#outOfFlow = undefined;
    return items;
  }

  /** Of a line, or something that counts as one. */
  addBaseline(baseline: number): void {
    this.firstBaseline ??= baseline;
    this.lastBaseline = baseline;
    this.lineBaseline = baseline;
  }

  /** @param from  children before this one stay */
  moveContent(distance: number, from = 0): void {
    if (distance === 0) return;
    const { children } = this;
    for (let i = from; i < children.length; i++) {
      const { fragment, x, y } = children[i]!;
      children[i] = { fragment, x, y: y + distance };
    }
    this.#outOfFlow = this.#outOfFlow?.map((item) => movedOutOfFlow(item, 0, distance));
    if (this.firstBaseline !== undefined) this.firstBaseline += distance;
    if (this.lastBaseline !== undefined) this.lastBaseline += distance;
    if (this.lineBaseline !== undefined) this.lineBaseline += distance;
    if (this.inlineOverflow) this.inlineOverflow = moved(this.inlineOverflow, 0, distance);
  }

  /** Takes over what another builder has collected for the same box, side by side with this. */
  join(other: FragmentBuilder): void {
    this.children.push(...other.children);
    this.addOutOfFlow(other.outOfFlow);
    for (const token of other.childBreakTokens) this.addBreakToken(token);
    this.brokeInFlow ||= other.brokeInFlow;
    this.forcedBreak ??= other.forcedBreak;
    this.clampAppeal(other.appeal);
    this.propagateSpaceShortage(other.spaceShortage);
    this.monolithicOverflow = Math.max(this.monolithicOverflow, other.monolithicOverflow);
    this.firstBreakBefore ??= other.firstBreakBefore;
    this.previousBreakAfter = other.previousBreakAfter;
    this.startPage ??= other.startPage;
    this.endPage = other.endPage ?? this.endPage;
  }

  // ---- breaks -------------------------------------------------------------------------------------------------------

  get childBreakTokens(): readonly BreakToken[] {
    return this.#childBreakTokens ?? NO_TOKENS;
  }

  addBreakToken(token: BreakToken | undefined): void {
    if (!token) return;
    this.#childBreakTokens ??= [];
    this.#childBreakTokens.push(token);
  }

  /** Takes over what a child in flow says of breaks. Call it for every child that is put here, in order. */
  followChild(result: LayoutResult): void {
    if (this.firstBreakBefore === undefined) this.firstBreakBefore = result.breakBefore;
    this.previousBreakAfter = result.breakAfter;
    this.startPage ??= result.startPage;
    this.endPage = result.endPage ?? this.endPage;
    this.monolithicOverflow = Math.max(this.monolithicOverflow, result.monolithicOverflow ?? 0);
    this.propagateSpaceShortage(result.spaceShortage);
  }

  /** Takes over that a float broke inside: what is in flow goes on, but the break counts. */
  followFloat({ breaks }: PlacedFloat): void {
    if (!breaks) return;
    this.clampAppeal(breaks.appeal);
    this.propagateSpaceShortage(breaks.spaceShortage);
  }

  /** Takes over that a child in flow broke inside. */
  continueLater(result: LayoutResult, appeal: BreakAppealValue): void {
    const token = result.breakToken;
    if (!token) return;
    this.addBreakToken(token);
    this.spanner = result.spanner;
    this.clampAppeal(appeal);
    if (token.isAtBlockEnd) return;
    this.brokeInFlow = true;
    this.forcedBreak = token.forcedBreak ?? this.forcedBreak;
  }

  breakBefore(box: Breakable, how: { readonly forced?: BreakBetween; readonly appeal?: BreakAppealValue }): void {
    this.addBreakToken(breakTokenBefore(box, how.forced));
    this.endBefore(how);
  }

  /** Ends the fragment like `breakBefore`, where the caller keeps what comes next itself. */
  endBefore(how: { readonly forced?: BreakBetween; readonly appeal?: BreakAppealValue }): void {
    this.brokeInFlow = true;
    this.forcedBreak = how.forced;
    this.clampAppeal(how.appeal ?? BreakAppeal.perfect);
  }

  /** Ends the columns before a box that spans them; they go on after it. */
  breakAtSpanner(box: BlockLevelBox): void {
    this.addBreakToken(breakTokenAfter(box));
    this.brokeInFlow = true;
    this.spanner = box;
  }

  /** The break is no better than this. Blink: `BoxFragmentBuilder::ClampBreakAppeal`. */
  clampAppeal(appeal: BreakAppealValue): void {
    if (appeal < this.appeal) this.appeal = appeal;
  }

  offerEarlyBreak(candidate: EarlyBreak): void {
    if (candidate.appeal === BreakAppeal.last) return;
    if (!this.earlyBreak || candidate.appeal >= this.earlyBreak.appeal) this.earlyBreak = candidate;
  }

  /** Blink: `BoxFragmentBuilder::PropagateSpaceShortage`. */
  propagateSpaceShortage(shortage: number | undefined): void {
    if (shortage === undefined || shortage <= 0 || shortage === Number.POSITIVE_INFINITY) return;
    this.spaceShortage = Math.min(this.spaceShortage ?? Number.POSITIVE_INFINITY, shortage);
  }

  /** break-before of the box itself with that of its first children. */
  joinedBreakBefore(own: BreakBetween): BreakBetween {
    return joinBreaks(own, this.firstBreakBefore ?? 'auto');
  }

  joinedBreakAfter(own: BreakBetween): BreakBetween {
    return joinBreaks(this.previousBreakAfter, own);
  }

  // ---- outcome ------------------------------------------------------------------------------------------------------

  /** The token of the box, with what is collected here. Blink: `BlockBreakToken::Create(BoxFragmentBuilder*)`. */
  breakToken(
    box: Breakable,
    { consumedBlockSize, isAtBlockEnd, remainingBlockEndEdges }: FragmentEnd,
    hasSeenAllChildren: boolean,
    data: BreakTokenData | undefined,
  ): BreakToken {
    return makeBreakToken(box, {
      consumedBlockSize,
      forcedBreak: this.forcedBreak,
      childBreakTokens: this.childBreakTokens,
      hasSeenAllChildren,
      isAtBlockEnd,
      remainingBlockEndEdges,
      data,
    });
  }

  /** The result around the finished fragment. Blink: `BoxFragmentBuilder::ToBoxFragment`. */
  toResult(
    fragment: BoxFragment,
    breakToken: BreakToken | undefined,
    breakBefore: BreakBetween,
    breakAfter: BreakBetween,
    flow?: FlowResult,
  ): LayoutResult {
    return {
      status: 'done',
      fragment,
      breakToken,
      flow,
      breakBefore,
      breakAfter,
      appeal: this.appeal,
      earlyBreak: this.earlyBreak,
      spaceShortage: this.spaceShortage,
      monolithicOverflow: this.monolithicOverflow,
      spanner: this.spanner,
      outOfFlow: this.outOfFlow,
      startPage: this.startPage,
      endPage: this.endPage,
    };
  }
}
