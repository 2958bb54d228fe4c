/** Heights of table rows as their cells ask for them. Source: https://drafts.csswg.org/css-tables-3/#computing-the-table-height */

import type { BlockBox, TableRow } from '../../box/tree.js';
import { hasPercentage, type MaxSize, resolveLength, type Size } from '../../css/values/values.js';
import type { ConstraintSpace, FragmentainerSpace } from '../algorithm/constraint-space.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { layoutCached } from '../algorithm/result-cache.js';
import { snap } from '../algorithm/units.js';
import { cellAlignment } from '../alignment/box-alignment.js';
import { resolveBorders, resolvePadding, sumEdges, toBorderBox, vertical } from '../sizing/edges.js';
import type { PlacedCell } from './grid.js';
import type { TableModel } from './model.js';
import { growRows, type RowSize, type SectionSize } from './row-sizes.js';

export interface MeasuredCell {
  readonly placed: PlacedCell;
  readonly width: number;
  /** Laid out without pages, as high as its content. */
  readonly result: LayoutResult;
}

export interface MeasuredTable {
  /** By row, in the order of GridRow.cells. */
  readonly cells: readonly (readonly MeasuredCell[])[];
  readonly rows: readonly RowSize[];
  readonly sections: readonly SectionSize[];
  /** Per row: distance from its top to the baseline its baseline-aligned cells share; undefined: none are. */
  readonly baselines: readonly (number | undefined)[];
}

/** Widths that do not depend on the cell's content. */
export interface CellWidths {
  of(cell: PlacedCell): number;
  /** What percentage paddings of cells refer to. */
  readonly percentageBasis: number;
}

/** Lays out all cells at their widths, without pages, and finds how high rows and sections must be. */
export function measureRows(context: LayoutContext, model: TableModel, widths: CellWidths): MeasuredTable {
  const { grid, spacing } = model;
  const rows: RowSize[] = [];
  const baselines: (number | undefined)[] = [];
  const cells = grid.rows.map(({ row, section, cells: placedCells }) => {
    const measured = placedCells.map((placed) => {
      const width = widths.of(placed);
      const result = layoutCached(
        context,
        placed.cell.box,
        cellSpace(model, placed, width, widths.percentageBasis, 'measure'),
      );
      return { placed, width, result };
    });
    const { size, baseline } = rowSize(context, row, measured, model, widths.percentageBasis);
    rows.push({ ...size, isCollapsed: row.style.visibility === 'collapse' || section.style.visibility === 'collapse' });
    baselines.push(baseline);
    return measured;
  });
  const sections = grid.sections.map(({ section, start, count }): SectionSize => {
    capPercentages(rows, start, count);
    // As in Blink: what cells over several rows add does not count when sections share the table's height.
    const content = rowsHeight(rows, start, count, spacing.y);
    spreadRowspans(context, cells.slice(start, start + count), rows, model, widths.percentageBasis);
    const own = pixels(section.style['block-size']);
    if (own !== undefined) growRows(rows, { start, count }, own, spacing.y, { percentageBasis: own });
    const percent = percentage(section.style['block-size']);
    return {
      start,
      count,
      height: Math.max(content, own ?? 0),
      percent,
      isConstrained: own !== undefined || percent !== undefined,
      isBody: section.role === 'body',
    };
  });
  return { cells, rows, sections, baselines };
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
  more: { height?: number; fixedHeight?: number; contentShift?: number; fragmentainer?: FragmentainerSpace } = {},
): ConstraintSpace {
  const border = model.collapsed?.cellEdges(placed);
  const { height, contentShift, ...fixed } = more;
  return {
    availableWidth: width,
    availableHeight: more.fixedHeight,
    percentageWidth,
    percentageHeight: more.fixedHeight,
    fixedWidth: width,
    tableCell: {
      phase,
      ...(border && { border }),
      ...(height !== undefined && { height }),
      ...(contentShift && { contentShift }),
    },
    ...fixed,
  };
}

