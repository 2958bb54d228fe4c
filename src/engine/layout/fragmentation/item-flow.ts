/**
 * Fragmentation of flex containers. After a layout without fragmentation, the items are placed in the fragmentainer line
 * by line: the lines of a row container, the items of a column. A break moves all lines below it, so offsets are those of
 * the unfragmented container plus the space that breaks have added so far.
 * A line moves to the next fragmentainer as a whole if possible; otherwise its items break in parallel flows.
 * Source: https://drafts.csswg.org/css-break-3/#parallel-flows
 * Blink: `FlexLayoutAlgorithm::GiveItemsFinalPositionAndSizeForFragmentation`
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, breakTokenBefore, makeBreakToken, resumedToken } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import { type FragmentainerSpace, fragmentainerAt } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { type LayoutResult, layoutResult } from '../algorithm/result.js';
import { LAYOUT_UNIT } from '../algorithm/units.js';
import { earlyBreakInside, isAvoid, isEarlyBreakBefore, joinBreaks, spaceLeft } from './breaks.js';
import { type FlowItem, fitsUnbroken } from './flow-item.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded, hasMonolithicOverflow } from './fragmentation.js';

export interface LineItem extends FlowItem {
  /** Block-end margin, px. */
  readonly marginBottom: number;
  /** Its height follows that of its line. */
  readonly stretches: boolean;
  /** Its line, or its place in a column, grows with it. */
  readonly growsArea: boolean;
  /** With fragmentation, it is at least as high as its content, even where it does not break. */
  readonly growsUnbroken: boolean;
}

export interface ItemLine {
  readonly items: readonly LineItem[];
  /** Block offset from the container's border box. */
  readonly top: number;
  /** Block size of the gap above, which a break truncates, px; 0: it is the first. */
  readonly gap: number;
  /**
   * Joined `break-after` of the items that end before the line and after the start of the previous one; of the layout
   * without fragmentation, since such items may be finished in an earlier fragmentainer. Blink: `row_break_between` of
   * FlexBreakTokenData.
   */
  readonly previousBreakAfter: BreakBetween;
}

/** Where the flow resumes: part of the container's break token. Lengths in px. */
export interface ItemFlowState {
  /** Block offset of the fragmentainer's start in the container, including the space that breaks have added. */
  readonly base: number;
  /** Index of the first line that is not started. */
  readonly next: number;
  /** Space that breaks have added before that line. */
  readonly offsetAdjustment: number;
  readonly open: readonly OpenItem[];
}

interface OpenItem {
  readonly place: ItemPlace;
  readonly token: BreakToken;
  /** Height that breaks have added to its area, and the block-end edge of that. */
  readonly growth: number;
  readonly areaEnd: number;
}

/** Indices of a line, and of an item in it. */
type ItemPlace = readonly [line: number, item: number];

interface ItemFlowInput {
  readonly context: LayoutContext;
  readonly lines: readonly ItemLine[];
  /** Offset of the content from the container's border edge after a break. */
  readonly top: number;
  /** Its `offset` is that of the container's border edge. */
  readonly fragmentainer: FragmentainerSpace | undefined;
  readonly state: ItemFlowState | undefined;
  readonly earlyBreak: EarlyBreak | undefined;
  /** Lines of a row container, or items of a column, where every break below the border edge is perfect. */
  readonly kind: 'line' | 'item';
  /** Items that fit are laid out with fragmentation, too, to find the breaks inside them. */
  readonly looksInside: boolean;
}

export interface ItemFlowResult {
  /** undefined: the flow is finished. */
  readonly state: ItemFlowState | undefined;
  /** Height that breaks have added to the content so far, px. */
  readonly growth: number;
  /** The same without the break at the end of this fragmentainer. */
  readonly growthBefore: number;
  /** Block-end edge of the finished items, with `marginBottom`, from the container's border edge, px. */
  readonly itemsEnd: number;
}

/** @returns undefined: `builder.earlyBreak` has a higher appeal */
export function layoutItemFlow(builder: FragmentBuilder, input: ItemFlowInput): ItemFlowResult | undefined {
  return new ItemFlow(builder, input).layout();
}

