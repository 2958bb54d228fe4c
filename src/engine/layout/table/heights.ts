/** Minimum heights of table rows. Source: https://drafts.csswg.org/css-tables-3/#computing-the-table-height */

import type { BlockBox, TableRow } from '../../box/tree.js';
import {
  type ConstraintSpace,
  constraintSpace,
  type FragmentainerSpace,
  type TableCellSpace,
} from '../algorithm/constraint-space.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { cellAlignment } from '../alignment/box-alignment.js';
import {
  fixedLength,
  percentageOf,
  resolveBorders,
  resolvePadding,
  sumEdges,
  toBorderBox,
  vertical,
} from '../sizing/edges.js';
import type { PlacedCell } from './grid.js';
import type { TableModel } from './model.js';
import { growRows, type RowRange, type RowSize, type SectionSize } from './row-sizes.js';

/** A cell that is laid out without fragmentation, as high as its content, with what tables need of the result. */
export interface MeasuredCell extends Pick<LayoutResult, 'fragment' | 'outOfFlow' | 'breakBefore' | 'breakAfter'> {
  readonly placed: PlacedCell;
  readonly width: number;
}

export interface MeasuredTable {
  /** By grid row, in the order of GridRow.cells. */
  readonly cells: readonly (readonly MeasuredCell[])[];
  readonly rows: readonly RowSize[];
  readonly sections: readonly SectionSize[];
  /** By grid row: shared baseline of its cells, px from the row's top; undefined: no cell is baseline-aligned. */
  readonly baselines: readonly (number | undefined)[];
}

/** Used widths, px. */
interface CellWidths {
  of(cell: PlacedCell): number;
  /** Basis of percentage paddings of cells. */
  readonly percentageBasis: number;
}

/**
 * Lays out all cells at their used widths without fragmentation, and computes minimum heights of rows and sections.
 * Source: Blink's ComputeSectionMinimumRowBlockSizes (table_layout_utils.cc)
 */
export function measureRows(context: LayoutContext, model: TableModel, widths: CellWidths): MeasuredTable {
  const { grid, spacing } = model;
  const rows: RowSize[] = [];
  const baselines: (number | undefined)[] = [];
  const spaces = new MeasuringSpaces(model, widths.percentageBasis);
  const cells = grid.rows.map(({ row, section, cells: placedCells }) => {
    const measured = placedCells.map((placed) => {
      const width = widths.of(placed);
      const { fragment, outOfFlow, breakBefore, breakAfter } = layoutCached(
        context,
        placed.cell.box,
        spaces.of(placed, width),
      );
      return { placed, width, fragment, outOfFlow, breakBefore, breakAfter };
    });
    const { size, baseline } = rowSize(context, row, measured, model, widths.percentageBasis);
    rows.push({ ...size, isCollapsed: row.style.visibility === 'collapse' || section.style.visibility === 'collapse' });
    baselines.push(baseline);
    return measured;
  });
  const sections = grid.sections.map(({ section, start, count }): SectionSize => {
    capPercentages(rows, start, count);
    // ComputeSectionMinimumRowBlockSizes sums up rows before it distributes rowspans: sections share the table's height
    // without what rowspans add.
    const content = rowsHeight(rows, start, count, spacing.y);
    distributeRowspans(context, cells.slice(start, start + count), rows, model, widths.percentageBasis);
    const specified = fixedLength(section.style['block-size']);
    if (specified !== undefined) growRows(rows, { start, count }, specified, spacing.y, { percentageBasis: specified });
    const percent = percentageOf(section.style['block-size']);
    return {
      start,
      count,
      height: Math.max(content, specified ?? 0),
      percent,
      isConstrained: specified !== undefined || percent !== undefined,
      isBody: section.role === 'body',
    };
  });
  return { cells, rows, sections, baselines };
}

/** The constraint spaces of cells that are measured: most cells of a column share one. */
class MeasuringSpaces {
  /** The latest by column. */
  readonly #spaces: (ConstraintSpace | undefined)[] = [];

  constructor(
    private readonly model: TableModel,
    private readonly percentageBasis: number,
  ) {}

  of(placed: PlacedCell, width: number): ConstraintSpace {
    const { model } = this;
    const known = this.#spaces[placed.column];
    const cell = known?.tableCell;
    const border = model.collapsed?.cellEdges(placed);
    if (known?.fixedWidth === width && cell?.border === border && cell?.rowHeight === offsetBasis(model, placed))
      return known;
    const space = cellSpace(model, placed, width, this.percentageBasis, 'measure');
    this.#spaces[placed.column] = space;
    return space;
  }
}

export function rowsHeight(rows: readonly RowSize[], start: number, count: number, spacing: number): number {
  let height = Math.max(0, count - 1) * spacing;
  for (let i = start; i < start + count; i += 1) height += rows[i]!.height;
  return height;
}

export function cellSpace(
  model: TableModel,
  placed: PlacedCell,
  width: number,
  percentageWidth: number,
  phase: 'measure' | 'final',
  more?: { height?: number; fixedHeight?: number; contentShift?: number; fragmentainer?: FragmentainerSpace },
): ConstraintSpace {
  const tableCell: TableCellSpace = {
    phase,
    height: more?.height,
    contentShift: more?.contentShift || undefined,
    rowHeight: offsetBasis(model, placed),
    border: model.collapsed?.cellEdges(placed),
  };
  return constraintSpace({
    availableWidth: width,
    availableHeight: more?.fixedHeight,
    percentageWidth,
    percentageHeight: more?.fixedHeight,
    fixedWidth: width,
    fixedHeight: more?.fixedHeight,
    tableCell,
    fragmentainer: more?.fragmentainer,
  });
}

