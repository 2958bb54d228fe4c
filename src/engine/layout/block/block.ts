/**
 * Block layout: block containers with block-level or inline content, in the formatting context of their parent or in
 * one of their own. Sources: https://www.w3.org/TR/CSS22/visuren.html#block-formatting, css-break-3; the way offsets
 * are found (margins travel down and up as struts until something fixes a box's place) is that of Blink's LayoutNG.
 */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { describeElement } from '../../html/dom.js';
import { layout } from '../algorithm/layout.js';
import {
  type Algorithm,
  type BoxFragment,
  type BreakToken,
  type ConstraintSpace,
  type Edges,
  EMPTY_STRUT,
  type ExclusionSpace,
  type FloatSides,
  type FloatWidths,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
  type MarginStrut,
  type MinMax,
  NO_SIDES,
} from '../algorithm/types.js';
import { justification, leftShare } from '../alignment/box-alignment.js';
import { clearY, hasFloats, opportunities } from '../floats/exclusions.js';
import { earlyBreakInside, isEarlyBreakBefore, joinBreaks } from '../fragmentation/breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from '../fragmentation/fragmentation.js';
import { inlineMinMax } from '../inline/inline.js';
import { horizontal, resolveMargins } from '../sizing/edges.js';
import { heightInside, NO_HEIGHT } from '../sizing/heights.js';
import {
  blockChildrenSizes,
  establishesFormattingContext,
  isFloating,
  isOutOfFlow,
  minMax,
  outerMinMax,
  withBorderPadding,
} from '../sizing/intrinsic.js';
import { isScrollContainer, usedWidth } from '../sizing/sizes.js';
import { borderPaddingOf } from './block-frame.js';
import { BlockLines, type Step } from './block-lines.js';
import { addMargin, collapsed, DISCARDED_STRUT } from './margins.js';

export const blockAlgorithm: Algorithm<BlockBox> = { layout: layoutBlock, intrinsicSizes: blockIntrinsicSizes };