/** An item, or its part in this fragmentainer. */
interface Part {
  readonly place: ItemPlace;
  readonly item: LineItem;
  readonly result: LayoutResult;
  /** The item's break token from the previous fragmentainer. */
  readonly token: BreakToken | undefined;
  /** From the container's border edge in this fragmentainer. */
  readonly y: number;
  readonly growth: number;
  /** In the unfragmented container, including the space that breaks have added. */
  readonly areaEnd: number;
  /** It alone moves to the next fragmentainer, without the other items of its line. */
  readonly isPushed?: boolean;
}

interface PlacedLine {
  /** -1: the items that continue from the previous fragmentainer. */
  readonly index: number;
  readonly parts: readonly Part[];
  /** Space that breaks have added before this line. */
  readonly offsetAdjustment: number;
  readonly y: number;
}

/** The items of one flow in one fragmentainer. */
class ItemFlow {
  /** The members of `ItemFlowState` of these names; `offsetAdjustment` and `next` advance with the lines. */
  private readonly base: number;
  private offsetAdjustment: number;
  private next: number;
  /** Block offset of the content from the container's border edge in this fragmentainer. */
  private readonly origin: number;
  /** Space from `origin` to the fragmentainer's end, px (css-break-3: "remaining fragmentainer extent"). */
  private readonly remainingExtent: number;
  private readonly placed: PlacedLine[] = [];
  /** Block size of the content before a forced break, in a fragmentainer of unlimited block size. */
  private used: number | undefined;
  /** Space that the break before a line adds. */
  private shift = 0;
  private breaksBeforeLine = false;

  constructor(
    private readonly builder: FragmentBuilder,
    private readonly input: ItemFlowInput,
  ) {
    const { state, fragmentainer, top } = input;
    this.base = state?.base ?? 0;
    this.origin = state ? top : 0;
    this.offsetAdjustment = state?.offsetAdjustment ?? 0;
    this.next = state?.next ?? 0;
    // Cloned edges may take more than there is.
    this.remainingExtent = fragmentainer
      ? Math.max(0, spaceLeft(fragmentainer, this.origin))
      : Number.POSITIVE_INFINITY;
  }

  layout(): ItemFlowResult | undefined {
    const { lines } = this.input;
    if (this.resumeItems() === 'stop') return this.finish();
    for (; this.next < lines.length; this.next++) {
      const step = this.placeLine(lines[this.next]!);
      if (step === 'earlier') return undefined;
      if (step === 'stop') break;
      if (this.isBroken()) {
        this.next++;
        break;
      }
    }
    return this.finish();
  }

  /** Whether an item of the last line broke: in flex containers, the following lines resume after it. */
  private isBroken(): boolean {
    const { fragmentainer } = this.input;
    if (!fragmentainer) return false;
    const broke = ({ result: { breakToken } }: Part) => breakToken !== undefined && !breakToken.isAtBlockEnd;
    return this.placed.at(-1)?.parts.some(broke) ?? false;
  }

  /** Converts a block offset of the unfragmented container to one in this fragmentainer. */
  private offsetOf(y: number): number {
    return this.origin + y + this.offsetAdjustment - this.base;
  }

  private resumeItems(): 'next' | 'stop' {
    const open = this.input.state?.open ?? [];
    if (open.length === 0) return 'next';
    const parts = open.map((one) => (one.token.isBreakBefore ? this.startItem(one) : this.continueItem(one)));
    this.placed.push({
      index: -1,
      parts: this.grow(parts),
      offsetAdjustment: this.offsetAdjustment,
      y: this.origin,
    });
    const breakAfter = breakAfterOf(parts);
    for (const { result } of parts)
      this.builder.propagateBreakInfo({ ...result, breakAfter }, this.input.fragmentainer);
    this.builder.hasBreakOpportunity = true;
    return this.isBroken() ? 'stop' : 'next';
  }

  private continueItem(open: OpenItem): Part {
    return this.layoutItem(open.place, this.origin, open);
  }

  /** An item whose line has started in an earlier fragmentainer keeps its offset, if that is not in an earlier one. */
  private startItem(open: OpenItem): Part {
    const { place, growth, areaEnd } = open;
    const item = this.input.lines[place[0]]!.items[place[1]]!;
    const offsetAdjustment = areaEnd - growth - item.areaEnd;
    const y = this.origin + Math.max(0, item.y + offsetAdjustment - this.base);
    const part = this.layoutItem(place, y, open);
    return y - this.origin >= this.remainingExtent ? pushed(part) : part;
  }

