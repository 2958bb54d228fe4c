/**
 * Breaking containers whose children are laid out in bands: the lines of a flex container, the rows of a grid. What
 * breaks on one page moves all the bands below further down, as in Blink: places are those in the unbroken container,
 * with all that breaks have added so far. A band goes to the next page as a whole if it can; otherwise its items break
 * side by side, each on its own. Source: https://drafts.csswg.org/css-break-3/#parallel-flows
 */

import type { BlockLevelBox } from '../../box/tree.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { FragmentBuilder } from '../algorithm/builder.js';
import { carryOutOfFlow } from '../algorithm/container.js';
import {
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type EarlyBreak,
  type FragmentainerSpace,
  type LayoutContext,
  type LayoutResult,
  type OutOfFlow,
} from '../algorithm/types.js';
import { isAvoid, isEarlyBreakBefore, isForced, joinBreaks, spaceLeft, tokenBefore } from './breaks.js';
import { forcesBreaks } from './forced-breaks.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded, overflowsUnbreakably } from './fragmentation.js';

/** A child where it goes if nothing breaks. */
export interface BandItem {
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
  /** Lays it out again at the same width, up to the page's end and from where it stopped, in an area so much higher. */
  readonly layout: (
    fragmentainer: FragmentainerSpace | undefined,
    resume: BreakToken | undefined,
    growth: number,
  ) => LayoutResult;
}

export interface Band {
  readonly items: readonly BandItem[];
  /** From the container's border box. */
  readonly top: number;
}

/** Where to go on: kept in the container's break token. */
export interface BandsResume {
  /** What of the container, with all that breaks added, is at the top of this page. */
  readonly base: number;
  /** The first band that has not begun. */
  readonly next: number;
  /** How much lower it is than if nothing had broken. */
  readonly shift: number;
  readonly open: readonly OpenItem[];
}

interface OpenItem {
  readonly place: ItemPlace;
  readonly token: BreakToken;
  /** How much higher breaks have made its area, and where that ends. */
  readonly growth: number;
  readonly areaEnd: number;
}

/** Band, and item in it. */
type ItemPlace = readonly [band: number, item: number];

export interface BandsInput {
  readonly context: LayoutContext;
  readonly bands: readonly Band[];
  /** From the container's border edge on this page: where its content goes on after a break. */
  readonly top: number;
  /** y = 0 is the container's border edge on this page. */
  readonly fragmentainer: FragmentainerSpace | undefined;
  readonly resume: BandsResume | undefined;
  readonly early: EarlyBreak | undefined;
  /**
   * What a band is: a line of a flex container, an item of its column, or a row of a grid. Of columns and grids a
   * break is good anywhere below the border edge; in grids there are no better ones to go back to but rows without
   * `avoid`.
   */
  readonly kind: 'line' | 'item' | 'row';
}

export interface BandsResult {
  readonly status: 'done' | 'earlier';
  /** undefined: all is laid out. */
  readonly next: BandsResume | undefined;
  /** Something other than what overflows the container is left. */
  readonly brokeInFlow: boolean;
  /** How much higher than unbroken the content is up to now. */
  readonly growth: number;
  /** Where the items that end on this page end, those of flex containers with their margins; from the container's border edge. */
  readonly itemsEnd: number;
  readonly outOfFlow: readonly OutOfFlow[];
}

export function placeBands(builder: FragmentBuilder, input: BandsInput): BandsResult {
  return new BandsPage(builder, input).run();
}

/** An item, or the part of it that is on this page. */
interface Part {
  readonly place: ItemPlace;
  readonly item: BandItem;
  readonly result: LayoutResult;
  /** From the container's border edge on this page. */
  readonly y: number;
  readonly growth: number;
  /** In the unbroken container, with all that breaks have added. */
  readonly areaEnd: number;
  /** It goes to the next page alone, without the others of its band. */
  readonly isMoved?: boolean;
}

/** Where the item stopped on the page before. */
interface Resumed {
  readonly token: BreakToken | undefined;
}

interface PlacedBand {
  readonly index: number;
  readonly parts: readonly Part[];
  /** Of the bands from this one on. */
  readonly shift: number;
  readonly between: BreakBetween;
  readonly y: number;
}

/** Beyond the page's end by as little as can be. */
const JUST_BELOW = 1 / 64;

