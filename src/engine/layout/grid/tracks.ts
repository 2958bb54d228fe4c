/** Sizes of grid tracks. Source: https://drafts.csswg.org/css-grid-2/#algo-track-sizing; comments name its steps. */

import type { TrackBreadth, TrackSize } from '../../css/values/values.js';

import { snap } from '../algorithm/units.js';
import type { Span } from './placement.js';
import { lengthOf } from './template.js';

export interface Track {
  readonly min: TrackBreadth;
  readonly max: TrackBreadth;
  /** Of `fit-content()`: max-content growth stops here. */
  readonly fitLimit: number | undefined;
  readonly flex: number;
  /** Empty, and made by auto-fit: takes no room, nor does its gutter. */
  readonly collapsed: boolean;
  base: number;
  limit: number;
  /** Its limit was infinite until min-content contributions made it finite: max-content ones may raise it. */
  infinitelyGrowable: boolean;
}

/** An item's demands in one axis, margins included. */
export interface TrackItem {
  readonly span: Span;
  readonly minContent: () => number;
  readonly maxContent: () => number;
  /**
   * The minimum contribution: §6.6 automatic minimum sizes.
   * @param more  what a subgrid adds to it, within the limits of tracks
   */
  readonly minimum: (more?: number) => number;
}

/** `available` is the content box; undefined: sized under a min- or max-content constraint. */
export interface TrackSpace {
  readonly available: number | undefined;
  readonly constraint?: 'min-content' | 'max-content';
  readonly gap: number;
  /** `justify-content` or `align-content` is normal or stretch. */
  readonly stretches: boolean;
  /** Limits of an indefinite container: flexible tracks fill the least and stay within the most. */
  readonly least?: number;
  readonly most?: number;
}

export function createTrack(size: TrackSize, basis: number | undefined, collapsed: boolean): Track {
  let min: TrackBreadth;
  let max: TrackBreadth;
  let fitLimit: number | undefined;
  if (typeof size === 'object' && 'min' in size) {
    min = typeof size.min === 'object' && 'fr' in size.min ? 'auto' : size.min;
    max = size.max;
  } else if (typeof size === 'object' && 'fitContent' in size) {
    min = 'auto';
    max = 'max-content';
    fitLimit = lengthOf(size.fitContent, basis);
  } else {
    min = typeof size === 'object' && 'fr' in size ? 'auto' : size;
    max = size;
  }
  const flex = typeof max === 'object' && 'fr' in max ? max.fr : 0;
  const isFlexible = typeof max === 'object' && 'fr' in max;
  // 12.4 Initialize track sizes
  const base = collapsed ? 0 : snap(lengthOf(min, basis) ?? 0);
  const fixedLimit = lengthOf(max, basis);
  const limit = collapsed
    ? 0
    : Math.max(base, isFlexible || fixedLimit === undefined ? Number.POSITIVE_INFINITY : snap(fixedLimit));
  // A percentage of an indefinite size is auto.
  const resolved = (breadth: TrackBreadth): TrackBreadth =>
    typeof breadth !== 'string' &&
    !(typeof breadth === 'object' && 'fr' in breadth) &&
    lengthOf(breadth, basis) === undefined
      ? 'auto'
      : breadth;
  return {
    min: resolved(min),
    max: resolved(max),
    fitLimit,
    flex,
    collapsed,
    base,
    limit,
    infinitelyGrowable: false,
  };
}

/** A track whose size is known: one of a parent grid. */
export function fixedTrack(size: number): Track {
  return createTrack(Math.max(0, size), undefined, false);
}

/** One of a subgrid without a parent grid. As Blink has it: whatever grid-auto-* say, it holds minimums, and stretches. */
export function orphanedTrack(): Track {
  return { ...createTrack('auto', undefined, false), fitLimit: 0 };
}

export const isIntrinsic = (breadth: TrackBreadth) =>
  breadth === 'auto' || breadth === 'min-content' || breadth === 'max-content';