  private placeLine(line: ItemLine): 'next' | 'stop' | 'earlier' {
    const { builder, input } = this;
    const { fragmentainer, earlyBreak } = input;
    const y = this.offsetOf(line.top);
    const first = line.items[0]?.box;
    if (!first) return 'next';
    if (fragmentainer && this.isPastEnd(y)) {
      this.propagateSpaceShortage(line, y);
      builder.brokeInFlow = true;
      // The fragmentainer ends in the border or padding above the first row.
      const isFirst = this.next === 0 && input.state === undefined;
      if (isFirst && input.kind === 'line') builder.clampAppeal(BreakAppeal.last);
      return this.stopBefore(line, y);
    }
    if (isEarlyBreakBefore(earlyBreak, first)) return this.stopBefore(line, y);
    builder.previousBreakAfter = line.previousBreakAfter;
    let parts: readonly Part[] = line.items.map((item, i) => {
      const areaEnd = item.areaEnd + this.offsetAdjustment;
      return this.layoutItem([this.next, i], this.offsetOf(item.y), { growth: 0, areaEnd, token: undefined });
    });
    if (fragmentainer && !earlyBreak) {
      const step = this.breakIfNeeded(line, parts, y, fragmentainer);
      if (step !== 'next') return step;
      if (input.kind === 'line') {
        const placed = this.breakBeforeItems(line, parts, fragmentainer);
        if (!placed) return 'earlier';
        parts = placed;
      }
    }
    for (const { result } of parts) builder.propagatePageName(result, fragmentainer);
    builder.propagateBreakInfo(this.combined(parts, y), fragmentainer);
    builder.hasBreakOpportunity = true;
    const { offsetAdjustment } = this;
    this.placed.push({ index: this.next, parts: this.grow(parts), offsetAdjustment, y });
    return 'next';
  }

  private isPastEnd(y: number): boolean {
    return y - this.origin >= this.remainingExtent && (y > this.origin || this.input.state !== undefined);
  }

  /** Moves the line, and all lines below it, to the next fragmentainer. */
  private stopBefore(line: ItemLine, y: number, isForced = false): 'stop' {
    const top = y - this.origin;
    if (this.remainingExtent === Number.POSITIVE_INFINITY) this.used = top;
    else this.shift = this.startAfterBreak(line, top, isForced) - top;
    this.offsetAdjustment += this.shift;
    this.breaksBeforeLine = true;
    this.builder.brokeInFlow = true;
    return 'stop';
  }

  /**
   * Offset from `origin` after a break: the next fragmentainer starts at `remainingExtent`. In flex containers, a forced
   * break truncates no margin and no space of alignment, and another one only the part in this fragmentainer, where the
   * items of a column have them above.
   * Blink: `ConsumeRemainingFragmentainerSpace`, `UpdateOffsetAdjustmentForSuppressedRowGap`
   */
  private startAfterBreak({ gap }: ItemLine, top: number, isForced: boolean): number {
    const { remainingExtent, input } = this;
    if (input.kind === 'line' && !isForced) return remainingExtent;
    const contentEnd = this.contentEnd();
    if (isForced) return remainingExtent + top - contentEnd - gap;
    const truncated = Math.max(0, gap - Math.max(0, remainingExtent - contentEnd));
    return Math.max(remainingExtent, top - truncated);
  }

  /** Block-end margin edge of the items in this fragmentainer, from `origin`; without items the content edge. */
  private contentEnd(): number {
    let end = this.input.state ? 0 : this.input.top;
    for (const { parts } of this.placed) {
      for (const { item, result, y, isPushed } of parts) {
        if (isPushed) continue;
        const isDone = !result.breakToken || result.breakToken.isAtBlockEnd;
        end = Math.max(end, y - this.origin + result.fragment.height + (isDone ? item.marginBottom : 0));
      }
    }
    return end;
  }

  private propagateSpaceShortage(line: ItemLine, y: number): void {
    const { builder, origin, remainingExtent } = this;
    for (const { result, y: itemY } of line.items) {
      builder.propagateSpaceShortage(y - origin + itemY - line.top + result.fragment.height - remainingExtent);
    }
  }

  // ---- break points -------------------------------------------------------------------------------------------------

