/**
 * The explicit grid: tracks and named lines from track lists and areas.
 * Source: https://drafts.csswg.org/css-grid-2/#explicit-grids
 */

import type { ComputedStyle } from '../../css/properties/table.js';
import {
  hasPercentage,
  resolveLength,
  type TrackBreadth,
  type TrackList,
  type TrackListItem,
  type TrackSize,
} from '../../css/values/values.js';
import type { SubgridAxis } from '../algorithm/constraint-space.js';
import { snap } from '../algorithm/units.js';
import { resolvePercentage } from '../sizing/heights.js';
import type { NamedLines } from './placement.js';

export interface ExplicitAxis extends NamedLines {
  readonly tracks: readonly TrackSize[];
  /** Number of tracks from the track list; `grid-auto-*` sizes the others. */
  readonly listedCount: number;
  /** Indices of tracks from `repeat(auto-fit)`; empty ones collapse. */
  readonly autoFit: ReadonlySet<number>;
}

/** The space for automatic repetitions, px. */
export interface FillSpace {
  /** Content box size; undefined: indefinite. */
  readonly size: number | undefined;
  /** Limits of an indefinite size. */
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
  readonly gap: number;
}

/**
 * Builds the explicit grid of one axis.
 * @param areaCount  number of tracks in `grid-template-areas`
 * @param areaLines  names of its lines with their indices
 */
export function explicitAxis(
  list: TrackList,
  space: FillSpace,
  areaCount: number,
  areaLines: readonly (readonly [string, number])[],
  auto: readonly TrackSize[],
  subgrid?: SubgridAxis,
): ExplicitAxis {
  if (subgrid) return subgridLines(list, subgrid, areaLines);
  const tracks: TrackSize[] = [];
  const autoFit = new Set<number>();
  const names = new Map<string, number[]>();
  const addName = (name: string, line: number) => {
    const lines = names.get(name);
    if (lines) lines.push(line);
    else names.set(name, [line]);
  };
  const add = (items: readonly TrackListItem[]) => {
    for (const item of items) {
      if (item.type === 'names') for (const name of item.names) addName(name, tracks.length);
      else if (item.type === 'track') tracks.push(item.size);
      else {
        const isAuto = typeof item.count === 'string';
        const count = isAuto ? autoRepetitions(list, item.items, space) : (item.count as number);
        const from = tracks.length;
        for (let i = 0; i < Math.min(count, MAX_REPETITIONS); i += 1) add(item.items);
        if (item.count === 'auto-fit') for (let i = from; i < tracks.length; i += 1) autoFit.add(i);
      }
    }
  };
  if (list !== 'none' && !list.subgrid) add(list.items);
  const listedCount = tracks.length;
  // Areas may need more tracks than the list has.
  for (let i = 0; tracks.length < areaCount; i += 1) tracks.push(auto[i % Math.max(1, auto.length)] ?? 'auto');
  for (const [name, line] of areaLines) addName(name, line);
  for (const lines of names.values()) lines.sort((a, b) => a - b);
  return { count: tracks.length, tracks, listedCount, names, autoFit };
}

/** Limit of `repeat()`. Source: https://drafts.csswg.org/css-grid-2/#overlarge-grids */
const MAX_REPETITIONS = 10_000;

/**
 * The names of the lines of a subgrid, in their order.
 * @param lineCount  number of its lines, to which `repeat(auto-fill)` fills up; undefined: it counts for nothing
 * Source: https://drafts.csswg.org/css-grid-2/#subgrid-listing
 */
export function subgridNames(items: readonly TrackListItem[], lineCount?: number): (readonly string[])[] {
  const count = (item: TrackListItem): number =>
    item.type === 'repeat' ? (typeof item.count === 'number' ? item.count : 0) * item.items.length : 1;
  const fixed = items.reduce((sum, item) => sum + count(item), 0);
  return items.flatMap((item) => {
    if (item.type === 'names') return [item.names];
    if (item.type !== 'repeat') return [];
    const filled = lineCount === undefined ? 0 : Math.max(0, Math.floor((lineCount - fixed) / item.items.length));
    const repetitions = typeof item.count === 'number' ? Math.min(item.count, MAX_REPETITIONS) : filled;
    const names = subgridNames(item.items);
    return Array.from({ length: repetitions }, () => names).flat();
  });
}

