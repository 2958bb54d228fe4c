/** Builds the fragment of a box in one fragmentainer and collects its breaks. Blink: `BoxFragmentBuilder`. */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { joinBreaks, pageNameOf } from '../fragmentation/breaks.js';
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
  NO_TOKENS,
} from './break-token.js';
import type { FragmentainerSpace } from './constraint-space.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from './early-break.js';
import type { BoxFragment, Fragment, Placed } from './fragment.js';
import type { Rect } from './geometry.js';
import { type FlowResult, type LayoutResult, layoutResult, type PlacedFloat } from './result.js';

/** Most boxes have no out-of-flow descendants. */
const NO_OUT_OF_FLOW: readonly OutOfFlow[] = [];

export class FragmentBuilder {
  #children: Placed[] = [];
  /** Children to resume in the next fragmentainer, in order. */
  #childBreakTokens: BreakToken[] | undefined;
  #outOfFlow: OutOfFlow[] | undefined;
  /** There is a break inside or before an in-flow child: the fragment takes no more content. */
  brokeInFlow = false;
  /** The value of a forced break; `left`, `right`, … also select the next page. */
  forcedBreak: BreakBetween | undefined;
  appeal: BreakAppealValue = BreakAppeal.perfect;
  earlyBreak: EarlyBreak | undefined;
  spaceShortage: number | undefined;
  monolithicOverflow = 0;
  /** Content that must stay overflows the box, which fits. Blink: `SetIsBlockSizeForFragmentationClamped`. */
  isOverflowClamped = false;
  /** The column spanner that the columns' flow stopped before. */
  spanner: BlockLevelBox | undefined;
  /** The box ends in this fragmentainer and clips what broke inside: it is to be laid out without fragmentation. */
  disablesFragmentation = false;
  /** The box started in an earlier fragmentainer. */
  isResumed = false;
  /** Number of its earlier fragments. */
  sequenceNumber = 0;
  /** An earlier sibling precedes the next child: a class A break opportunity (css-break-3 §4.1). */
  hasBreakOpportunity = false;
  /** `break-before` of the first child, which propagates to the box (css-break-3 §3.1). */
  firstBreakBefore: BreakBetween | undefined;
  previousBreakAfter: BreakBetween = 'auto';
  /** The page name of the first named child in this fragmentainer. Blink: `SetPageNameIfNeeded` */
  pageName: string | undefined;

  /** Baselines, from the border edge. Blink: `SetFirstBaseline`, `SetLastBaseline`. */
  firstBaseline: number | undefined;
  lastBaseline: number | undefined;
  /** Baseline of the last line box, which an inline-block aligns with. */
  lineBaseline: number | undefined;
  /** Overflow of the line boxes; undefined: none. */
  inlineOverflow: Rect | undefined;

  // ---- content ------------------------------------------------------------------------------------------------------

  /** Adds a child with the out-of-flow descendants that it does not contain. Blink: `BoxFragmentBuilder::AddResult`. */
  addResult(result: Pick<LayoutResult, 'fragment' | 'outOfFlow'>, x: number, y: number): void {
    this.addChild(result.fragment, x, y);
    this.addOutOfFlow(result.outOfFlow, x, y);
  }

  get children(): Placed[] {
    return this.#children;
  }

