/**
 * Layout of one block container in one fragmentainer. Modelled on Blink's `BlockLayoutAlgorithm`: in-flow children,
 * floats and out-of-flow positioned boxes in document order, then the block size and the end of the fragment.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { isFloating, isOutOfFlow, isRunning } from '../../css/style-queries.js';
import { type BreakToken, breakTokenBefore } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { type LineClamp, NO_SIDES } from '../algorithm/constraint-space.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutResult } from '../algorithm/result.js';
import { clearsPastEnd, type ExclusionSpace, hasFloats, opportunities } from '../floats/exclusions.js';
import { isEarlyBreakBefore, isForced, joinBreaks } from '../fragmentation/breaks.js';
import { forcedBreakBefore } from '../fragmentation/forced-breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { emptyLineStart } from '../inline/inline.js';
import { staticPosition } from '../positioned/static-position.js';
import { resolveMargins } from '../sizing/edges.js';
import { establishesFormattingContext } from '../sizing/intrinsic.js';
import { isScrollContainer } from '../sizing/sizes.js';
import { BfcOffset } from './bfc-offset.js';
import type { BlockBreakTokenData } from './block-break-token-data.js';
import { BlockFloats } from './block-floats.js';
import { type BlockParams, ignoresQuirkyMargins } from './block-params.js';
import type { BlockState, Step } from './block-state.js';
import { inFlowSpace, inlineOffset } from './child-space.js';
import { abortedResult, finishBlock } from './finish-block.js';
import { type InflowChildData, inflowChildData } from './inflow-child.js';
import { PreviousInflowPosition } from './inflow-position.js';
import { layoutInlineChildren } from './inline-children.js';
import { clampOf, clampOfChild, countLines } from './line-clamp.js';
import { addMargin, collapsed, EMPTY_STRUT, type MarginStrut } from './margins.js';
import { layoutMarker } from './marker.js';
import { layoutNewFormattingContext, type PlacedChild } from './new-formatting-context.js';

/**
 * Maximum layouts of a child for a revised BFC offset: a new formatting context inside it resolves the offset next to
 * floats first, and then below them.
 */
const MAX_BFC_OFFSETS = 2;

export class BlockLayoutAlgorithm implements BlockState {
  readonly builder = new FragmentBuilder();
  readonly position = new PreviousInflowPosition();
  readonly offset: BfcOffset;
  readonly floats: BlockFloats;
  hasInFlowChild = false;
  hasVisitedAllChildren = false;
  /** Where inline layout resumes. */
  breakTokenData: BlockBreakTokenData | undefined;
  private hasPlacedMarker = false;
  private readonly clamp: LineClamp | undefined;
  /** That of the next child. */
  private childClamp: LineClamp | undefined;

  constructor(readonly params: BlockParams) {
    const { flow, geometry, resume } = params;
    const { position } = this;
    this.clamp = clampOf(params);
    this.offset = new BfcOffset(flow, position);
    this.floats = new BlockFloats(params, this.builder, this.offset);
    this.builder.isResumed = resume !== undefined;
    this.builder.sequenceNumber = geometry.sequenceNumber;
    if (flow) {
      position.marginStrut = flow.strut;
      if (geometry.top > 0 || resume) this.offset.resolve(this.offset.expected);
    }
    if (!resume && ignoresQuirkyMargins(params)) {
      position.marginStrut = { ...position.marginStrut, ignoresQuirky: true };
    }
    position.blockOffset = geometry.top;
    if (geometry.legend) this.builder.addResult(geometry.legend.result, geometry.legend.x, geometry.legend.y);
  }

  endingAt(earlyBreak: EarlyBreak): BlockLayoutAlgorithm {
    return new BlockLayoutAlgorithm({ ...this.params, earlyBreak });
  }

  /** @returns undefined: `builder.earlyBreak` has a higher appeal than the break at the fragmentainer's end */
  layout(): LayoutResult | undefined {
    const step = this.layoutContent();
    if (step === 'abort') return abortedResult(this);
    if (step === 'earlier') return undefined;
    this.placeMarker();
    return finishBlock(this);
  }