  private breakIfNeeded(
    line: ItemLine,
    parts: readonly Part[],
    y: number,
    fragmentainer: FragmentainerSpace,
  ): 'next' | 'stop' | 'earlier' {
    const isRow = this.input.kind === 'line';
    const combined = this.combined(parts, y);
    const pageName = this.builder.pageName || fragmentainer.pageName;
    const result = isRow ? emptyRow(combined, pageName) : combined;
    // Space above an item is a break point, unless the break before it was there.
    const pushed = !isRow && y > 0 && this.next !== this.input.state?.next;
    const candidate = { box: parts[0]!.item.box, result, y, resumed: false, pushed, appealInside: result.appeal };
    const status = breakBeforeChildIfNeeded(this.builder, fragmentainer, candidate);
    if (status === 'needs-earlier-break') return 'earlier';
    if (status === 'continue') return 'next';
    return this.stopBefore(line, y, this.builder.forcedBreak !== undefined);
  }

  /**
   * Moves items of a row to the next fragmentainer that would break badly or overflow, without the other ones: the row
   * itself avoids no breaks. Blink: `FlexLayoutAlgorithm::MovePastRowBreakPoint`
   * @returns undefined: `builder.earlyBreak`, before a row, has a higher appeal
   */
  private breakBeforeItems(
    line: ItemLine,
    parts: readonly Part[],
    fragmentainer: FragmentainerSpace,
  ): readonly Part[] | undefined {
    const { builder } = this;
    const placed: Part[] = [];
    let breakAfter = this.placed.at(-1)?.parts.at(-1)?.result.breakAfter ?? 'auto';
    for (const part of parts) {
      // Space above an item is a break point. Values of the item before in the row avoid it, as in Chromium, but an item
      // that would break badly moves all the same.
      const avoids = isAvoid(joinBreaks(breakAfter, part.result.breakBefore), fragmentainer.kind);
      const appeal = avoids ? BreakAppeal.violatesBreakAvoid : BreakAppeal.perfect;
      const isSeparate = part.item.y > line.top;
      const appealBefore = isSeparate ? appeal : BreakAppeal.last;
      breakAfter = part.result.breakAfter;
      if (this.staysHere(part, isSeparate ? BreakAppeal.perfect : BreakAppeal.last, fragmentainer)) {
        placed.push(part);
        continue;
      }
      if (builder.earlyBreak && builder.earlyBreak.appeal > appealBefore) return undefined;
      builder.clampAppeal(appealBefore);
      placed.push(pushed(part));
    }
    return placed;
  }

  /** Whether an item of a row starts here. Blink: `MovePastBreakpoint`. */
  private staysHere(part: Part, appealBefore: BreakAppealValue, fragmentainer: FragmentainerSpace): boolean {
    const { builder } = this;
    const { result, y } = part;
    const left = spaceLeft(fragmentainer, y);
    if (left >= fragmentainer.size || fragmentainer.mustProgress) return true;
    const isContinued = result.breakToken !== undefined && !result.breakToken.isAtBlockEnd;
    if (left < 0 || (left === 0 && isContinued)) return false;
    if (result.fragment.height > left || hasMonolithicOverflow(result)) {
      const stays = appealBefore === BreakAppeal.last && fragmentainer.requiresContent === true;
      if (stays) builder.isOverflowClamped = true;
      return stays;
    }
    const appealInside = this.appealInside(part);
    return appealInside >= Math.max(appealBefore, builder.earlyBreak?.appeal ?? BreakAppeal.last);
  }

  private appealInside({ item, result, y, isPushed }: Part): BreakAppealValue {
    const { fragmentainer } = this.input;
    // The break before an item that moves alone is not inside it.
    if (!fragmentainer || !result.breakToken || isPushed) return BreakAppeal.perfect;
    return appealOfBreakInside(fragmentainer, { box: item.box, result, y, resumed: false });
  }