function blockIntrinsicSizes(context: LayoutContext, box: BlockBox, before?: FloatWidths, heights = NO_HEIGHT): MinMax {
  const { content } = box;
  const inside = { percentageHeight: heightInside(box, heights, borderPaddingOf(box, 0)) };
  const sizes =
    content.type === 'inlines'
      ? inlineMinMax(context, box, before, inside)
      : blockChildrenSizes(context, content.children, before, inside);
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
  return flow.builder.repeatShortage(earlier);
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

/** A box may turn out to be in another place twice: a formatting context in it goes beside floats, or below them. */
const MOST_PLACES = 2;

/** One layout of one block on one page. */
class BlockFlow extends BlockLines {
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
    const { style, element } = this.box;
    const context = `${describeElement(element)}: its lines are in blocks inside`;
    this.context.report.add('UnsupportedValue', `line-clamp: ${style['line-clamp']}`, context);
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
    const clearance = clearY(this.exclusions, child.style.clear);
    let strut = this.strutBefore(token, margin.top, child.quirkyMargins?.top);
    const isContext = establishesFormattingContext(child);
    if (!resume && this.isPartedByClearance(clearance, strut)) {
      if (isContext) this.strut = strut;
      if (!this.resolveHere()) return 'abort';
      strut = EMPTY_STRUT;
    }
    const input: ChildInput = { child, token, resume, margin, strut, clearance };
    return isContext ? this.placeContext(input) : this.placeInFlow(input);
  }

  /**
   * Clearance of a first child parts its margin from the box's: that ends where the margins before the child do, and
   * the child stands right below the floats. As in Blink the margin of a formatting context counts for the box all the
   * same. Source: https://www.w3.org/TR/CSS22/visuren.html#flow-control
   */
  private isPartedByClearance(clearance: number, strut: MarginStrut): boolean {
    if (this.bfcY !== undefined) return false;
    const y = (this.space.flow?.bfcY ?? 0) + collapsed(strut);
    return clearance > Math.max(y, this.space.flow?.clearanceY ?? y);
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
  private makeWayForClear({ style: { clear } }: BlockLevelBox): boolean {
    const { left, right } = this.adjoiningFloats;
    const clears =
      (left && (clear === 'left' || clear === 'both')) || (right && (clear === 'right' || clear === 'both'));
    return clears ? this.resolveHere() : true;
  }

  /** Floats whose place still depends on the margins that collapse with the box's. */
  private get adjoiningFloats(): FloatSides {
    if (this.bfcY !== undefined) return NO_SIDES;
    const before = this.space.flow?.adjoiningFloats ?? NO_SIDES;
    return { left: before.left || this.floatSides.left, right: before.right || this.floatSides.right };
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
      adjoiningFloats: this.adjoiningFloats,
    };
    const space = { ...this.childSpace(child, this.inner), newFormattingContext: false, flow };
    let result = layout(this.context, child, space, resume);
    const isOpen = this.bfcY === undefined;
    for (let pass = 0; result.status === 'bfc-offset-resolved' && pass < MOST_PLACES; pass++) {
      const y = result.flow?.bfcY ?? base;
      if (isOpen) this.bfcY = undefined;
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
    if (this.bfcY === undefined && flow?.floatsAssume !== undefined) {
      this.assumeFloats(flow.floatsAssume, flow.floatSides ?? NO_SIDES);
    }
    const forced = this.breakAtEmptyChild(input, result, y);
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

  /**
   * Empty boxes are places to break before like others: `<div style="page-break-after: always">` is how most people
   * force breaks, and margins push them over the end of the page.
   */
  private breakAtEmptyChild({ child, resume }: ChildInput, result: LayoutResult, y: number): Step | undefined {
    const { inner: fragmentainer, builder } = this;
    if (!fragmentainer || this.bfcY === undefined || this.early) return undefined;
    const candidate = { box: child, result, y, resumed: resume !== undefined };
    const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
    if (status === 'needs-earlier-break') return 'earlier';
    return status === 'broke-before' ? 'stop' : undefined;
  }

  /**
   * A child with a formatting context of its own: beside the floats if it fits there. Its margin collapses with the
   * box's only then: below them it is as if it had clearance, and floats before it go where the other margins end.
   */
  private placeContext(input: ChildInput): Step {
    const { margin, strut, clearance } = input;
    const inherited = this.clearanceFor(input) ?? Number.NEGATIVE_INFINITY;
    const isFirst = this.bfcY === undefined;
    const base = this.bfcY === undefined ? (this.space.flow?.bfcY ?? 0) : this.bfcY + this.offset;
    const parted = Math.max(base + collapsed(this.strut), inherited, clearance);
    const joined = Math.max(base + collapsed(strut), inherited, clearance);
    const forced = isFirst ? this.space.flow?.forcedBfcY : undefined;
    const y = forced ?? joined;
    const mayCollapse = isFirst && margin.top !== 0 && y === joined && hasFloats(this.exclusions);
    if (!this.resolve(y)) return 'abort';
    const step = this.placeBesideFloats(input, y, mayCollapse);
    if (step !== 'too low') return step;
    this.bfcY = undefined;
    // Floats of the box were placed with the child's margin.
    if (!this.resolve(parted)) return 'abort';
    const below = this.placeBesideFloats(input, parted, false);
    return below === 'too low' ? 'next' : below;
  }

  /**
   * Source: https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float
   * @param onlyHere  not below the floats
   */
  private placeBesideFloats(input: ChildInput, y: number, onlyHere: boolean): Step | 'too low' {
    const { child, margin, resume } = input;
    if (!hasFloats(this.exclusions)) {
      const result = layout(this.context, child, this.contextSpace(child, y), resume);
      const x = this.inlineOffset(child, margin, result.fragment.width);
      return this.accept(input, result, x, y, this.exclusions, EMPTY_STRUT);
    }
    const contentLeft = this.bfcX + this.frame.left;
    const contentRight = contentLeft + this.frame.contentWidth;
    for (const room of opportunities(this.exclusions, y, contentLeft, contentRight)) {
      if (onlyHere && room.top > y) return 'too low';
      const narrow = room.left > contentLeft || room.right < contentRight;
      const isLimited = narrow || room.bottom < Number.POSITIVE_INFINITY;
      // As in Blink a negative margin reaches out of the content only where no float is, on either side.
      const outer = (size: number) => (narrow ? Math.max(0, size) : size);
      const left = Math.max(narrow ? room.left : -Infinity, contentLeft + outer(margin.left));
      const right = Math.min(narrow ? room.right : Infinity, contentRight - outer(margin.right));
      const width = Math.max(0, right - left);
      if (narrow && child.kind === 'table' && minMax(this.context, child).min > width) continue;
      const space = { ...this.contextSpace(child, room.top), availableWidth: width + horizontal(margin) };
      const result = layout(this.context, child, space, resume);
      const fits = result.fragment.width <= width && result.fragment.height <= room.bottom - room.top;
      if (isLimited && !fits) continue;
      const inner = this.inlineOffset(child, { ...margin, left: 0, right: 0 }, result.fragment.width, width);
      return this.accept(input, result, left - contentLeft + inner, room.top, this.exclusions, EMPTY_STRUT);
    }
    return 'next';
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
    this.clearedEmptyChild = false;
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
      ...(justification(child, this.box) && { shrinkToFit: true }),
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
    const justified = justification(child, this.box);
    if (!autoLeft && !autoRight && !aligned && !justified) return margin.left;
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
    if (justified) return margin.left + free * leftShare(justified, free, child, this.box);
    if (legacy === '-webkit-center') return margin.left + Math.max(0, free / 2);
    return margin.left + free;
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
