/**
 * The block itself while it is laid out: its measures, its place in the formatting context, its end and its result.
 * What goes into it is block.ts' work.
 */

import type { BlockBox } from '../../box/tree.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import {
  type BreakToken,
  type ConstraintSpace,
  type EarlyBreak,
  EMPTY_STRUT,
  type ExclusionSpace,
  type FloatSides,
  type FlowResult,
  type FragmentainerSpace,
  type InlineToken,
  type LayoutContext,
  type LayoutResult,
  type LegendGap,
  type MarginStrut,
  NO_SIDES,
  type OutOfFlow,
  type Rect,
} from '../algorithm/types.js';
import { contentShift } from '../alignment/box-alignment.js';
import { clearY, NO_EXCLUSIONS } from '../floats/exclusions.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { endOfPart, type PartToken } from '../fragmentation/part-end.js';
import { moved, overflowOf, unite } from '../overflow/overflow.js';
import { placeInInlineBoxes } from '../positioned/inline-containers.js';
import { containsAbsolutes, layoutContained } from '../positioned/positioned.js';
import { horizontal, resolveMargins, vertical } from '../sizing/edges.js';
import { definiteHeight, mostHeight, usedHeight } from '../sizing/heights.js';
import { hasRatio } from '../sizing/ratio.js';
import { type BlockFrame, createFrame, fillsViewport, innerFragmentainer, sliceEdges } from './block-frame.js';
import { addMargin, collapsed, collapsedWithoutQuirky } from './margins.js';

/** What a block keeps in its break token. */
export interface BlockResume {
  readonly line: InlineToken | undefined;
}

export abstract class BlockState {
  readonly builder = new FragmentBuilder();
  protected readonly frame: BlockFrame;
  /** The page as the box itself sees it, and as its content does. */
  protected readonly fragmentainer: FragmentainerSpace | undefined;
  protected readonly inner: FragmentainerSpace | undefined;
  /** Establishes a block formatting context: its own border box is the origin. */
  protected readonly isContext: boolean;
  protected readonly bfcX: number;
  /** Top of the border box in the formatting context, once something has fixed it. */
  protected bfcY: number | undefined;
  /** Bottom of what is laid out so far, from the top of the border box; margins in `strut` not included. */
  protected offset = 0;
  protected strut: MarginStrut = EMPTY_STRUT;
  protected exclusions: ExclusionSpace = NO_EXCLUSIONS;
  /** Where the border box was assumed to be when floats were placed before its place was known. */
  protected floatsAssume: number | undefined;
  protected floatSides: FloatSides = NO_SIDES;
  /** The place that turned out, when it is not the assumed one. */
  private abortedAt = 0;
  protected clearedEmptyChild = false;
  protected seenAll = false;
  protected nextLine: BlockResume | undefined;
  protected firstBaseline: number | undefined;
  protected lastBaseline: number | undefined;
  protected lineBaseline: number | undefined;
  protected linesOverflow: Rect | undefined;
  /** With the end padding and border; undefined: not laid out to the end. */
  private contentEnd: number | undefined;

  constructor(
    protected readonly context: LayoutContext,
    protected readonly box: BlockBox,
    protected readonly space: ConstraintSpace,
    protected readonly resume: BreakToken | undefined,
    protected readonly early: EarlyBreak | undefined,
  ) {
    this.frame = createFrame(context, box, space, resume);
    this.builder.isResumed = resume !== undefined && !resume.before;
    this.isContext = space.newFormattingContext || space.flow === undefined;
    this.bfcX = space.flow && !this.isContext ? space.flow.bfcX : 0;
    const { fragmentainer } = space;
    const page = box.style.page;
    this.fragmentainer =
      fragmentainer && page !== 'auto' && page !== fragmentainer.pageName
        ? { ...fragmentainer, pageName: page }
        : fragmentainer;
    this.inner = innerFragmentainer(this.fragmentainer, box, this.frame);
    this.begin();
  }

  private begin(): void {
    const { flow } = this.space;
    if (this.isContext || !flow) {
      this.bfcY = 0;
    } else {
      this.strut = flow.strut;
      this.exclusions = flow.exclusions;
      if (this.frame.top > 0 || this.resume) this.resolve(this.expected);
    }
    if (this.ignoresQuirkyMargins && !this.resume) this.strut = { ...this.strut, ignoresQuirky: true };
    this.offset = this.frame.top;
    this.placeLegend();
  }

