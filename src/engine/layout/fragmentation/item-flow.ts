/**
 * Breaks flex and grid containers. They are laid out once without fragmentation; here their items are put into the
 * fragmentainer, line by line: the lines of a flex container, the items of a column of one, the rows of a grid. A break
 * moves all lines below it, so offsets are those in the unfragmented container, with all that breaks have added so far.
 * A line goes to the next fragmentainer as a whole if it can; otherwise its items break side by side, each on its own.
 * Sources: https://drafts.csswg.org/css-break-3/#parallel-flows; Blink:
 * `FlexLayoutAlgorithm::GiveItemsFinalPositionAndSizeForFragmentation`, `GridLayoutAlgorithm::PlaceGridItemsForFragmentation`
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import { type BreakToken, breakTokenBefore, makeBreakToken, resumedToken } from '../algorithm/break-token.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import type { FragmentainerSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue, type EarlyBreak } from '../algorithm/early-break.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { isAvoid, isEarlyBreakBefore, isForced, joinBreaks, spaceLeft } from './breaks.js';
import { forcesBreaks } from './forced-breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded, overflowsUnbreakably } from './fragmentation.js';

/** An item where it goes if nothing breaks. */
export interface FlowItem {
  readonly box: BlockLevelBox;
  /** Border edge, from the container's border box. */
  readonly x: number;
  readonly y: number;
  /** Bottom of its line or area. */
  readonly areaEnd: number;
  /** Its bottom margin, where the container has to have room for it on the page; px. */
  readonly marginBottom: number;
  /** Its height goes with that of its area. */
  readonly stretches: boolean;
  /** Content that breaks push down makes it, and so its area, higher. */
  readonly grows: boolean;
  readonly result: LayoutResult;
  /** Lays it out again at the same width, up to the fragmentainer's end and from where it stopped, in an area so much higher. */
  readonly layout: (
    fragmentainer: FragmentainerSpace | undefined,
    token: BreakToken | undefined,
    growth: number,
  ) => LayoutResult;
}

export interface ItemLine {
  readonly items: readonly FlowItem[];
  /** From the container's border box. */
  readonly top: number;
}

/** Where the flow goes on: kept in the container's break token. */
export interface ItemFlowState {
  /** Offset in the container, with all that breaks have added, of the fragmentainer's start. */
  readonly base: number;
  /** The first line that has not begun. */
  readonly next: number;
  /** How much lower that is than without fragmentation. */
  readonly offsetAdjustment: number;
  readonly open: readonly OpenItem[];
}

interface OpenItem {
  readonly place: ItemPlace;
  readonly token: BreakToken;
  /** How much higher breaks have made its area, and where that ends. */
  readonly growth: number;
  readonly areaEnd: number;
}

/** Line, and item in it. */
type ItemPlace = readonly [line: number, item: number];

export interface ItemFlowInput {
  readonly context: LayoutContext;
  readonly lines: readonly ItemLine[];
  /** From the container's border edge in this fragmentainer: where its content goes on after a break. */
  readonly top: number;
  /** y = 0 is the container's border edge in this fragmentainer. */
  readonly fragmentainer: FragmentainerSpace | undefined;
  readonly state: ItemFlowState | undefined;
  readonly earlyBreak: EarlyBreak | undefined;
  /**
   * A line of a flex container, an item of a column flex container, or a row of a grid. In columns and grids a break is
   * perfect anywhere below the border edge; in grids there are no better ones to return to but rows without `avoid`.
   */
  readonly kind: 'line' | 'item' | 'row';
}

export interface ItemFlowResult {
  /** undefined: all is laid out. */
  readonly state: ItemFlowState | undefined;
  /** How much higher than without fragmentation the content is so far. */
  readonly growth: number;
  /** Where the items that end here end, those of flex containers with their margins; from the container's border edge. */
  readonly itemsEnd: number;
}

/** @returns undefined: `builder.earlyBreak` is better */
export function layoutItemFlow(builder: FragmentBuilder, input: ItemFlowInput): ItemFlowResult | undefined {
  return new ItemFlow(builder, input).layout();
}

/** An item, or the part of it that is in this fragmentainer. */
interface Part {
  readonly place: ItemPlace;
  readonly item: FlowItem;
  readonly result: LayoutResult;
  /** From the container's border edge in this fragmentainer. */
  readonly y: number;
  readonly growth: number;
  /** In the unfragmented container, with all that breaks have added. */
  readonly areaEnd: number;
  /** It goes to the next fragmentainer alone, without the others of its line. */
  readonly isPushed?: boolean;
}

/** Where the item stopped in the fragmentainer before. */
interface Resumed {
  readonly token: BreakToken | undefined;
}

interface PlacedLine {
  readonly index: number;
  readonly parts: readonly Part[];
  /** Of the lines from this one on. */
  readonly offsetAdjustment: number;
  readonly between: BreakBetween;
  readonly y: number;
}

