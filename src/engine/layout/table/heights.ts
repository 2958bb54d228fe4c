/** Heights of table rows. Source: https://drafts.csswg.org/css-tables-3/#computing-the-table-height */

import type { BlockBox, TableRow, TableSection } from '../../box/tree.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values.js';
import { layoutCached } from '../cached.js';
import { resolveBorders, resolvePadding, sumEdges, toBorderBox, vertical } from '../edges.js';
import type { ConstraintSpace, FragmentainerSpace, LayoutContext, LayoutResult } from '../types.js';
import { snap, snapFloor } from '../units.js';
import type { PlacedCell } from './grid.js';
import type { TableModel } from './model.js';

export interface MeasuredCell {
  readonly placed: PlacedCell;
  readonly width: number;
  /** Laid out without pages, as high as its content. */
  readonly result: LayoutResult;
}

export interface MeasuredTable {
  /** By row, in the order of GridRow.cells. */
  readonly cells: readonly (readonly MeasuredCell[])[];
  readonly heights: readonly number[];
  /** Per row: distance from its top to the baseline its baseline-aligned cells share; undefined: none are. */
  readonly baselines: readonly (number | undefined)[];
}

/** Lays out all cells at their widths, without pages, and finds how high rows must be. */
export function measureRows(
  context: LayoutContext,
  model: TableModel,
  widthOf: (cell: PlacedCell) => number,
): MeasuredTable {
  const heights: number[] = [];
  const baselines: (number | undefined)[] = [];
  const cells = model.grid.rows.map(({ cells: placedCells }) =>
    placedCells.map((placed) => {
      const width = widthOf(placed);
      const result = layoutCached(context, placed.cell.box, cellSpace(model, placed, width, 'measure'));
      return { placed, width, result };
    }),
  );
  cells.forEach((row, index) => {
    const { height, baseline } = rowHeight(model.grid.rows[index]!.row, row, model);
    heights.push(height);
    baselines.push(baseline);
  });
  spreadRowspans(cells.flat(), heights, model);
  spreadSections(model, heights);
  return { cells, heights, baselines };
}

export function cellSpace(
  model: TableModel,
  placed: PlacedCell,
  width: number,
  phase: 'measure' | 'final',
  more: { fixedHeight?: number; contentShift?: number; fragmentainer?: FragmentainerSpace } = {},
): ConstraintSpace {
  const border = model.collapsed?.cellEdges(placed);
  const { contentShift, ...fixed } = more;
  return {
    availableWidth: width,
    availableHeight: more.fixedHeight,
    percentageWidth: width,
    percentageHeight: more.fixedHeight,
    fixedWidth: width,
    newFormattingContext: true,
    tableCell: { phase, ...(border && { border }), ...(contentShift && { contentShift }) },
    ...fixed,
  };
}

function rowHeight(
  row: TableRow,
  cells: readonly MeasuredCell[],
  model: TableModel,
): { height: number; baseline: number | undefined } {
  let height = pixels(row.style.height) ?? 0;
  let above: number | undefined;
  let below = 0;
  for (const cell of cells) {
    const baseline = alignsToBaseline(cell.placed.cell.box) ? cell.result.fragment.firstBaseline : undefined;
    if (baseline !== undefined) above = Math.max(above ?? 0, baseline);
    if (cell.placed.rowspan > 1) continue;
    const least = cellHeight(cell, model);
    height = Math.max(height, least);
    if (baseline !== undefined) below = Math.max(below, cell.result.fragment.height - baseline);
  }
  return { height: above === undefined ? height : Math.max(height, above + below), baseline: above };
}

export function alignsToBaseline(cell: BlockBox): boolean {
  const align = cell.style['vertical-align'];
  return align !== 'top' && align !== 'middle' && align !== 'bottom';
}

/** Border-box height of the cell's content, or its own height where that is more. */
function cellHeight({ placed, result }: MeasuredCell, model: TableModel): number {
  const { box } = placed.cell;
  const border = model.collapsed?.cellEdges(placed) ?? resolveBorders(box.style);
  const edges = vertical(sumEdges(border, resolvePadding(box.style, 0)));
  const own = Math.max(pixels(box.style.height) ?? 0, pixels(box.style['min-height']) ?? 0);
  return Math.max(result.fragment.height, own > 0 ? toBorderBox(box.style, own, edges) : 0);
}

/** A cell over several rows makes them higher where they are not high enough together; fewer rows first. */
function spreadRowspans(cells: readonly MeasuredCell[], heights: number[], model: TableModel): void {
  const spanning = cells.filter(({ placed }) => placed.rowspan > 1);
  spanning.sort((a, b) => a.placed.rowspan - b.placed.rowspan);
  for (const cell of spanning) {
    const { row, rowspan } = cell.placed;
    const rows = Array.from({ length: rowspan }, (_, i) => row + i);
    const sum = rows.reduce((total, index) => total + heights[index]!, 0) + (rowspan - 1) * model.spacing.y;
    const missing = cellHeight(cell, model) - sum;
    if (missing > 0) growRows(model, heights, rows, missing);
  }
}

function spreadSections(model: TableModel, heights: number[]): void {
  for (const [section, rows] of sectionRows(model)) {
    const own = pixels(section.style.height) ?? 0;
    const sum = rows.reduce((total, index) => total + heights[index]!, 0) + (rows.length - 1) * model.spacing.y;
    if (own > sum) growRows(model, heights, rows, own - sum);
  }
}

export function sectionRows(model: TableModel): Map<TableSection, number[]> {
  const bySection = new Map<TableSection, number[]>();
  model.grid.rows.forEach(({ section }, index) => {
    const rows = bySection.get(section);
    if (rows) rows.push(index);
    else bySection.set(section, [index]);
  });
  return bySection;
}

/** Extra height goes to rows without a height of their own, in proportion; to all where there are none. */
export function growRows(model: TableModel, heights: number[], rows: readonly number[], extra: number): void {
  const isAuto = (index: number) => pixels(model.grid.rows[index]!.row.style.height) === undefined;
  const hasHeight = (index: number) => heights[index]! > 0;
  const choices = [
    rows.filter((index) => isAuto(index) && hasHeight(index)),
    rows.filter(isAuto),
    rows.filter(hasHeight),
    rows,
  ];
  const takers = choices.find((choice) => choice.length > 0);
  if (!takers) return;
  const total = takers.reduce((sum, index) => sum + heights[index]!, 0);
  let left = extra;
  takers.forEach((index, i) => {
    const share = total > 0 ? snapFloor((extra * heights[index]!) / total) : snapFloor(extra / takers.length);
    const given = i === takers.length - 1 ? left : share;
    heights[index]! += given;
    left -= given;
  });
}

/** A height that needs no basis; undefined for the others. */
function pixels(value: Size | MaxSize): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value) || hasPercentage(value))
    return undefined;
  return snap(resolveLength(value, 0));
}
