/**
 * Breaking containers whose children are laid out in bands: the lines of a flex container, the rows of a grid. A band
 * goes to the next page as a whole if it can; otherwise its items break side by side, each on its own, and the band
 * goes on with what is left of them. Source: https://drafts.csswg.org/css-break-3/#parallel-flows
 */

import type { BlockLevelBox } from '../box/tree.js';
import type { BreakBetween } from '../css/properties/fragmentation.js';
import { heightToEnd, isEarlyBreakBefore, joinBreaks, spaceLeft, tokenBefore } from './breaks.js';
import type { FragmentBuilder } from './builder.js';
import { carryOutOfFlow } from './container.js';
import { appealOfBreakInside, breakBeforeChildIfNeeded } from './fragmentation.js';
import {
  BreakAppeal,
  type BreakAppealValue,
  type BreakToken,
  type EarlyBreak,
  type FragmentainerSpace,
  type LayoutResult,
  type OutOfFlow,
} from './types.js';

/** A child where it goes if nothing breaks. */
export interface BandItem {
  readonly box: BlockLevelBox;
  /** Border edge: x from the container's border box, y from the band's top. */
  readonly x: number;
  readonly y: number;
  readonly result: LayoutResult;
  /** Lays it out again at the same width, up to the page's end and from where it stopped. */
  readonly layout: (fragmentainer: FragmentainerSpace | undefined, resume: BreakToken | undefined) => LayoutResult;
}

export interface Band {
  readonly items: readonly BandItem[];
  /** Space above it that belongs to it: 0 for the first, gaps and alignment for the others. */
  readonly before: number;
  readonly height: number;
}

/** Where to go on: kept in the container's break token. */
export interface BandsResume {
  readonly band: number;
  /** Of a band that broke inside: by item; undefined: finished. */
  readonly inside: readonly (BreakToken | undefined)[] | undefined;
  /** Height of that band on earlier pages. */
  readonly consumed: number;
  /** What is at the top of this page, from the band's top: less than `consumed` if items moved here as a whole. */
  readonly origin?: number;
  /** What of the space above the band did not fit on the page before. */
  readonly lead?: number;
}

export interface BandsResult {
  readonly status: 'done' | 'earlier';
  /** Below the last band, from the container's border box. */
  readonly y: number;
  readonly next: BandsResume | undefined;
  readonly outOfFlow: readonly OutOfFlow[];
}

/**
 * Puts bands on the page, from the container's `top`.
 * @param fragmentainer  y = 0 is the container's border edge on this page
 */
export function placeBands(
  builder: FragmentBuilder,
  bands: readonly Band[],
  top: number,
  fragmentainer: FragmentainerSpace | undefined,
  resume: BandsResume | undefined,
  early: EarlyBreak | undefined,
): BandsResult {
  const outOfFlow: OutOfFlow[] = [];
  const start = resume?.band ?? 0;
  let y = top + (resume?.lead ?? 0);
  const stopAt = (band: number): BandsResult => ({
    status: 'done',
    y,
    next: { band, inside: undefined, consumed: 0, lead: fragmentainer ? cutOff(fragmentainer, y, bands, band) : 0 },
    outOfFlow,
  });
  for (let index = start; index < bands.length; index += 1) {
    const band = bands[index]!;
    const lead = band.items[0]?.box;
    const inside = index === start ? resume?.inside : undefined;
    const consumed = inside ? (resume?.consumed ?? 0) : 0;
    if (index > start) y += band.before;
    if (!lead) {
      y += band.height;
      continue;
    }
    if (isEarlyBreakBefore(early, lead)) {
      builder.breakBefore(lead, {});
      return stopAt(index);
    }
    const part = layoutBand(band, y, fragmentainer, inside, consumed, inside ? (resume?.origin ?? consumed) : 0);
    if (fragmentainer && !early) {
      const candidate = { box: lead, result: part.result, y, resumed: inside !== undefined };
      const status = breakBeforeChildIfNeeded(builder, fragmentainer, candidate);
      if (status === 'needs-earlier-break') return { ...stopAt(index), status: 'earlier' };
      if (status === 'broke-before') return stopAt(index);
      builder.continueLater(
        part.result,
        part.tokens ? appealOfBreakInside(fragmentainer, candidate) : part.result.appeal,
      );
    }
    builder.followChild(part.result);
    for (const { result, x, y: itemY } of part.placed) {
      builder.add(result.fragment, x, y + itemY);
      for (const item of carryOutOfFlow(result, x, y + itemY)) outOfFlow.push(item);
    }
    builder.hasBreakOpportunity = true;
    y += part.height;
    if (part.tokens) {
      builder.brokeInFlow = true;
      return {
        status: 'done',
        y,
        next: {
          band: index,
          inside: part.tokens,
          consumed: consumed + part.height,
          origin: beginOfRest(band, part, consumed),
        },
        outOfFlow,
      };
    }
  }
  return { status: 'done', y, next: undefined, outOfFlow };
}

