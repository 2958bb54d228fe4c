/**
 * How extra height goes to rows and sections. CSS Tables 3 leaves it open (https://github.com/w3c/csswg-drafts/issues/4418):
 * this is what Blink does.
 */

import { snap, snapFloor } from '../algorithm/units.js';

export interface RowSize {
  readonly height: number;
  /** 0..100, of the height that is distributed. */
  readonly percent: number | undefined;
  /** The row or a cell of it has a height of its own. */
  readonly isConstrained: boolean;
  /** A cell over several rows starts here. */
  readonly startsRowspan: boolean;
  /** `visibility: collapse` */
  readonly isCollapsed: boolean;
}

export interface SectionSize {
  readonly start: number;
  readonly count: number;
  /** Of its rows with the spacing between them. */
  readonly height: number;
  readonly percent: number | undefined;
  readonly isConstrained: boolean;
  readonly isBody: boolean;
}

/** Consecutive rows. */
export interface RowRange {
  readonly start: number;
  readonly count: number;
}

/**
 * Makes rows so high that they take `height` together with the spacing between them, unless they do already.
 * @param percentageBasis  what percentage heights of the rows refer to; undefined: they count as auto
 * @param forRowspan       for a cell over these rows: rows in which other such cells start come first
 */
export function growRows(
  rows: RowSize[],
  { start, count }: RowRange,
  height: number,
  spacing: number,
  { percentageBasis, forRowspan = false }: { percentageBasis?: number; forRowspan?: boolean },
): void {
  let extra = height - Math.max(0, count - 1) * spacing;
  for (let index = start; index < start + count; index += 1) extra -= rows[index]!.height;
  if (extra <= 0 || count === 0) return;
  const indexes = Array.from({ length: count }, (_, i) => start + i);
  const deficit = ({ percent, height: own }: RowSize) =>
    percent && percentageBasis !== undefined ? Math.max(0, snap((percent * percentageBasis) / 100) - own) : 0;
  const lacking = indexes.filter((index) => deficit(rows[index]!) > 0);
  const isEmpty = (index: number) => rows[index]!.height === 0 && deficit(rows[index]!) === 0;
  const isFree = ({ isConstrained, percent }: RowSize) =>
    !isConstrained || (percent !== undefined && percentageBasis === undefined);
  const empty = indexes.filter(isEmpty);
  const filled = indexes.filter((index) => !isEmpty(index));
  const freeFilled = filled.filter((index) => isFree(rows[index]!));
  const freeEmpty = empty.filter((index) => isFree(rows[index]!));
  if (lacking.length > 0) {
    const given = Math.min(
      extra,
      sum(lacking, (index) => deficit(rows[index]!)),
    );
    give(rows, lacking, given, (index) => deficit(rows[index]!));
    extra -= given;
    if (extra <= 0) return;
  }
  const origins = forRowspan ? indexes.slice(1).filter((index) => rows[index]!.startsRowspan) : [];
  const byHeight = (index: number) => rows[index]!.height;
  if (origins.length > 0) give(rows, origins, extra, () => 1);
  else if (freeFilled.length > 0) give(rows, freeFilled, extra, byHeight);
  else if (empty.length > 0 && forRowspan && empty.length === count) give(rows, empty.slice(-1), extra, () => 1);
  else if (empty.length > 0 && !forRowspan) give(rows, freeEmpty.length > 0 ? freeEmpty : empty, extra, () => 1);
  else give(rows, filled, extra, byHeight);
}

/** Shares `extra` out by weight; what snapping leaves over goes to the last. */
function give(rows: RowSize[], takers: readonly number[], extra: number, weight: (index: number) => number): void {
  // Weights may be the heights that change here.
  const weights = takers.map(weight);
  const total = sum(weights, (value) => value);
  let left = extra;
  takers.forEach((index, i) => {
    const isLast = i === takers.length - 1;
    const part = isLast ? left : total > 0 ? snapFloor((extra * weights[i]!) / total) : 0;
    rows[index] = { ...rows[index]!, height: rows[index]!.height + part };
    left -= part;
  });
}

/**
 * Gives sections, and rows in them, the height of the table: percentages first, then bodies before header and footer.
 * @param height  of the table's content box
 */
export function growSections(
  sections: readonly SectionSize[],
  rows: RowSize[],
  height: number,
  spacing: number,
): SectionSize[] {
  const room = Math.max(0, height - (sections.length + 1) * spacing);
  const sizes = sections.map((section) => section.height);
  const total = () => sum(sizes, (size) => size);
  if (sections.length === 0 || room <= total()) return [...sections];
  const wanted = sections.map(({ percent }, i) =>
    percent === undefined ? sizes[i]! : Math.max(sizes[i]!, snap((percent * room) / 100)),
  );
  const lacking = sum(wanted, (size) => size) - total();
  if (lacking > 0) {
    const given = Math.min(lacking, room - total());
    const weights = wanted.map((size, i) => size - sizes[i]!);
    spread(
      sizes,
      sections.flatMap(({ percent }, i) => (percent === undefined ? [] : [i])),
      given,
      weights,
    );
  }
  const takers = preferredSections(sections);
  const left = room - total();
  if (left > 0) spread(sizes, takers, left, [...sizes]);
  return sections.map((section, i) => {
    if (sizes[i] === section.height) return section;
    growRows(rows, section, sizes[i]!, spacing, { percentageBasis: sizes[i]! });
    return { ...section, height: sizes[i]! };
  });
}

/** Bodies if there are any; of them those without a height, else those with a length, else those with a percentage. */
function preferredSections(sections: readonly SectionSize[]): number[] {
  const all = sections.map((_, i) => i);
  const bodies = all.filter((i) => sections[i]!.isBody);
  const candidates = bodies.length > 0 ? bodies : all;
  const free = candidates.filter((i) => !sections[i]!.isConstrained);
  if (free.length > 0) return free;
  const lengths = candidates.filter((i) => sections[i]!.percent === undefined);
  return lengths.length > 0 ? lengths : candidates;
}

function spread(sizes: number[], takers: readonly number[], extra: number, weights: readonly number[]): void {
  const total = sum(takers, (index) => weights[index]!);
  let left = extra;
  takers.forEach((index, i) => {
    const isLast = i === takers.length - 1;
    const part = isLast ? left : snapFloor(total > 0 ? (extra * weights[index]!) / total : extra / takers.length);
    sizes[index]! += part;
    left -= part;
  });
}

function sum<T>(list: readonly T[], value: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += value(item);
  return total;
}
