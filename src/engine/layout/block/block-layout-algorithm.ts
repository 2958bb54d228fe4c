/**
 * Layout of one block container in one fragmentainer, in the order in which Blink's `BlockLayoutAlgorithm` does it:
 * children in flow, floats and positioned boxes one after the other, then the end of the box.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { isFloating, isOutOfFlow, isRunning } from '../../css/style-queries.js';
import { describeElement } from '../../html/dom.js';
import type { BreakToken } from '../algorithm/break-token.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { NO_SIDES } from '../algorithm/constraint-space.js';
import type { EarlyBreak } from '../algorithm/early-break.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutResult } from '../algorithm/result.js';
import { type ExclusionSpace, hasFloats, opportunities } from '../floats/exclusions.js';
import { isEarlyBreakBefore, isForced, joinBreaks } from '../fragmentation/breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { emptyLineStart, layoutMarker } from '../inline/inline.js';
import { staticPosition } from '../positioned/static-position.js';
import { resolveMargins } from '../sizing/edges.js';
import { establishesFormattingContext } from '../sizing/intrinsic.js';
import { isScrollContainer } from '../sizing/sizes.js';
import { BfcOffset } from './bfc-offset.js';
import { BlockFloats } from './block-floats.js';
import { type BlockParams, ignoresQuirkyMargins } from './block-params.js';
import type { BlockState, Step } from './block-state.js';
import { inFlowSpace, inlineOffset } from './child-space.js';
import { abortedResult, finishBlock } from './finish-block.js';
import { type InflowChildData, inflowChildData } from './inflow-child.js';
import { PreviousInflowPosition } from './inflow-position.js';
import { type BlockBreakTokenData, layoutInlineChildren } from './inline-children.js';
import { addMargin, collapsed, EMPTY_STRUT, type MarginStrut } from './margins.js';
import { layoutNewFormattingContext, type PlacedChild } from './new-formatting-context.js';

/** A box may turn out to have another offset twice: a formatting context in it goes beside floats, or below them. */
const MAX_BFC_OFFSETS = 2;

export class BlockLayoutAlgorithm implements BlockState {
  readonly builder = new FragmentBuilder();
  readonly position = new PreviousInflowPosition();
  readonly offset: BfcOffset;
  readonly floats: BlockFloats;
  hasSeenAllChildren = false;
  /** Where the lines go on. */
  breakTokenData: BlockBreakTokenData | undefined;
  private hasPlacedMarker = false;

  constructor(readonly params: BlockParams) {
    const { flow, frame, resume } = params;
    const { position } = this;
    this.offset = new BfcOffset(flow, position);
    this.floats = new BlockFloats(params, this.builder, this.offset);
    this.builder.isResumed = resume !== undefined;
    if (flow) {
      position.marginStrut = flow.strut;
      if (frame.top > 0 || resume) this.offset.resolve(this.offset.expected);
    }
    if (!resume && ignoresQuirkyMargins(params)) {
      position.marginStrut = { ...position.marginStrut, ignoresQuirky: true };
    }
    position.blockOffset = frame.top;
    if (frame.legend) this.builder.addResult(frame.legend.result, frame.legend.x, frame.legend.y);
  }

  endingAt(earlyBreak: EarlyBreak): BlockLayoutAlgorithm {
    return new BlockLayoutAlgorithm({ ...this.params, earlyBreak });
  }

  /** @returns undefined: `builder.earlyBreak` is better than where the box ran out of space */
  layout(): LayoutResult | undefined {
    const step = this.layoutContent();
    if (step === 'abort') return abortedResult(this);
    if (step === 'earlier') return undefined;
    this.placeMarker();
    return finishBlock(this);
  }

  private layoutContent(): Step {
    const { box } = this.params;
    const { content, style } = box;
    if (content.type === 'blocks') {
      if (style['line-clamp'] !== 'none') this.reportClamp();
      return this.layoutChildren(content.children);
    }
    const { step, next } = layoutInlineChildren(this);
    this.breakTokenData = next;
    this.hasSeenAllChildren = step === 'next';
    return step;
  }

  private reportClamp(): void {
    const { context, box } = this.params;
    const place = `${describeElement(box.element)}: its lines are in blocks inside`;
    context.report.add('UnsupportedValue', `line-clamp: ${box.style['line-clamp']}`, place);
  }

  // ---- children -----------------------------------------------------------------------------------------------------