  private layoutContent(): Step {
    const { box } = this.params;
    const { content } = box;
    if (content.type === 'blocks') return this.layoutChildren(content.children);
    const { step, next } = layoutInlineChildren(this);
    this.breakTokenData = next;
    this.hasVisitedAllChildren = step === 'next';
    return step;
  }

  // ---- children -----------------------------------------------------------------------------------------------------

  private layoutChildren(children: readonly BlockLevelBox[]): Step {
    const { resume, earlyBreak } = this.params;
    const tokens = resume?.childBreakTokens ?? [];
    for (const token of tokens) {
      if (this.clamp) this.clampChild(this.clamp, children, children.indexOf(token.box as BlockLevelBox));
      const step = this.handleChild(token.box as BlockLevelBox, token);
      if (step !== 'next') return step;
    }
    const last = tokens.at(-1);
    let index = last ? children.indexOf(last.box as BlockLevelBox) + 1 : 0;
    if (resume?.hasVisitedAllChildren) index = children.length;
    for (; index < children.length; index++) {
      const child = children[index]!;
      if (isEarlyBreakBefore(earlyBreak, child)) {
        this.builder.breakBefore(child, {});
        return 'stop';
      }
      if (this.clamp) {
        const before = countLines(this.builder.children);
        if (before >= this.clamp.lines) {
          // The box ends with its last line.
          this.position.marginStrut = EMPTY_STRUT;
          break;
        }
        this.clampChild(this.clamp, children, index);
      }
      const step = this.handleChild(child, undefined);
      if (step !== 'next') return step;
    }
    this.hasVisitedAllChildren = true;
    return 'next';
  }

  private clampChild(clamp: LineClamp, children: readonly BlockLevelBox[], index: number): void {
    this.childClamp = clampOfChild(clamp, countLines(this.builder.children), children.slice(index + 1));
  }

  private handleChild(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (isOutOfFlow(child.style)) return this.handleOutOfFlowPositioned(child, token);
    if (isFloating(child.style)) return this.handleFloat(child, token);
    if (this.params.childFragmentainer?.spanners?.has(child)) return this.handleSpanner(child, token);
    const clearsAdjoining = this.clearsAdjoiningFloats(child);
    if (clearsAdjoining && !this.offset.resolveHere()) return 'abort';
    const data = inflowChildData(this, child, token, clearsAdjoining);
    this.hasInFlowChild = true;
    if (!data.resume && this.breaksBeforeLayout(child)) return 'stop';
    return establishesFormattingContext(child) ? this.handleNewFormattingContext(data) : this.handleInflow(data);
  }

  private handleOutOfFlowPositioned(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (isRunning(child.style)) return 'next';
    if (!token && this.breaksBeforeOutOfFlow(child)) return 'next';
    const { params, offset } = this;
    const { left, contentWidth } = params.geometry;
    const { style } = params.box;
    const y = offset.y === undefined ? 0 : offset.next - offset.y;
    const rect = child.style.isOriginalDisplayInlineType
      ? { x: left + this.emptyLineStart(offset.expected + y), y, width: 0, height: 0 }
      : { x: left, y, width: contentWidth, height: 0 };
    this.builder.addOutOfFlowChild(staticPosition(rect, child, style, style.direction === 'rtl'));
    return 'next';
  }

  /** Inline offset at which a line at block offset `y` would start, from the content edge. */
  private emptyLineStart(y: number): number {
    const { params, offset, floats } = this;
    const { contentWidth, left } = params.geometry;
    const start = offset.x + left;
    // With further collapsing margins, the line is next to other floats.
    if (offset.y === undefined && hasFloats(floats.exclusions)) offset.assumeForFloats(offset.expected, NO_SIDES);
    const opportunity = opportunities(floats.exclusions, y, start, start + contentWidth).next().value;
    const [from, to] = opportunity ? [opportunity.left - start, opportunity.right - start] : [0, contentWidth];
    return emptyLineStart(params.box.style, from, to, contentWidth);
  }

