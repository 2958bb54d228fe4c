/**
 * Widths of table columns: from what cells and `col` boxes ask for to used widths.
 * Source: https://drafts.csswg.org/css-tables-3/#computing-the-table-width and, where that is open, Blink's behaviour.
 */

import type { MinMax } from '../algorithm/geometry.js';
import { snap, snapFloor } from '../algorithm/units.js';

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
  /** undefined: neither a cell nor a `col` has asked for anything yet. */
  min: number | undefined;
  max: number | undefined;
  percent: number | undefined;
  isConstrained: boolean;
  percentEdges: number;
  /** No cell starts here and nothing gives it a width: it takes no room, not even spacing. */
  isMergeable: boolean;
  /** `visibility: collapse` */
  readonly isCollapsed: boolean;
}

export function emptyColumn(isFixedLayout: boolean): ColumnDemand {
  return {
    min: undefined,
    max: undefined,
    percent: undefined,
    isConstrained: false,
    percentEdges: 0,
    isMergeable: !isFixedLayout,
    isCollapsed: false,
  };
}

// ---- demands ------------------------------------------------------------------------------------------------------

/** What two cells of one column ask for together. A length is stronger than the content of cells without one. */
export function joinDemands(a: WidthDemand, b: WidthDemand): WidthDemand {
  const min = Math.max(a.min, b.min);
  const max =
    a.isConstrained === b.isConstrained
      ? Math.max(a.max, b.max)
      : a.isConstrained
        ? Math.max(a.max, b.min)
        : Math.max(a.min, b.max);
  const stronger = isMore(b.percent, a.percent) ? b : a;
  return {
    min,
    max: Math.max(min, max),
    percent: stronger.percent,
    percentEdges: stronger.percentEdges,
    isConstrained: a.isConstrained || b.isConstrained,
  };
}

/** Lets a column, with what its `col` says, satisfy its cells. */
export function encompass(column: ColumnDemand, demand: WidthDemand, isFixedLayout: boolean): void {
  if (isFixedLayout && column.isConstrained) return;
  if (!isFixedLayout) column.isMergeable = false;
  if (column.min === undefined) {
    column.min = demand.min;
    column.max = demand.max;
  } else {
    column.min = Math.max(column.min, demand.min);
    column.max = Math.max(column.max ?? 0, column.isConstrained && !demand.isConstrained ? demand.min : demand.max);
  }
  column.max = Math.max(column.max, column.min);
  if (isMore(demand.percent, column.percent)) {
    column.percent = demand.percent;
    column.percentEdges = demand.percentEdges;
  }
  column.isConstrained ||= demand.isConstrained;
}

function isMore(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && (b === undefined || a > b);
}

/** Lets several columns satisfy a spanning cell's demand (automatic layout). To be called by ascending span. */
export function encompassSpan(columns: readonly ColumnDemand[], demand: WidthDemand, spacing: number): void {
  const between = spacing * Math.max(0, columns.filter((column) => !column.isMergeable).length - 1);
  for (const column of columns) {
    column.min ??= 0;
    column.max ??= 0;
  }
  spreadPercent(columns, demand.percent);
  const toMin = distribute(columns, Math.max(0, demand.min - between));
  columns.forEach((column, i) => {
    column.min = Math.max(minOf(column), toMin[i]!);
  });
  const toMax = distribute(columns, Math.max(0, demand.max - between), demand.isConstrained);
  columns.forEach((column, i) => {
    column.max = Math.max(minOf(column), maxOf(column), toMax[i]!);
  });
}

/** A spanning percentage beyond those of its columns goes to the columns without one, by their max-content width. */
function spreadPercent(columns: readonly ColumnDemand[], percent: number | undefined): void {
  if (percent === undefined) return;
  const own = columns.filter((column) => !column.isMergeable);
  const surplus = percent - sum(own, (column) => column.percent ?? 0);
  const open = own.filter((column) => column.percent === undefined);
  if (surplus <= 0 || open.length === 0) return;
  const total = sum(open, maxOf);
  for (const column of open) {
    column.percent = total > 0 ? (surplus * maxOf(column)) / total : surplus / open.length;
  }
}

