/**
 * Block layout: block containers with block-level or inline content, in the formatting context of their parent or in
 * one of their own. Sources: https://www.w3.org/TR/CSS22/visuren.html#block-formatting, css-break-3; the way offsets
 * are found (margins travel down and up as struts until something fixes a box's place) is that of Blink's LayoutNG.
 */

import type { BlockBox, BlockLevelBox } from '../box/tree.js';
import { describeElement } from '../html/dom.js';
import { borderPaddingOf } from './block-frame.js';
import { type BlockResume, BlockState } from './block-state.js';
import { earlyBreakInside, isEarlyBreakBefore, isForced, joinBreaks } from './breaks.js';
import { horizontal, resolveMargins } from './edges.js';
import { clearY, hasFloats, opportunities } from './exclusions.js';
import { placeFloat } from './floats.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from './fragmentation.js';
import { inlineMinMax, layoutMarker } from './inline.js';
import {
  blockChildrenSizes,
  establishesFormattingContext,
  isFloating,
  isOutOfFlow,
  minMax,
  outerMinMax,
  withBorderPadding,
} from './intrinsic.js';
import { layout } from './layout.js';
import { type LinesResult, layoutLines } from './lines.js';
import { addMargin, collapsed, DISCARDED_STRUT } from './margins.js';
import { moved, unite } from './overflow.js';
import { isScrollContainer, usedWidth } from './sizes.js';
import {
  type Algorithm,
  type BoxFragment,
  BreakAppeal,
  type BreakToken,
  type ConstraintSpace,
  type Edges,
  EMPTY_STRUT,
  type ExclusionSpace,
  type FloatWidths,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
  type MarginStrut,
  type MinMax,
  type PlacedFloat,
} from './types.js';

export const blockAlgorithm: Algorithm<BlockBox> = { layout: layoutBlock, intrinsicSizes: blockIntrinsicSizes };

function blockIntrinsicSizes(context: LayoutContext, box: BlockBox, before?: FloatWidths): MinMax {
  const { content } = box;
  const sizes =
    content.type === 'inlines'
      ? inlineMinMax(context, box, before)
      : blockChildrenSizes(context, content.children, before);
  return withBorderPadding(box, box.legend ? widest(sizes, outerMinMax(context, box.legend)) : sizes);
}

const widest = (a: MinMax, b: MinMax): MinMax => ({ min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) });

function layoutBlock(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const flow = new BlockFlow(context, box, space, resume, space.fragmentainer?.earlyBreak);
  const result = flow.run();
  if (result)
    return misplacesFloats(space, result) ? layoutAtEndOfMargins(context, box, space, resume, result) : result;
  // A break point further up is better than where it ran out of space: once more, up to there.
  const earlier = new BlockFlow(context, box, space, resume, flow.builder.earlyBreak).run();
  if (!earlier) throw new Error('a second pass cannot ask for a third');
  return earlier;
}

/** Whether an empty box has floats that its children's margins, which collapse through it, move further down. */
function misplacesFloats({ flow }: ConstraintSpace, result: LayoutResult): boolean {
  const assumed = result.flow?.floatsAssume;
  if (!flow || flow.forcedBfcY !== undefined || assumed === undefined || !result.flow) return false;
  return flow.bfcY + collapsed(result.flow.endStrut) !== assumed;
}

function layoutAtEndOfMargins(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
  result: LayoutResult,
): LayoutResult {
  const { flow } = space;
  if (!flow || !result.flow) return result;
  const forcedBfcY = flow.bfcY + collapsed(result.flow.endStrut);
  return layoutBlock(context, box, { ...space, flow: { ...flow, forcedBfcY } }, resume);
}

/** What to do after a child. */
type Step =
  | 'next'
  /** The rest goes to the next page. */
  | 'stop'
  /** Something was placed on the assumption of another offset of this box: the parent lays it out again. */
  | 'abort'
  /** `builder.earlyBreak` is better. */
  | 'earlier';

/** One layout of one block on one page. */
class BlockFlow extends BlockState {
  private hasMarker = false;

  /** undefined: lay out again up to `builder.earlyBreak`. */
  run(): LayoutResult | undefined {
    const { content } = this.box;
    if (content.type === 'blocks' && this.box.style['line-clamp'] !== 'none') this.reportClamp();
    const step = content.type === 'blocks' ? this.layoutChildren(content.children) : this.layoutInlineContent();
    if (step === 'abort') return this.aborted();
    if (step === 'earlier') return undefined;
    this.placeMarker();
    return this.finish();
  }

