/**
 * Used widths of table columns from the constraints of cells and column boxes.
 * Sources: https://drafts.csswg.org/css-tables-3/#computing-the-table-width; where that is undefined, Blink's
 * table_layout_utils.cc and table_layout_algorithm_types.cc, by the functions that docblocks name
 */

import { sum } from '../../collections/sum.js';
import type { MinMax } from '../algorithm/geometry.js';
import { snap, snapFloor } from '../algorithm/units.js';

/** Constraint of a cell on the columns that it spans; border-box widths, px. Blink: TableTypes::CellInlineConstraint */
export interface CellConstraint {
  readonly min: number;
  readonly max: number;
  /** 0..100; undefined: no percentage width. */
  readonly percent: number | undefined;
  /** The cell has a width that is a length: the column grows last. */
  readonly isConstrained: boolean;
  /** Fixed layout: border and padding that a percentage width excludes (`box-sizing: content-box`), px. */
  readonly percentEdges: number;
}

/** Widths in px. Blink: TableTypes::Column */
export interface ColumnConstraint {
  /** undefined: no cell or column box has set it yet. */
  min: number | undefined;
  max: number | undefined;
  percent: number | undefined;
  isConstrained: boolean;
  percentEdges: number;
  /** No cell starts here and no column box gives it a width: it takes no space, not even border spacing. */
  isMergeable: boolean;
  /** `visibility: collapse` */
  readonly isCollapsed: boolean;
}

