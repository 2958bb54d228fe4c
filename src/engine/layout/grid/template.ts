/** The explicit grid: track lists and areas to tracks and named lines. Source: https://drafts.csswg.org/css-grid-2/#explicit-grids */

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
import type { NamedLines } from './placement.js';

export interface ExplicitAxis extends NamedLines {
  readonly tracks: readonly TrackSize[];
  /** How many of them the track list has: after these the pattern of implicit ones begins. */
  readonly listed: number;
  /** Indices of tracks that `repeat(auto-fit)` made: empty ones collapse. */
  readonly autoFit: ReadonlySet<number>;
}

/** What `repeat(auto-fill)` may fill. */
export interface FillSpace {
  /** Content box size; undefined: indefinite. */
  readonly size: number | undefined;
  /** Limits of an indefinite size. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly gap: number;
}

/**
 * @param areaCount  tracks that `grid-template-areas` asks for at least
 * @param areaLines  line names that it makes
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
  const listed = tracks.length;
  // Areas may ask for more tracks than the list has: grid-auto-* sizes them.
  for (let i = 0; tracks.length < areaCount; i += 1) tracks.push(auto[i % Math.max(1, auto.length)] ?? 'auto');
  for (const [name, line] of areaLines) addName(name, line);
  for (const lines of names.values()) lines.sort((a, b) => a - b);
  return { count: tracks.length, tracks, listed, names, autoFit };
}

const MAX_REPETITIONS = 10_000;

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
  const groups = list === 'none' ? [] : list.items.flatMap((item) => (item.type === 'names' ? [item.names] : []));
  groups.forEach((group, line) => {
    for (const name of group) addName(name, line);
  });
  for (const [name, line] of areaLines) addName(name, line);
  for (const lines of names.values()) lines.sort((a, b) => a - b);
  return { count: sizes.length, tracks: sizes, listed: sizes.length, names, autoFit: new Set() };
}

/** §7.2.3.2: as many as fit a definite or maximal size, or as reach a minimal one; at least one. */
function autoRepetitions(list: TrackList, repeated: readonly TrackListItem[], space: FillSpace): number {
  const limit = space.size ?? space.most;
  const target = limit ?? space.least;
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
    return snap(Math.max(lengthOf(size.min, basis) ?? 0, lengthOf(size.max, basis) ?? lengthOf(size.min, basis) ?? 1));
  if (typeof size === 'object' && 'fitContent' in size) return snap(resolveLength(size.fitContent, basis));
  return Math.max(1, snap(lengthOf(size, basis) ?? 1));
}

/** undefined where the breadth is no length. */
export function lengthOf(breadth: TrackBreadth, basis: number | undefined): number | undefined {
  if (typeof breadth === 'string' || (typeof breadth === 'object' && 'fr' in breadth)) return undefined;
  if (basis === undefined) return hasPercentage(breadth) ? undefined : resolveLength(breadth, 0);
  return resolveLength(breadth, basis);
}

export interface AreaLines {
  readonly rows: readonly (readonly [string, number])[];
  readonly columns: readonly (readonly [string, number])[];
  readonly rowCount: number;
  readonly columnCount: number;
}

/** Named areas make the lines `name-start` and `name-end` (§7.3.2). */
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