  private placeLegend(): void {
    const { builder, frame } = this;
    if (!frame.legend) return;
    const { result, x, y } = frame.legend;
    builder.add(result.fragment, x, y);
    for (const item of result.outOfFlow) builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
  }

  /** The fieldset's border leaves out what is behind the legend. */
  private get legendGap(): LegendGap | undefined {
    const { legend } = this.frame;
    return legend && { x: legend.x, width: legend.result.fragment.width, frameTop: legend.frameTop };
  }

  /** Source: https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks */
  private get ignoresQuirkyMargins(): boolean {
    if (!this.context.quirks) return false;
    const { element, origin } = this.box;
    return this.space.tableCell !== undefined || (origin === undefined && element.name === 'body');
  }

  // ---- place ------------------------------------------------------------------------------------------------------

  /** Where the border edge is, or would be if nothing further collapsed with its margin. */
  protected get expected(): number {
    if (this.bfcY !== undefined) return this.bfcY;
    const { flow } = this.space;
    if (!flow) return 0;
    if (flow.forcedBfcY !== undefined) return flow.forcedBfcY;
    return Math.max(flow.bfcY + collapsed(this.strut), flow.clearanceY ?? Number.NEGATIVE_INFINITY);
  }

  /** Where the next thing goes, with the margins before it; from the formatting context's origin. */
  protected get cursor(): number {
    return this.bfcY === undefined ? this.expected : this.bfcY + this.offset + collapsed(this.strut);
  }

  /** Floats are placed as if the border edge were at `y`. Where they differ in that, it is wrong for some in any case. */
  protected assumeFloats(y: number, { left, right }: FloatSides): void {
    this.floatsAssume = this.floatsAssume === undefined || this.floatsAssume === y ? y : Number.NaN;
    const { floatSides } = this;
    this.floatSides = { left: left || floatSides.left, right: right || floatSides.right };
  }

  /** Fixes the border edge. False: floats in the box were placed for another one. */
  protected resolve(y: number): boolean {
    if (this.bfcY !== undefined) return true;
    if (this.floatsAssume !== undefined && this.floatsAssume !== y) {
      this.abortedAt = y;
      return false;
    }
    this.bfcY = y;
    this.strut = EMPTY_STRUT;
    return true;
  }

  /** Like `resolve`, at the place that the margins so far give. */
  protected resolveHere(): boolean {
    if (this.bfcY !== undefined) return true;
    const { flow } = this.space;
    const y = (flow?.bfcY ?? 0) + collapsed(this.strut);
    return this.resolve(Math.max(y, flow?.clearanceY ?? Number.NEGATIVE_INFINITY));
  }

  protected aborted(): LayoutResult {
    return {
      ...this.result(0, undefined),
      status: 'bfc-offset-resolved',
      flow: { bfcY: this.abortedAt, endStrut: EMPTY_STRUT, exclusions: NO_EXCLUSIONS, selfCollapsing: false },
    };
  }

  // ---- end --------------------------------------------------------------------------------------------------

  protected finish(): LayoutResult | undefined {
    const { builder, frame, box, space } = this;
    const consumed = this.resume?.consumed ?? 0;
    // A formatting context holds its floats: it goes on for as long as they do.
    if (this.isContext && this.exclusions.hasBreak) builder.brokeInFlow = true;
    const encloses = frame.bottom > 0 || this.isContext || this.clearedEmptyChild;
    if (builder.spanner && !this.resolveHere()) return this.aborted();
    let end = this.offset;
    if (builder.spanner && this.isContext) end += this.endMargin();
    if (!builder.brokeInFlow && encloses) {
      if (!this.resolveHere()) return this.aborted();
      end += this.endMargin();
      this.strut = EMPTY_STRUT;
    }
    if (this.isContext) end = Math.max(end, this.floatsEnd());
    end = Math.max(end, frame.top) + (builder.brokeInFlow ? 0 : frame.bottom);
    const auto = Math.max(consumed + end, this.quirkyHeight());
    const total = usedHeight(box, space, frame.borderPadding, frame.width, auto);
    const rest = Math.max(0, total - consumed);
    this.contentEnd = end;
    if (this.bfcY === undefined && (rest > 0 || builder.tokens.length > 0)) {
      const pending = this.strut;
      if (!this.resolveHere()) return this.aborted();
      this.strut = pending;
    }
    // A height of its own keeps the last child's margin inside: css2/#collapsing-margins
    const isDefinite = definiteHeight(box, space, frame.borderPadding) !== undefined;
    const keeps = total !== consumed + end || isDefinite || hasRatio(box);
    if (keeps && this.bfcY !== undefined) this.strut = EMPTY_STRUT;
    if (!this.fragmentainer || this.bfcY === undefined) return this.result(rest, this.parallelToken(consumed + rest));
    const left = spaceLeft(this.fragmentainer, this.bfcY);
    if (builder.spanner)
      return this.result(Math.min(end, left), this.token({ consumed: consumed + Math.min(end, left), atEnd: false }));
    return this.finishOnPage(consumed, rest, end, left);
  }

