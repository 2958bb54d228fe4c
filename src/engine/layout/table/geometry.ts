/** Used sizes of columns, rows and captions for one constraint space, computed once for all fragmentainers. */

import type { TableBox } from '../../box/tree.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import type { Edges } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { horizontal, resolveMargins, sumEdges, vertical } from '../sizing/edges.js';
import { usedHeight } from '../sizing/heights.js';
import { outerMinMax } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';
import { type ColumnConstraint, distribute, distributeFixed } from './columns.js';
import type { PlacedCell } from './grid.js';
import { type MeasuredTable, measureRows, rowsHeight } from './heights.js';
import { spacingAcross, type TableModel, tableModel, tablePadding } from './model.js';
import { growSections, type RowSize } from './row-sizes.js';

/** Sizes and offsets in px. */
export interface TableGeometry {
  readonly model: TableModel;
  /** Border box of the grid. */
  readonly width: number;
  /** Minimum height of the grid's border box. */
  readonly minHeight: number;
  /** The table has a height: percentage heights resolve in cells that it makes higher than their content. */
  readonly hasOwnHeight: boolean;
  readonly border: Edges;
  readonly padding: Edges;
  /** Left edge of each column, from the grid's border box. In rtl tables the first column is the rightmost. */
  readonly columnX: readonly number[];
  readonly columnWidths: readonly number[];
  /** Basis of percentage paddings of cells in measuring. */
  readonly gridWidth: number;
  /** Border spacing; 0 in a table without columns. */
  readonly spacing: { readonly x: number; readonly y: number };
  /** Left edge and width of rows and sections, from the grid's border box. */
  readonly rowX: number;
  readonly rowWidth: number;
  readonly measured: MeasuredTable;
  /** Used heights, by grid row and by section. */
  readonly heights: readonly number[];
  readonly sectionHeights: readonly number[];
  readonly captions: readonly Caption[];
}

interface Caption {
  readonly side: 'top' | 'bottom';
  readonly result: LayoutResult;
  readonly margin: Edges;
}

export function tableGeometry(context: LayoutContext, table: TableBox, space: ConstraintSpace): TableGeometry {
  const key = `${space.availableWidth} ${space.percentageWidth} ${space.percentageHeight} ${space.fixedWidth} ${space.fixedHeight} ${space.autoWidthBehavior}`;
  const cache = cacheOf<TableBox, Entry>(context, 'table-geometry');
  const known = cache.get(table);
  if (known?.key === key) return known.geometry;
  const geometry = compute(context, table, space);
  cache.set(table, { key, geometry });
  return geometry;
}

/** Input of the steps below. Lengths in px. */
interface SizingInput {
  readonly context: LayoutContext;
  readonly table: TableBox;
  readonly space: ConstraintSpace;
  readonly model: TableModel;
  /** Border and padding of the grid. */
  readonly borderPadding: Edges;
  /** Minimum width of the wrapper that captions need. */
  readonly captionMin: number;
}

