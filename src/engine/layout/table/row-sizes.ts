/**
 * Distribution of extra height to rows and sections. CSS Tables 3 does not define it
 * (https://github.com/w3c/csswg-drafts/issues/4418). Source: Blink's table_layout_utils.cc
 */

import { sum } from '../../collections/sum.js';
import { snap, snapFloor } from '../algorithm/units.js';

/** Blink: TableTypes::Row. Height in px. */
export interface RowSize {
  readonly height: number;
  /** 0..100; undefined: no percentage height. */
  readonly percent: number | undefined;
  /** The row or one of its cells has a height that is a length or percentage. */
  readonly isConstrained: boolean;
  /** A cell that spans several rows starts here. */
  readonly startsRowspan: boolean;
  /** `visibility: collapse` */
  readonly isCollapsed: boolean;
}

/** A range of rows. Blink: TableTypes::Section. Height in px. */
export interface SectionSize {
  readonly start: number;
  readonly count: number;
  /** Includes the spacing between rows. */
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
 * Grows rows until they and the spacing between them take `height`, px.
 * @param percentageBasis  basis of percentage heights of rows, px; undefined: they behave as auto
 * @param forRowspan       grows rows for a cell that spans them: rows in which other such cells start come first
 * Source: Blink's DistributeExcessBlockSizeToRows
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
  const deficitOf = ({ percent, height: own }: RowSize) =>
    percent && percentageBasis !== undefined ? Math.max(0, snap((percent * percentageBasis) / 100) - own) : 0;
  const deficient = indexes.filter((index) => deficitOf(rows[index]!) > 0);
  const isEmpty = (index: number) => rows[index]!.height === 0 && deficitOf(rows[index]!) === 0;
  const isFree = ({ isConstrained, percent }: RowSize) =>
    !isConstrained || (percent !== undefined && percentageBasis === undefined);
  const empty = indexes.filter(isEmpty);
  const filled = indexes.filter((index) => !isEmpty(index));
  const freeFilled = filled.filter((index) => isFree(rows[index]!));
  const freeEmpty = empty.filter((index) => isFree(rows[index]!));
  if (deficient.length > 0) {
    const distributed = Math.min(
      extra,
      sum(deficient, (index) => deficitOf(rows[index]!)),
    );
    distributeToRows(rows, deficient, distributed, (index) => deficitOf(rows[index]!));
    extra -= distributed;
    if (extra <= 0) return;
  }
  const rowspanStarts = forRowspan ? indexes.slice(1).filter((index) => rows[index]!.startsRowspan) : [];
  const byHeight = (index: number) => rows[index]!.height;
  if (rowspanStarts.length > 0) distributeToRows(rows, rowspanStarts, extra, () => 1);
  else if (freeFilled.length > 0) distributeToRows(rows, freeFilled, extra, byHeight);
  else if (empty.length > 0 && forRowspan && empty.length === count)
    distributeToRows(rows, empty.slice(-1), extra, () => 1);
  else if (empty.length > 0 && !forRowspan)
    distributeToRows(rows, freeEmpty.length > 0 ? freeEmpty : empty, extra, () => 1);
  else distributeToRows(rows, filled, extra, byHeight);
}

/** Distributes `extra`, px, by weight; the last row takes the rounding error. */
function distributeToRows(
  rows: RowSize[],
  growing: readonly number[],
  extra: number,
  weight: (index: number) => number,
): void {
  // Weights may be the heights that change below.
  const weights = growing.map(weight);
  const total = sum(weights, (value) => value);
  let left = extra;
  growing.forEach((index, i) => {
    const isLast = i === growing.length - 1;
    const share = isLast ? left : total > 0 ? snapFloor((extra * weights[i]!) / total) : 0;
    rows[index] = { ...rows[index]!, height: rows[index]!.height + share };
    left -= share;
  });
}

/**
 * Grows sections and their rows to the height of the table: percentages first, then bodies before header and footer.
 * @param height  of the table's content box, px
 * Source: Blink's DistributeTableBlockSizeToSections
 */
export function growSections(
  sections: readonly SectionSize[],
  rows: RowSize[],
  height: number,
  spacing: number,
): SectionSize[] {
  const available = Math.max(0, height - (sections.length + 1) * spacing);
  const sizes = sections.map((section) => section.height);
  const total = () => sum(sizes, (size) => size);
  if (sections.length === 0 || available <= total()) return [...sections];
  const percentageSizes = sections.map(({ percent }, i) =>
    percent === undefined ? sizes[i]! : Math.max(sizes[i]!, snap((percent * available) / 100)),
  );
  const deficit = sum(percentageSizes, (size) => size) - total();
  if (deficit > 0) {
    const distributed = Math.min(deficit, available - total());
    const weights = percentageSizes.map((size, i) => size - sizes[i]!);
    distributeToSections(
      sizes,
      sections.flatMap(({ percent }, i) => (percent === undefined ? [] : [i])),
      distributed,
      weights,
    );
  }
  const growing = growingSections(sections);
  const left = available - total();
  if (left > 0) distributeToSections(sizes, growing, left, [...sizes]);
  return sections.map((section, i) => {
    if (sizes[i] === section.height) return section;
    growRows(rows, section, sizes[i]!, spacing, { percentageBasis: sizes[i]! });
    return { ...section, height: sizes[i]! };
  });
}

/** Bodies if any, else all; of these those without a height, else with a length, else with a percentage. */
function growingSections(sections: readonly SectionSize[]): number[] {
  const all = sections.map((_, i) => i);
  const bodies = all.filter((i) => sections[i]!.isBody);
  const candidates = bodies.length > 0 ? bodies : all;
  const free = candidates.filter((i) => !sections[i]!.isConstrained);
  if (free.length > 0) return free;
  const lengths = candidates.filter((i) => sections[i]!.percent === undefined);
  return lengths.length > 0 ? lengths : candidates;
}

function distributeToSections(
  sizes: number[],
  growing: readonly number[],
  extra: number,
  weights: readonly number[],
): void {
  const total = sum(growing, (index) => weights[index]!);
  let left = extra;
  growing.forEach((index, i) => {
    const isLast = i === growing.length - 1;
    const share = isLast ? left : snapFloor(total > 0 ? (extra * weights[index]!) / total : extra / growing.length);
    sizes[index]! += share;
    left -= share;
  });
}