  /** The line as one child, for the choice of breaks; its height is that of the placed parts. */
  private combined(parts: readonly Part[], y: number): LayoutResult {
    const { fragmentainer } = this.input;
    const first = parts[0]!.result;
    let appeal: BreakAppealValue = BreakAppeal.perfect;
    let overflow = 0;
    let height = 0;
    let shortage = Number.POSITIVE_INFINITY;
    const tokens: BreakToken[] = [];
    for (const part of parts) {
      const { result, y: partY } = part;
      const bottom = partY - y + result.fragment.height;
      if (!part.isPushed) height = Math.max(height, bottom);
      overflow = Math.max(overflow, result.monolithicOverflow ?? 0);
      if (!result.breakToken) overflow = Math.max(overflow, y - this.origin + bottom - this.remainingExtent);
      if (!result.breakToken || !fragmentainer) continue;
      tokens.push(result.breakToken);
      shortage = Math.min(shortage, result.spaceShortage ?? shortage);
      appeal = Math.min(appeal, this.appealInside(part)) as BreakAppealValue;
    }
    // Monolithic overflow is worse than any break.
    if (overflow > 0 && tokens.length > 0) appeal = BreakAppeal.last;
    return layoutResult({
      ...first,
      status: 'done',
      breakBefore: joinedBreaks(parts, 'breakBefore'),
      breakAfter: breakAfterOf(parts),
      fragment: { ...first.fragment, height },
      breakToken: tokens.length > 0 ? lineToken(parts[0]!.item.box, tokens) : undefined,
      appeal,
      monolithicOverflow: Math.max(0, overflow),
      spaceShortage: shortage === Number.POSITIVE_INFINITY ? undefined : shortage,
      // Items of a row are parallel flows.
      earlyBreak: this.input.kind === 'item' ? first.earlyBreak : undefined,
    });
  }

  // ---- items --------------------------------------------------------------------------------------------------------

  private layoutItem(
    place: ItemPlace,
    y: number,
    { token, growth, areaEnd }: Pick<Part, 'token' | 'growth' | 'areaEnd'>,
  ): Part {
    const { fragmentainer, context, lines, earlyBreak, looksInside } = this.input;
    const item = lines[place[0]]!.items[place[1]]!;
    const part = (result: LayoutResult): Part => ({ place, item, result, token, y, growth, areaEnd, isPushed: false });
    if (!fragmentainer) return part(item.result);
    const resume = resumedToken(token);
    // The part of the area that is in earlier fragmentainers, besides the item: an item that starts here may have less.
    const top = areaEnd - growth - (item.areaEnd - item.y);
    const lost = token ? this.base - top - (resume?.consumedBlockSize ?? 0) : 0;
    const inside = earlyBreakInside(earlyBreak, item.box);
    const isUnbroken = !resume && !inside && !looksInside && growth === lost && !item.growsUnbroken;
    if (isUnbroken && fitsUnbroken(context, item, fragmentainer, y)) return part(item.result);
    const space = fragmentainerAt(fragmentainer, y, inside, 0, fragmentainer.requiresContent);
    return part(item.layout(space, resume, growth - lost));
  }

  /**
   * Grows the areas of a line by the overflow of items whose content breaks have pushed down: moves the following
   * lines, and stretches the other items.
   */
  private grow(parts: readonly Part[]): readonly Part[] {
    const { remainingExtent, origin, base, input } = this;
    if (remainingExtent === Number.POSITIVE_INFINITY) return parts;
    let max = 0;
    for (const { item, result, token, y, areaEnd, isPushed } of parts) {
      const end = areaEnd - base;
      // What ended in an earlier fragmentainer does not grow, although an item starts here, or overflow of it goes on.
      if (!item.growsArea || isPushed || end < 0 || end > remainingExtent) continue;
      const isOpen = result.breakToken !== undefined && !result.breakToken.isAtBlockEnd;
      // The items below overlap it, as in Chromium.
      if (item.growsUnbroken && !isOpen && !token) continue;
      // An item that continues extends past the fragmentainer's end.
      const marginBottom = input.kind === 'line' ? item.marginBottom : 0;
      const wanted = isOpen
        ? remainingExtent - end + LAYOUT_UNIT
        : y - origin + result.fragment.height + marginBottom - end;
      if (isOpen || token || result !== item.result) max = Math.max(max, wanted);
    }
    if (max <= 0) return parts;
    this.offsetAdjustment += max;
    return parts.map((part) => {
      const grown = { ...part, growth: part.growth + max, areaEnd: part.areaEnd + max };
      const isDone = part.result.breakToken === undefined || part.result.breakToken.isAtBlockEnd;
      if (!part.item.stretches || !isDone || part.isPushed) return grown;
      return this.layoutItem(part.place, part.y, grown);
    });
  }

