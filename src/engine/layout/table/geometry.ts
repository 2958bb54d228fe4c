/** Used sizes of a table at one width: columns, rows, captions. Laid out once, whatever pages it is then put on. */

import type { TableBox } from '../../box/tree.js';
import { horizontal, resolveMargins, sumEdges, vertical } from '../edges.js';
import { outerMinMax } from '../intrinsic.js';
import { layout } from '../layout.js';
import { usedHeight, usedWidth } from '../sizes.js';
import type { ConstraintSpace, Edges, LayoutContext, LayoutResult } from '../types.js';
import { distribute, distributeFixed } from './columns.js';
import type { PlacedCell } from './grid.js';
import { growRows, type MeasuredTable, measureRows } from './heights.js';
import { spacingAround, type TableModel, tableModel, tablePadding } from './model.js';

export interface TableGeometry {
  readonly model: TableModel;
  /** Border box of the grid. */
  readonly width: number;
  readonly border: Edges;
  readonly padding: Edges;
  /** Left edge of each column from the grid's border box; for rtl tables the first is the rightmost. */
  readonly columnX: readonly number[];
  readonly columnWidths: readonly number[];
  readonly measured: MeasuredTable;
  readonly captions: readonly Caption[];
}

export interface Caption {
  readonly side: 'top' | 'bottom';
  readonly result: LayoutResult;
  readonly margin: Edges;
}

export function tableGeometry(context: LayoutContext, table: TableBox, space: ConstraintSpace): TableGeometry {
  const key = `${space.availableWidth} ${space.percentageWidth} ${space.percentageHeight} ${space.fixedWidth} ${space.fixedHeight} ${space.shrinkToFit}`;
  const cache = cacheOf(context);
  const known = cache.get(table);
  if (known?.key === key) return known.geometry;
  const geometry = compute(context, table, space);
  cache.set(table, { key, geometry });
  return geometry;
}

function compute(context: LayoutContext, table: TableBox, space: ConstraintSpace): TableGeometry {
  const model = tableModel(context, table);
  const padding = tablePadding(table, space.percentageWidth);
  const { border, spacing } = model;
  const borderPadding = sumEdges(border, padding);
  const margin = resolveMargins(table.style, space.percentageWidth);
  const captionMin = table.captions.reduce((least, caption) => Math.max(least, outerMinMax(context, caption).min), 0);
  const asked = Math.max(usedWidth(context, table, space, margin, borderPadding), captionMin);
  const around = horizontal(borderPadding) + spacingAround(model.columns.length, spacing.x);
  const target = Math.max(
    asked - around,
    model.columns.reduce((sum, column) => sum + column.min, 0),
    0,
  );
  const columnWidths = model.isFixedLayout ? distributeFixed(model.columns, target) : distribute(model.columns, target);
  const content = columnWidths.reduce((sum, width) => sum + width, 0);
  const width = Math.max(asked, content + around);
  const columnX = placeColumns(
    columnWidths,
    spacing.x,
    table.style.direction === 'rtl' ? { right: width - borderPadding.right } : { left: borderPadding.left },
  );
  const widthOf = (cell: PlacedCell) => spanWidth(columnWidths, spacing.x, cell);
  const measured = measureRows(context, model, widthOf);
  const heights = stretch(table, space, borderPadding, width, model, measured.heights);
  const captions = table.captions.map((caption) => {
    const captionMargin = resolveMargins(caption.style, width);
    const result = layout(context, caption, {
      availableWidth: width,
      availableHeight: undefined,
      percentageWidth: width,
      percentageHeight: undefined,
      newFormattingContext: true,
    });
    return { side: caption.style['caption-side'], result, margin: captionMargin };
  });
  return { model, width, border, padding, columnX, columnWidths, measured: { ...measured, heights }, captions };
}

/** A height of the table's own goes to its rows, those of bodies first. */
function stretch(
  table: TableBox,
  space: ConstraintSpace,
  borderPadding: Edges,
  width: number,
  model: TableModel,
  heights: readonly number[],
): readonly number[] {
  const around = vertical(borderPadding) + spacingAround(heights.length, model.spacing.y);
  const auto = heights.reduce((sum, height) => sum + height, 0) + around;
  const used = usedHeight(table, space, borderPadding, width, auto);
  if (used <= auto || heights.length === 0) return heights;
  const stretched = [...heights];
  const all = heights.map((_, index) => index);
  const bodies = all.filter((index) => model.grid.rows[index]!.section.role === 'body');
  growRows(model, stretched, bodies.length > 0 ? bodies : all, used - auto);
  return stretched;
}

function placeColumns(
  widths: readonly number[],
  spacing: number,
  from: { left: number } | { right: number },
): number[] {
  let x = 'left' in from ? from.left : from.right;
  return widths.map((width) => {
    if ('left' in from) {
      const left = x + spacing;
      x = left + width;
      return left;
    }
    x -= spacing + width;
    return x;
  });
}

function spanWidth(widths: readonly number[], spacing: number, { column, colspan }: PlacedCell): number {
  let width = spacing * (colspan - 1);
  for (let i = column; i < column + colspan; i += 1) width += widths[i] ?? 0;
  return width;
}

/** Left edge of a cell, from the grid's border box. */
export function cellX({ columnX }: TableGeometry, { column, colspan }: PlacedCell): number {
  return Math.min(columnX[column]!, columnX[column + colspan - 1]!);
}

/** Column lines from left to right, for collapsed borders: the grid counts columns from the left then. */
export function columnLines({ columnX, columnWidths }: TableGeometry): number[] {
  const last = columnX.length - 1;
  return last < 0 ? [] : [...columnX, columnX[last]! + columnWidths[last]!];
}

interface Entry {
  readonly key: string;
  readonly geometry: TableGeometry;
}

function cacheOf(context: LayoutContext): Map<TableBox, Entry> {
  const { byModule } = context.caches;
  const known = byModule.get('table-geometry') as Map<TableBox, Entry> | undefined;
  if (known) return known;
  const made = new Map<TableBox, Entry>();
  byModule.set('table-geometry', made);
  return made;
}
