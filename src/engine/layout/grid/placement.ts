/** Placement of grid items. Source: https://drafts.csswg.org/css-grid-2/#placement */

import type { BlockLevelBox } from '../../box/tree.js';
import { partitionPoint } from '../../collections/partition-point.js';
import type { GridLine, GridPlacement } from '../../css/values/values.js';
import type { Deadline } from '../../deadline.js';

/** Tracks from `start` to before `end`, counted in the explicit grid: < 0 for leading implicit tracks. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GridArea {
  readonly box: BlockLevelBox;
  row: Span;
  column: Span;
}

/** The lines of one axis of the explicit grid. */
export interface NamedLines {
  /** Number of explicit tracks. */
  readonly count: number;
  /** Line indices (0 = first line) by name, ascending. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** Placement in one axis: definite, or automatic with a number of tracks. */
export type AxisPlacement = Span | { readonly span: number };

export function isPlaced(placement: AxisPlacement): placement is Span {
  return 'start' in placement;
}

/** Resolves a pair of grid-placement properties (§8.3). */
export function resolvePlacement(start: GridPlacement, end: GridPlacement, lines: NamedLines): AxisPlacement {
  const from = start === 'auto' || start.span ? undefined : resolveLine(start, 'start', lines);
  const to = end === 'auto' || end.span ? undefined : resolveLine(end, 'end', lines);
  if (from !== undefined && to !== undefined) {
    if (from === to) return { start: from, end: from + 1 };
    return { start: Math.min(from, to), end: Math.max(from, to) };
  }
  if (from !== undefined) return { start: from, end: spanFrom(from, end, lines, 1) };
  if (to !== undefined) return { start: spanFrom(to, start, lines, -1), end: to };
  const span = start !== 'auto' && start.span ? start : end !== 'auto' && end.span ? end : undefined;
  return { span: span && span.name === undefined ? (span.integer ?? 1) : 1 };
}

/** Resolves `span` from the opposite line: a number of tracks, or up to the nth line of a name. */
function spanFrom(line: number, placement: GridPlacement, lines: NamedLines, direction: 1 | -1): number {
  if (placement === 'auto') return line + direction;
  const count = placement.integer ?? 1;
  if (placement.name === undefined) return line + direction * count;
  const named = lines.names.get(placement.name) ?? [];
  const first = partitionPoint(named, (at) => (direction > 0 ? at <= line : at < line));
  const found = direction > 0 ? named[first + count - 1] : named[first - count];
  if (found !== undefined) return found;
  // Implicit lines have every name.
  const edge = direction > 0 ? Math.max(line, lines.count) : Math.min(line, 0);
  return edge + direction * (count - (direction > 0 ? named.length - first : first));
}

function resolveLine({ integer, name }: GridLine, side: 'start' | 'end', lines: NamedLines): number {
  if (name === undefined) {
    const number = integer ?? 1;
    return number > 0 ? number - 1 : lines.count + 1 + number;
  }
  if (integer === undefined) {
    // The first such line (§8.3).
    const [area] = lines.names.get(`${name}-${side}`) ?? [];
    if (area !== undefined) return area;
  }
  const count = integer ?? 1;
  const named = lines.names.get(name) ?? [];
  if (count > 0) return named[count - 1] ?? lines.count + (count - named.length);
  return named[named.length + count] ?? count + named.length;
}

interface Pending {
  readonly box: BlockLevelBox;
  readonly row: AxisPlacement;
  readonly column: AxisPlacement;
}

/** Limit of line numbers and spans. Source: https://drafts.csswg.org/css-grid-2/#overlarge-grids */
const MAX_TRACKS = 10_000;

interface Place {
  readonly major: Span;
  readonly minor: Span;
}

/**
 * Places all items; areas are in the order of `items`.
 * @param rowFlow  `grid-auto-flow: row`; otherwise columns fill first
 * Source: https://drafts.csswg.org/css-grid-2/#auto-placement-algo
 */
export function placeItems(
  items: readonly Pending[],
  rows: number,
  columns: number,
  rowFlow: boolean,
  dense: boolean,
  deadline?: Deadline,
): GridArea[] {
  // In row flow the major axis is that of rows; in column flow, that of columns.
  const pending = items.map(({ row, column }) => ({
    major: clampPlacement(rowFlow ? row : column),
    minor: clampPlacement(rowFlow ? column : row),
  }));
  const occupied = new Occupancy(deadline);
  const places: Place[] = [];
  const put = (index: number, place: Place) => {
    occupied.add(place.major, place.minor);
    places[index] = place;
  };
  // 0. Position anything that’s not auto-positioned
  for (const [index, { major, minor }] of pending.entries()) {
    if (isPlaced(major) && isPlaced(minor)) put(index, { major, minor });
  }
  let minorStart = 0;
  let minorEnd = rowFlow ? columns : rows;
  for (const { minor } of pending) if (isPlaced(minor)) minorStart = Math.min(minorStart, minor.start);
  // 1. Process the items locked to a given row
  const cursors = new Map<string, number>();
  for (const [index, { major, minor }] of pending.entries()) {
    if (!isPlaced(major) || isPlaced(minor)) continue;
    // Densely, what was full for an item as large is full for this one.
    const key = dense ? `${major.start} ${major.end} ${minor.span}` : `${major.start}`;
    let start = cursors.get(key) ?? minorStart;
    for (let end = occupied.overlap(major, spanAt(start, minor)); end !== undefined; ) {
      start = end;
      end = occupied.overlap(major, spanAt(start, minor));
    }
    put(index, { major, minor: spanAt(start, minor) });
    cursors.set(key, start + minor.span);
  }
  // 2. Determine the columns in the implicit grid
  for (const [index, { minor: own }] of pending.entries()) {
    const minor = places[index]?.minor ?? own;
    if (isPlaced(minor)) {
      minorStart = Math.min(minorStart, minor.start);
      minorEnd = Math.max(minorEnd, minor.end);
    } else minorEnd = Math.max(minorEnd, minorStart + minor.span);
  }
  const majorStart = places.reduce((min, { major }) => Math.min(min, major.start), 0);
  // 3. Position the remaining grid items
  const cursor = { major: majorStart, minor: minorStart };
  /** `dense`: where the last item of these spans is; what is before is full for others of them. */
  const found = new Map<string, Readonly<typeof cursor>>();
  for (const [index, { major, minor }] of pending.entries()) {
    // Steps 0 and 1 have placed it.
    if (isPlaced(major)) continue;
    const key = isPlaced(minor) ? `${major.span} ${minor.start} ${minor.end}` : `${major.span} ${minor.span}`;
    if (dense) Object.assign(cursor, found.get(key) ?? { major: majorStart, minor: minorStart });
    if (isPlaced(minor)) {
      if (minor.start < cursor.minor) cursor.major += 1;
      cursor.minor = minor.start;
      while (occupied.overlap(spanAt(cursor.major, major), minor) !== undefined) cursor.major += 1;
      put(index, { major: spanAt(cursor.major, major), minor });
      if (dense) found.set(key, { ...cursor });
      continue;
    }
    for (;;) {
      if (cursor.minor + minor.span > minorEnd) Object.assign(cursor, { major: cursor.major + 1, minor: minorStart });
      const place = { major: spanAt(cursor.major, major), minor: spanAt(cursor.minor, minor) };
      const end = occupied.overlap(place.major, place.minor);
      if (end === undefined) {
        put(index, place);
        if (dense) found.set(key, { ...cursor });
        break;
      }
      cursor.minor = end;
    }
  }
  return items.map(({ box }, index) => {
    const { major, minor } = places[index]!;
    return { box, row: rowFlow ? major : minor, column: rowFlow ? minor : major };
  });
}

function spanAt(start: number, { span }: { readonly span: number }): Span {
  return { start, end: start + span };
}

function clampPlacement(placement: AxisPlacement): AxisPlacement {
  if (!isPlaced(placement)) return { span: Math.min(placement.span, MAX_TRACKS) };
  const start = Math.max(-MAX_TRACKS, Math.min(placement.start, MAX_TRACKS - 1));
  return { start, end: Math.max(start + 1, Math.min(placement.end, MAX_TRACKS)) };
}

/** Tracks of the major axis from which on an item is kept as a whole, instead of in each of them. */
const LONG_SPAN = 100;

/** Occupied cells: disjoint spans in the minor axis by major track, ascending; and long items. */
class Occupancy {
  readonly #spans = new Map<number, Span[]>();
  readonly #long: Place[] = [];