/** The lines of a subgrid: the parent's names and its own. */
function subgridLines(
  list: TrackList,
  { sizes, names: inherited }: SubgridAxis,
  areaLines: readonly (readonly [string, number])[],
): ExplicitAxis {
  const names = new Map([...inherited].map(([name, lines]) => [name, [...lines]]));
  const addName = (name: string, line: number) => {
    if (line <= sizes.length) names.set(name, [...(names.get(name) ?? []), line]);
  };
  const groups = list === 'none' ? [] : subgridNames(list.items, sizes.length + 1);
  groups.forEach((group, line) => {
    for (const name of group) addName(name, line);
  });
  // Areas end at the subgrid's edge.
  for (const [name, line] of areaLines) addName(name, name.endsWith('-end') ? Math.min(line, sizes.length) : line);
  for (const lines of names.values()) lines.sort((a, b) => a - b);
  return { count: sizes.length, tracks: sizes, listedCount: sizes.length, names, autoFit: new Set() };
}

/** Number of automatic repetitions: as many as fit the size or its maximum, else as reach the minimum (§7.2.3.2). */
function autoRepetitions(list: TrackList, repeated: readonly TrackListItem[], space: FillSpace): number {
  const limit = space.size ?? space.maxSize;
  const target = limit ?? space.minSize;
  if (target === undefined || list === 'none') return 1;
  const sizes = (items: readonly TrackListItem[]): number[] =>
    items.flatMap((item) => {
      if (item.type === 'track') return [definiteBreadth(item.size, target) + space.gap];
      if (item.type === 'names' || typeof item.count === 'string') return [];
      return Array.from({ length: Math.min(item.count, MAX_REPETITIONS) }, () => sizes(item.items)).flat();
    });
  const sum = (items: readonly TrackListItem[]) => sizes(items).reduce((total, size) => total + size, 0);
  const one = sum(repeated);
  if (one <= 0) return 1;
  const count = (target + space.gap - sum(list.items)) / one;
  return Math.max(1, limit === undefined ? Math.ceil(count) : Math.floor(count));
}

function definiteBreadth(size: TrackSize, basis: number): number {
  if (typeof size === 'object' && 'min' in size)
    return snap(
      Math.max(
        resolveBreadth(size.min, basis) ?? 0,
        resolveBreadth(size.max, basis) ?? resolveBreadth(size.min, basis) ?? 1,
      ),
    );
  if (typeof size === 'object' && 'fitContent' in size) return snap(resolveLength(size.fitContent, basis));
  return Math.max(1, snap(resolveBreadth(size, basis) ?? 1));
}

/** px; undefined: the breadth is not a length, or a percentage of an indefinite size. */
export function resolveBreadth(breadth: TrackBreadth, basis: number | undefined): number | undefined {
  return typeof breadth === 'string' || isFlex(breadth) ? undefined : resolvePercentage(breadth, basis);
}

export function isFlex(size: TrackSize): size is { readonly fr: number } {
  return typeof size === 'object' && 'fr' in size;
}

export function hasPercentageTrack(items: readonly TrackListItem[]): boolean {
  return items.some((item) => {
    if (item.type === 'track') return isPercentageTrack(item.size);
    return item.type === 'repeat' && hasPercentageTrack(item.items);
  });
}

export function isPercentageTrack(size: TrackSize): boolean {
  if (typeof size === 'string' || isFlex(size)) return false;
  if (typeof size === 'object' && 'min' in size) return isPercentageTrack(size.min) || isPercentageTrack(size.max);
  return hasPercentage(typeof size === 'object' && 'fitContent' in size ? size.fitContent : size);
}

interface AreaLines {
  readonly rows: readonly (readonly [string, number])[];
  readonly columns: readonly (readonly [string, number])[];
  readonly rowCount: number;
  readonly columnCount: number;
}

/** Implicitly-assigned line names `name-start` and `name-end` of named areas (§7.3.2). */
export function areaLines(areas: ComputedStyle['grid-template-areas']): AreaLines {
  if (areas === 'none') return { rows: [], columns: [], rowCount: 0, columnCount: 0 };
  const extents = new Map<string, { top: number; bottom: number; left: number; right: number }>();
  areas.forEach((row, y) => {
    row.forEach((name, x) => {
      if (name === null) return;
      const known = extents.get(name);
      if (!known) extents.set(name, { top: y, bottom: y + 1, left: x, right: x + 1 });
      else
        Object.assign(known, {
          bottom: Math.max(known.bottom, y + 1),
          left: Math.min(known.left, x),
          right: Math.max(known.right, x + 1),
        });
    });
  });
  const rows: [string, number][] = [];
  const columns: [string, number][] = [];
  for (const [name, { top, bottom, left, right }] of extents) {
    rows.push([`${name}-start`, top], [`${name}-end`, bottom]);
    columns.push([`${name}-start`, left], [`${name}-end`, right]);
  }
  return { rows, columns, rowCount: areas.length, columnCount: areas[0]?.length ?? 0 };
}