  // ---- end ----------------------------------------------------------------------------------------------------------

  private finish(): ItemFlowResult {
    const { builder, input, remainingExtent, base } = this;
    const open: OpenItem[] = [];
    let lowest = 0;
    let itemsEnd = 0;
    for (const { parts } of this.placed) {
      for (const part of parts) {
        const { place, item, result, y, growth, areaEnd, isPushed } = part;
        if (!isPushed) builder.addResult(result, item.x, y);
        if (!result.breakToken || result.breakToken.isAtBlockEnd) {
          itemsEnd = Math.max(itemsEnd, y + result.fragment.height + item.marginBottom);
        }
        if (!result.breakToken) {
          lowest = Math.max(lowest, y - this.origin + result.fragment.height + item.marginBottom);
          continue;
        }
        builder.addBreakToken(result.breakToken);
        builder.clampAppeal(this.appealInside(part));
        if (!result.breakToken.isAtBlockEnd) builder.brokeInFlow = true;
        open.push({ place, token: result.breakToken, growth, areaEnd });
      }
    }
    const isDone = open.length === 0 && this.next >= input.lines.length;
    const isUnlimited = remainingExtent === Number.POSITIVE_INFINITY;
    const end = isUnlimited ? (this.used ?? 0) : Math.max(remainingExtent, lowest);
    const line = input.lines[this.next];
    const rest = line?.items[0]?.box;
    if (line && rest) {
      builder.brokeInFlow = true;
      builder.addBreakToken(breakTokenBefore(rest, builder.forcedBreak));
      // Items, or margins, that overflow the fragmentainer take the space of the lines below. As in Chromium, an item that
      // moves to the next fragmentainer alone takes none: the lines below stay where they were, beside it or above it.
      if (!isUnlimited && (this.breaksBeforeLine || input.kind === 'item'))
        this.offsetAdjustment += Math.max(0, base + end - line.top - this.offsetAdjustment);
    }
    const { next, offsetAdjustment } = this;
    const state = isDone ? undefined : { base: base + end, next, offsetAdjustment, open };
    return { state, growth: offsetAdjustment, growthBefore: offsetAdjustment - this.shift, itemsEnd };
  }
}

/** Joins the break values of all items of a line. */
export function joinedBreaks(
  parts: readonly { readonly result: LayoutResult }[],
  side: 'breakBefore' | 'breakAfter',
): BreakBetween {
  return parts.reduce<BreakBetween>((value, { result }) => joinBreaks(value, result[side]), 'auto');
}

/**
 * Joined `break-after` of the items of a line in the layout without fragmentation: the content at the end of an item may
 * be in a later fragmentainer than the end of the item. Blink: `row_break_between` of FlexBreakTokenData.
 */
const breakAfterOf = (parts: readonly Part[]): BreakBetween =>
  joinedBreaks(
    parts.map(({ item }) => item),
    'breakAfter',
  );

/** The part of an item that moves to the next fragmentainer alone: nothing, with a break before the item. */
function pushed(part: Part): Part {
  const { box } = part.item;
  const { breakBefore, breakAfter, outOfFlow } = part.item.result;
  const fragment = { ...part.item.result.fragment, height: 0 };
  const result = layoutResult({
    status: 'done',
    fragment,
    breakToken: breakTokenBefore(box),
    breakBefore,
    breakAfter,
    appeal: BreakAppeal.perfect,
    outOfFlow,
  });
  return { ...part, isPushed: true, result };
}

/**
 * A row before the choice of breaks before its items: it moves as a whole only if it starts past the fragmentainer's end.
 * @param pageName  of the rows before it: as in Chromium, there are no breaks between rows for names of pages
 */
function emptyRow(combined: LayoutResult, pageName: string): LayoutResult {
  return layoutResult({
    ...combined,
    pageName,
    fragment: { ...combined.fragment, height: 0 },
    breakToken: undefined,
    appeal: BreakAppeal.perfect,
    monolithicOverflow: 0,
    spaceShortage: undefined,
  });
}

function lineToken(box: BlockLevelBox, childBreakTokens: readonly BreakToken[]): BreakToken {
  return makeBreakToken(box, { childBreakTokens, hasVisitedAllChildren: true });
}