function rowSize(
  context: LayoutContext,
  row: TableRow,
  cells: readonly MeasuredCell[],
  model: TableModel,
  percentageWidth: number,
): { size: RowSize; baseline: number | undefined } {
  const own = pixels(row.style['block-size']);
  let percent = percentage(row.style['block-size']);
  let isConstrained = own !== undefined || percent !== undefined;
  let height = own ?? 0;
  let above: number | undefined;
  let below = Number.NEGATIVE_INFINITY;
  for (const cell of cells) {
    const baseline = baselineOf(cell);
    if (baseline !== undefined) above = Math.max(above ?? Number.NEGATIVE_INFINITY, baseline);
    if (cell.placed.rowspan > 1) {
      if (baseline !== undefined) below = Math.max(below, 0);
      continue;
    }
    height = Math.max(height, cellHeight(context, cell, model, percentageWidth));
    const cellPercent = percentage(cell.placed.cell.box.style['block-size']);
    if (cellPercent !== undefined) percent = Math.max(percent ?? 0, cellPercent);
    isConstrained ||= cellPercent !== undefined || hasOwnHeight(cell.placed);
    if (baseline !== undefined) below = Math.max(below, cell.result.fragment.height - baseline);
  }
  const size: RowSize = {
    height: above === undefined ? height : Math.max(height, above + below),
    percent,
    isConstrained,
    startsRowspan: cells.some(({ placed }) => placed.rowspan > 1),
    isCollapsed: false,
  };
  return { size, baseline: above };
}

/** From the cell's top, where it takes part in baseline alignment; without text it is the bottom of the content. */
export function baselineOf({ placed, result }: MeasuredCell): number | undefined {
  if (!alignsToBaseline(placed.cell.box)) return undefined;
  const { firstBaseline, children, height, padding, border } = result.fragment;
  if (children.length === 0 && result.outOfFlow.length === 0) return undefined;
  return firstBaseline ?? height - padding.bottom - border.bottom;
}

export function alignsToBaseline(cell: BlockBox): boolean {
  return cellAlignment(cell) === 'baseline';
}

/** Whether the cell has a height that is a length. */
export function hasOwnHeight({ cell }: PlacedCell): boolean {
  return pixels(cell.box.style['block-size']) !== undefined;
}

/** Border-box height of the cell's content, or its own height where that is more. */
function cellHeight(
  context: LayoutContext,
  { placed, result }: MeasuredCell,
  model: TableModel,
  percentageWidth: number,
): number {
  const { box } = placed.cell;
  const own = pixels(box.style['block-size']);
  if (own === undefined) return result.fragment.height;
  const border = model.collapsed?.cellEdges(placed) ?? resolveBorders(box.style);
  const edges = vertical(sumEdges(border, resolvePadding(box.style, percentageWidth)));
  // https://quirks.spec.whatwg.org/#the-table-cell-height-box-sizing-quirk
  const outer = context.quirks ? Math.max(own, edges) : toBorderBox(box.style, own, edges);
  return Math.max(result.fragment.height, outer);
}

/** Percentages of a section's rows beyond 100 in total count for nothing. */
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

/** A cell over several rows makes them higher where they are not high enough together; cells within others first. */
function spreadRowspans(
  context: LayoutContext,
  cells: readonly (readonly MeasuredCell[])[],
  rows: RowSize[],
  model: TableModel,
  percentageWidth: number,
): void {
  const spanning = cells.flatMap((row) =>
    row
      .filter(({ placed }) => placed.rowspan > 1)
      .map((cell) => ({
        start: cell.placed.row,
        count: cell.placed.rowspan,
        height: cellHeight(context, cell, model, percentageWidth),
      })),
  );
  spanning.sort((a, b) => {
    if (a.start === b.start && a.count === b.count) return b.height - a.height;
    if (isWithin(a, b)) return -1;
    return isWithin(b, a) ? 1 : a.start - b.start;
  });
  for (const cell of spanning) growRows(rows, cell, cell.height, model.spacing.y, { forRowspan: true });
}

interface Span {
  readonly start: number;
  readonly count: number;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.start + inner.count <= outer.start + outer.count;
}

/** A height that needs no basis; undefined for the others. */
function pixels(value: Size | MaxSize): number | undefined {
  if (typeof value === 'string' || (typeof value === 'object' && 'fitContent' in value) || hasPercentage(value))
    return undefined;
  return snap(resolveLength(value, 0));
}

function percentage(value: Size | MaxSize): number | undefined {
  return typeof value === 'object' && 'percent' in value && value.px === 0 ? value.percent : undefined;
}