  private handleFloat(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (token || !this.breaksBeforeOutOfFlow(child)) this.floats.place(child, token);
    return 'next';
  }

  /**
   * Out-of-flow boxes do not force breaks; they follow the forced break after the in-flow box before them. They are
   * parallel flows, as in Chromium: the box ends here unless in-flow content follows, which the break is before, too.
   */
  private breaksBeforeOutOfFlow(child: BlockLevelBox): boolean {
    const { fragmentainer } = this.params.space;
    const between = this.builder.previousBreakAfter;
    if (!fragmentainer || !isForced(between, fragmentainer.kind)) return false;
    this.builder.addBreakToken(breakTokenBefore(child, between));
    return true;
  }

  private handleSpanner(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (token && !token.isBreakBefore) return 'next';
    // What broke before the spanner, in parallel flows, is finished first, in columns of the same row.
    if (this.isPastBreak) this.builder.breakBefore(child, { forced: 'column' });
    else this.builder.breakAtSpanner(child);
    return 'stop';
  }

  /** Content in parallel flows continues in the next column. Blink: `ConstraintSpace::IsPastBreak`. */
  private get isPastBreak(): boolean {
    return this.params.childFragmentainer?.isPastBreak === true || this.builder.childBreakTokens.length > 0;
  }

  /** Whether the child clears floats whose position depends on the box's margins: their collapsing ends before it. */
  private clearsAdjoiningFloats({ style: { clear } }: BlockLevelBox): boolean {
    if (clear === 'none') return false;
    const { left, right } = this.offset.adjoiningFloats;
    return (left && clear !== 'right') || (right && clear !== 'left');
  }

  /**
   * Breaks before a child if a style forces it: its own, that of a first child in it, or that of the box before it. Then
   * there is no need to lay it out here, as `breakBeforeChildIfNeeded` has it.
   */
  private breaksBeforeLayout(child: BlockLevelBox): boolean {
    const { builder, offset } = this;
    const { context, childFragmentainer, earlyBreak } = this.params;
    if (!childFragmentainer || earlyBreak || !builder.hasBreakOpportunity || offset.y === undefined) return false;
    const forced = forcedBreakBefore(context, builder.previousBreakAfter, child, childFragmentainer.kind);
    if (forced === undefined) return false;
    builder.breakBefore(child, { forced });
    return true;
  }

  // ---- in-flow children in this formatting context ------------------------------------------------------------------

  private handleInflow(known: InflowChildData): Step {
    const { params, offset, floats } = this;
    const data = this.separateMarginsByClearance(known);
    if (!data) return 'abort';
    const { child, margin, strut, resume, trim } = data;
    const x = inlineOffset(params, child, margin, undefined);
    const base = offset.nextWithoutMargins;
    const flow = {
      bfcX: offset.x + params.geometry.left + x,
      bfcY: base,
      strut,
      exclusions: floats.exclusions,
      forcedBfcY: offset.forced,
      clearedY: data.clearsAdjoining ? data.clearance : offset.cleared,
      clearanceY: this.clearanceFor(data),
      adjoiningFloats: offset.adjoiningFloats,
      clamp: this.childClamp,
    };
    const isOpen = offset.y === undefined;
    const before = { isFirst: this.builder.children.length === 0, isPastBreak: this.isPastBreak };
    let result = layout(params.context, child, inFlowSpace(params, child, flow, trim, before), resume);
    for (let pass = 0; result.status === 'bfc-offset-resolved' && pass < MAX_BFC_OFFSETS; pass++) {
      const forcedBfcY = result.flow?.bfcY ?? base;
      if (isOpen) offset.reopen();
      if (!offset.resolve(forcedBfcY)) return 'abort';
      const space = inFlowSpace(params, child, { ...flow, forcedBfcY }, trim, before);
      result = layout(params.context, child, space, resume);
    }
    const y = result.flow?.bfcY ?? (data.clearsAdjoining ? data.clearance : undefined);
    if (y === undefined) {
      return this.handleSelfCollapsing(data, result, x, base + collapsed(result.flow?.endStrut ?? strut));
    }
    if (!offset.resolve(y)) return 'abort';
    const { exclusions, selfCollapsing } = result.flow!;
    const endStrut = result.flow!.bfcY === undefined ? EMPTY_STRUT : result.flow!.endStrut;
    const step = this.finishInflow(data, { result, x, y }, exclusions, endStrut);
    if (selfCollapsing && step === 'next') this.continueAfterClearedChild(margin);
    return step;
  }