  private layoutChildren(children: readonly BlockLevelBox[]): Step {
    const { resume, earlyBreak } = this.params;
    const tokens = resume?.childBreakTokens ?? [];
    for (const token of tokens) {
      const step = this.handleChild(token.box as BlockLevelBox, token);
      if (step !== 'next') return step;
    }
    const last = tokens.at(-1);
    let index = last ? children.indexOf(last.box as BlockLevelBox) + 1 : 0;
    if (resume?.hasSeenAllChildren) index = children.length;
    for (; index < children.length; index++) {
      const child = children[index]!;
      if (isEarlyBreakBefore(earlyBreak, child)) {
        this.builder.breakBefore(child, {});
        return 'stop';
      }
      const step = this.handleChild(child, undefined);
      if (step !== 'next') return step;
    }
    this.hasSeenAllChildren = true;
    return 'next';
  }

  private handleChild(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (isOutOfFlow(child.style)) return this.handleOutOfFlowPositioned(child, token);
    if (isFloating(child.style)) return this.handleFloat(child, token);
    if (this.params.childFragmentainer?.spanners?.has(child)) return this.handleSpanner(child, token);
    if (this.clearsAdjoiningFloats(child) && !this.offset.resolveHere()) return 'abort';
    const data = inflowChildData(this, child, token);
    return establishesFormattingContext(child) ? this.handleNewFormattingContext(data) : this.handleInflow(data);
  }

  private handleOutOfFlowPositioned(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (isRunning(child.style)) return 'next';
    if (!token && this.breaksBeforeOutOfFlow(child)) return 'stop';
    const { params, offset } = this;
    const { left, contentWidth } = params.frame;
    const { style } = params.box;
    const y = offset.y === undefined ? 0 : offset.next - offset.y;
    const rect = child.wasInline
      ? { x: left + this.emptyLineStart(offset.expected + y), y, width: 0, height: 0 }
      : { x: left, y, width: contentWidth, height: 0 };
    this.builder.addOutOfFlowChild(staticPosition(rect, child, style, style.direction === 'rtl'));
    return 'next';
  }

  /** Where the text of a line at `y` would start, from the content edge. */
  private emptyLineStart(y: number): number {
    const { params, offset, floats } = this;
    const { contentWidth, left } = params.frame;
    const start = offset.x + left;
    // A line above the margins that are still to come would be beside other floats.
    if (offset.y === undefined && hasFloats(floats.exclusions)) offset.assumeForFloats(offset.expected, NO_SIDES);
    const room = opportunities(floats.exclusions, y, start, start + contentWidth).next().value;
    const [from, to] = room ? [room.left - start, room.right - start] : [0, contentWidth];
    return emptyLineStart(params.box.style, from, to, contentWidth);
  }

  private handleFloat(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (!token && this.breaksBeforeOutOfFlow(child)) return 'stop';
    this.floats.place(child, token);
    return 'next';
  }

  /** What is out of flow cannot ask for a break, but comes after the one that the box before it asks for. */
  private breaksBeforeOutOfFlow(child: BlockLevelBox): boolean {
    const { fragmentainer } = this.params.space;
    const between = this.builder.previousBreakAfter;
    if (!fragmentainer || !isForced(between, fragmentainer.kind)) return false;
    this.builder.breakBefore(child, { forced: between });
    return true;
  }

  private handleSpanner(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (token) return 'next';
    this.builder.breakAtSpanner(child);
    return 'stop';
  }

  /** A child that clears floats of this box itself ends the collapsing of its margin with the box's. */
  private clearsAdjoiningFloats({ style: { clear } }: BlockLevelBox): boolean {
    if (clear === 'none') return false;
    const { left, right } = this.offset.adjoiningFloats;
    return (left && clear !== 'right') || (right && clear !== 'left');
  }

  // ---- children in this formatting context --------------------------------------------------------------------------

  private handleInflow(known: InflowChildData): Step {
    const { params, offset, floats } = this;
    const data = this.partByClearance(known);
    if (!data) return 'abort';
    const { child, margin, strut, resume } = data;
    const x = inlineOffset(params, child, margin, undefined);
    const base = offset.nextWithoutMargins;
    const flow = {
      bfcX: offset.x + params.frame.left + x,
      bfcY: base,
      strut,
      exclusions: floats.exclusions,
      forcedBfcY: offset.forced,
      clearanceY: this.clearanceFor(data),
      adjoiningFloats: offset.adjoiningFloats,
    };
    const isOpen = offset.y === undefined;
    let result = layout(params.context, child, inFlowSpace(params, child, flow), resume);
    for (let pass = 0; result.status === 'bfc-offset-resolved' && pass < MAX_BFC_OFFSETS; pass++) {
      const forcedBfcY = result.flow?.bfcY ?? base;
      if (isOpen) offset.reopen();
      if (!offset.resolve(forcedBfcY)) return 'abort';
      result = layout(params.context, child, inFlowSpace(params, child, { ...flow, forcedBfcY }), resume);
    }
    const y = result.flow?.bfcY;
    if (y === undefined) {
      return this.handleSelfCollapsing(data, result, x, base + collapsed(result.flow?.endStrut ?? strut));
    }
    if (!offset.resolve(y)) return 'abort';
    const { exclusions, endStrut, selfCollapsing } = result.flow!;
    const step = this.finishInflow(data, { result, x, y }, exclusions, endStrut);
    if (selfCollapsing && step === 'next') this.continueAfterClearedChild(margin);
    return step;
  }

