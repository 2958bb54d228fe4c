/**
 * Backgrounds of columns, row groups and rows: positioned in their own rectangle but painted in their cells only.
 * Source: https://drafts.csswg.org/css-tables-3/#drawing-backgrounds-and-borders
 */

import { PHYSICAL_SIDES, type WritingMode } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import type { Edges, Rect } from '../layout/algorithm/geometry.js';
import { hasBackground } from './background.js';
import { insetRect } from './rounded.js';
import { snapped } from './snap.js';

/** A table part whose background lies below cells; its rectangle is in page coordinates. */
interface TablePart {
  readonly style: ComputedStyle;
  readonly rect: Rect;
}

/** Table parts behind the cells of a row, back to front. */
export interface TableParts {
  /** Column groups before their columns. */
  readonly columns: readonly TablePart[];
  readonly section: TablePart | undefined;
}

/** The background of one part in one cell. */
export interface CellLayer {
  readonly style: ComputedStyle;
  /** Snapped, like `part`. */
  readonly cell: Rect;
  /** The padding box of the cell, snapped. */
  readonly inside: Rect;
  readonly part: Rect;
}

/** @param x, y the row's border box */
export function cellLayers(
  row: PhysicalBoxFragment,
  x: number,
  y: number,
  { columns, section }: TableParts,
): readonly CellLayer[] {
  const paintedColumns = columns.filter(isPainted);
  const parts = section && isPainted(section) ? [section] : [];
  if (isPainted(row)) parts.push({ style: row.style, rect: { x, y, width: row.width, height: row.height } });
  if (paintedColumns.length === 0 && parts.length === 0) return NO_LAYERS;
  const cells = row.children.flatMap(({ fragment, x: dx, y: dy }) =>
    fragment.kind === 'box' && isCell(fragment) && fragment.details?.kind !== 'hidden-table-cell'
      ? [{ x: x + dx, y: y + dy, width: fragment.width, height: fragment.height, border: fragment.border }]
      : [],
  );
  const layers: CellLayer[] = [];
  const add = ({ style, rect }: TablePart, cell: Rect & { readonly border: Edges }) =>
    layers.push({ style, cell: snapped(cell), inside: snapped(insetRect(cell, cell.border)), part: snapped(rect) });
  for (const column of paintedColumns) {
    for (const cell of cells) if (startsIn(cell, column.rect, row.writingMode)) add(column, cell);
  }
  for (const part of parts) for (const cell of cells) add(part, cell);
  return layers;
}

/** Rows also hold the absolutely positioned boxes that they contain. */
const isCell = ({ style }: PhysicalBoxFragment): boolean => style.display === 'table-cell';

const NO_LAYERS: readonly CellLayer[] = [];

const isPainted = ({ style }: { readonly style: ComputedStyle }): boolean =>
  style.visibility === 'visible' && hasBackground(style);

/** A spanning cell belongs to its first column. */
function startsIn(cell: Rect, column: Rect, mode: WritingMode | undefined): boolean {
  if (!mode) return isWithin(cell.x + Math.min(cell.width, 1) / 2, column.x, column.width);
  const inset = Math.min(cell.height, 1) / 2;
  const start = PHYSICAL_SIDES[mode]['line-left'] === 'top' ? cell.y + inset : cell.y + cell.height - inset;
  return isWithin(start, column.y, column.height);
}

const isWithin = (at: number, start: number, size: number): boolean => at >= start && at < start + size;