  private reportClamp(): void {
    const { report } = this.context;
    report.add('UnsupportedValue', 'line-clamp of lines in blocks inside', describeElement(this.box.element));
  }

  // ---- block-level children -------------------------------------------------------------------------------------

  private layoutChildren(children: readonly BlockLevelBox[]): Step {
    const tokens = this.resume?.children ?? [];
    const lastToken = tokens.at(-1);
    for (const token of tokens) {
      const step = this.place(token.box as BlockLevelBox, token);
      if (step !== 'next') return step;
    }
    let index = this.resume?.seenAll ? children.length : 0;
    if (lastToken && !this.resume?.seenAll) index = children.indexOf(lastToken.box as BlockLevelBox) + 1;
    for (; index < children.length; index++) {
      const child = children[index];
      if (!child) break;
      if (isEarlyBreakBefore(this.early, child)) {
        this.builder.breakBefore(child, {});
        return 'stop';
      }
      const step = this.place(child, undefined);
      if (step !== 'next') return step;
    }
    this.seenAll = true;
    return 'next';
  }

  private place(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (isOutOfFlow(child.style)) return this.placeOutOfFlow(child, token);
    if (isFloating(child.style)) return this.placeFloat(child, token);
    if (this.inner?.spanners?.has(child)) return this.stopAtSpanner(child, token !== undefined);
    if (!this.makeWayForClear(child)) return 'abort';
    const resume = token?.before ? undefined : token;
    const margin = resolveMargins(child.style, this.frame.contentWidth);
    const strut = this.strutBefore(token, margin.top, child.quirkyMargins?.top);
    const clearance = clearY(this.exclusions, child.style.clear);
    const input: ChildInput = { child, token, resume, margin, strut, clearance };
    return establishesFormattingContext(child) ? this.placeContext(input) : this.placeInFlow(input);
  }

  private stopAtSpanner(child: BlockLevelBox, isDone: boolean): Step {
    if (isDone) return 'next';
    this.builder.breakAtSpanner(child);
    return 'stop';
  }

  /** The margins at a child's top that may collapse. Those at an unforced break are cut off. */
  private strutBefore(token: BreakToken | undefined, margin: number, isQuirky: boolean | undefined): MarginStrut {
    if (token && !token.before) return EMPTY_STRUT;
    if (token && !token.forced) return DISCARDED_STRUT;
    return addMargin(this.strut, margin, isQuirky);
  }

  /** A child that clears floats of this box itself ends the collapsing of its margin with the box's. */
  private makeWayForClear(child: BlockLevelBox): boolean {
    if (this.bfcY !== undefined || child.style.clear === 'none' || !this.adjoinsFloats) return true;
    if (clearY(this.exclusions, child.style.clear) <= this.expected) return true;
    return this.resolveHere();
  }

  private get adjoinsFloats(): boolean {
    if (this.bfcY !== undefined) return false;
    return this.floatsAssume !== undefined || this.space.flow?.adjoiningFloats === true;
  }

  private placeInFlow(input: ChildInput): Step {
    const { child, margin, strut, resume } = input;
    const x = this.inlineOffset(child, margin, undefined);
    const base = this.bfcY === undefined ? (this.space.flow?.bfcY ?? 0) : this.bfcY + this.offset;
    const flow = {
      bfcX: this.bfcX + this.frame.left + x,
      bfcY: base,
      strut,
      exclusions: this.exclusions,
      forcedBfcY: this.bfcY === undefined ? this.space.flow?.forcedBfcY : undefined,
      clearanceY: this.clearanceFor(input),
      adjoiningFloats: this.adjoinsFloats,
    };
    const space = { ...this.childSpace(child, this.inner), newFormattingContext: false, flow };
    let result = layout(this.context, child, space, resume);
    if (result.status === 'bfc-offset-resolved') {
      const y = result.flow?.bfcY ?? base;
      if (!this.resolve(y)) return 'abort';
      result = layout(this.context, child, { ...space, flow: { ...flow, forcedBfcY: y } }, resume);
    }
    if (result.flow?.bfcY === undefined)
      return this.passThrough(input, result, x, base + collapsed(result.flow?.endStrut ?? strut));
    if (!this.resolve(result.flow.bfcY)) return 'abort';
    const step = this.accept(input, result, x, result.flow.bfcY, result.flow.exclusions, result.flow.endStrut);
    if (result.flow.selfCollapsing && step === 'next') this.goPastClearedChild(margin);
    return step;
  }