  /** @returns undefined: the offset resolves to another one than floats in the box assume */
  private separateMarginsByClearance(data: InflowChildData): InflowChildData | undefined {
    const { offset, params } = this;
    const { strut, clearance, resume } = data;
    const y = (params.flow?.bfcY ?? 0) + collapsed(strut);
    if (resume || !offset.separatesMargins(clearance, y)) return data;
    // The margin of a new formatting context still collapses with the box's.
    if (establishesFormattingContext(data.child)) this.position.marginStrut = strut;
    return offset.resolveHere() ? { ...data, strut: EMPTY_STRUT } : undefined;
  }

  /** Minimum BFC block offset of the child by `clear` of the child or the box; undefined: none. */
  private clearanceFor({ clearance, resume }: InflowChildData): number | undefined {
    const y = Math.max(
      this.offset.clearance ?? Number.NEGATIVE_INFINITY,
      resume ? Number.NEGATIVE_INFINITY : clearance,
    );
    return y === Number.NEGATIVE_INFINITY ? undefined : y;
  }

  /** The margins of a self-collapsing child with clearance collapse with each other, but not with earlier ones. */
  private continueAfterClearedChild(margin: Edges): void {
    const { position } = this;
    const strut = addMargin(EMPTY_STRUT, margin.top);
    position.selfCollapsingChildHadClearance = true;
    position.blockOffset -= collapsed(strut);
    position.marginStrut = addMargin(strut, margin.bottom);
  }

  /** Handles a child that margins collapse through. */
  private handleSelfCollapsing(data: InflowChildData, result: LayoutResult, x: number, y: number): Step {
    const { builder, offset, position, floats } = this;
    const { child, margin } = data;
    const { flow } = result;
    if (offset.y === undefined && flow?.floatsAssumedBfcY !== undefined) {
      offset.assumeForFloats(flow.floatsAssumedBfcY, flow.floatSides ?? NO_SIDES);
    }
    const step = this.breakBeforeSelfCollapsing(data, result, y);
    if (step) return step;
    this.addChild(result, x, offset.y === undefined ? 0 : y - offset.y);
    builder.addBreakToken(result.breakToken);
    if (flow) floats.exclusions = flow.exclusions;
    // Both margins of `<ul style="margin-bottom: 9px"></ul>` are quirky. Blink: `ComputeInflowPosition`.
    const { hasMarginBlockStartQuirk, hasMarginBlockEndQuirk } = child.style;
    const isQuirky = hasMarginBlockStartQuirk || hasMarginBlockEndQuirk;
    position.marginStrut = addMargin(flow?.endStrut ?? EMPTY_STRUT, margin.bottom, isQuirky);
    // A break here requires a resolved offset; without one, the break value propagates to the next child.
    const pending = offset.y === undefined && builder.hasBreakOpportunity ? result.breakBefore : 'auto';
    builder.previousBreakAfter = joinBreaks(pending, result.breakAfter);
    builder.firstBreakBefore ??= result.breakBefore;
    builder.propagatePageName(result, this.params.childFragmentainer);
    builder.hasBreakOpportunity = true;
    return 'next';
  }