class BandsPage {
  private readonly base: number;
  private readonly room: number;
  private readonly origin: number;
  private readonly placed: PlacedBand[] = [];
  private shift: number;
  private next: number;
  /** Page height used, where a forced break ends a page of unlimited height. */
  private used: number | undefined;
  private previousAfter: BreakBetween = 'auto';

  constructor(
    private readonly builder: FragmentBuilder,
    private readonly input: BandsInput,
  ) {
    const { resume, fragmentainer, top } = input;
    this.base = resume?.base ?? 0;
    this.origin = resume ? top : 0;
    this.shift = resume?.shift ?? 0;
    this.next = resume?.next ?? 0;
    this.room = fragmentainer ? spaceLeft(fragmentainer, this.origin) : Number.POSITIVE_INFINITY;
  }

  run(): BandsResult {
    const { bands } = this.input;
    if (this.resumeItems() === 'stop') return this.finish();
    for (; this.next < bands.length; this.next++) {
      const step = this.placeBand(bands[this.next]!);
      if (step === 'earlier')
        return { status: 'earlier', next: undefined, brokeInFlow: true, growth: 0, itemsEnd: 0, outOfFlow: [] };
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
    const broke = ({ result: { breakToken } }: Part) => breakToken !== undefined && !breakToken.atEnd;
    return this.placed.at(-1)?.parts.some(broke) ?? false;
  }

  /** Place on this page of what is at `y` of the unbroken container. */
  private placeOf(y: number): number {
    return this.origin + y + this.shift - this.base;
  }

  private resumeItems(): 'next' | 'stop' {
    const open = this.input.resume?.open ?? [];
    if (open.length === 0) return 'next';
    const parts = open.map((one) => this.layoutItem(one.place, this.origin, one));
    this.placed.push({
      index: -1,
      parts: this.grow(parts, (i) => open[i]!.token),
      shift: this.shift,
      between: 'auto',
      y: this.origin,
    });
    for (const { result } of parts) this.builder.followChild(result);
    this.builder.hasBreakOpportunity = true;
    return this.isBroken() ? 'stop' : 'next';
  }

  private placeBand(band: Band): 'next' | 'stop' | 'earlier' {
    const { builder, input } = this;
    const { fragmentainer, early } = input;
    const isGrid = input.kind === 'row';
    const y = this.placeOf(band.top);
    const lead = band.items[0]?.box;
    if (!lead) return 'next';
    if (fragmentainer && this.isPastEnd(y)) {
      this.noteShortage(band, y);
      builder.brokeInFlow = true;
      // Gaps of flex containers end with the page, those of grids go on.
      return isGrid ? 'stop' : this.stopBefore(y);
    }
    if (isEarlyBreakBefore(early, lead)) return this.stopBefore(y);
    const parts = band.items.map((item, i) => {
      const areaEnd = item.areaEnd + this.shift;
      const part = this.layoutItem([this.next, i], this.placeOf(item.y), { growth: 0, areaEnd, token: undefined });
      return !isGrid && item.y > band.top && this.breaksBadly(part) ? moved(part) : part;
    });
    const between = joinBreaks(this.previousAfter, joined(parts, 'breakBefore'));
    if (fragmentainer) {
      const step = isGrid
        ? this.breakGridIfNeeded(parts, y, between, fragmentainer)
        : early
          ? 'next'
          : this.breakFlexIfNeeded(parts, y, fragmentainer);
      if (step === 'stop') return this.stopBefore(y);
      if (step !== 'next') return step === 'earlier' ? 'earlier' : 'stop';
    }
    this.previousAfter = joined(parts, 'breakAfter');
    builder.followChild(this.combined(parts, y));
    builder.hasBreakOpportunity = true;
    const { shift } = this;
    const grown = this.grow(parts, () => undefined);
    this.placed.push({ index: this.next, parts: grown, shift, between, y });
    return 'next';
  }

  private isPastEnd(y: number): boolean {
    return y - this.origin >= this.room && (y > this.origin || this.input.resume !== undefined);
  }

  /** The band goes to the next page, and all below it with it. */
  private stopBefore(y: number): 'stop' {
    if (this.room === Number.POSITIVE_INFINITY) this.used = y - this.origin;
    else this.shift += this.room - (y - this.origin);
    this.builder.brokeInFlow = true;
    return 'stop';
  }

  private noteShortage(band: Band, y: number): void {
    const { builder, origin, room } = this;
    for (const { result, y: itemY } of band.items) {
      builder.noteShortage(y - origin + itemY - band.top + result.fragment.height - room);
    }
  }

  /** An item that starts lower in its line rather moves to the next page than be cut. */
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
    const isSeparated = y > (this.input.resume ? origin : 0);
    builder.firstBreakBefore ??= joined(parts, 'breakBefore');
    if (!isSeparated) return 'next';
    if (isForced(between, fragmentainer.kind)) {
      builder.breakBefore(parts[0]!.item.box, { forced: between });
      builder.tokens.pop();
      return 'stop';
    }
    const result = this.combined(parts, y);
    const avoids = isAvoid(between, fragmentainer.kind);
    const appealBefore = avoids ? BreakAppeal.violatesBreakAvoid : BreakAppeal.perfect;
    const isAtTop = spaceLeft(fragmentainer, y) >= fragmentainer.size || fragmentainer.mustProgress === true;
    const fits = result.breakToken ? result.appeal >= appealBefore : !overflowsUnbreakably(result);
    if (fits || isAtTop) return 'next';
    for (const part of parts) {
      builder.noteShortage(part.result.spaceShortage ?? part.y - origin + part.result.fragment.height - room);
    }
    builder.appeal = Math.min(builder.appeal, appealBefore) as BreakAppealValue;
    return avoids && this.goBack() ? 'stopped' : 'stop';
  }