  addChild(fragment: Fragment, x: number, y: number): void {
    const child = { fragment, x, y };
    // `push` makes room for 17, which an only child leaves empty.
    if (this.#children.length === 0) this.#children = [child];
    else this.#children.push(child);
  }

  addChildren(children: readonly Placed[]): void {
    this.#children.push(...children);
  }

  /** Out-of-flow positioned descendants with static positions, to propagate to their containing block. */
  get outOfFlow(): readonly OutOfFlow[] {
    return this.#outOfFlow ?? NO_OUT_OF_FLOW;
  }

  /** @param x, y  offset of the fragment that their static positions are relative to */
  addOutOfFlow(items: readonly OutOfFlow[], x = 0, y = 0): void {
    if (items.length === 0) return;
    this.#outOfFlow ??= [];
    for (const item of items) this.#outOfFlow.push(movedOutOfFlow(item, x, y));
  }

  addOutOfFlowChild(item: OutOfFlow): void {
    this.#outOfFlow ??= [];
    this.#outOfFlow.push(item);
  }

  /** Removes and returns all candidates. Blink: `SwapOutOfFlowPositionedCandidates`. */
  takeOutOfFlow(): readonly OutOfFlow[] {
    const items = this.outOfFlow;
    this.#outOfFlow = undefined;
    return items;
  }

  /** Adds the baseline of a line box, or of a list marker in place of one. */
  addBaseline(baseline: number): void {
    this.firstBaseline ??= baseline;
    this.lastBaseline = baseline;
    this.lineBaseline = baseline;
  }

  /**
   * Moves the content in the block direction.
   * @param distance  px
   * @param from      index of the first child to move
   */
  moveContent(distance: number, from = 0): void {
    if (distance === 0) return;
    const children = this.#children;
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

  /** Merges in the builder of a parallel flow of the same box. */
  join(other: FragmentBuilder): void {
    this.addChildren(other.children);
    this.addOutOfFlow(other.outOfFlow);
    for (const token of other.childBreakTokens) this.addBreakToken(token);
    this.brokeInFlow ||= other.brokeInFlow;
    this.forcedBreak ??= other.forcedBreak;
    this.clampAppeal(other.appeal);
    this.propagateSpaceShortage(other.spaceShortage);
    this.monolithicOverflow = Math.max(this.monolithicOverflow, other.monolithicOverflow);
    this.firstBreakBefore ??= other.firstBreakBefore;
    this.previousBreakAfter = other.previousBreakAfter;
    this.pageName ||= other.pageName;
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

  /**
   * Propagates break values, page names and overflow of an in-flow child. Call it for every child added, in order.
   * Blink: `BoxFragmentBuilder::PropagateBreakInfo`, `PropagateChildBreakValues`.
   * @param fragmentainer  of the content of the box; undefined: none
   */
  propagateBreakInfo(result: LayoutResult, fragmentainer: FragmentainerSpace | undefined): void {
    if (this.firstBreakBefore === undefined) this.firstBreakBefore = result.breakBefore;
    this.previousBreakAfter = result.breakAfter;
    this.propagatePageName(result, fragmentainer);
    this.monolithicOverflow = Math.max(this.monolithicOverflow, result.monolithicOverflow ?? 0);
    if (result.breakToken?.forcedBreak) this.spaceShortage = undefined;
    else this.propagateSpaceShortage(result.spaceShortage);
  }

  propagatePageName(result: LayoutResult, fragmentainer: FragmentainerSpace | undefined): void {
    if (fragmentainer) this.pageName ||= pageNameOf(result, fragmentainer);
  }

  /** Adds the break in overflow of a child that ended in an earlier fragmentainer. */
  addParallelFlow(result: LayoutResult): void {
    this.addBreakToken(result.breakToken);
    this.propagateSpaceShortage(result.spaceShortage);
    if (result.breakToken) this.clampAppeal(result.appeal);
  }

  /** Propagates the break inside a float: it limits the break appeal, but does not stop the in-flow content. */
  propagateFloatBreak({ breaks }: PlacedFloat): void {
    if (!breaks) return;
    this.clampAppeal(breaks.appeal);
    this.propagateSpaceShortage(breaks.spaceShortage);
  }

  /** Adds the break token of an in-flow child with a break inside. */
  addChildBreak(result: LayoutResult, appeal: BreakAppealValue): void {
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

  /** Ends the fragment like `breakBefore`, for callers that add the break token themselves. */
  endBefore(how: { readonly forced?: BreakBetween; readonly appeal?: BreakAppealValue }): void {
    this.brokeInFlow = true;
    this.forcedBreak = how.forced;
    // No space would avoid a forced break.
    if (how.forced) this.spaceShortage = undefined;
    this.clampAppeal(how.appeal ?? BreakAppeal.perfect);
  }

  /** Ends the columns before a column spanner; they resume after it. */
  breakAtSpanner(box: BlockLevelBox): void {
    this.addBreakToken(breakTokenAfter(box));
    this.brokeInFlow = true;
    this.spanner = box;
  }

  /** Limits the appeal of the break. Blink: `BoxFragmentBuilder::ClampBreakAppeal`. */
  clampAppeal(appeal: BreakAppealValue): void {
    if (appeal < this.appeal) this.appeal = appeal;
  }

  /** Keeps the candidate if none so far has a higher appeal. Parameters: see `EarlyBreak`. */
  offerEarlyBreak(
    appeal: BreakAppealValue,
    box: Breakable,
    line: number | undefined,
    inside: EarlyBreak | undefined,
  ): void {
    if (appeal === BreakAppeal.last) return;
    if (!this.earlyBreak || appeal >= this.earlyBreak.appeal) this.earlyBreak = { appeal, box, line, inside };
  }

  /** Keeps the minimum shortage, px. Blink: `BoxFragmentBuilder::PropagateSpaceShortage`. */
  propagateSpaceShortage(shortage: number | undefined): void {
    if (shortage === undefined || shortage <= 0 || shortage === Number.POSITIVE_INFINITY) return;
    this.spaceShortage = Math.min(this.spaceShortage ?? Number.POSITIVE_INFINITY, shortage);
  }

  /** `break-before` of the box, joined with that of its first children. */
  joinedBreakBefore(own: BreakBetween): BreakBetween {
    return joinBreaks(own, this.firstBreakBefore ?? 'auto');
  }

  /** `break-after` of the box, joined with that of its last children. */
  joinedBreakAfter(own: BreakBetween): BreakBetween {
    return joinBreaks(this.previousBreakAfter, own);
  }

  // ---- outcome ------------------------------------------------------------------------------------------------------

  /** The token of the box, with its child break tokens. Blink: `BlockBreakToken::Create(BoxFragmentBuilder*)`. */
  breakToken(
    box: Breakable,
    { consumedBlockSize, isAtBlockEnd, remainingBlockEndEdges }: FragmentEnd,
    hasVisitedAllChildren: boolean,
    data: BreakTokenData | undefined,
  ): BreakToken {
    return makeBreakToken(box, {
      consumedBlockSize,
      sequenceNumber: this.sequenceNumber,
      forcedBreak: this.forcedBreak,
      childBreakTokens: this.childBreakTokens,
      hasVisitedAllChildren,
      isAtBlockEnd,
      remainingBlockEndEdges,
      data,
    });
  }

  /** The layout result with the finished fragment. Blink: `BoxFragmentBuilder::ToBoxFragment`. */
  toResult(
    fragment: BoxFragment,
    breakToken: BreakToken | undefined,
    breakBefore: BreakBetween,
    breakAfter: BreakBetween,
    flow?: FlowResult,
  ): LayoutResult {
    return layoutResult({
      status: this.disablesFragmentation ? 'disable-fragmentation' : 'done',
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
      pageName: this.pageName,
    });
  }
}