  /**
   * Handles the class A break opportunity before a self-collapsing box: its margins may push it past the
   * fragmentainer's end, and `<div style="page-break-before: always">` forces a break.
   */
  private breakBeforeSelfCollapsing(
    { child, resume }: InflowChildData,
    result: LayoutResult,
    y: number,
  ): Step | undefined {
    const { builder, offset } = this;
    const { childFragmentainer: fragmentainer, earlyBreak } = this.params;
    if (!fragmentainer || offset.y === undefined || earlyBreak) return undefined;
    const clears = clearsPastEnd(this.floats.exclusions, child.style.clear);
    const candidate = { box: child, result, y, resumed: resume !== undefined, clearsPastEnd: clears };
    const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
    if (status === 'needs-earlier-break') return 'earlier';
    return status === 'broke-before' ? 'stop' : undefined;
  }

  // ---- children that establish a formatting context -----------------------------------------------------------------

  /**
   * Places a child that establishes a formatting context next to the floats if it fits there, else below them. Only
   * next to floats does its margin collapse with the box's: below them it behaves as if it had clearance.
   * Blink: `BlockLayoutAlgorithm::HandleNewFormattingContext`.
   */
  private handleNewFormattingContext(known: InflowChildData): Step {
    const { offset, floats, position } = this;
    const data = this.separateMarginsByClearance(known);
    if (!data) return 'abort';
    const { margin, strut } = data;
    const clear = this.clearanceFor(data) ?? Number.NEGATIVE_INFINITY;
    const base = offset.nextWithoutMargins;
    const separatedY = Math.max(base + collapsed(position.marginStrut), clear);
    const collapsedY = Math.max(base + collapsed(strut), clear);
    const { cleared } = offset;
    const y = cleared ?? offset.forced ?? collapsedY;
    const isOpen = offset.y === undefined && cleared === undefined;
    const mayCollapse = isOpen && margin.top !== 0 && y === collapsedY && hasFloats(floats.exclusions);
    if (!offset.resolve(y)) return 'abort';
    const placed = layoutNewFormattingContext(this, data, y, mayCollapse);
    if (placed) return this.finishInflow(data, placed, floats.exclusions, EMPTY_STRUT);
    offset.reopen();
    // The floats of the box are placed for the offset that includes the child's margin.
    if (!offset.resolve(separatedY)) return 'abort';
    const below = layoutNewFormattingContext(this, data, separatedY, false)!;
    return this.finishInflow(data, below, floats.exclusions, EMPTY_STRUT);
  }

  // ---- after a child ------------------------------------------------------------------------------------------------

  /** Adds a laid-out child, unless the fragmentainer ends before it. Blink: `BlockLayoutAlgorithm::FinishInflow`. */
  private finishInflow(
    data: InflowChildData,
    { result, x, y }: PlacedChild,
    exclusions: ExclusionSpace,
    endStrut: MarginStrut,
  ): Step {
    const { builder, offset, position, floats } = this;
    const { child, resume, margin } = data;
    const top = y - (offset.y ?? 0);
    if (resume?.isAtBlockEnd) {
      floats.exclusions = exclusions;
      this.addChild(result, x, top);
      builder.addParallelFlow(result);
      builder.propagatePageName(result, this.params.childFragmentainer);
      return 'next';
    }
    const endMargin = addMargin(endStrut, result.spanner ? 0 : margin.bottom, child.style.hasMarginBlockEndQuirk);
    const step = this.breakBeforeOrInside(data, result, y, endMargin);
    if (step !== 'next') return step;
    builder.propagateBreakInfo(result, this.params.childFragmentainer);
    this.addChild(result, x, top);
    builder.hasBreakOpportunity = true;
    floats.exclusions = exclusions;
    position.blockOffset = top + result.fragment.height;
    position.selfCollapsingChildHadClearance = false;
    position.marginStrut = endMargin;
    if (builder.firstBaseline !== undefined) this.placeMarker();
    return builder.brokeInFlow ? 'stop' : 'next';
  }