  /** The margins of an empty child collapse with each other, but no longer with those before its clearance. */
  private goPastClearedChild(margin: Edges): void {
    const strut = addMargin(EMPTY_STRUT, margin.top);
    this.clearedEmptyChild = true;
    this.offset -= collapsed(strut);
    this.strut = addMargin(strut, margin.bottom);
  }

  /** While the box's own place is open, the clearance that its parent asks of it holds for its first child too. */
  private clearanceFor(input: ChildInput): number | undefined {
    const inherited = this.bfcY === undefined ? this.space.flow?.clearanceY : undefined;
    const own = input.resume ? Number.NEGATIVE_INFINITY : input.clearance;
    const y = Math.max(inherited ?? Number.NEGATIVE_INFINITY, own);
    return y === Number.NEGATIVE_INFINITY ? undefined : y;
  }

  /** An empty child through which margins collapse. */
  private passThrough(input: ChildInput, result: LayoutResult, x: number, y: number): Step {
    const { builder } = this;
    const { margin } = input;
    const { flow } = result;
    if (this.bfcY === undefined && flow?.floatsAssume !== undefined) this.floatsAssume = flow.floatsAssume;
    const forced = this.breakAtEmptyChild(input, result);
    if (forced) return forced;
    const top = this.bfcY === undefined ? 0 : y - this.bfcY;
    this.addChild(result, this.frame.left + x, top);
    builder.tokens.push(...(result.breakToken ? [result.breakToken] : []));
    this.exclusions = flow?.exclusions ?? this.exclusions;
    this.strut = addMargin(flow?.endStrut ?? EMPTY_STRUT, margin.bottom, input.child.quirkyMargins?.bottom);
    // While the box has no place yet, a break cannot be made here: it is handed on to the next child.
    const pending = this.bfcY === undefined && builder.hasBreakOpportunity ? result.breakBefore : 'auto';
    builder.previousBreakAfter = joinBreaks(pending, result.breakAfter);
    builder.firstBreakBefore ??= result.breakBefore;
    builder.hasBreakOpportunity = true;
    return 'next';
  }

  /** Forced breaks count at empty boxes too: `<div style="page-break-after: always">` is how most people write them. */
  private breakAtEmptyChild(input: ChildInput, result: LayoutResult): Step | undefined {
    const { inner: fragmentainer, builder } = this;
    if (!fragmentainer || this.bfcY === undefined || input.token) return undefined;
    const y = this.cursor;
    const candidate = { box: input.child, result: { ...result, appeal: BreakAppeal.perfect }, y, resumed: false };
    if (!builder.forcesBreakBefore(result, fragmentainer)) return undefined;
    return breakBeforeChildIfNeeded(builder, fragmentainer, candidate) === 'broke-before' ? 'stop' : undefined;
  }

  /** A child with a formatting context of its own: beside the floats if it fits there. */
  private placeContext(input: ChildInput): Step {
    const { child, margin, strut, resume, clearance } = input;
    const base = this.bfcY === undefined ? (this.space.flow?.bfcY ?? 0) : this.bfcY + this.offset;
    const inherited = this.clearanceFor(input) ?? Number.NEGATIVE_INFINITY;
    const y = Math.max(base + collapsed(strut), inherited, clearance);
    if (!this.resolve(y)) return 'abort';
    if (!hasFloats(this.exclusions)) {
      const result = layout(this.context, child, this.contextSpace(child, y), resume);
      const x = this.inlineOffset(child, margin, result.fragment.width);
      return this.accept(input, result, x, y, this.exclusions, EMPTY_STRUT);
    }
    return this.placeBesideFloats(input, y);
  }