  constructor(private readonly deadline: Deadline | undefined) {}

  add(major: Span, minor: Span): void {
    if (major.end - major.start >= LONG_SPAN) {
      this.#long.push({ major, minor });
      return;
    }
    for (let track = major.start; track < major.end; track += 1) {
      const spans = this.#spans.get(track);
      if (spans) addSpan(spans, minor);
      else this.#spans.set(track, [minor]);
    }
  }

  /** The end of something that overlaps an area, in the minor axis; undefined: the area is free. */
  overlap(major: Span, minor: Span): number | undefined {
    this.deadline?.check();
    for (const long of this.#long) if (meet(long.major, major) && meet(long.minor, minor)) return long.minor.end;
    const isLong = major.end - major.start > this.#spans.size;
    for (const track of isLong ? this.#spans.keys() : tracksOf(major)) {
      if (track < major.start || track >= major.end) continue;
      const spans = this.#spans.get(track);
      const next = spans?.[partitionPoint(spans, ({ end }) => end <= minor.start)];
      if (next && next.start < minor.end) return next.end;
    }
    return undefined;
  }
}

function* tracksOf({ start, end }: Span): Generator<number> {
  for (let track = start; track < end; track += 1) yield track;
}

const meet = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Adds a span to disjoint ones, joined with those that it touches: items may overlap. */
function addSpan(spans: Span[], added: Span): void {
  const from = partitionPoint(spans, ({ end }) => end < added.start);
  let to = from;
  let { start, end } = added;
  for (; to < spans.length && spans[to]!.start <= end; to += 1) {
    start = Math.min(start, spans[to]!.start);
    end = Math.max(end, spans[to]!.end);
  }
  spans.splice(from, to - from, { start, end });
}