  /** undefined: the box is somewhere else than floats in it assumed. */
  private partByClearance(data: InflowChildData): InflowChildData | undefined {
    const { offset, params } = this;
    const { strut, clearance, resume } = data;
    const y = (params.flow?.bfcY ?? 0) + collapsed(strut);
    if (resume || !offset.isPartedBy(clearance, y)) return data;
    // As in Blink the margin of a formatting context counts for the box all the same.
    if (establishesFormattingContext(data.child)) this.position.marginStrut = strut;
    return offset.resolveHere() ? { ...data, strut: EMPTY_STRUT } : undefined;
  }

  /** Down to where the child has to go for the sake of floats that it, or the box, clears; undefined: anywhere. */
  private clearanceFor({ clearance, resume }: InflowChildData): number | undefined {
    const y = Math.max(
      this.offset.clearance ?? Number.NEGATIVE_INFINITY,
      resume ? Number.NEGATIVE_INFINITY : clearance,
    );
    return y === Number.NEGATIVE_INFINITY ? undefined : y;
  }

  /** The margins of a self-collapsing child collapse with each other, but no longer with those before its clearance. */
  private continueAfterClearedChild(margin: Edges): void {
    const { position } = this;
    const strut = addMargin(EMPTY_STRUT, margin.top);
    position.selfCollapsingChildHadClearance = true;
    position.blockOffset -= collapsed(strut);
    position.marginStrut = addMargin(strut, margin.bottom);
  }

  /** A child through which margins collapse. */
  private handleSelfCollapsing(data: InflowChildData, result: LayoutResult, x: number, y: number): Step {
    const { builder, offset, position, floats } = this;
    const { child, margin } = data;
    const { flow } = result;
    if (offset.y === undefined && flow?.floatsAssume !== undefined) {
      offset.assumeForFloats(flow.floatsAssume, flow.floatSides ?? NO_SIDES);
    }
    const step = this.breakBeforeSelfCollapsing(data, result, y);
    if (step) return step;
    this.addChild(result, x, offset.y === undefined ? 0 : y - offset.y);
    builder.addBreakToken(result.breakToken);
    if (flow) floats.exclusions = flow.exclusions;
    position.marginStrut = addMargin(flow?.endStrut ?? EMPTY_STRUT, margin.bottom, child.quirkyMargins?.bottom);
    // While the box has no offset yet, a break cannot be made here: it is handed on to the next child.
    const pending = offset.y === undefined && builder.hasBreakOpportunity ? result.breakBefore : 'auto';
    builder.previousBreakAfter = joinBreaks(pending, result.breakAfter);
    builder.firstBreakBefore ??= result.breakBefore;
    builder.hasBreakOpportunity = true;
    return 'next';
  }

  /**
   * Self-collapsing boxes are places to break before like others: `<div style="page-break-after: always">` is how most
   * people force breaks, and margins push them over the end of the fragmentainer.
   */
  private breakBeforeSelfCollapsing(
    { child, resume }: InflowChildData,
    result: LayoutResult,
    y: number,
  ): Step | undefined {
    const { builder, offset } = this;
    const { childFragmentainer: fragmentainer, earlyBreak } = this.params;
    if (!fragmentainer || offset.y === undefined || earlyBreak) return undefined;
    const candidate = { box: child, result, y, resumed: resume !== undefined };
    const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
    if (status === 'needs-earlier-break') return 'earlier';
    return status === 'broke-before' ? 'stop' : undefined;
  }

  // ---- children with a formatting context of their own --------------------------------------------------------------