  /** Source: https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float */
  private placeBesideFloats(input: ChildInput, y: number): Step {
    const { child, margin, resume } = input;
    const contentLeft = this.bfcX + this.frame.left;
    const contentRight = contentLeft + this.frame.contentWidth;
    let fallback: Step | undefined;
    for (const room of opportunities(this.exclusions, y, contentLeft, contentRight)) {
      const narrow = room.left > contentLeft || room.right < contentRight;
      // Where no float is, a negative margin reaches out of the content.
      const left = Math.max(room.left > contentLeft ? room.left : -Infinity, contentLeft + margin.left);
      const right = Math.min(room.right < contentRight ? room.right : Infinity, contentRight - margin.right);
      const width = Math.max(0, right - left);
      if (narrow && child.kind === 'table' && minMax(this.context, child).min > width) continue;
      const space = { ...this.contextSpace(child, room.top), availableWidth: width + horizontal(margin) };
      const result = layout(this.context, child, space, resume);
      const fits = result.fragment.width <= width && result.fragment.height <= room.bottom - room.top;
      if (narrow && !fits) continue;
      const inner = this.inlineOffset(child, { ...margin, left: 0, right: 0 }, result.fragment.width, width);
      fallback = this.accept(input, result, left - contentLeft + inner, room.top, this.exclusions, EMPTY_STRUT);
      break;
    }
    return fallback ?? 'next';
  }

  /** Puts a laid out child at `y` of the formatting context, unless the page should end before it. */
  private accept(
    input: ChildInput,
    result: LayoutResult,
    x: number,
    y: number,
    exclusions: ExclusionSpace,
    endStrut: MarginStrut,
  ): Step {
    const { builder, inner: fragmentainer } = this;
    const { child, resume, margin } = input;
    const top = y - (this.bfcY ?? 0);
    if (resume?.atEnd) {
      this.exclusions = exclusions;
      this.addChild(result, this.frame.left + x, top);
      if (result.breakToken) builder.tokens.push(result.breakToken);
      return 'next';
    }
    if (fragmentainer) {
      const expected = (this.bfcY ?? 0) + this.offset + collapsed(input.strut);
      const pushed = hasFloats(this.exclusions) && y > expected && !result.flow?.selfCollapsing;
      const candidate = { box: child, result, y, resumed: resume !== undefined, pushed };
      if (!this.early) {
        const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
        if (status === 'broke-before') return 'stop';
        if (status === 'needs-earlier-break') return 'earlier';
      }
      builder.continueLater(result, result.breakToken ? appealOfBreakInside(fragmentainer, candidate) : result.appeal);
    }
    builder.followChild(result);
    this.addChild(result, this.frame.left + x, top);
    builder.hasBreakOpportunity = true;
    this.exclusions = exclusions;
    this.offset = top + result.fragment.height;
    this.strut = addMargin(endStrut, result.spanner ? 0 : margin.bottom, child.quirkyMargins?.bottom);
    if (this.firstBaseline !== undefined) this.placeMarker();
    return builder.brokeInFlow ? 'stop' : 'next';
  }

  private addChild(result: LayoutResult, x: number, y: number): void {
    this.builder.add(result.fragment, x, y);
    for (const item of result.outOfFlow) this.builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
    const { box, firstBaseline, lastBaseline } = result.fragment;
    if (box.kind === 'block' && box.baseline === 'none') return;
    if (firstBaseline !== undefined) this.firstBaseline ??= y + firstBaseline;
    if (lastBaseline !== undefined) this.lastBaseline = y + lastBaseline;
    this.lineBaseline = this.lastLine(result.fragment, y) ?? this.lineBaseline;
  }

  /** As in Blink, lines in a table do not count, and those of a scroll container as if the last stood on its margin edge. */
  private lastLine({ box, style, height, ...fragment }: BoxFragment, y: number): number | undefined {
    if (box.kind === 'table') return undefined;
    const line = 'lineBaseline' in fragment ? fragment.lineBaseline : fragment.lastBaseline;
    if (line === undefined) return undefined;
    if (!isScrollContainer(style)) return y + line;
    return y + height + resolveMargins(style, this.frame.contentWidth).bottom;
  }

  private childSpace(child: BlockLevelBox, fragmentainer: FragmentainerSpace | undefined): ConstraintSpace {
    const { contentWidth, percentageHeight } = this.frame;
    const inside = fragmentainer && earlyBreakInside(this.early, child);
    const same = fragmentainer?.earlyBreak === inside;
    return {
      availableWidth: contentWidth,
      availableHeight: percentageHeight,
      percentageWidth: contentWidth,
      percentageHeight,
      newFormattingContext: true,
      tableCell: undefined,
      flow: undefined,
      fragmentainer: same || !fragmentainer ? fragmentainer : { ...fragmentainer, earlyBreak: inside },
    };
  }

  private contextSpace(child: BlockLevelBox, y: number): ConstraintSpace {
    const { inner: fragmentainer } = this;
    return this.childSpace(child, fragmentainer && { ...fragmentainer, offset: fragmentainer.offset + y });
  }

