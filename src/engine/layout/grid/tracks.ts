/** Track sizing. Source: https://drafts.csswg.org/css-grid-2/#algo-track-sizing; comments name its steps. */

import type { TrackBreadth, TrackSize } from '../../css/values/values.js';
import type { Deadline } from '../../deadline.js';
import { snap } from '../algorithm/units.js';
import type { Span } from './placement.js';
import { isFlex, resolveBreadth } from './template.js';

/** A track with its sizing functions. Sizes in px. */
export interface Track {
  readonly min: TrackBreadth;
  readonly max: TrackBreadth;
  /** Limit of `fit-content()`; undefined: none. */
  readonly fitContentLimit: number | undefined;
  readonly flex: number;
  /** An empty `auto-fit` track: it and its gutter take no space. */
  readonly collapsed: boolean;
  /** Base size; the used size when the algorithm ends. */
  base: number;
  /** Growth limit. */
  limit: number;
  /** Infinitely growable (§12.5): its growth limit was infinite; max-content contributions may raise it. */
  infinitelyGrowable: boolean;
}

/** Contributions of an item in one axis: sizes of its margin box, px. */
export interface TrackItem {
  readonly span: Span;
  readonly minContent: () => number;
  readonly maxContent: () => number;
  /**
   * The minimum contribution, with the automatic minimum size of §6.6.
   * @param more  margins, borders, paddings and gutters of subgrids around the item, which count toward track limits
   */
  readonly minimum: (more?: number) => number;
}

/** The space that tracks are sized in, px. */
export interface TrackSpace {
  /** Size of the content box; undefined: indefinite. */
  readonly available: number | undefined;
  /** Constraint of an indefinite size. */
  readonly constraint?: 'min-content' | 'max-content';
  readonly gap: number;
  /** `justify-content` or `align-content` is normal or stretch. */
  readonly stretches: boolean;
  /** Limits of an indefinite size, for flexible tracks. */
  readonly minSize?: number;
  readonly maxSize?: number;
  /** Checked for every item, which may span thousands of tracks. */
  readonly deadline?: Deadline | undefined;
}

export function createTrack(size: TrackSize, basis: number | undefined, collapsed: boolean): Track {
  let min: TrackBreadth;
  let max: TrackBreadth;
  let fitContentLimit: number | undefined;
  if (typeof size === 'object' && 'min' in size) {
    min = isFlex(size.min) ? 'auto' : size.min;
    max = size.max;
  } else if (typeof size === 'object' && 'fitContent' in size) {
    min = 'auto';
    max = 'max-content';
    fitContentLimit = resolveBreadth(size.fitContent, basis);
  } else {
    min = isFlex(size) ? 'auto' : size;
    max = size;
  }
  // 12.4 Initialize track sizes
  const base = collapsed ? 0 : snap(resolveBreadth(min, basis) ?? 0);
  const fixedLimit = resolveBreadth(max, basis);
  const limit = fixedLimit === undefined ? Number.POSITIVE_INFINITY : snap(fixedLimit);
  // A percentage of an indefinite size behaves as auto.
  const resolved = (breadth: TrackBreadth): TrackBreadth =>
    typeof breadth === 'string' || isFlex(breadth) || resolveBreadth(breadth, basis) !== undefined ? breadth : 'auto';
  return {
    min: resolved(min),
    max: resolved(max),
    fitContentLimit,
    flex: isFlex(max) ? max.fr : 0,
    collapsed,
    base,
    limit: collapsed ? 0 : Math.max(base, limit),
    infinitelyGrowable: false,
  };
}

/** Creates a track of a subgrid. @param size  used size of the parent's track, px */
export function fixedTrack(size: number): Track {
  return createTrack(Math.max(0, size), undefined, false);
}

/** Creates a track for `subgrid` without a parent grid. `grid-auto-*` do not apply: it fits minimums and stretches. */
export function orphanedTrack(): Track {
  return { ...createTrack('auto', undefined, false), fitContentLimit: 0 };
}

export const isIntrinsic = (breadth: TrackBreadth) =>
  breadth === 'auto' || breadth === 'min-content' || breadth === 'max-content';
export const isFlexible = (track: Track) => isFlex(track.max);
export const hasFixedMaximum = (track: Track) => resolveBreadth(track.max, 0) !== undefined;
export const isContentSized = (track: Track) => isIntrinsic(track.min) || isIntrinsic(track.max) || isFlexible(track);