/** In a fixed layout a spanning cell's width is split evenly over the columns nothing has been said of. */
export function spreadFixed(columns: readonly ColumnDemand[], demand: WidthDemand, spacing: number): void {
  const own = columns.filter((column) => !column.isMergeable);
  const last = own.at(-1);
  if (!last) return;
  const between = spacing * (own.length - 1);
  const min = demand.isConstrained ? Math.max(0, demand.min - between) : 0;
  const max = Math.max(0, demand.max - between);
  const share = { min: snap(min / own.length), max: snap(max / own.length) };
  for (const column of own) {
    if (column.min === undefined || column.max === undefined) column.isConstrained ||= demand.isConstrained;
    column.min ??= share.min;
    column.max ??= share.max;
    if (demand.percent !== undefined && column.percent === undefined && !column.isConstrained)
      column.percent = demand.percent / own.length;
  }
  last.min = minOf(last) + min - share.min * own.length;
  last.max = maxOf(last) + max - share.max * own.length;
}

/** Percentages beyond 100 in total count for nothing; in a fixed layout all of them shrink. */
export function capPercentages(columns: readonly ColumnDemand[], isFixedLayout: boolean): void {
  let total = 0;
  for (const column of columns) {
    if (column.percent === undefined) continue;
    if (!isFixedLayout) column.percent = Math.min(column.percent, 100 - total);
    total += column.percent;
  }
  if (total <= 100) return;
  for (const column of columns) if (column.percent !== undefined) column.percent *= 100 / total;
}

// ---- the table's own sizes ----------------------------------------------------------------------------------------

/** A maximum that percentages make unbounded. */
export const UNBOUNDED = 1_000_000;

/**
 * min- and max-content width of all columns together, without spacing.
 * @param withPercentages  whether percentages make the maximum so large that all columns get what they ask for
 */
export function columnsMinMax(
  columns: readonly ColumnDemand[],
  isFixedLayout: boolean,
  withPercentages: boolean,
): MinMax {
  const isLength = (column: ColumnDemand) => isFixedLayout && column.isConstrained && column.percent === undefined;
  const min = sum(columns, (column) => (isLength(column) ? maxOf(column) : minOf(column)));
  let max = sum(columns, maxOf);
  let fromPercent = 0;
  let percents = 0;
  let others = 0;
  for (const column of columns) {
    if (column.percent === undefined || column.percent <= 0) others += maxOf(column);
    else if (maxOf(column) > 0)
      fromPercent = Math.max(fromPercent, snap((100 / column.percent) * (maxOf(column) - column.percentEdges)));
    percents += column.percent ?? 0;
  }
  if (percents > 0 && withPercentages) {
    if (others > 0)
      fromPercent = Math.max(fromPercent, percents >= 100 ? UNBOUNDED : snap((100 / (100 - percents)) * others));
    max = Math.max(max, fromPercent);
  }
  return { min, max: Math.max(min, max) };
}

// ---- used widths --------------------------------------------------------------------------------------------------

/**
 * Widths of the columns that add up to `target`, or to their minimum where that is more (automatic layout).
 * Grows in this order: percentages, constrained columns, the others; beyond all of that the others again.
 * @param growsLengths  whether columns with a length may grow when there are no others
 * Source: https://drafts.csswg.org/css-tables-3/#width-distribution-algorithm
 */
export function distribute(columns: readonly ColumnDemand[], target: number, growsLengths = true): number[] {
  const own = columns.map((column) => !column.isMergeable);
  const isPercent = columns.map((column, i) => own[i]! && column.percent !== undefined);
  const isLength = columns.map((column, i) => own[i]! && !isPercent[i] && column.isConstrained);
  const isAuto = columns.map((_, i) => own[i]! && !isPercent[i] && !isLength[i]);
  const min = columns.map((column, i) => (own[i] ? minOf(column) : 0));
  const percent = columns.map((column, i) => (isPercent[i] ? resolvePercent(column, target) : min[i]!));
  const specified = columns.map((column, i) => (isLength[i] ? maxOf(column) : percent[i]!));
  const max = columns.map((column, i) => (isAuto[i] ? maxOf(column) : specified[i]!));
  const total = (widths: readonly number[]) => sum(widths, (width) => width);
  if (total(min) >= target) return min;
  if (total(percent) >= target) return grow(min, percent, target, isPercent);
  if (total(specified) >= target) return grow(percent, specified, target, isLength);
  if (total(max) === target) return max;
  if (total(max) > target) return grow(specified, max, target, isAuto);
  if (isAuto.includes(true)) return share(max, columns.map(maxOf), target, isAuto);
  if (isLength.includes(true) && growsLengths) return share(max, columns.map(maxOf), target, isLength);
  if (isPercent.includes(true)) {
    const weights = columns.map((column) => column.percent ?? 0);
    const widths = max.map((width, i) => (isPercent[i] ? width : 0));
    return share(widths, weights, target - total(max) + total(widths), isPercent);
  }
  return columns.map(() => 0);
}