  /**
   * Left edge of a child's border box from the content left edge.
   * @param width  undefined: not laid out yet
   * Source: https://www.w3.org/TR/CSS22/visudet.html#blockwidth
   */
  private inlineOffset(
    child: BlockLevelBox,
    margin: Edges,
    width: number | undefined,
    room = this.frame.contentWidth,
  ): number {
    const { style } = child;
    const parent = this.box.style;
    const autoLeft = style['margin-left'] === 'auto';
    const autoRight = style['margin-right'] === 'auto';
    const legacy = parent['text-align'];
    const rtl = parent.direction === 'rtl';
    const aligned = legacy === '-webkit-center' || legacy === '-webkit-right' || (rtl && legacy !== '-webkit-left');
    if (!autoLeft && !autoRight && !aligned) return margin.left;
    const border =
      width ??
      usedWidth(
        this.context,
        child,
        this.childSpace(child, undefined),
        margin,
        borderPaddingOf(child, this.frame.contentWidth),
      );
    const free = room - border - horizontal(margin);
    if (autoLeft || autoRight) {
      if (free <= 0) return rtl ? margin.left + free : margin.left;
      return margin.left + (autoLeft ? (autoRight ? free / 2 : free) : 0);
    }
    if (legacy === '-webkit-center') return margin.left + Math.max(0, free / 2);
    return margin.left + free;
  }

  // ---- floats and positioned boxes ------------------------------------------------------------------------------

  private placeFloat(child: BlockLevelBox, token: BreakToken | undefined): Step {
    const assumed = this.expected;
    if (this.bfcY === undefined) this.floatsAssume = assumed;
    const container = {
      bfcX: this.bfcX + this.frame.left,
      width: this.frame.contentWidth,
      y: token && !token.before ? (this.bfcY ?? assumed) + this.frame.top : this.cursor,
      percentageHeight: this.frame.percentageHeight,
      fragmentainer: this.inner,
    };
    const placement = placeFloat(this.context, child, container, this.exclusions, token);
    const { float } = placement;
    this.exclusions = placement.exclusions;
    if (placement.token) this.builder.tokens.push(placement.token);
    if (!float) return 'next';
    this.builder.add(float.fragment, float.bfcX - this.bfcX, float.bfcY - assumed);
    const x = float.bfcX - this.bfcX;
    const y = float.bfcY - assumed;
    for (const item of float.outOfFlow) this.builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
    return 'next';
  }

  private placeOutOfFlow(child: BlockLevelBox, token: BreakToken | undefined): Step {
    if (typeof child.style.position === 'object') return 'next';
    // It cannot ask for a break, but stands, with its static position, behind the one that the box before it asks for.
    const { fragmentainer } = this.space;
    const between = this.builder.previousBreakAfter;
    if (fragmentainer && !token && isForced(between, fragmentainer.kind)) {
      this.builder.breakBefore(child, { forced: between });
      return 'stop';
    }
    const rtl = this.box.style.direction === 'rtl';
    this.builder.outOfFlow.push({
      box: child,
      x: this.frame.left + (rtl ? this.frame.contentWidth : 0),
      y: this.bfcY === undefined ? 0 : this.cursor - this.bfcY,
      xEdge: rtl ? 'end' : 'start',
      yEdge: 'start',
    });
    return 'next';
  }

  // ---- lines ----------------------------------------------------------------------------------------------------

  private layoutInlineContent(): Step {
    const data = this.resume?.data as BlockResume | undefined;
    if (this.resume?.seenAll) {
      this.seenAll = true;
      return this.resumeFloats();
    }
    const step = this.resumeFloats();
    if (step !== 'next') return step;
    const top = this.cursor;
    const lines = layoutLines(this.context, this.box, {
      availableWidth: this.frame.contentWidth,
      percentageHeight: this.frame.percentageHeight,
      bfcX: this.bfcX + this.frame.left,
      bfcY: top,
      exclusions: this.exclusions,
      fragmentainer: this.inner,
      start: data?.line,
      keep: this.early?.box === this.box ? this.early.line : undefined,
    });
    const hasFloats = lines.lines.some(({ result }) => result.floats.length + result.floatTokens.length > 0);
    if (this.bfcY === undefined && hasFloats) this.floatsAssume = top;
    if (!lines.empty && !this.resolveHere()) return 'abort';
    this.addLines(lines, top);
    return this.afterLines(lines);
  }

