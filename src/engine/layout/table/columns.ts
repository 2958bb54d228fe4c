/**
 * Widths of table columns: from what cells and `col` boxes ask for to used widths.
 * Source: https://drafts.csswg.org/css-tables-3/#computing-the-table-width and, where that is open, Blink's behaviour.
 */

import { snapFloor } from '../units.js';

/** What a cell, or a `col`, asks of the columns it spans; widths of the border box, px. */
export interface WidthDemand {
  readonly min: number;
  readonly max: number;
  /** 0..100; undefined: no percentage width. */
  readonly percent: number | undefined;
  /** A length was given: the column grows last. */
  readonly isConstrained: boolean;
  /** Fixed layout: border and padding that a percentage width does not include (`box-sizing: content-box`). */
  readonly percentEdges: number;
}

export interface ColumnDemand {
  min: number;
  max: number;
  percent: number | undefined;
  isConstrained: boolean;
  percentEdges: number;
  /** In a fixed layout: a `col` gave the width, and cells do not change it. */
  isFromCol: boolean;
}

export function emptyColumns(count: number): ColumnDemand[] {
  return Array.from({ length: count }, () => ({
    min: 0,
    max: 0,
    percent: undefined,
    isConstrained: false,
    percentEdges: 0,
    isFromCol: false,
  }));
}

/** Lets one column satisfy a demand besides those before. */
export function encompass(column: ColumnDemand, demand: WidthDemand, isFixedLayout: boolean): void {
  if (isFixedLayout && column.isFromCol) return;
  column.min = Math.max(column.min, demand.min);
  if (column.isConstrained) column.max = Math.max(column.max, demand.isConstrained ? demand.max : demand.min);
  else if (demand.isConstrained) column.max = Math.max(column.min, demand.max);
  else column.max = Math.max(column.max, demand.max);
  column.max = Math.max(column.max, column.min);
  column.isConstrained ||= demand.isConstrained;
  if (demand.percent === undefined) return;
  column.percent = Math.max(column.percent ?? 0, demand.percent);
  column.percentEdges = Math.max(column.percentEdges, demand.percentEdges);
}

/** Lets several columns satisfy a spanning cell's demand. To be called by ascending span. */
export function encompassSpan(columns: ColumnDemand[], demand: WidthDemand, spacing: number): void {
  spreadPercent(columns, demand.percent);
  const between = spacing * (columns.length - 1);
  const toMin = distribute(columns, Math.max(0, demand.min - between), demand.isConstrained);
  const toMax = distribute(columns, Math.max(0, demand.max - between), demand.isConstrained);
  columns.forEach((column, i) => {
    column.min = Math.max(column.min, toMin[i]!);
    column.max = Math.max(column.max, column.min, toMax[i]!);
  });
}

/** A spanning percentage beyond those of its columns goes to the columns without one, by their max-content width. */
function spreadPercent(columns: ColumnDemand[], percent: number | undefined): void {
  if (percent === undefined) return;
  const surplus = percent - sum(columns, (column) => column.percent ?? 0);
  const open = columns.filter((column) => column.percent === undefined);
  if (surplus <= 0 || open.length === 0) return;
  const total = sum(open, (column) => column.max);
  for (const column of open) {
    column.percent = total > 0 ? (surplus * column.max) / total : surplus / open.length;
  }
}

/** Percentages beyond 100 in total count for nothing. */
export function capPercentages(columns: readonly ColumnDemand[]): void {
  let left = 100;
  for (const column of columns) {
    if (column.percent === undefined) continue;
    column.percent = Math.min(column.percent, left);
    left -= column.percent;
  }
}

/** A maximum that percentages make unbounded. */
const UNBOUNDED = 1_000_000;

/** min- and max-content width of all columns together, without spacing. */
export function columnsMinMax(columns: readonly ColumnDemand[], isFixedLayout: boolean): { min: number; max: number } {
  const min = sum(columns, (column) => column.min);
  let max = sum(columns, (column) => column.max);
  if (isFixedLayout) return { min, max: Math.max(min, max) };
  let fromPercent = 0;
  let percents = 0;
  let others = 0;
  for (const column of columns) {
    if (column.percent === undefined) others += column.max;
    else if (column.percent > 0) {
      percents += column.percent;
      fromPercent = Math.max(fromPercent, (column.max * 100) / column.percent);
    } else if (column.max > 0) fromPercent = UNBOUNDED;
  }
  if (others > 0) fromPercent = Math.max(fromPercent, percents >= 100 ? UNBOUNDED : (others * 100) / (100 - percents));
  if (percents > 0) max = Math.max(max, Math.min(fromPercent, UNBOUNDED));
  return { min, max: Math.max(min, max) };
}

/**
 * Widths of the columns that add up to `target`, or to their minimum where that is more (automatic layout).
 * Grows in this order: percentages, constrained columns, the others; beyond all of that the others again.
 * @param keepConstrained  a spanning cell with a length of its own: surplus prefers constrained columns less strictly
 */