export function emptyColumn(isFixedLayout: boolean): ColumnConstraint {
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

// ---- constraints --------------------------------------------------------------------------------------------------

/**
 * Merges the constraints of two cells of one column. A length overrides the max-content width of cells without one.
 * Source: Blink's TableTypes::CellInlineConstraint::Encompass
 */
export function mergeConstraints(a: CellConstraint, b: CellConstraint): CellConstraint {
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

/** Applies the merged constraint of a column's cells. Source: Blink's TableTypes::Column::Encompass */
export function encompass(column: ColumnConstraint, constraint: CellConstraint, isFixedLayout: boolean): void {
  if (isFixedLayout && column.isConstrained) return;
  if (!isFixedLayout) column.isMergeable = false;
  if (column.min === undefined) {
    column.min = constraint.min;
    column.max = constraint.max;
  } else {
    column.min = Math.max(column.min, constraint.min);
    column.max = Math.max(
      column.max ?? 0,
      column.isConstrained && !constraint.isConstrained ? constraint.min : constraint.max,
    );
  }
  column.max = Math.max(column.max, column.min);
  if (isMore(constraint.percent, column.percent)) {
    column.percent = constraint.percent;
    column.percentEdges = constraint.percentEdges;
  }
  column.isConstrained ||= constraint.isConstrained;
}

function isMore(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && (b === undefined || a > b);
}

/**
 * Distributes the constraint of a spanning cell to its columns in automatic layout. Call in ascending order of spans.
 * Source: Blink's DistributeColspanCellToColumnsAuto
 */
export function distributeColspan(
  columns: readonly ColumnConstraint[],
  constraint: CellConstraint,
  spacing: number,
): void {
  const between = spacing * Math.max(0, columns.filter((column) => !column.isMergeable).length - 1);
  for (const column of columns) {
    column.min ??= 0;
    column.max ??= 0;
  }
  distributeSurplusPercent(columns, constraint.percent);
  const toMin = distribute(columns, Math.max(0, constraint.min - between));
  columns.forEach((column, i) => {
    column.min = Math.max(minOf(column), toMin[i]!);
  });
  const toMax = distribute(columns, Math.max(0, constraint.max - between), constraint.isConstrained);
  columns.forEach((column, i) => {
    column.max = Math.max(minOf(column), maxOf(column), toMax[i]!);
  });
}

/** Distributes the part of a spanning percentage above those of its columns to the others, by max-content width. */
function distributeSurplusPercent(columns: readonly ColumnConstraint[], percent: number | undefined): void {
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

/**
 * Distributes the constraint of a spanning cell evenly to columns without a width in fixed layout.
 * Source: Blink's DistributeColspanCellToColumnsFixed
 */
export function distributeColspanFixed(
  columns: readonly ColumnConstraint[],
  constraint: CellConstraint,
  spacing: number,
): void {
  const own = columns.filter((column) => !column.isMergeable);
  const last = own.at(-1);
  if (!last) return;
  const between = spacing * (own.length - 1);
  const min = constraint.isConstrained ? Math.max(0, constraint.min - between) : 0;
  const max = Math.max(0, constraint.max - between);
  const share = { min: snap(min / own.length), max: snap(max / own.length) };
  for (const column of own) {
    if (column.min === undefined || column.max === undefined) column.isConstrained ||= constraint.isConstrained;
    column.min ??= share.min;
    column.max ??= share.max;
    if (constraint.percent !== undefined && column.percent === undefined && !column.isConstrained)
      column.percent = constraint.percent / own.length;
  }
  last.min = minOf(last) + min - share.min * own.length;
  last.max = maxOf(last) + max - share.max * own.length;
}

/**
 * Limits percentages to 100 in total: cuts the last ones in automatic layout, scales all in fixed layout.
 * Source: Blink's ApplyCellConstraintsToColumnConstraints
 */
export function capPercentages(columns: readonly ColumnConstraint[], isFixedLayout: boolean): void {
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

/** Maximum width, px, where percentages make it unbounded. Source: Blink's TableTypes::kTableMaxInlineSize */
export const UNBOUNDED = 1_000_000;

/**
 * Gives the min- and max-content width of all columns together, without border spacing, px.
 * @param withPercentages  whether the maximum is large enough for every percentage column to get its max-content width
 * Source: Blink's ComputeGridInlineMinMax
 */
export function columnsMinMax(
  columns: readonly ColumnConstraint[],
  isFixedLayout: boolean,
  withPercentages: boolean,
): MinMax {
  const isLength = (column: ColumnConstraint) => isFixedLayout && column.isConstrained && column.percent === undefined;
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
 * Distributes `target`, px, to columns in automatic layout. No column gets less than its minimum.
 * Columns grow in this order: percentage, constrained and automatic columns; above their maximum, automatic ones first.
 * @param growsLengths  whether constrained columns grow above their maximum where there are no automatic ones
 * Source: https://drafts.csswg.org/css-tables-3/#width-distribution-algorithm, Blink's
 *   DistributeInlineSizeToComputedInlineSizeAuto
 */
export function distribute(columns: readonly ColumnConstraint[], target: number, growsLengths = true): number[] {
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

function resolvePercent(column: ColumnConstraint, target: number): number {
  return Math.max(minOf(column), snap(((column.percent ?? 0) * target) / 100) + column.percentEdges);
}

/** Interpolates between two guesses, so that the widths add up to `target`. */
function grow(from: readonly number[], to: readonly number[], target: number, grows: readonly boolean[]): number[] {
  return share(
    from,
    to.map((width, i) => width - from[i]!),
    target,
    grows,
  );
}

/** Distributes the space up to `target` by weight to growing columns; the last one takes the rounding error. */
function share(
  widths: readonly number[],
  weights: readonly number[],
  target: number,
  grows: readonly boolean[],
): number[] {
  const surplus = target - sum(widths, (width) => width);
  const total = sum(weights, (weight, i) => (grows[i] ? weight : 0));
  const count = sum(grows, (isGrowing) => (isGrowing ? 1 : 0));
  let left = surplus;
  const result = widths.map((width, i) => {
    if (!grows[i]) return width;
    const part = total > 0 ? snapFloor((surplus * weights[i]!) / total) : snapFloor(surplus / count);
    left -= part;
    return width + part;
  });
  const last = grows.lastIndexOf(true);
  if (last >= 0) result[last]! += left;
  return result;
}

/**
 * Distributes `target`, px, to columns in fixed layout: lengths and percentages keep theirs, others share the rest.
 * Sources: https://www.w3.org/TR/CSS22/tables.html#fixed-table-layout,
 *   Blink's SynchronizeAssignableTableInlineSizeAndColumnsFixed
 */
export function distributeFixed(columns: readonly ColumnConstraint[], target: number): number[] {
  const isPercent = (column: ColumnConstraint) => column.percent !== undefined;
  // A length of 0 does not constrain a column, but the column grows only where all columns have width 0.
  const isLength = (column: ColumnConstraint) => !isPercent(column) && column.isConstrained && maxOf(column) > 0;
  const isZero = (column: ColumnConstraint) => !isPercent(column) && column.isConstrained && maxOf(column) === 0;
  const isAuto = (column: ColumnConstraint) => !isPercent(column) && !column.isConstrained;
  const autos = columns.filter(isAuto).length;
  const lengths = sum(columns, (column) => (isLength(column) ? maxOf(column) : 0));
  const percents = sum(columns, (column) => (isPercent(column) ? resolvePercent(column, target) : 0));
  const widths = columns.map(() => 0);
  let assigned = 0;
  const assign = (grows: (column: ColumnConstraint) => boolean, width: (column: ColumnConstraint) => number) => {
    columns.forEach((column, i) => {
      if (!grows(column)) return;
      widths[i] = snap(width(column));
      assigned += widths[i]!;
    });
  };
  if (lengths > 0) {
    const space = Math.max(0, target - percents);
    const scale = (lengths < space && autos === 0) || lengths > target ? space / lengths : 1;
    assign(isLength, (column) => scale * maxOf(column));
    if (assigned >= target) return widths;
  }
  const percentCount = columns.filter(isPercent).length;
  if (percentCount > 0) {
    const space = target - assigned;
    const isScaled = (percents < space && autos === 0) || percents > space;
    if (isScaled && percents === 0) assign(isPercent, () => space / percentCount);
    else assign(isPercent, (column) => (isScaled ? space / percents : 1) * resolvePercent(column, target));
  }
  const left = target - assigned;
  const onlyZeros = columns.every(isZero);
  if (onlyZeros) assign(isZero, () => left / columns.length);
  else assign(isAuto, () => left / autos);
  const growing = onlyZeros ? isZero : autos > 0 ? isAuto : percentCount > 0 ? isPercent : isLength;
  const last = columns.findLastIndex(growing);
  if (last >= 0) widths[last]! += target - assigned;
  return widths;
}

function minOf(column: ColumnConstraint): number {
  return column.min ?? 0;
}

function maxOf(column: ColumnConstraint): number {
  return column.max ?? 0;
}