/** The part of the space above a band (that is in `y` already) which is beyond the page's end. */
function cutOff(fragmentainer: FragmentainerSpace, y: number, bands: readonly Band[], index: number): number {
  const { before } = bands[index]!;
  return Math.max(0, Math.min(before, -spaceLeft(fragmentainer, y)));
}

/** Items that moved to the next page as a whole begin there with the highest of them, if nothing lower was cut. */
function beginOfRest(band: Band, { tokens, height }: BandPart, consumed: number): number {
  const moved = band.items.filter((item, i) => tokens?.[i]?.before && item.y > consumed);
  return moved.reduce((least, item) => Math.min(least, item.y), consumed + height);
}

/** Break values of all items count for the break before and after the band. */
function joined(items: readonly BandItem[], side: 'breakBefore' | 'breakAfter'): BreakBetween {
  return items.reduce<BreakBetween>((value, { result }) => joinBreaks(value, result[side]), 'auto');
}

interface BandPart {
  /** The band as a candidate for a break: as high as what is placed of it. */
  readonly result: LayoutResult;
  readonly placed: readonly { readonly result: LayoutResult; readonly x: number; readonly y: number }[];
  readonly height: number;
  readonly tokens: readonly (BreakToken | undefined)[] | undefined;
}

function layoutBand(
  band: Band,
  y: number,
  fragmentainer: FragmentainerSpace | undefined,
  inside: readonly (BreakToken | undefined)[] | undefined,
  consumed: number,
  origin: number,
): BandPart {
  const lead = band.items[0]!;
  const forced = { breakBefore: joined(band.items, 'breakBefore'), breakAfter: joined(band.items, 'breakAfter') };
  const base = { ...lead.result, ...forced, status: 'done', earlyBreak: undefined } as const;
  if (!inside && (!fragmentainer || y + band.height <= y + spaceLeft(fragmentainer, y))) {
    const result = {
      ...base,
      breakToken: undefined,
      fragment: { ...lead.result.fragment, height: band.height },
      appeal: BreakAppeal.perfect,
    };
    return { result, placed: band.items, height: band.height, tokens: undefined };
  }
  return breakBand(band, y, fragmentainer, inside, consumed, origin, base);
}

function breakBand(
  band: Band,
  y: number,
  fragmentainer: FragmentainerSpace | undefined,
  inside: readonly (BreakToken | undefined)[] | undefined,
  consumed: number,
  origin: number,
  base: LayoutResult,
): BandPart {
  const room = fragmentainer ? Math.max(0, spaceLeft(fragmentainer, y)) : Number.POSITIVE_INFINITY;
  const placed: { result: LayoutResult; x: number; y: number }[] = [];
  const tokens: (BreakToken | undefined)[] = [];
  let height = Math.max(0, band.height - consumed);
  let overflow = 0;
  let shortage: number | undefined;
  let appeal: BreakAppealValue = BreakAppeal.perfect;
  band.items.forEach((item, i) => {
    const token = inside?.[i];
    if (inside && !token) return;
    const begins = !token || token.before;
    const itemY = begins ? Math.max(0, item.y - origin) : 0;
    if (begins && itemY > 0 && itemY >= room) {
      tokens[i] = tokenBefore(item.box, false);
      return;
    }
    const space = fragmentainer && { ...fragmentainer, offset: fragmentainer.offset + y + itemY };
    const result = item.layout(space, begins ? undefined : token);
    if (begins && itemY > 0 && breaksBadly(result)) {
      tokens[i] = tokenBefore(item.box, false);
      return;
    }
    placed.push({ result, x: item.x, y: itemY });
    tokens[i] = result.breakToken;
    height = Math.max(height, itemY + result.fragment.height);
    overflow = Math.max(overflow, result.monolithicOverflow ?? 0);
    if (result.spaceShortage !== undefined)
      shortage = Math.min(shortage ?? Number.POSITIVE_INFINITY, result.spaceShortage);
    if (result.breakToken) appeal = Math.min(appeal, result.appeal) as BreakAppealValue;
  });
  const broke = tokens.some((token) => token !== undefined);
  const result: LayoutResult = {
    ...base,
    appeal,
    monolithicOverflow: overflow,
    ...(shortage !== undefined && { spaceShortage: shortage }),
    fragment: { ...base.fragment, height: broke ? heightToEnd(room, height) : height },
    breakToken: broke ? bandToken(band, tokens) : undefined,
  };
  return {
    result,
    placed,
    height: broke ? heightToEnd(room, height) : height,
    tokens: broke ? band.items.map((_, i) => tokens[i]) : undefined,
  };
}

/** An item that starts lower in the band rather moves to the next page than be cut. */
function breaksBadly(result: LayoutResult): boolean {
  return (
    (result.breakToken !== undefined && result.appeal < BreakAppeal.perfect) || (result.monolithicOverflow ?? 0) > 0
  );
}

function bandToken(band: Band, tokens: readonly (BreakToken | undefined)[]): BreakToken {
  const children = tokens.filter((token) => token !== undefined);
  return {
    box: band.items[0]!.box,
    consumed: 0,
    sequence: 1,
    before: false,
    forced: false,
    children,
    seenAll: true,
    atEnd: false,
  };
}