/** Beyond the fragmentainer's end by as little as can be. */
const JUST_BELOW = 1 / 64;

/** The items of one flow in one fragmentainer. */
class ItemFlow {
  private readonly base: number;
  private readonly room: number;
  private readonly origin: number;
  private readonly placed: PlacedLine[] = [];
  private offsetAdjustment: number;
  private next: number;
  /** Block size used, where a forced break ends a fragmentainer of unlimited block size. */
  private used: number | undefined;
  private previousAfter: BreakBetween = 'auto';

  constructor(
    private readonly builder: FragmentBuilder,
    private readonly input: ItemFlowInput,
  ) {
    const { state, fragmentainer, top } = input;
    this.base = state?.base ?? 0;
    this.origin = state ? top : 0;
    this.offsetAdjustment = state?.offsetAdjustment ?? 0;
    this.next = state?.next ?? 0;
    this.room = fragmentainer ? spaceLeft(fragmentainer, this.origin) : Number.POSITIVE_INFINITY;
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

  /** In a flex container, what follows an item that breaks goes on after it, however far down that is. */
  private isBroken(): boolean {
    const { fragmentainer, kind } = this.input;
    if (!fragmentainer || kind === 'row') return false;
    const broke = ({ result: { breakToken } }: Part) => breakToken !== undefined && !breakToken.isAtBlockEnd;
    return this.placed.at(-1)?.parts.some(broke) ?? false;
  }

  /** Offset in this fragmentainer of what is at `y` of the unfragmented container. */
  private offsetOf(y: number): number {
    return this.origin + y + this.offsetAdjustment - this.base;
  }

  private resumeItems(): 'next' | 'stop' {
    const open = this.input.state?.open ?? [];
    if (open.length === 0) return 'next';
    const parts = open.map((one) => this.layoutItem(one.place, this.origin, one));
    this.placed.push({
      index: -1,
      parts: this.grow(parts, (i) => open[i]!.token),
      offsetAdjustment: this.offsetAdjustment,
      between: 'auto',
      y: this.origin,
    });
    for (const { result } of parts) this.builder.followChild(result);
    this.builder.hasBreakOpportunity = true;
    return this.isBroken() ? 'stop' : 'next';
  }

  private placeLine(line: ItemLine): 'next' | 'stop' | 'earlier' {
    const { builder, input } = this;
    const { fragmentainer, earlyBreak } = input;
    const isGrid = input.kind === 'row';
    const y = this.offsetOf(line.top);
    const first = line.items[0]?.box;
    if (!first) return 'next';
    if (fragmentainer && this.isPastEnd(y)) {
      this.propagateSpaceShortage(line, y);
      builder.brokeInFlow = true;
      // Gaps of flex containers end with the fragmentainer, those of grids go on.
      return isGrid ? 'stop' : this.stopBefore(y);
    }
    if (isEarlyBreakBefore(earlyBreak, first)) return this.stopBefore(y);
    const parts = line.items.map((item, i) => {
      const areaEnd = item.areaEnd + this.offsetAdjustment;
      const part = this.layoutItem([this.next, i], this.offsetOf(item.y), { growth: 0, areaEnd, token: undefined });
      return !isGrid && item.y > line.top && this.breaksBadly(part) ? pushed(part) : part;
    });
    const between = joinBreaks(this.previousAfter, joined(parts, 'breakBefore'));
    if (fragmentainer) {
      const step = isGrid
        ? this.breakGridIfNeeded(parts, y, between, fragmentainer)
        : earlyBreak
          ? 'next'
          : this.breakFlexIfNeeded(parts, y, fragmentainer);
      if (step === 'stop') return this.stopBefore(y);
      if (step !== 'next') return step === 'earlier' ? 'earlier' : 'stop';
    }
    this.previousAfter = joined(parts, 'breakAfter');
    builder.followChild(this.combined(parts, y));
    builder.hasBreakOpportunity = true;
    const { offsetAdjustment } = this;
    const grown = this.grow(parts, () => undefined);
    this.placed.push({ index: this.next, parts: grown, offsetAdjustment, between, y });
    return 'next';
  }

  private isPastEnd(y: number): boolean {
    return y - this.origin >= this.room && (y > this.origin || this.input.state !== undefined);
  }

  /** The line goes to the next fragmentainer, and all below it with it. */
  private stopBefore(y: number): 'stop' {
    if (this.room === Number.POSITIVE_INFINITY) this.used = y - this.origin;
    else this.offsetAdjustment += this.room - (y - this.origin);
    this.builder.brokeInFlow = true;
    return 'stop';
  }

  private propagateSpaceShortage(line: ItemLine, y: number): void {
    const { builder, origin, room } = this;
    for (const { result, y: itemY } of line.items) {
      builder.propagateSpaceShortage(y - origin + itemY - line.top + result.fragment.height - room);
    }
  }

  /** An item that starts lower in its line rather goes to the next fragmentainer than be cut. */
  private breaksBadly(part: Part): boolean {
    const { result, y } = part;
    if (result.breakToken) return this.appealInside(part) < BreakAppeal.perfect || y - this.origin >= this.room;
    return overflowsUnbreakably(result) || y - this.origin + result.fragment.height > this.room;
  }

  // ---- break points -------------------------------------------------------------------------------------------------

  private breakFlexIfNeeded(
    parts: readonly Part[],
    y: number,
    fragmentainer: FragmentainerSpace,
  ): 'next' | 'stop' | 'earlier' {
    const result = this.combined(parts, y);
    const pushed = this.input.kind === 'item' && y > 0;
    const candidate = { box: parts[0]!.item.box, result, y, resumed: false, pushed, appealInside: result.appeal };
    const status = breakBeforeChildIfNeeded(this.builder, fragmentainer, candidate);
    if (status === 'needs-earlier-break') return 'earlier';
    return status === 'broke-before' ? 'stop' : 'next';
  }

  private breakGridIfNeeded(
    parts: readonly Part[],
    y: number,
    between: BreakBetween,
    fragmentainer: FragmentainerSpace,
  ): 'next' | 'stop' | 'stopped' {
    const { builder, origin, room } = this;
    const isSeparated = y > (this.input.state ? origin : 0);
    builder.firstBreakBefore ??= joined(parts, 'breakBefore');
    if (!isSeparated) return 'next';
    if (isForced(between, fragmentainer.kind)) {
      builder.endBefore({ forced: between });
      return 'stop';
    }
    const result = this.combined(parts, y);
    const avoids = isAvoid(between, fragmentainer.kind);
    const appealBefore = avoids ? BreakAppeal.violatesBreakAvoid : BreakAppeal.perfect;
    const isAtTop = spaceLeft(fragmentainer, y) >= fragmentainer.size || fragmentainer.mustProgress === true;
    const fits = result.breakToken ? result.appeal >= appealBefore : !overflowsUnbreakably(result);
    if (fits || isAtTop) return 'next';
    for (const part of parts) {
      builder.propagateSpaceShortage(part.result.spaceShortage ?? part.y - origin + part.result.fragment.height - room);
    }
    builder.clampAppeal(appealBefore);
    return avoids && this.goBack() ? 'stopped' : 'stop';
  }

  /** Breaks before the last line of this fragmentainer that does not avoid that. */
  private goBack(): boolean {
    const index = this.placed.findLastIndex(({ between, y }) => between === 'auto' && y > this.origin);
    const line = this.placed[index];
    if (!line || line.index < 0) return false;
    this.placed.splice(index);
    this.next = line.index;
    this.offsetAdjustment = line.offsetAdjustment;
    this.builder.appeal = BreakAppeal.perfect;
    this.stopBefore(line.y);
    return true;
  }

  private appealInside({ item, result, y }: Part): BreakAppealValue {
    const { fragmentainer } = this.input;
    if (!fragmentainer || !result.breakToken) return BreakAppeal.perfect;
    return appealOfBreakInside(fragmentainer, { box: item.box, result, y, resumed: false });
  }

  /** The line as a candidate for a break: as one child, as high as what is placed of it. */
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
      if (!result.breakToken) overflow = Math.max(overflow, y - this.origin + bottom - this.room);
      if (!result.breakToken || !fragmentainer) continue;
      tokens.push(result.breakToken);
      shortage = Math.min(shortage, result.spaceShortage ?? shortage);
      appeal = Math.min(appeal, this.appealInside(part)) as BreakAppealValue;
    }
    // What cannot break and does not fit is worse than any break.
    if (overflow > 0 && tokens.length > 0) appeal = BreakAppeal.last;
    return {
      ...first,
      status: 'done',
      breakBefore: joined(parts, 'breakBefore'),
      breakAfter: joined(parts, 'breakAfter'),
      fragment: { ...first.fragment, height },
      breakToken: tokens.length > 0 ? lineToken(parts[0]!.item.box, tokens) : undefined,
      appeal,
      monolithicOverflow: Math.max(0, overflow),
      spaceShortage: shortage === Number.POSITIVE_INFINITY ? undefined : shortage,
      earlyBreak: undefined,
    };
  }

  // ---- items --------------------------------------------------------------------------------------------------------

  private layoutItem(place: ItemPlace, y: number, state: Pick<Part, 'growth' | 'areaEnd'> & Resumed): Part {
    const { fragmentainer, context, lines } = this.input;
    const { growth, areaEnd, token } = state;
    const item = lines[place[0]]!.items[place[1]]!;
    const part = { place, item, y, growth, areaEnd };
    if (!fragmentainer) return { ...part, result: item.result };
    const { fragment } = item.result;
    const bottom = Math.max(fragment.height, fragment.overflow ? fragment.overflow.y + fragment.overflow.height : 0);
    const fits = y - this.origin + bottom <= this.room && !forcesBreaks(context, item.box, fragmentainer.kind);
    const resume = resumedToken(token);
    if (!resume && growth === 0 && fits) return { ...part, result: item.result };
    const space = { ...fragmentainer, offset: fragmentainer.offset + y, earlyBreak: undefined };
    // Of its area what another item took by reaching over the fragmentainer's end is gone.
    const top = areaEnd - growth - (item.areaEnd - item.y);
    const lost = resume ? Math.max(0, this.base - top - resume.consumedBlockSize) : 0;
    return { ...part, result: item.layout(space, resume, growth - lost) };
  }

  /**
   * When content that a break moved down makes an item higher than its area, everything below goes down, and what is
   * beside it and stretched becomes as high.
   */
  private grow(parts: readonly Part[], tokenOf: (index: number) => BreakToken | undefined): Part[] {
    const { room, origin, base } = this;
    if (room === Number.POSITIVE_INFINITY) return [...parts];
    let max = 0;
    for (const [i, { item, result, y, areaEnd }] of parts.entries()) {
      const end = areaEnd - base;
      if (!item.grows || end > room) continue;
      const isOpen = result.breakToken !== undefined && !result.breakToken.isAtBlockEnd;
      const wanted = isOpen ? room - end + JUST_BELOW : y - origin + result.fragment.height - end;
      if (isOpen || tokenOf(i) || result !== item.result) max = Math.max(max, wanted);
    }
    if (max <= 0) return [...parts];
    this.offsetAdjustment += max;
    return parts.map((part, i) => {
      const grown = { ...part, growth: part.growth + max, areaEnd: part.areaEnd + max };
      const isDone = part.result.breakToken === undefined || part.result.breakToken.isAtBlockEnd;
      if (!part.item.stretches || !isDone || part.isPushed) return grown;
      return this.layoutItem(part.place, part.y, { ...grown, token: tokenOf(i) });
    });
  }

  // ---- end ----------------------------------------------------------------------------------------------------------

  private finish(): ItemFlowResult {
    const { builder, input, room, base } = this;
    const open: OpenItem[] = [];
    let lowest = 0;
    let itemsEnd = 0;
    for (const { parts } of this.placed) {
      for (const part of parts) {
        const { place, item, result, y, growth, areaEnd, isPushed } = part;
        const appeal = this.appealInside(part);
        if (!isPushed) builder.addResult(result, item.x, y);
        if (!result.breakToken || result.breakToken.isAtBlockEnd) {
          itemsEnd = Math.max(itemsEnd, y + result.fragment.height + item.marginBottom);
        }
        if (!result.breakToken) {
          lowest = Math.max(lowest, y - this.origin + result.fragment.height);
          continue;
        }
        builder.addBreakToken(result.breakToken);
        builder.clampAppeal(appeal);
        if (!result.breakToken.isAtBlockEnd) builder.brokeInFlow = true;
        open.push({ place, token: result.breakToken, growth, areaEnd });
      }
    }
    const isDone = open.length === 0 && this.next >= input.lines.length;
    const rest = input.lines[this.next]?.items[0]?.box;
    if (rest) {
      builder.brokeInFlow = true;
      builder.addBreakToken(breakTokenBefore(rest, builder.forcedBreak));
    }
    const end = room === Number.POSITIVE_INFINITY ? (this.used ?? 0) : Math.max(room, lowest);
    const { next, offsetAdjustment } = this;
    const state = isDone ? undefined : { base: base + end, next, offsetAdjustment, open };
    return { state, growth: offsetAdjustment, itemsEnd };
  }
}

/** Break values of all items count for the break before and after the line. */
function joined(parts: readonly Part[], side: 'breakBefore' | 'breakAfter'): BreakBetween {
  return parts.reduce<BreakBetween>((value, { result }) => joinBreaks(value, result[side]), 'auto');
}

function pushed(part: Part): Part {
  const { box, result } = part.item;
  const fragment = { ...result.fragment, height: 0 };
  const { breakBefore, breakAfter, outOfFlow } = result;
  const token = breakTokenBefore(box);
  const nothing = { status: 'done', breakBefore, breakAfter, outOfFlow, appeal: BreakAppeal.perfect } as const;
  return { ...part, isPushed: true, result: { ...nothing, fragment, breakToken: token } };
}

function lineToken(box: BlockLevelBox, childBreakTokens: readonly BreakToken[]): BreakToken {
  return makeBreakToken(box, { childBreakTokens, hasSeenAllChildren: true });
}