export const isFlexible = (track: Track) => typeof track.max === 'object' && 'fr' in track.max;
export const isContentSized = (track: Track) => isIntrinsic(track.min) || isIntrinsic(track.max) || isFlexible(track);

/** Sets `base` of all tracks to their used size. */
export function sizeTracks(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  resolveIntrinsic(tracks, items, space);
  maximize(tracks, space);
  expandFlexible(tracks, items, space);
  stretchAuto(tracks, space);
}

// ---- 12.5 Resolve intrinsic track sizes ------------------------------------------------------------------------------

interface Spanning {
  readonly item: TrackItem;
  readonly over: readonly Track[];
}

function resolveIntrinsic(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const plain: Spanning[] = [];
  const flexible: Spanning[] = [];
  for (const item of items) {
    const over = tracks.slice(item.span.start, item.span.end);
    if (!over.some(isContentSized)) continue;
    (over.some(isFlexible) ? flexible : plain).push({ item, over });
  }
  plain.sort((a, b) => a.over.length - b.over.length);
  // 2., 3.: by span
  for (let i = 0; i < plain.length; ) {
    const size = plain[i]!.over.length;
    let end = i;
    while (end < plain.length && plain[end]!.over.length === size) end += 1;
    accommodate(plain.slice(i, end), space, false);
    i = end;
  }
  // 4. Items spanning flexible tracks, all together
  if (flexible.length > 0) accommodate(flexible, space, true);
  // 5. Limits still infinite
  for (const track of tracks) if (track.limit === Number.POSITIVE_INFINITY) track.limit = track.base;
}

/** §12.5 step 3 for the items of one span (or all that span flexible tracks). */
function accommodate(group: readonly Spanning[], space: TrackSpace, flexible: boolean): void {
  const phase = (
    affected: (track: Track) => boolean,
    contribution: (one: Spanning) => number,
    isMaxContent: boolean,
  ) => {
    const among = (track: Track) => affected(track) && (!flexible || isFlexible(track));
    growBases(group, space, among, contribution, isMaxContent, flexible);
  };
  const isContentMinimum = ({ min }: Track) => min === 'min-content' || min === 'max-content';
  phase(
    ({ min }) => isIntrinsic(min),
    // As browsers have it, under a min- or max-content constraint too.
    ({ item }) => item.minimum(),
    false,
  );
  phase(isContentMinimum, ({ item }) => item.minContent(), false);
  phase(
    ({ min }) => min === 'max-content',
    ({ item }) => item.maxContent(),
    true,
  );
  if (flexible) return;
  growLimits(
    group,
    space,
    ({ max }) => isIntrinsic(max),
    ({ item }) => item.minContent(),
    true,
  );
  growLimits(
    group,
    space,
    ({ max }) => max === 'max-content' || max === 'auto',
    ({ item }) => item.maxContent(),
    false,
  );
}

function gutters(over: readonly Track[], { gap }: TrackSpace): number {
  return gap * Math.max(0, over.reduce((count, track) => count + Number(!track.collapsed), 0) - 1);
}

/** §12.5.1 Distributing extra space across spanned tracks, to base sizes */
function growBases(
  group: readonly Spanning[],
  space: TrackSpace,
  affected: (track: Track) => boolean,
  contribution: (one: Spanning) => number,
  isMaxContent: boolean,
  byFlex: boolean,
): void {
  const planned = new Map<Track, number>();
  for (const one of group) {
    const takers = one.over.filter((track) => !track.collapsed && affected(track));
    if (takers.length === 0) continue;
    const taken = one.over.reduce((sum, track) => sum + track.base, gutters(one.over, space));
    const extra = contribution(one) - taken;
    if (extra <= 0) continue;
    const increases = byFlex ? sharesByFlex(takers, extra) : sharesOfBases(takers, extra, isMaxContent);
    for (const [i, track] of takers.entries()) plan(planned, track, increases[i]!);
  }
  for (const [track, increase] of planned) {
    track.base += increase;
    track.limit = Math.max(track.limit, track.base);
  }
}