  /** Floats of earlier pages' lines that go on here. */
  private resumeFloats(): Step {
    for (const token of this.resume?.children ?? []) {
      const step = this.placeFloat(token.box as BlockLevelBox, token);
      if (step !== 'next') return step;
    }
    return 'next';
  }

  private addLines(lines: LinesResult, top: number): void {
    const { builder, frame } = this;
    const origin = this.bfcY ?? this.expected;
    const first = top - origin;
    for (const { result, y } of lines.lines) {
      const lineTop = first + y;
      builder.tokens.push(...result.floatTokens);
      for (const float of result.floats) this.addFloat(float, float.bfcX - this.bfcX, float.bfcY - origin);
      for (const item of result.outOfFlow) {
        builder.outOfFlow.push({ ...item, x: item.x + frame.left, y: item.y + lineTop - result.y });
      }
      if (result.empty && result.line.children.length === 0) continue;
      builder.add(result.line, frame.left, lineTop);
      if (result.overflow) this.linesOverflow = unite(this.linesOverflow, moved(result.overflow, frame.left, lineTop));
      if (result.empty) continue;
      this.firstBaseline ??= lineTop + result.line.baseline;
      this.lastBaseline = lineTop + result.line.baseline;
      this.lineBaseline = this.lastBaseline;
    }
  }

  private addFloat(float: PlacedFloat, x: number, y: number): void {
    this.builder.add(float.fragment, x, y);
    if (float.breakToken) this.builder.tokens.push(float.breakToken);
    for (const item of float.outOfFlow) this.builder.outOfFlow.push({ ...item, x: item.x + x, y: item.y + y });
  }

  private afterLines(lines: LinesResult): Step {
    const { builder } = this;
    this.exclusions = lines.exclusions;
    builder.noteShortage(lines.shortage);
    builder.monolithicOverflow = lines.monolithicOverflow;
    if (lines.earlyBreak) builder.offerEarlyBreak({ ...lines.earlyBreak, box: this.box });
    if (!lines.empty) {
      this.offset += lines.clearedTo;
      this.strut = EMPTY_STRUT;
    }
    if (!lines.next) {
      this.seenAll = true;
      return 'next';
    }
    builder.brokeInFlow = true;
    builder.appeal = lines.appeal;
    this.nextLine = { line: lines.next.token };
    return 'stop';
  }

  /** Puts the outside marker beside the first line, once it is there; a list item without one is as high as its marker. */
  private placeMarker(): void {
    const { marker } = this.box;
    if (!marker || this.resume || this.hasMarker) return;
    this.hasMarker = true;
    const { fragment, x, baseline } = layoutMarker(this.context, marker, this.box, this.frame.contentWidth);
    let top = this.offset;
    if (this.firstBaseline !== undefined) {
      // A marker that rises higher than the first line pushes the content down, as in Blink.
      this.moveContent(Math.max(0, baseline + this.frame.top - this.firstBaseline));
      top = this.firstBaseline - baseline;
    } else if (!this.builder.brokeInFlow) {
      if (!this.resolveHere()) return;
      top = this.offset;
      this.offset += fragment.height;
      this.firstBaseline = top + baseline;
      this.lastBaseline = this.firstBaseline;
      this.lineBaseline = this.firstBaseline;
    }
    this.builder.add(fragment, this.frame.left + x, top);
  }

  private moveContent(distance: number): void {
    const { builder } = this;
    if (distance === 0) return;
    builder.children.forEach((child, i) => {
      builder.children[i] = { ...child, y: child.y + distance };
    });
    builder.outOfFlow.forEach((item, i) => {
      builder.outOfFlow[i] = { ...item, y: item.y + distance };
    });
    this.offset += distance;
    if (this.firstBaseline !== undefined) this.firstBaseline += distance;
    if (this.lastBaseline !== undefined) this.lastBaseline += distance;
    if (this.lineBaseline !== undefined) this.lineBaseline += distance;
  }
}

interface ChildInput {
  readonly child: BlockLevelBox;
  readonly token: BreakToken | undefined;
  /** The token, when part of the child was laid out already. */
  readonly resume: BreakToken | undefined;
  readonly margin: Edges;
  /** Margins that collapse at the child's top, its own among them. */
  readonly strut: MarginStrut;
  /** Bottom of the floats it clears; -Infinity: none. */
  readonly clearance: number;
}