function compute(context: LayoutContext, table: TableBox, space: ConstraintSpace): TableGeometry {
  const model = tableModel(context, table);
  const padding = tablePadding(table, space.percentageWidth);
  const { border, columns } = model;
  const isEmpty = columns.length === 0;
  const spacing = isEmpty ? { x: 0, y: 0 } : model.spacing;
  const borderPadding = sumEdges(border, padding);
  const captionMin = captionMinWidth(context, table);
  const input: SizingInput = { context, table, space, model, borderPadding, captionMin };
  const columnWidths = usedColumnWidths(input);
  const locations = locateColumns(columns, columnWidths, spacing.x, false);
  const widthBeforeCollapse = isEmpty ? emptyWidth(input) : locations.end + horizontal(borderPadding);
  const widthOf = (cell: PlacedCell) => spanWidth(locations, cell);
  const gridWidth = Math.max(0, widthBeforeCollapse - horizontal(borderPadding));
  const measured = measureRows(context, model, { of: widthOf, percentageBasis: gridWidth });
  // Cells are measured with collapsed columns.
  const visible = model.hasCollapsedColumns ? locateColumns(columns, columnWidths, spacing.x, true) : locations;
  const width = isEmpty ? widthBeforeCollapse : Math.max(visible.end + horizontal(borderPadding), captionMin);
  const captions = layoutCaptions(context, table, width);
  const { heights, sectionHeights, minHeight, hasOwnHeight } = usedHeights(input, width, measured, captions);
  const rowX = borderPadding.left + spacing.x;
  const rowWidth = Math.max(0, width - horizontal(borderPadding) - 2 * spacing.x);
  const rtl = table.style.direction === 'rtl';
  return {
    model,
    width,
    border,
    padding,
    columnX: visible.x.map((x, i) =>
      rtl ? width - borderPadding.right - x - visible.widths[i]! : borderPadding.left + x,
    ),
    columnWidths: visible.widths,
    gridWidth,
    spacing,
    rowX,
    rowWidth,
    measured,
    captions,
    heights,
    sectionHeights,
    minHeight,
    hasOwnHeight,
  };
}

// ---- widths -------------------------------------------------------------------------------------------------------

function usedColumnWidths(input: SizingInput): readonly number[] {
  const { space, model, borderPadding, captionMin } = input;
  const requested = Math.max(tableWidth(input), space.fixedWidth === undefined ? captionMin : 0);
  const undistributable = horizontal(borderPadding) + spacingAcross(model.columns, model.spacing.x);
  const target = Math.max(0, requested - undistributable);
  return model.isFixedLayout ? distributeFixed(model.columns, target) : distribute(model.columns, target);
}

/** Border-box width from the sizing properties of the table. */
function tableWidth({ context, table, space, model: { usedMinMax }, borderPadding }: SizingInput): number {
  const margin = resolveMargins(table.style, space.percentageWidth);
  const width = usedWidth(context, table, space, margin, borderPadding, usedMinMax);
  return space.fixedWidth === undefined ? Math.max(width, usedMinMax.min) : width;
}

/**
 * Border-box width of a table without columns: its specified width, else that of captions, else borders and padding.
 * Source: Blink's ComputeEmptyTableInlineSize (table_layout_algorithm.cc)
 */
function emptyWidth(input: SizingInput): number {
  const { space, model, borderPadding, captionMin } = input;
  const { style } = input.table;
  const hasWidth =
    space.fixedWidth !== undefined || style['inline-size'] !== 'auto' || style['min-inline-size'] !== 'auto';
  if (hasWidth) return Math.max(captionMin, tableWidth(input));
  if (captionMin > 0) return Math.max(captionMin, horizontal(borderPadding));
  return model.collapsed ? 0 : horizontal(borderPadding);
}

interface ColumnLocations {
  /** From the grid's padding edge, by column. */
  readonly x: readonly number[];
  readonly widths: readonly number[];
  /** End of the spacing after the last column. */
  readonly end: number;
}

/**
 * Places columns. Source: Blink's ComputeLocationsFromColumns (table_layout_algorithm.cc)
 * @param collapses  whether collapsed columns take no space
 */
function locateColumns(
  columns: readonly ColumnConstraint[],
  widths: readonly number[],
  spacing: number,
  collapses: boolean,
): ColumnLocations {
  let end = spacing;
  let isFirst = true;
  const x: number[] = [];
  const used = columns.map((column, i) => {
    const isOmitted = (column.isMergeable && widths[i] === 0) || (collapses && column.isCollapsed);
    if (!isOmitted && !isFirst) end += spacing;
    if (!isOmitted) isFirst = false;
    x.push(end);
    const width = isOmitted ? 0 : widths[i]!;
    end += width;
    return width;
  });
  return { x, widths: used, end: end + spacing };
}

function spanWidth({ x, widths }: ColumnLocations, { column, colspan }: PlacedCell): number {
  const last = column + colspan - 1;
  return x[last]! + widths[last]! - x[column]!;
}