/** Sets the `base` of all tracks to their used size. */
export function sizeTracks(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  resolveIntrinsic(tracks, items, space);
  maximize(tracks, space);
  expandFlexible(tracks, items, space);
  stretchAuto(tracks, space);
}

// ---- 12.5 Resolve intrinsic track sizes ----------------------------------------------------------------------------

/** From so many tracks on, those of an item are not kept: thousands of items would keep thousands each. */
const LONG_SPAN = 100;

/** An item, with the tracks that it spans. */
class Spanning {
  readonly #kept: readonly Track[] | undefined;

  constructor(
    readonly item: TrackItem,
    private readonly tracks: readonly Track[],
    spanned: readonly Track[],
  ) {
    this.#kept = spanned.length < LONG_SPAN ? spanned : undefined;
  }

  get length(): number {
    return this.item.span.end - this.item.span.start;
  }

  get spanned(): readonly Track[] {
    return this.#kept ?? this.tracks.slice(this.item.span.start, this.item.span.end);
  }

  check(deadline: Deadline | undefined): void {
    if (this.#kept) deadline?.check();
    else deadline?.checkNow();
  }
}

function resolveIntrinsic(tracks: Track[], items: readonly TrackItem[], space: TrackSpace): void {
  const inflexible: Spanning[] = [];
  const flexible: Spanning[] = [];
  for (const item of items) {
    const spanned = tracks.slice(item.span.start, item.span.end);
    if (!spanned.some(isContentSized)) continue;
    const spanning = new Spanning(item, tracks, spanned);
    spanning.check(space.deadline);
    (spanned.some(isFlexible) ? flexible : inflexible).push(spanning);
  }
  inflexible.sort((a, b) => a.length - b.length);
  // 2., 3. Items that span no flexible track, by ascending span
  for (let i = 0; i < inflexible.length; ) {
    const size = inflexible[i]!.length;
    let end = i;
    while (end < inflexible.length && inflexible[end]!.length === size) end += 1;
    accommodate(inflexible.slice(i, end), space, false);
    i = end;
  }
  // 4. Items that span flexible tracks, all together
  if (flexible.length > 0) accommodate(flexible, space, true);
  // 5. Infinite growth limits
  for (const track of tracks) if (track.limit === Number.POSITIVE_INFINITY) track.limit = track.base;
}

/** §12.5 step 3, for items of one span or all that span flexible tracks. */
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
    // The spec limits min-content contributions instead under a min- or max-content constraint.
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

function gutters(spanned: readonly Track[], { gap }: TrackSpace): number {
  return gap * Math.max(0, spanned.reduce((count, track) => count + Number(!track.collapsed), 0) - 1);
}

/** §12.5.1 Distribute extra space across spanned tracks, to base sizes */
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
    one.check(space.deadline);
    const { spanned } = one;
    const affectedTracks = spanned.filter((track) => !track.collapsed && affected(track));
    if (affectedTracks.length === 0) continue;
    const used = spanned.reduce((sum, track) => sum + track.base, gutters(spanned, space));
    const extra = contribution(one) - used;
    if (extra <= 0) continue;
    const increases = byFlex ? sharesByFlex(affectedTracks, extra) : sharesOfBases(affectedTracks, extra, isMaxContent);
    for (const [i, track] of affectedTracks.entries()) plan(planned, track, increases[i]!);
  }
  for (const [track, increase] of planned) {
    track.base += increase;
    track.limit = Math.max(track.limit, track.base);
  }
}

function plan(planned: Map<Track, number>, track: Track, increase: number): void {
  planned.set(track, Math.max(planned.get(track) ?? 0, increase));
}

function sharesByFlex(affectedTracks: readonly Track[], extra: number): number[] {
  const sum = affectedTracks.reduce((total, track) => total + track.flex, 0);
  const byRatio = extra * Math.min(1, sum);
  const equally = (extra - byRatio) / affectedTracks.length;
  return affectedTracks.map((track) => snap((sum > 0 ? (byRatio * track.flex) / sum : 0) + equally));
}