  protected moveContent(distance: number): void {
    const { builder } = this;
    builder.moveContent(distance, this.frame.legend ? 1 : 0);
    this.offset += distance;
    if (this.firstBaseline !== undefined) this.firstBaseline += distance;
    if (this.lastBaseline !== undefined) this.lastBaseline += distance;
    if (this.lineBaseline !== undefined) this.lineBaseline += distance;
    if (this.linesOverflow) this.linesOverflow = moved(this.linesOverflow, 0, distance);
  }

  /** `align-content`, in the part of the box on its first page: as Blink has it, whatever comes of it on others. */
  private alignContent(height: number): void {
    const { box, contentEnd, resume, space, builder } = this;
    if (contentEnd === undefined || resume || space.tableCell || builder.brokeInFlow) return;
    this.moveContent(contentShift(box.style, height - contentEnd));
  }

  /** How high `html` and `body` are in quirks mode, even without content. */
  private quirkyHeight(): number {
    const { box, context, space } = this;
    if (!context.quirks || space.availableHeight === undefined || !fillsViewport(box)) return 0;
    const margin = resolveMargins(box.style, space.percentageWidth);
    if (this.isContext || !space.flow) return space.availableHeight - vertical(margin);
    if (this.bfcY === undefined) return space.availableHeight - collapsed(this.strut) - margin.bottom;
    return space.availableHeight - (this.bfcY - space.flow.bfcY) - collapsed(addMargin(this.strut, margin.bottom));
  }

  /** The last child's bottom margin inside the box; the end of the page cuts it off. */
  private endMargin(): number {
    const margin = this.ignoresQuirkyMargins ? collapsedWithoutQuirky(this.strut) : collapsed(this.strut);
    if (!this.fragmentainer || this.bfcY === undefined) return margin;
    const left = spaceLeft(this.fragmentainer, this.bfcY + this.offset);
    return Math.min(margin, Math.max(0, left));
  }

  /** Bottom of the floats that a formatting context encloses, from its border edge. */
  private floatsEnd(): number {
    return Math.max(clearY(this.exclusions, 'both'), 0);
  }

  private finishOnPage(consumed: number, rest: number, end: number, left: number): LayoutResult | undefined {
    const part = endOfPart(this.builder, {
      left,
      consumed,
      total: consumed + rest,
      end,
      bottom: this.frame.bottom,
      most: this.mostHeight,
      clips: this.box.style['overflow-y'] !== 'visible',
      // A cell does not break earlier for its own padding, as in Blink: its row is pushed.
      mayBreakEarlier: !this.early && !this.space.tableCell,
      keepsPadding: this.space.tableCell !== undefined,
    });
    return part && this.result(part.height, part.token && this.token(part.token));
  }

  /** A break inside such a box leaves it as high as it is, so it does not help what comes after. */
  private get hasDefiniteHeight(): boolean {
    return this.mostHeight < Number.POSITIVE_INFINITY;
  }

  private get mostHeight(): number {
    return mostHeight(this.box, this.space, this.frame.borderPadding, this.frame.width);
  }

  /** Floats that go on beside what follows the box. */
  private parallelToken(consumed: number): BreakToken | undefined {
    return this.builder.tokens.length > 0 ? this.token({ consumed, atEnd: true }) : undefined;
  }

  private token(part: PartToken): BreakToken {
    const { builder } = this;
    return {
      ...part,
      box: this.box,
      sequence: (this.resume?.sequence ?? 0) + 1,
      before: false,
      forced: builder.forcedBreak !== undefined,
      forcedBreak: builder.forcedBreak,
      children: builder.tokens,
      seenAll: this.seenAll,
      data: this.nextLine,
    };
  }