/** Minimum width of the table wrapper box: the largest min-content contribution of a caption, px. */
export function captionMinWidth(context: LayoutContext, table: TableBox): number {
  return table.captions.reduce((min, caption) => Math.max(min, outerMinMax(context, caption).min), 0);
}

function layoutCaptions(context: LayoutContext, table: TableBox, width: number): Caption[] {
  return table.captions.map((caption) => {
    const { style } = caption;
    const margin = resolveMargins(style, width);
    const result = layout(context, caption, {
      availableWidth: width,
      availableHeight: undefined,
      percentageWidth: width,
      percentageHeight: undefined,
    });
    const free = Math.max(0, width - result.fragment.width - horizontal(margin));
    const [left, right] = [style['margin-line-left'] === 'auto', style['margin-line-right'] === 'auto'];
    const atEnd = left || (!right && table.style.direction === 'rtl');
    const shift = left && right ? free / 2 : atEnd ? free : 0;
    return { side: style['caption-side'], result, margin: { ...margin, left: margin.left + shift } };
  });
}

/** Total height of the margin boxes of captions on one side, px. */
export function captionsHeight(captions: readonly Caption[], side: Caption['side']): number {
  return captions
    .filter((caption) => caption.side === side)
    .reduce((sum, { result, margin }) => sum + vertical(margin) + result.fragment.height, 0);
}

// ---- heights ------------------------------------------------------------------------------------------------------

/** Distributes the height of the table to sections and rows. Source: Blink's TableLayoutAlgorithm::ComputeRows */
function usedHeights(
  { context, table, space, model, borderPadding }: SizingInput,
  width: number,
  { rows: measuredRows, sections: measuredSections }: MeasuredTable,
  captions: readonly Caption[],
): Pick<TableGeometry, 'heights' | 'sectionHeights' | 'minHeight' | 'hasOwnHeight'> {
  const edges = vertical(borderPadding);
  let minHeight =
    space.fixedHeight === undefined
      ? usedHeight(table, space, borderPadding, width, edges)
      : Math.max(0, space.fixedHeight - captionsHeight(captions, 'top') - captionsHeight(captions, 'bottom'));
  // ComputeRows ignores the height of an empty table in quirks mode.
  if (context.quirks && table.sections.length === 0) minHeight = 0;
  const rows: RowSize[] = [...measuredRows];
  let sections = measuredSections;
  const content = sections.reduce((sum, section) => sum + section.height, 0);
  if (minHeight - edges > content) sections = growSections(sections, rows, minHeight - edges, model.spacing.y);
  rows.forEach((row, index) => {
    if (!row.isCollapsed) return;
    minHeight = Math.max(0, minHeight - row.height - (rows.length > 1 ? model.spacing.y : 0));
    rows[index] = { ...row, height: 0 };
  });
  return {
    heights: rows.map((row) => row.height),
    sectionHeights: sections.map(({ start, count, height }) =>
      count > 0 ? rowsHeight(rows, start, count, model.spacing.y) : height,
    ),
    minHeight,
    hasOwnHeight: space.fixedHeight !== undefined || table.style['block-size'] !== 'auto',
  };
}

/** Left edge of a cell, from the grid's border box. */
export function cellX({ columnX }: TableGeometry, { column, colspan }: PlacedCell): number {
  return Math.min(columnX[column]!, columnX[column + colspan - 1]!);
}

/** X of the lines between and around columns, in column order. In rtl tables the first line is the rightmost. */
export function columnLines({ columnX, columnWidths }: TableGeometry, rtl: boolean): number[] {
  const last = columnX.length - 1;
  if (last < 0) return [];
  return rtl ? [columnX[0]! + columnWidths[0]!, ...columnX] : [...columnX, columnX[last]! + columnWidths[last]!];
}

interface Entry {
  readonly key: string;
  readonly geometry: TableGeometry;
}