function plan(planned: Map<Track, number>, track: Track, increase: number): void {
  planned.set(track, Math.max(planned.get(track) ?? 0, increase));
}

function sharesByFlex(takers: readonly Track[], extra: number): number[] {
  const sum = takers.reduce((total, track) => total + track.flex, 0);
  const byRatio = extra * Math.min(1, sum);
  const equally = (extra - byRatio) / takers.length;
  return takers.map((track) => snap((sum > 0 ? (byRatio * track.flex) / sum : 0) + equally));
}

function sharesOfBases(takers: readonly Track[], extra: number, isMaxContent: boolean): number[] {
  const shares = takers.map(() => 0);
  const upTo = takers.map((track) => track.limit - track.base);
  const left = fill(upTo, shares, extra);
  if (left <= 0) return shares;
  // Beyond the limits: tracks that grow with their content, else all; that of fit-content() is none here, as in Blink.
  const grows = ({ max }: Track) => (isMaxContent ? max === 'max-content' || max === 'auto' : isIntrinsic(max));
  const growing = takers.some(grows) ? grows : () => true;
  const more = takers.map(() => 0);
  fill(
    takers.map((track) => (growing(track) ? Number.POSITIVE_INFINITY : 0)),
    more,
    left,
  );
  return shares.map((share, i) => share + more[i]!);
}

/** §12.5.1, to growth limits */
function growLimits(
  group: readonly Spanning[],
  space: TrackSpace,
  affected: (track: Track) => boolean,
  contribution: (one: Spanning) => number,
  marksGrowable: boolean,
): void {
  const planned = new Map<Track, number>();
  const sizeOf = (track: Track) => (track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit);
  const isOpen = (track: Track) => track.limit === Number.POSITIVE_INFINITY || track.infinitelyGrowable;
  for (const one of group) {
    const takers = one.over.filter((track) => !track.collapsed && affected(track));
    if (takers.length === 0) continue;
    const extra = contribution(one) - one.over.reduce((sum, track) => sum + sizeOf(track), gutters(one.over, space));
    const shares = takers.map(() => 0);
    if (extra > 0) {
      const fitRoom = (track: Track) => (track.fitLimit ?? Number.POSITIVE_INFINITY) - sizeOf(track);
      const left = fill(
        takers.map((track) => (isOpen(track) ? fitRoom(track) : 0)),
        shares,
        extra,
      );
      if (left > 0) fill(takers.map(fitRoom), shares, left);
    }
    // An item that fits still makes the limit finite.
    for (const [i, track] of takers.entries()) plan(planned, track, shares[i]!);
  }
  for (const [track, increase] of planned) {
    track.infinitelyGrowable = marksGrowable && track.limit === Number.POSITIVE_INFINITY;
    track.limit = sizeOf(track) + increase;
  }
}

/** Raises shares equally, each up to its room. @returns what is left over */
function fill(rooms: readonly number[], shares: number[], amount: number): number {
  let left = amount;
  let open = rooms.flatMap((room, i) => (room > shares[i]! ? [i] : []));
  while (left > 0 && open.length > 0) {
    const share = left / open.length;
    const full = open.filter((i) => rooms[i]! - shares[i]! <= share);
    if (full.length === 0) {
      // What rounding leaves goes to the last ones: nothing is lost.
      open.forEach((i, at) => {
        const part = snap(left / (open.length - at));
        shares[i]! += part;
        left -= part;
      });
      return 0;
    }
    for (const i of full) {
      left -= rooms[i]! - shares[i]!;
      shares[i] = rooms[i]!;
    }
    open = open.filter((i) => !full.includes(i));
  }
  return left;
}

// ---- 12.6 to 12.8 ------------------------------------------------------------------------------------------------------

export function tracksSize(tracks: readonly Track[], gap: number): number {
  let size = 0;
  let shown = 0;
  for (const track of tracks) {
    if (track.collapsed) continue;
    size += track.base;
    shown += 1;
  }
  return size + gap * Math.max(0, shown - 1);
}

