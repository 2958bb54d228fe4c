/**
 * Backgrounds of columns, sections and rows: placed in the part's own rectangle, but shown in its cells only.
 * Source: https://drafts.csswg.org/css-tables-3/#drawing-backgrounds-and-borders
 */

import { type Frame, SIDES } from '../css/compute/frames.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { BoxFragment, Rect } from '../layout/algorithm/types.js';
import { snapRect } from './snap.js';

/** A part of a table that lies below cells; its rectangle is on the page. */
export interface TablePart {
  readonly style: ComputedStyle;
  readonly rect: Rect;
}

/** What is below the cells of a row, from back to front. */
export interface TableParts {
  /** Groups before the columns in them. */
  readonly columns: readonly TablePart[];
  readonly section: TablePart | undefined;
}

/** One layer of one cell. */
export interface CellLayer {
  readonly style: ComputedStyle;
  /** Snapped, as is `part`. */
  readonly cell: Rect;
  readonly part: Rect;
}

/** @param x, y of the row's border box */
export function cellLayers(row: BoxFragment, x: number, y: number, { columns, section }: TableParts): CellLayer[] {
  const cells = row.children.flatMap(({ fragment, x: dx, y: dy }) =>
    fragment.kind === 'box' && !fragment.hideEmptyCell
      ? [{ x: x + dx, y: y + dy, width: fragment.width, height: fragment.height }]
      : [],
  );
  const layers: CellLayer[] = [];
  const add = ({ style, rect }: TablePart, cell: Rect) => {
    if (style.visibility === 'visible') layers.push({ style, cell: snapped(cell), part: snapped(rect) });
  };
  for (const column of columns) {
    for (const cell of cells) if (startsIn(cell, column.rect, row.frame)) add(column, cell);
  }
  const rowPart = { style: row.style, rect: { x, y, width: row.width, height: row.height } };
  for (const part of section ? [section, rowPart] : [rowPart]) for (const cell of cells) add(part, cell);
  return layers;
}

/** A cell that spans columns belongs to its first one. */
function startsIn(cell: Rect, column: Rect, frame: Frame | undefined): boolean {
  if (!frame) return isWithin(cell.x + Math.min(cell.width, 1) / 2, column.x, column.width);
  const inset = Math.min(cell.height, 1) / 2;
  const start = SIDES[frame].left === 'top' ? cell.y + inset : cell.y + cell.height - inset;
  return isWithin(start, column.y, column.height);
}

const isWithin = (at: number, start: number, size: number): boolean => at >= start && at < start + size;

const snapped = ({ x, y, width, height }: Rect): Rect => snapRect(x, y, width, height);