/** Blink: `ComputeRelativeOffsetForBoxFragment` with the available size of the row. */
function offsetBasis({ grid }: TableModel, { cell, row }: PlacedCell): number | undefined {
  if (cell.box.style.position !== 'relative') return undefined;
  return fixedLength(grid.rows[row]!.row.style['block-size']);
}

function rowSize(
  context: LayoutContext,
  row: TableRow,
  cells: readonly MeasuredCell[],
  model: TableModel,
  percentageWidth: number,
): { size: RowSize; baseline: number | undefined } {
  const specified = fixedLength(row.style['block-size']);
  let percent = percentageOf(row.style['block-size']);
  let isConstrained = specified !== undefined || percent !== undefined;
  let height = specified ?? 0;
  let ascent: number | undefined;
  let descent = Number.NEGATIVE_INFINITY;
  for (const cell of cells) {
    const baseline = baselineOf(cell);
    if (baseline !== undefined) ascent = Math.max(ascent ?? Number.NEGATIVE_INFINITY, baseline);
    if (cell.placed.rowspan > 1) {
      if (baseline !== undefined) descent = Math.max(descent, 0);
      continue;
    }
    height = Math.max(height, cellHeight(context, cell, model, percentageWidth));
    const cellPercent = percentageOf(cell.placed.cell.box.style['block-size']);
    if (cellPercent !== undefined) percent = Math.max(percent ?? 0, cellPercent);
    isConstrained ||= cellPercent !== undefined || hasOwnHeight(cell.placed);
    if (baseline !== undefined) descent = Math.max(descent, cell.fragment.height - baseline);
  }
  const size: RowSize = {
    height: ascent === undefined ? height : Math.max(height, ascent + descent),
    percent,
    isConstrained,
    startsRowspan: cells.some(({ placed }) => placed.rowspan > 1),
    isCollapsed: false,
  };
  return { size, baseline: ascent };
}

/**
 * Distance from a cell's top to its baseline, px: that of its first line box, else its content edge.
 * @returns undefined: the cell is empty or not baseline-aligned
 * Source: https://drafts.csswg.org/css-tables-3/#row-layout
 */
export function baselineOf({
  placed,
  fragment,
  outOfFlow,
}: Pick<MeasuredCell, 'placed' | 'fragment' | 'outOfFlow'>): number | undefined {
  if (!alignsToBaseline(placed.cell.box)) return undefined;
  const { firstBaseline, children, height, padding, border } = fragment;
  if (children.length === 0 && outOfFlow.length === 0) return undefined;
  return firstBaseline ?? height - padding.bottom - border.bottom;
}

export function alignsToBaseline(cell: BlockBox): boolean {
  return cellAlignment(cell) === 'baseline';
}

/** Whether the height of a cell is a length. */
export function hasOwnHeight({ cell }: PlacedCell): boolean {
  return fixedLength(cell.box.style['block-size']) !== undefined;
}

/** Border-box height of a cell: the larger of its content and its specified height, px. */
function cellHeight(
  context: LayoutContext,
  { placed, fragment }: MeasuredCell,
  model: TableModel,
  percentageWidth: number,
): number {
  const { box } = placed.cell;
  const specified = fixedLength(box.style['block-size']);
  if (specified === undefined) return fragment.height;
  const border = model.collapsed?.cellEdges(placed) ?? resolveBorders(box.style);
  const edges = vertical(sumEdges(border, resolvePadding(box.style, percentageWidth)));
  // https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk
  const outer = context.quirks ? Math.max(specified, edges) : toBorderBox(box.style, specified, edges);
  return Math.max(fragment.height, outer);
}

/** Limits the percentages of a section's rows to 100 in total. */
function capPercentages(rows: RowSize[], start: number, count: number): void {
  let left = 100;
  for (let i = start; i < start + count; i += 1) {
    const { percent } = rows[i]!;
    if (percent === undefined) continue;
    const capped = Math.min(left, percent);
    rows[i] = { ...rows[i]!, percent: capped };
    left -= capped;
  }
}

/**
 * Grows rows for cells that span several of them; spans within other spans come first.
 * Source: Blink's DistributeRowspanCellToRows (table_layout_utils.cc)
 */
function distributeRowspans(
  context: LayoutContext,
  cells: readonly (readonly MeasuredCell[])[],
  rows: RowSize[],
  model: TableModel,
  percentageWidth: number,
): void {
  const spanning: { start: number; count: number; height: number }[] = [];
  for (const row of cells) {
    for (const cell of row) {
      const { row: start, rowspan: count } = cell.placed;
      if (count > 1) spanning.push({ start, count, height: cellHeight(context, cell, model, percentageWidth) });
    }
  }
  spanning.sort((a, b) => {
    if (a.start === b.start && a.count === b.count) return b.height - a.height;
    if (isWithin(a, b)) return -1;
    return isWithin(b, a) ? 1 : a.start - b.start;
  });
  for (const cell of spanning) growRows(rows, cell, cell.height, model.spacing.y, { forRowspan: true });
}

function isWithin(inner: RowRange, outer: RowRange): boolean {
  return inner.start >= outer.start && inner.start + inner.count <= outer.start + outer.count;
}