function freeSpace(tracks: readonly Track[], { available, gap }: TrackSpace): number | undefined {
  return available === undefined ? undefined : available - tracksSize(tracks, gap);
}

function maximize(tracks: Track[], space: TrackSpace): void {
  const free = freeSpace(tracks, space);
  if (free === undefined) {
    if (space.constraint === 'min-content') return;
    // As browsers have it, a max-height is no reason to stop.
    for (const track of tracks)
      if (!track.collapsed && !isFlexible(track)) track.base = Math.max(track.base, track.limit);
    return;
  }
  growBy(
    tracks.filter((track) => !isFlexible(track)),
    free,
  );
}

function growBy(tracks: readonly Track[], free: number): void {
  if (free <= 0) return;
  const growing = tracks.filter((track) => !track.collapsed);
  const shares = growing.map(() => 0);
  fill(
    growing.map((track) => Math.max(0, track.limit - track.base)),
    shares,
    free,
  );
  growing.forEach((track, i) => {
    track.base += snap(shares[i]!);
  });
}

/** 12.7 Expand flexible tracks */
function expandFlexible(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const flexible = tracks.filter((track) => isFlexible(track) && !track.collapsed);
  if (flexible.length === 0) return;
  const fraction = flexFraction(tracks, flexible, items, space);
  for (const track of flexible) track.base = Math.max(track.base, snap(fraction * track.flex));
}

function flexFraction(
  tracks: readonly Track[],
  flexible: readonly Track[],
  items: readonly TrackItem[],
  space: TrackSpace,
): number {
  if (space.available !== undefined) {
    return freeSpace(tracks, space)! <= 0 ? 0 : fractionSize(tracks, space.available, space.gap);
  }
  if (space.constraint === 'min-content') return 0;
  let fraction = flexible.reduce((most, { flex, base }) => Math.max(most, flex > 1 ? base / flex : base), 0);
  for (const item of items) {
    const over = tracks.slice(item.span.start, item.span.end);
    if (over.some(isFlexible)) fraction = Math.max(fraction, fractionSize(over, item.maxContent(), space.gap));
  }
  const filled = tracks.reduce(
    (sum, track) => sum + (isFlexible(track) ? Math.max(track.base, fraction * track.flex) : track.base),
    gutters(tracks, space),
  );
  if (space.least !== undefined && filled < space.least) return fractionSize(tracks, space.least, space.gap);
  if (space.most !== undefined && filled > space.most) return fractionSize(tracks, space.most, space.gap);
  return fraction;
}

/** 12.7.1 Find the size of an fr */
function fractionSize(tracks: readonly Track[], fillSize: number, gap: number): number {
  const shown = tracks.filter((track) => !track.collapsed);
  const space = fillSize - gap * Math.max(0, shown.length - 1);
  const inflexible = new Set(shown.filter((track) => !isFlexible(track)));
  for (;;) {
    const leftover = space - [...inflexible].reduce((sum, track) => sum + track.base, 0);
    const flexSum = Math.max(
      1,
      shown.reduce((sum, track) => sum + (inflexible.has(track) ? 0 : track.flex), 0),
    );
    const fraction = Math.max(0, leftover) / flexSum;
    const tooBig = shown.filter((track) => !inflexible.has(track) && track.base > fraction * track.flex);
    if (tooBig.length === 0) return fraction;
    for (const track of tooBig) inflexible.add(track);
  }
}

/** 12.8 Stretch auto tracks */
function stretchAuto(tracks: Track[], space: TrackSpace): void {
  if (!space.stretches) return;
  const free =
    space.available === undefined
      ? space.least === undefined
        ? 0
        : space.least - tracksSize(tracks, space.gap)
      : freeSpace(tracks, space)!;
  const autos = tracks.filter((track) => track.max === 'auto' && !track.collapsed);
  if (free <= 0 || autos.length === 0) return;
  const shares = autos.map(() => 0);
  fill(
    autos.map(() => Number.POSITIVE_INFINITY),
    shares,
    free,
  );
  autos.forEach((track, i) => {
    track.base += shares[i]!;
  });
}