export function distribute(columns: readonly ColumnDemand[], target: number, keepConstrained = false): number[] {
  const min = columns.map((column) => column.min);
  const percent = columns.map((column) =>
    column.percent === undefined ? column.min : Math.max(column.min, snapFloor((target * column.percent) / 100)),
  );
  const specified = columns.map((column, i) =>
    column.percent === undefined && column.isConstrained ? column.max : percent[i]!,
  );
  const max = columns.map((column, i) => (column.percent === undefined ? column.max : percent[i]!));
  const guesses = [min, percent, specified, max];
  const totals = guesses.map((guess) => sum(guess, (width) => width));
  const above = totals.findIndex((total) => total >= target);
  if (above === 0) return min;
  if (above > 0) return interpolate(guesses[above - 1]!, guesses[above]!, target);
  return grow(columns, max, target - totals[3]!, keepConstrained);
}

/** Between two guesses, every column the same fraction of its way. */
function interpolate(from: readonly number[], to: readonly number[], target: number): number[] {
  const start = sum(from, (width) => width);
  const increase = sum(to, (width) => width) - start;
  const fraction = increase > 0 ? (target - start) / increase : 0;
  return settle(
    from.map((width, i) => width + snapFloor((to[i]! - width) * fraction)),
    target,
    (i) => to[i]! > from[i]!,
  );
}

/** Everybody has what they ask for: who takes the rest (CSS Tables 3 §3.9.2). */
function grow(
  columns: readonly ColumnDemand[],
  widths: readonly number[],
  surplus: number,
  keepConstrained: boolean,
): number[] {
  const isAuto = (column: ColumnDemand) => column.percent === undefined && !column.isConstrained;
  const isLength = (column: ColumnDemand) => column.percent === undefined && column.isConstrained;
  const candidates: [(column: ColumnDemand) => boolean, (column: ColumnDemand) => number][] = [
    [(column) => isAuto(column) && column.max > 0, (column) => column.max],
    [isAuto, () => 1],
    [(column) => isLength(column) && column.max > 0, (column) => column.max],
    [(column) => (column.percent ?? 0) > 0, (column) => column.percent!],
    [() => true, () => 1],
  ];
  if (keepConstrained && columns.every((column) => !isAuto(column))) candidates.splice(0, 2);
  if (columns.length === 0) return [];
  const [takes, weight] = candidates.find(([accepts]) => columns.some(accepts))!;
  const total = sum(columns.filter(takes), weight);
  const grown = columns.map(
    (column, i) => widths[i]! + (takes(column) ? snapFloor((surplus * weight(column)) / total) : 0),
  );
  return settle(grown, sum(widths, (width) => width) + surplus, (i) => takes(columns[i]!));
}

/** What snapping left over goes to the last column that may take it. */
function settle(widths: number[], target: number, takes: (index: number) => boolean): number[] {
  const rest = target - sum(widths, (width) => width);
  const last = widths.findLastIndex((_, i) => takes(i));
  if (rest > 0 && last >= 0) widths[last]! += rest;
  return widths;
}

/** Fixed layout: lengths and percentages stand, the others share what is left. Source: CSS 2.2 §17.5.2.1 */
export function distributeFixed(columns: readonly ColumnDemand[], target: number): number[] {
  const isAuto = (column: ColumnDemand) => column.percent === undefined && !column.isConstrained;
  const widths = columns.map((column) =>
    column.percent !== undefined
      ? snapFloor((target * column.percent) / 100) + column.percentEdges
      : column.isConstrained
        ? column.max
        : 0,
  );
  const surplus = target - sum(widths, (width) => width);
  if (surplus > 0) {
    const autos = columns.some(isAuto);
    const lengths = columns.some((column) => column.isConstrained && column.percent === undefined && column.max > 0);
    const takes = (column: ColumnDemand) => (autos ? isAuto(column) : !lengths || column.percent === undefined);
    const weights = columns.map((column, i) => (takes(column) ? (autos ? 1 : widths[i]!) : 0));
    const total = sum(weights, (weight) => weight);
    const share = (i: number) => (total > 0 ? weights[i]! / total : 1 / columns.length);
    return settle(
      widths.map((width, i) => width + snapFloor(surplus * share(i))),
      target,
      (i) => total === 0 || weights[i]! > 0,
    );
  }
  // Too much was asked for: percentages give way.
  const percents = sum(columns, (column, i) => (column.percent === undefined ? 0 : widths[i]!));
  if (surplus === 0 || percents <= 0) return widths;
  const left = Math.max(0, percents + surplus);
  return widths.map((width, i) => (columns[i]!.percent === undefined ? width : snapFloor((width * left) / percents)));
}

function sum<T>(list: readonly T[], value: (item: T, index: number) => number): number {
  let total = 0;
  for (let i = 0; i < list.length; i += 1) total += value(list[i]!, i);
  return total;
}