  /**
   * Such a child is beside the floats if it fits there. Its margin collapses with the box's only then: below them it is
   * as if it had clearance, and floats before it go where the other margins end.
   */
  private handleNewFormattingContext(known: InflowChildData): Step {
    const { offset, floats, position } = this;
    const data = this.partByClearance(known);
    if (!data) return 'abort';
    const { margin, strut, clearance } = data;
    const clear = Math.max(this.clearanceFor(data) ?? Number.NEGATIVE_INFINITY, clearance);
    const base = offset.nextWithoutMargins;
    const apart = Math.max(base + collapsed(position.marginStrut), clear);
    const together = Math.max(base + collapsed(strut), clear);
    const y = offset.forced ?? together;
    const mayCollapse = offset.y === undefined && margin.top !== 0 && y === together && hasFloats(floats.exclusions);
    if (!offset.resolve(y)) return 'abort';
    const placed = layoutNewFormattingContext(this, data, y, mayCollapse);
    if (placed) return this.finishInflow(data, placed, floats.exclusions, EMPTY_STRUT);
    offset.reopen();
    // Floats of the box were placed with the child's margin.
    if (!offset.resolve(apart)) return 'abort';
    const below = layoutNewFormattingContext(this, data, apart, false)!;
    return this.finishInflow(data, below, floats.exclusions, EMPTY_STRUT);
  }

  // ---- after a child ------------------------------------------------------------------------------------------------

  /** Puts a laid out child where it goes, unless the fragmentainer should end before it. */
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
      builder.addBreakToken(result.breakToken);
      return 'next';
    }
    const step = this.breakBeforeOrInside(data, result, y);
    if (step !== 'next') return step;
    builder.followChild(result);
    this.addChild(result, x, top);
    builder.hasBreakOpportunity = true;
    floats.exclusions = exclusions;
    position.blockOffset = top + result.fragment.height;
    position.selfCollapsingChildHadClearance = false;
    position.marginStrut = addMargin(endStrut, result.spanner ? 0 : margin.bottom, child.quirkyMargins?.bottom);
    if (builder.firstBaseline !== undefined) this.placeMarker();
    return builder.brokeInFlow ? 'stop' : 'next';
  }

  private breakBeforeOrInside({ child, resume, strut }: InflowChildData, result: LayoutResult, y: number): Step {
    const { builder, offset, floats } = this;
    const { childFragmentainer: fragmentainer, earlyBreak } = this.params;
    if (!fragmentainer) return 'next';
    const expected = offset.nextWithoutMargins + collapsed(strut);
    const pushed = hasFloats(floats.exclusions) && y > expected && !result.flow?.selfCollapsing;
    const candidate = { box: child, result, y, resumed: resume !== undefined, pushed };
    if (!earlyBreak) {
      const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
      if (status === 'broke-before') return 'stop';
      if (status === 'needs-earlier-break') return 'earlier';
    }
    if (result.breakToken) builder.continueLater(result, appealOfBreakInside(fragmentainer, candidate));
    return 'next';
  }

  /** @param x, y  from the content's left edge and the border box's top */
  private addChild(result: LayoutResult, x: number, y: number): void {
    const { builder } = this;
    builder.addResult(result, this.params.frame.left + x, y);
    const { box, firstBaseline, lastBaseline } = result.fragment;
    if (box.kind === 'block' && box.baseline === 'none') return;
    if (firstBaseline !== undefined) builder.firstBaseline ??= y + firstBaseline;
    if (lastBaseline !== undefined) builder.lastBaseline = y + lastBaseline;
    builder.lineBaseline = this.lineBaselineOf(result.fragment, y) ?? builder.lineBaseline;
  }

  /** As in Blink, lines in a table do not count, and those of a scroll container as if the last were on its margin edge. */
  private lineBaselineOf({ box, style, height, lineBaseline }: BoxFragment, y: number): number | undefined {
    if (box.kind === 'table' || lineBaseline === undefined) return undefined;
    if (!isScrollContainer(style)) return y + lineBaseline;
    return y + height + resolveMargins(style, this.params.frame.contentWidth).bottom;
  }

  /**
   * Puts the outside marker beside the first line, once it is there; a list item without one is as high as its marker.
   * Blink: `BlockLayoutAlgorithm::PositionOrPropagateListMarker`, `PositionListMarkerWithoutLineBoxes`.
   */
  private placeMarker(): void {
    const { builder, position, offset } = this;
    const { context, box, frame, resume } = this.params;
    if (!box.marker || resume || this.hasPlacedMarker) return;
    this.hasPlacedMarker = true;
    const { fragment, x, baseline } = layoutMarker(context, box.marker, box, frame.contentWidth);
    let top = position.blockOffset;
    if (builder.firstBaseline !== undefined) {
      // A marker that rises higher than the first line pushes the content down.
      const distance = Math.max(0, baseline + frame.top - builder.firstBaseline);
      builder.moveContent(distance, frame.legend ? 1 : 0);
      position.blockOffset += distance;
      top = builder.firstBaseline - baseline;
    } else if (!builder.brokeInFlow) {
      if (!offset.resolveHere()) return;
      position.blockOffset += fragment.height;
      builder.addBaseline(top + baseline);
    }
    builder.addChild(fragment, frame.left + x, top);
  }
}
