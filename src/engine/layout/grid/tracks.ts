/** Sizes of grid tracks. Source: https://drafts.csswg.org/css-grid-2/#algo-track-sizing; comments name its steps. */

import type { TrackBreadth, TrackSize } from '../../css/values.js';
import { resolveLength } from '../../css/values.js';
import { snap } from '../units.js';
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
}

/** An item's demands in one axis, margins included. */
export interface TrackItem {
  readonly span: Span;
  readonly minContent: () => number;
  readonly maxContent: () => number;
  /** The minimum contribution: §6.6 automatic minimum sizes. */
  readonly minimum: () => number;
}

/** `available` is the content box; undefined: sized under a min- or max-content constraint. */
export interface TrackSpace {
  readonly available: number | undefined;
  readonly constraint?: 'min-content' | 'max-content';
  readonly gap: number;
  /** `justify-content` or `align-content` is normal or stretch. */
  readonly stretches: boolean;
  /** min-height of an indefinite container: flexible tracks fill it. */
  readonly least?: number;
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
    fitLimit = resolveLength(size.fitContent, basis ?? 0);
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
  return { min: resolved(min), max: resolved(max), fitLimit, flex, collapsed, base, limit };
}

const isIntrinsic = (breadth: TrackBreadth) =>
  breadth === 'auto' || breadth === 'min-content' || breadth === 'max-content';
const isFlexible = (track: Track) => typeof track.max === 'object' && 'fr' in track.max;

/** Sets `base` of all tracks to their used size. */
export function sizeTracks(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  resolveIntrinsic(tracks, items, space);
  maximize(tracks, space);
  expandFlexible(tracks, items, space);
  stretchAuto(tracks, space);
}

// ---- 12.5 Resolve intrinsic track sizes ------------------------------------------------------------------------------