  /** Breaks before the last band of this page that does not avoid that. */
  private goBack(): boolean {
    const index = this.placed.findLastIndex(({ between, y }) => between === 'auto' && y > this.origin);
    const band = this.placed[index];
    if (!band || band.index < 0) return false;
    this.placed.splice(index);
    this.next = band.index;
    this.shift = band.shift;
    this.builder.appeal = BreakAppeal.perfect;
    this.stopBefore(band.y);
    return true;
  }

  private appealInside({ item, result, y }: Part): BreakAppealValue {
    const { fragmentainer } = this.input;
    if (!fragmentainer || !result.breakToken) return BreakAppeal.perfect;
    return appealOfBreakInside(fragmentainer, { box: item.box, result, y, resumed: false });
  }

  /** The band as a candidate for a break: as one child, as high as what is placed of it. */
  private combined(parts: readonly Part[], y: number): LayoutResult {
    const { fragmentainer } = this.input;
    const lead = parts[0]!.result;
    let appeal: BreakAppealValue = BreakAppeal.perfect;
    let overflow = 0;
    let height = 0;
    let shortage = Number.POSITIVE_INFINITY;
    const tokens: BreakToken[] = [];
    for (const part of parts) {
      const { result, y: partY } = part;
      const bottom = partY - y + result.fragment.height;
      if (!part.isMoved) height = Math.max(height, bottom);
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
      ...lead,
      status: 'done',
      breakBefore: joined(parts, 'breakBefore'),
      breakAfter: joined(parts, 'breakAfter'),
      fragment: { ...lead.fragment, height },
      breakToken: tokens.length > 0 ? bandToken(parts[0]!.item.box, tokens) : undefined,
      appeal,
      monolithicOverflow: Math.max(0, overflow),
      spaceShortage: shortage === Number.POSITIVE_INFINITY ? undefined : shortage,
      earlyBreak: undefined,
    };
  }

  // ---- items --------------------------------------------------------------------------------------------------------

  private layoutItem(place: ItemPlace, y: number, state: Pick<Part, 'growth' | 'areaEnd'> & Resumed): Part {
    const { fragmentainer, context, bands } = this.input;
    const { growth, areaEnd, token } = state;
    const item = bands[place[0]]!.items[place[1]]!;
    const part = { place, item, y, growth, areaEnd };
    if (!fragmentainer) return { ...part, result: item.result };
    const { fragment } = item.result;
    const bottom = Math.max(fragment.height, fragment.overflow ? fragment.overflow.y + fragment.overflow.height : 0);
    const fits = y - this.origin + bottom <= this.room && !forcesBreaks(context, item.box, fragmentainer.kind);
    const resume = token?.before ? undefined : token;
    if (!resume && growth === 0 && fits) return { ...part, result: item.result };
    const space = { ...fragmentainer, offset: fragmentainer.offset + y, earlyBreak: undefined };
    // Of its area what another item took by reaching over the page's end is gone.
    const top = areaEnd - growth - (item.areaEnd - item.y);
    const lost = resume ? Math.max(0, this.base - top - resume.consumed) : 0;
    return { ...part, result: item.layout(space, resume, growth - lost) };
  }

