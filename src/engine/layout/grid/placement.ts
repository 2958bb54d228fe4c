/** Placement of grid items. Source: https://drafts.csswg.org/css-grid-2/#placement */

import type { BlockLevelBox } from '../../box/tree.js';
import type { GridLine, GridPlacement } from '../../css/values/values.js';

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
  const beyond = direction > 0 ? named.filter((at) => at > line) : named.filter((at) => at < line).reverse();
  const found = beyond[count - 1];
  if (found !== undefined) return found;
  // Implicit lines have every name.
  const edge = direction > 0 ? Math.max(line, lines.count) : Math.min(line, 0);
  return edge + direction * (count - beyond.length);
}

function resolveLine({ integer, name }: GridLine, side: 'start' | 'end', lines: NamedLines): number {
  if (name === undefined) {
    const number = integer ?? 1;
    return number > 0 ? number - 1 : lines.count + 1 + number;
  }
  if (integer === undefined) {
    const area = lines.names.get(`${name}-${side}`);
    if (area?.[0] !== undefined) return side === 'start' ? area[0] : area.at(-1)!;
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
): GridArea[] {
  // In row flow the major axis is that of rows; in column flow, that of columns.
  const major = (item: Pending) => clampPlacement(rowFlow ? item.row : item.column);
  const minor = (item: Pending) => clampPlacement(rowFlow ? item.column : item.row);
  const occupied = new Occupancy();
  const places = new Map<Pending, { major: Span; minor: Span }>();
  const put = (item: Pending, at: { major: Span; minor: Span }) => {
    occupied.add(at.major, at.minor);
    places.set(item, at);
  };
  // 0. Position anything that’s not auto-positioned
  for (const item of items) {
    const a = major(item);
    const b = minor(item);
    if (isPlaced(a) && isPlaced(b)) put(item, { major: a, minor: b });
  }
  let low = 0;
  let high = rowFlow ? columns : rows;
  for (const item of items) {
    const b = minor(item);
    if (isPlaced(b)) low = Math.min(low, b.start);
  }
  // 1. Process the items locked to a given row
  const cursors = new Map<number, number>();
  for (const item of items) {
    const a = major(item);
    const b = minor(item);
    if (!isPlaced(a) || isPlaced(b)) continue;
    let at = dense ? low : (cursors.get(a.start) ?? low);
    while (occupied.overlaps(a, { start: at, end: at + b.span })) at += 1;
    put(item, { major: a, minor: { start: at, end: at + b.span } });
    cursors.set(a.start, at + b.span);
  }
  // 2. Determine the columns in the implicit grid
  for (const item of items) {
    const b = places.get(item)?.minor ?? minor(item);
    if (isPlaced(b)) {
      low = Math.min(low, b.start);
      high = Math.max(high, b.end);
    } else high = Math.max(high, low + b.span);
  }
  let lowMajor = 0;
  for (const { major: a } of places.values()) lowMajor = Math.min(lowMajor, a.start);
  // 3. Position the remaining grid items
  const cursor = { major: lowMajor, minor: low };
  for (const item of items) {
    if (places.has(item)) continue;
    const a = major(item) as { span: number };
    const b = minor(item);
    if (dense) Object.assign(cursor, { major: lowMajor, minor: low });
    if (isPlaced(b)) {
      if (b.start < cursor.minor) cursor.major += 1;
      cursor.minor = b.start;
      while (occupied.overlaps({ start: cursor.major, end: cursor.major + a.span }, b)) cursor.major += 1;
      put(item, { major: { start: cursor.major, end: cursor.major + a.span }, minor: b });
      continue;
    }
    for (;;) {
      if (cursor.minor + b.span > high) Object.assign(cursor, { major: cursor.major + 1, minor: low });
      const at = {
        major: { start: cursor.major, end: cursor.major + a.span },
        minor: { start: cursor.minor, end: cursor.minor + b.span },
      };
      if (!occupied.overlaps(at.major, at.minor)) {
        put(item, at);
        break;
      }
      cursor.minor += 1;
    }
  }
  return items.map((item) => {
    const at = places.get(item)!;
    return { box: item.box, row: rowFlow ? at.major : at.minor, column: rowFlow ? at.minor : at.major };
  });
}

function clampPlacement(placement: AxisPlacement): AxisPlacement {
  if (!isPlaced(placement)) return { span: Math.min(placement.span, MAX_TRACKS) };
  const start = Math.max(-MAX_TRACKS, Math.min(placement.start, MAX_TRACKS - 1));
  return { start, end: Math.max(start + 1, Math.min(placement.end, MAX_TRACKS)) };
}

/** Occupied cells: spans in the minor axis by major track. */
class Occupancy {
  readonly #spans = new Map<number, Span[]>();

  add(major: Span, minor: Span): void {
    for (let track = major.start; track < major.end; track += 1) {
      const spans = this.#spans.get(track);
      if (spans) spans.push(minor);
      else this.#spans.set(track, [minor]);
    }
  }

  overlaps(major: Span, minor: Span): boolean {
    for (let track = major.start; track < major.end; track += 1) {
      if (this.#spans.get(track)?.some((span) => span.start < minor.end && minor.start < span.end)) return true;
    }
    return false;
  }
}