  private result(height: number, breakToken: BreakToken | undefined): LayoutResult {
    this.alignContent(height);
    const { builder, frame, box } = this;
    const isFirst = this.resume === undefined;
    const isLast = breakToken === undefined || (breakToken.atEnd && !this.resume?.atEnd);
    const border = sliceEdges(frame.border, box, isFirst, isLast);
    const outOfFlow = this.placeContained(height, !isFirst || breakToken !== undefined);
    const page = this.fragmentainer?.pageName;
    return {
      status: 'done',
      fragment: {
        kind: 'box',
        box,
        style: box.style,
        width: frame.width,
        height,
        border,
        padding: sliceEdges(frame.padding, box, isFirst, isLast),
        children: builder.children,
        firstBaseline: this.ownBaseline(this.firstBaseline, height),
        lastBaseline: this.ownBaseline(this.lastBaseline, height),
        ...(this.lineBaseline !== this.lastBaseline && { lineBaseline: this.lineBaseline }),
        isFirst,
        isLast,
        consumed: this.resume?.consumed ?? 0,
        overflow: overflowOf(box.style, frame.width, height, border, builder.children, this.linesOverflow),
        ...(frame.legend && { legendGap: this.legendGap }),
      },
      breakToken,
      flow: this.isContext ? undefined : this.flowResult(),
      breakBefore: isFirst ? builder.joinedBreakBefore(box.style['break-before']) : 'auto',
      breakAfter: builder.joinedBreakAfter(box.style['break-after']),
      appeal: builder.appeal,
      earlyBreak: this.hasDefiniteHeight ? undefined : builder.earlyBreak,
      spaceShortage: builder.spaceShortage,
      monolithicOverflow: builder.monolithicOverflow,
      spanner: builder.spanner,
      outOfFlow,
      startPage: builder.startPage ?? page,
      endPage: builder.endPage ?? page,
    };
  }

  /** A box that hides what overflows it has no baseline outside. Source: https://drafts.csswg.org/css-align-3/#baseline-export */
  private ownBaseline(baseline: number | undefined, height: number): number | undefined {
    const overflow = this.box.style['overflow-y'];
    if (baseline === undefined || overflow === 'visible' || overflow === 'clip') return baseline;
    return Math.min(Math.max(0, baseline), height);
  }

  /** Lays out the absolutely positioned boxes that this one contains; the others go further up. */
  private placeContained(height: number, isBroken: boolean): readonly OutOfFlow[] {
    const { builder, frame, box } = this;
    if (builder.outOfFlow.length === 0) return builder.outOfFlow;
    const hasBlocks = box.content.type === 'blocks';
    const { remaining: items, rects } = placeInInlineBoxes(
      this.context,
      builder.children,
      builder.outOfFlow,
      hasBlocks,
    );
    for (const rect of rects) this.linesOverflow = unite(this.linesOverflow, rect);
    if (!containsAbsolutes(box.style)) return items;
    const { border, width } = frame;
    const area = {
      x: border.left,
      y: border.top,
      width: width - horizontal(border),
      height: Math.max(0, height - vertical(border)),
    };
    const { fragmentainer } = this;
    const y = this.expected;
    const { placed, remaining } = layoutContained(
      this.context,
      { box, area, consumed: this.resume?.consumed ?? 0, isBroken },
      items,
      fragmentainer && { ...fragmentainer, offset: fragmentainer.offset + y },
    );
    builder.children.push(...placed);
    return remaining;
  }

  private flowResult(): FlowResult {
    const cleared = this.bfcY === undefined ? this.clearedPlace() : undefined;
    if (cleared !== undefined) {
      return { bfcY: cleared, endStrut: EMPTY_STRUT, exclusions: this.exclusions, selfCollapsing: true };
    }
    return {
      bfcY: this.bfcY,
      endStrut: this.strut,
      exclusions: this.exclusions,
      selfCollapsing: this.bfcY === undefined,
      ...(this.bfcY === undefined && { floatsAssume: this.floatsAssume, floatSides: this.floatSides }),
    };
  }

  /** An empty box that clears has a place after all, when floats are in its way. */
  private clearedPlace(): number | undefined {
    const { flow } = this.space;
    if (flow?.clearanceY === undefined) return undefined;
    return flow.bfcY + collapsed(this.strut) < flow.clearanceY ? flow.clearanceY : undefined;
  }
}