  /**
   * When content that a break moved down makes an item higher than its area, everything below goes down, and what is
   * beside it and stretched becomes as high.
   */
  private grow(parts: readonly Part[], tokenOf: (index: number) => BreakToken | undefined): Part[] {
    const { room, origin, base } = this;
    if (room === Number.POSITIVE_INFINITY) return [...parts];
    let most = 0;
    for (const [i, { item, result, y, areaEnd }] of parts.entries()) {
      const end = areaEnd - base;
      if (!item.grows || end > room) continue;
      const isOpen = result.breakToken !== undefined && !result.breakToken.atEnd;
      const wanted = isOpen ? room - end + JUST_BELOW : y - origin + result.fragment.height - end;
      if (isOpen || tokenOf(i) || result !== item.result) most = Math.max(most, wanted);
    }
    if (most <= 0) return [...parts];
    this.shift += most;
    return parts.map((part, i) => {
      const grown = { ...part, growth: part.growth + most, areaEnd: part.areaEnd + most };
      const isDone = part.result.breakToken === undefined || part.result.breakToken.atEnd;
      if (!part.item.stretches || !isDone || part.isMoved) return grown;
      return this.layoutItem(part.place, part.y, { ...grown, token: tokenOf(i) });
    });
  }

  // ---- end ----------------------------------------------------------------------------------------------------------

  private finish(): BandsResult {
    const { builder, input, room, base } = this;
    const outOfFlow: OutOfFlow[] = [];
    const open: OpenItem[] = [];
    let lowest = 0;
    let itemsEnd = 0;
    for (const { parts } of this.placed) {
      for (const part of parts) {
        const { place, item, result, y, growth, areaEnd, isMoved } = part;
        const appeal = this.appealInside(part);
        if (!isMoved) {
          builder.add(result.fragment, item.x, y);
          outOfFlow.push(...carryOutOfFlow(result, item.x, y));
        }
        if (!result.breakToken || result.breakToken.atEnd) {
          itemsEnd = Math.max(itemsEnd, y + result.fragment.height + item.marginBottom);
        }
        if (!result.breakToken) {
          lowest = Math.max(lowest, y - this.origin + result.fragment.height);
          continue;
        }
        builder.tokens.push(result.breakToken);
        builder.appeal = Math.min(builder.appeal, appeal) as BreakAppealValue;
        if (!result.breakToken.atEnd) builder.brokeInFlow = true;
        open.push({ place, token: result.breakToken, growth, areaEnd });
      }
    }
    const isDone = open.length === 0 && this.next >= input.bands.length;
    const rest = input.bands[this.next]?.items[0]?.box;
    if (rest) builder.brokeInFlow = true;
    if (rest) builder.tokens.push(tokenBefore(rest, builder.forcedBreak !== undefined));
    const pageEnd = room === Number.POSITIVE_INFINITY ? (this.used ?? 0) : Math.max(room, lowest);
    return {
      status: 'done',
      next: isDone ? undefined : { base: base + pageEnd, next: this.next, shift: this.shift, open },
      brokeInFlow: builder.brokeInFlow,
      growth: this.shift,
      itemsEnd,
      outOfFlow,
    };
  }
}

/** Break values of all items count for the break before and after the band. */
function joined(parts: readonly Part[], side: 'breakBefore' | 'breakAfter'): BreakBetween {
  return parts.reduce<BreakBetween>((value, { result }) => joinBreaks(value, result[side]), 'auto');
}

function moved(part: Part): Part {
  const { box, result } = part.item;
  const fragment = { ...result.fragment, height: 0 };
  const { breakBefore, breakAfter, outOfFlow } = result;
  const token = tokenBefore(box, false);
  const nothing = { status: 'done', breakBefore, breakAfter, outOfFlow, appeal: BreakAppeal.perfect } as const;
  return { ...part, isMoved: true, result: { ...nothing, fragment, breakToken: token } };
}

function bandToken(box: BlockLevelBox, children: readonly BreakToken[]): BreakToken {
  return { ...tokenBefore(box, false), before: false, sequence: 1, children, seenAll: true };
}