  private breakBeforeOrInside(
    { child, resume, strut, clearsAdjoining }: InflowChildData,
    result: LayoutResult,
    y: number,
    endMargin: MarginStrut,
  ): Step {
    const { builder, offset, floats } = this;
    const { childFragmentainer: fragmentainer, earlyBreak } = this.params;
    if (!fragmentainer) return 'next';
    const expected = offset.nextWithoutMargins + collapsed(strut);
    const isPlaced = !result.flow?.selfCollapsing || clearsAdjoining;
    const pushed = hasFloats(floats.exclusions) && y > expected && isPlaced;
    const clears = clearsPastEnd(floats.exclusions, child.style.clear);
    // Blink has the block in a line of an anonymous block, through which its margin does not collapse.
    const isInlineEnd = child.kind === 'block' && child.endsInline === true && !result.breakToken;
    const endSpace = isInlineEnd ? Math.max(0, collapsed(endMargin)) : 0;
    const candidate = { box: child, result, y, resumed: resume !== undefined, pushed, clearsPastEnd: clears, endSpace };
    if (!earlyBreak) {
      const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
      if (status === 'broke-before') return 'stop';
      if (status === 'needs-earlier-break') return 'earlier';
    }
    if (result.breakToken) builder.addChildBreak(result, appealOfBreakInside(fragmentainer, candidate));
    return 'next';
  }

  /** @param x, y  offsets from the content box's left edge and the border box's top edge */
  private addChild(result: LayoutResult, x: number, y: number): void {
    const { builder } = this;
    builder.addResult(result, this.params.geometry.left + x, y);
    const { box, firstBaseline, lastBaseline } = result.fragment;
    if (box.kind === 'block' && (box.baseline === 'none' || box.baseline === 'margin-edge')) return;
    if (firstBaseline !== undefined) builder.firstBaseline ??= y + firstBaseline;
    if (lastBaseline !== undefined) builder.lastBaseline = y + lastBaseline;
    const line = this.lineBaselineOf(result.fragment);
    if (line !== undefined) builder.lineBaseline = y + line;
  }

  /**
   * Baseline for an inline-block: tables have none; that of a scrolled block container is its bottom margin edge; that of
   * a flex container or a grid is its first one.
   * Source: https://www.w3.org/TR/CSS22/visudet.html#leading (inline-block); Blink: `UseLastBaselineForInlineBaseline`
   */
  private lineBaselineOf({ box, style, height, firstBaseline, lineBaseline }: BoxFragment): number | undefined {
    if (box.kind !== 'block') return undefined;
    if (box.context === 'flex' || box.context === 'grid') return firstBaseline;
    if (!isScrollContainer(style)) return lineBaseline;
    return height + resolveMargins(style, this.params.geometry.contentWidth).bottom;
  }

  /**
   * Aligns the outside marker with the first line; a list item without lines is at least as high as its marker.
   * Blink: `BlockLayoutAlgorithm::PositionOrPropagateListMarker`, `PositionListMarkerWithoutLineBoxes`.
   */
  private placeMarker(): void {
    const { builder, position, offset } = this;
    const { context, box, geometry, resume, trim } = this.params;
    if (!box.marker || resume || this.hasPlacedMarker) return;
    this.hasPlacedMarker = true;
    const { fragment, x, baseline } = layoutMarker(context, box.marker, box, geometry.contentWidth);
    // Where content breaks before its first line, the marker is where the content ends: it goes on beside that line.
    let top = builder.brokeInFlow ? position.blockOffset : geometry.top;
    if (builder.firstBaseline !== undefined) {
      // A marker with a larger ascent than the first line pushes the content down, unless that is trimmed.
      const distance = trim.start ? 0 : Math.max(0, baseline + geometry.top - builder.firstBaseline);
      builder.moveContent(distance, geometry.legend ? 1 : 0);
      position.blockOffset += distance;
      top = builder.firstBaseline - baseline;
    } else if (!builder.brokeInFlow) {
      if (!offset.resolveHere()) return;
      position.blockOffset = Math.max(position.blockOffset, top + fragment.height);
      builder.addBaseline(top + baseline);
    }
    builder.addChild(fragment, geometry.left + x, top);
  }
}