function resolveIntrinsic(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const spanned = (item: TrackItem) => tracks.slice(item.span.start, item.span.end);
  const plain: { item: TrackItem; over: Track[] }[] = [];
  const flexible: { item: TrackItem; over: Track[] }[] = [];
  for (const item of items) {
    const over = spanned(item);
    if (!over.some((track) => isIntrinsic(track.min) || isIntrinsic(track.max) || isFlexible(track))) continue;
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
  for (const track of tracks)
    if (track.limit === Number.POSITIVE_INFINITY && !isFlexible(track)) track.limit = track.base;
}

interface Spanning {
  readonly item: TrackItem;
  readonly over: readonly Track[];
}

/** §12.5 step 3 for the items of one span (or all that span flexible tracks). */
function accommodate(group: readonly Spanning[], space: TrackSpace, flexible: boolean): void {
  const under = space.available === undefined ? space.constraint : undefined;
  const among = (test: (track: Track) => boolean) => (track: Track) => test(track) && (!flexible || isFlexible(track));
  const limited = ({ item, over }: Spanning, contribution: number) => {
    const fixed = over.every((track) => lengthOf(track.max, space.available) !== undefined);
    const most = fixed
      ? over.reduce((sum, track) => sum + (lengthOf(track.max, space.available) ?? 0), space.gap * (over.length - 1))
      : Number.POSITIVE_INFINITY;
    return Math.max(item.minimum(), Math.min(contribution, most));
  };
  // For intrinsic minimums
  grow(
    group,
    'base',
    space,
    flexible,
    among((track) => isIntrinsic(track.min)),
    (one) => (under === undefined ? one.item.minimum() : limited(one, one.item.minContent())),
  );
  // For content-based minimums
  grow(
    group,
    'base',
    space,
    flexible,
    among((track) => track.min === 'min-content' || track.min === 'max-content'),
    ({ item }) => item.minContent(),
  );
  // For max-content minimums
  if (under === 'max-content') {
    grow(
      group,
      'base',
      space,
      flexible,
      among((track) => track.min === 'auto' || track.min === 'max-content'),
      (one) => limited(one, one.item.maxContent()),
    );
  }
  grow(
    group,
    'base',
    space,
    flexible,
    among((track) => track.min === 'max-content'),
    ({ item }) => item.maxContent(),
  );
  for (const { over } of group) for (const track of over) track.limit = Math.max(track.limit, track.base);
  if (flexible) return;
  // For intrinsic maximums, for max-content maximums
  grow(
    group,
    'limit',
    space,
    false,
    (track) => isIntrinsic(track.max),
    ({ item }) => item.minContent(),
  );
  grow(
    group,
    'limit',
    space,
    false,
    (track) => track.max === 'max-content' || track.max === 'auto',
    ({ item }) => item.maxContent(),
  );
}

/** §12.5.1 Distributing extra space across spanned tracks */
function grow(
  group: readonly Spanning[],
  what: 'base' | 'limit',
  space: TrackSpace,
  byFlex: boolean,
  affected: (track: Track) => boolean,
  contribution: (one: Spanning) => number,
): void {
  const planned = new Map<Track, number>();
  for (const one of group) {
    const takers = one.over.filter((track) => !track.collapsed && affected(track));
    if (takers.length === 0) continue;
    const sizeOf = (track: Track) =>
      what === 'base' || track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit;
    const gaps = space.gap * (one.over.filter((track) => !track.collapsed).length - 1);
    const extra = contribution(one) - one.over.reduce((sum, track) => sum + sizeOf(track), 0) - Math.max(0, gaps);
    const plan = (track: Track, increase: number) => planned.set(track, Math.max(planned.get(track) ?? 0, increase));
    if (extra > 0) {
      const increases = distributeExtra(takers, extra, what, byFlex);
      for (const [i, track] of takers.entries()) plan(track, increases[i]!);
    } else if (what === 'limit') {
      // An item that fits still makes the limit finite.
      for (const track of takers) if (track.limit === Number.POSITIVE_INFINITY) plan(track, 0);
    }
  }
  for (const [track, increase] of planned) {
    if (what === 'base') track.base += increase;
    else track.limit = (track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit) + increase;
  }
}

function distributeExtra(takers: readonly Track[], extra: number, what: 'base' | 'limit', byFlex: boolean): number[] {
  const flexSum = takers.reduce((sum, track) => sum + track.flex, 0);
  if (byFlex && flexSum > 0) return takers.map((track) => snap((extra * track.flex) / flexSum));
  const room = (track: Track) => {
    if (what === 'base') return track.limit - track.base;
    const most = track.fitLimit ?? Number.POSITIVE_INFINITY;
    return Math.max(0, most - (track.limit === Number.POSITIVE_INFINITY ? track.base : track.limit));
  };
  const increases = takers.map(() => 0);
  let left = fill(takers.map(room), increases, extra);
  if (left <= 0) return increases;
  // Beyond the limits: tracks with an intrinsic maximum, else all.
  const open = takers.map((track) => (what === 'base' ? isIntrinsic(track.max) : track.fitLimit === undefined));
  const beyond = open.some(Boolean) ? open : what === 'base' ? takers.map(() => true) : open;
  const more = takers.map(() => 0);
  left = fill(
    beyond.map((is) => (is ? Number.POSITIVE_INFINITY : 0)),
    more,
    left,
  );
  return increases.map((increase, i) => increase + more[i]!);
}

/** Equal shares up to each one's room. @returns what is left over */
function fill(rooms: readonly number[], shares: number[], amount: number): number {
  let left = amount;
  let open = rooms.map((room, i) => ({ room, i })).filter(({ room }) => room > 0);
  while (left > 0 && open.length > 0) {
    const share = left / open.length;
    const full = open.filter(({ room, i }) => room - shares[i]! <= share);
    if (full.length === 0) {
      for (const { i } of open) shares[i]! += share;
      return 0;
    }
    for (const { room, i } of full) {
      left -= room - shares[i]!;
      shares[i] = room;
    }
    open = open.filter((one) => !full.includes(one));
  }
  return left;
}

// ---- 12.6 to 12.8 ------------------------------------------------------------------------------------------------------

export function tracksSize(tracks: readonly Track[], gap: number): number {
  const shown = tracks.filter((track) => !track.collapsed);
  return shown.reduce((sum, track) => sum + track.base, 0) + gap * Math.max(0, shown.length - 1);
}

function freeSpace(tracks: readonly Track[], { available, gap }: TrackSpace): number | undefined {
  return available === undefined ? undefined : available - tracksSize(tracks, gap);
}

function maximize(tracks: Track[], space: TrackSpace): void {
  const free = freeSpace(tracks, space);
  if (free === undefined) {
    if (space.constraint !== 'min-content')
      for (const track of tracks)
        if (track.limit !== Number.POSITIVE_INFINITY)
          track.base = Math.max(
            track.base,
            Math.min(
              track.limit,
              track.fitLimit === undefined ? track.limit : Math.max(track.base, Math.min(track.limit, track.fitLimit)),
            ),
          );
    return;
  }
  if (free <= 0) return;
  const growing = tracks.filter((track) => !track.collapsed && !isFlexible(track));
  const shares = growing.map(() => 0);
  fill(
    growing.map((track) =>
      Math.max(
        0,
        Math.min(track.limit, track.fitLimit === undefined ? track.limit : Math.max(track.base, track.fitLimit)) -
          track.base,
      ),
    ),
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
  let fraction: number;
  if (space.available !== undefined) {
    if (freeSpace(tracks, space)! <= 0) return;
    fraction = fractionSize(tracks, space.available, space.gap);
  } else if (space.constraint === 'min-content') {
    return;
  } else {
    fraction = flexible.reduce(
      (most, track) => Math.max(most, track.flex > 1 ? track.base / track.flex : track.base),
      0,
    );
    for (const item of items) {
      const over = tracks.slice(item.span.start, item.span.end);
      if (over.some(isFlexible)) fraction = Math.max(fraction, fractionSize(over, item.maxContent(), space.gap));
    }
    const filled = tracks.reduce(
      (sum, track) => sum + (isFlexible(track) ? Math.max(track.base, fraction * track.flex) : track.base),
      0,
    );
    if (space.least !== undefined && filled < space.least) fraction = fractionSize(tracks, space.least, space.gap);
  }
  for (const track of flexible) track.base = Math.max(track.base, snap(fraction * track.flex));
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
  for (const track of autos) track.base += snap(free / autos.length);
}