function sharesOfBases(affectedTracks: readonly Track[], extra: number, isMaxContent: boolean): number[] {
  const shares = affectedTracks.map(() => 0);
  const limits = affectedTracks.map((track) => track.limit - track.base);
  const left = distributeEqually(limits, shares, extra);
  if (left <= 0) return shares;
  // 5. Distribute space beyond limits, to tracks with an intrinsic maximum if any. The limit of fit-content() does not
  // apply. Blink: ShouldUsedSizeGrowBeyondLimit (grid_track_sizing_algorithm.cc)
  const grows = ({ max }: Track) => (isMaxContent ? max === 'max-content' || max === 'auto' : isIntrinsic(max));
  const growing = affectedTracks.some(grows) ? grows : () => true;
  const more = affectedTracks.map(() => 0);
  distributeEqually(
    affectedTracks.map((track) => (growing(track) ? Number.POSITIVE_INFINITY : 0)),
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
    one.check(space.deadline);
    const { spanned } = one;
    const affectedTracks = spanned.filter((track) => !track.collapsed && affected(track));
    if (affectedTracks.length === 0) continue;
    const extra = contribution(one) - spanned.reduce((sum, track) => sum + sizeOf(track), gutters(spanned, space));
    const shares = affectedTracks.map(() => 0);
    if (extra > 0) {
      const toFitContentLimit = (track: Track) => (track.fitContentLimit ?? Number.POSITIVE_INFINITY) - sizeOf(track);
      const left = distributeEqually(
        affectedTracks.map((track) => (isOpen(track) ? toFitContentLimit(track) : 0)),
        shares,
        extra,
      );
      if (left > 0) distributeEqually(affectedTracks.map(toFitContentLimit), shares, left);
    }
    // A planned increase of 0 makes an infinite limit finite.
    for (const [i, track] of affectedTracks.entries()) plan(planned, track, shares[i]!);
  }
  for (const [track, increase] of planned) {
    track.infinitelyGrowable = marksGrowable && track.limit === Number.POSITIVE_INFINITY;
    track.limit = sizeOf(track) + increase;
  }
}

/** Adds `amount`, px, to `shares` equally, each up to its entry of `limits`. @returns the space that is left */
function distributeEqually(limits: readonly number[], shares: number[], amount: number): number {
  let left = amount;
  let open = limits.flatMap((limit, i) => (limit > shares[i]! ? [i] : []));
  while (left > 0 && open.length > 0) {
    const share = left / open.length;
    const full = open.filter((i) => limits[i]! - shares[i]! <= share);
    if (full.length === 0) {
      // Dividing what is left by the remaining count spreads the rounding error.
      open.forEach((i, at) => {
        const part = snap(left / (open.length - at));
        shares[i]! += part;
        left -= part;
      });
      return 0;
    }
    for (const i of full) {
      left -= limits[i]! - shares[i]!;
      shares[i] = limits[i]!;
    }
    open = open.filter((i) => shares[i]! < limits[i]!);
  }
  return left;
}

// ---- 12.6 to 12.8 --------------------------------------------------------------------------------------------------

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
    // A maximum size of the container is ignored, as in Blink's GridTrackSizingAlgorithm::MaximizeTracks.
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
  distributeEqually(
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
  let fraction = flexible.reduce((max, { flex, base }) => Math.max(max, flex > 1 ? base / flex : base), 0);
  for (const item of items) {
    const spanned = tracks.slice(item.span.start, item.span.end);
    new Spanning(item, tracks, spanned).check(space.deadline);
    if (spanned.some(isFlexible)) fraction = Math.max(fraction, fractionSize(spanned, item.maxContent(), space.gap));
  }
  const filled = tracks.reduce(
    (sum, track) => sum + (isFlexible(track) ? Math.max(track.base, fraction * track.flex) : track.base),
    gutters(tracks, space),
  );
  if (space.minSize !== undefined && filled < space.minSize) return fractionSize(tracks, space.minSize, space.gap);
  if (space.maxSize !== undefined && filled > space.maxSize) return fractionSize(tracks, space.maxSize, space.gap);
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
      ? space.minSize === undefined
        ? 0
        : space.minSize - tracksSize(tracks, space.gap)
      : freeSpace(tracks, space)!;
  const autos = tracks.filter((track) => track.max === 'auto' && !track.collapsed);
  if (free <= 0 || autos.length === 0) return;
  const shares = autos.map(() => 0);
  distributeEqually(
    autos.map(() => Number.POSITIVE_INFINITY),
    shares,
    free,
  );
  autos.forEach((track, i) => {
    track.base += shares[i]!;
  });
}