function resolvePercent(column: ColumnDemand, target: number): number {
  return Math.max(minOf(column), snap(((column.percent ?? 0) * target) / 100) + column.percentEdges);
}

/** Between two guesses: those that take more get the same fraction of their way. */
function grow(from: readonly number[], to: readonly number[], target: number, takes: readonly boolean[]): number[] {
  return share(
    from,
    to.map((width, i) => width - from[i]!),
    target,
    takes,
  );
}

/** Gives what is missing to `target` to those that take it, by weight; what snapping leaves over to the last of them. */
function share(
  widths: readonly number[],
  weights: readonly number[],
  target: number,
  takes: readonly boolean[],
): number[] {
  const surplus = target - sum(widths, (width) => width);
  const total = sum(weights, (weight, i) => (takes[i] ? weight : 0));
  const count = sum(takes, (take) => (take ? 1 : 0));
  let left = surplus;
  const result = widths.map((width, i) => {
    if (!takes[i]) return width;
    const part = total > 0 ? snapFloor((surplus * weights[i]!) / total) : snapFloor(surplus / count);
    left -= part;
    return width + part;
  });
  const last = takes.lastIndexOf(true);
  if (last >= 0) result[last]! += left;
  return result;
}

/** Fixed layout: lengths and percentages stand, the others share what is left. Source: CSS 2.2 §17.5.2.1 */
export function distributeFixed(columns: readonly ColumnDemand[], target: number): number[] {
  const isPercent = (column: ColumnDemand) => column.percent !== undefined;
  // A width of 0 is none; but columns of width 0 grow only when there are no others.
  const isLength = (column: ColumnDemand) => !isPercent(column) && column.isConstrained && maxOf(column) > 0;
  const isZero = (column: ColumnDemand) => !isPercent(column) && column.isConstrained && maxOf(column) === 0;
  const isAuto = (column: ColumnDemand) => !isPercent(column) && !column.isConstrained;
  const autos = columns.filter(isAuto).length;
  const lengths = sum(columns, (column) => (isLength(column) ? maxOf(column) : 0));
  const percents = sum(columns, (column) => (isPercent(column) ? resolvePercent(column, target) : 0));
  const widths = columns.map(() => 0);
  let assigned = 0;
  const assign = (takes: (column: ColumnDemand) => boolean, width: (column: ColumnDemand) => number) => {
    columns.forEach((column, i) => {
      if (!takes(column)) return;
      widths[i] = snap(width(column));
      assigned += widths[i]!;
    });
  };
  if (lengths > 0) {
    const room = Math.max(0, target - percents);
    const scale = (lengths < room && autos === 0) || lengths > target ? room / lengths : 1;
    assign(isLength, (column) => scale * maxOf(column));
    if (assigned >= target) return widths;
  }
  const percentCount = columns.filter(isPercent).length;
  if (percentCount > 0) {
    const room = target - assigned;
    const isScaled = (percents < room && autos === 0) || percents > room;
    if (isScaled && percents === 0) assign(isPercent, () => room / percentCount);
    else assign(isPercent, (column) => (isScaled ? room / percents : 1) * resolvePercent(column, target));
  }
  const left = target - assigned;
  const onlyZeros = columns.every(isZero);
  if (onlyZeros) assign(isZero, () => left / columns.length);
  else assign(isAuto, () => left / autos);
  const takers = onlyZeros ? isZero : autos > 0 ? isAuto : percentCount > 0 ? isPercent : isLength;
  const last = columns.findLastIndex(takers);
  if (last >= 0) widths[last]! += target - assigned;
  return widths;
}

function minOf(column: ColumnDemand): number {
  return column.min ?? 0;
}

function maxOf(column: ColumnDemand): number {
  return column.max ?? 0;
}

function sum<T>(list: readonly T[], value: (item: T, index: number) => number): number {
  let total = 0;
  for (let i = 0; i < list.length; i += 1) total += value(list[i]!, i);
  return total;
}
