/** What is put on one page of a table, and what its break token keeps. */

import type { BoxFragment, BreakToken, OutOfFlow } from '../algorithm/types.js';
import type { TableGeometry } from './geometry.js';
import { cellX } from './geometry.js';
import type { MeasuredCell } from './heights.js';

/** Where the table goes on: kept in its break token. */
export interface TableResume {
  /** Its border, or a row, is on an earlier page; otherwise nothing but captions. */
  readonly hasBegun: boolean;
  /** First grid row that is not finished. */
  readonly row: number;
  /** What is left of that row when it broke inside. */
  readonly inside: RowResume | undefined;
  /** Cells from earlier rows that reach further down. */
  readonly open: readonly OpenCell[];
  /** What is repeated on every page. */
  readonly repeats: Repeated;
  /** Height of the grid on earlier pages. */
  readonly consumed: number;
}

/** Grid rows of the header and the footer. */
export interface Repeated {
  readonly header: readonly number[];
  readonly footer: readonly number[];
}

export interface RowResume {
  readonly consumed: number;
  /** By cell of the row; undefined: finished. */
  readonly tokens: readonly (BreakToken | undefined)[];
}

export interface OpenCell {
  readonly cell: MeasuredCell;
  readonly token: BreakToken;
}

/** A row put on this page; y from the grid's top. */
export interface PlacedRow {
  readonly index: number;
  readonly y: number;
  readonly height: number;
  /** Cells of one row; y from its top. */
  readonly cells: { cell: MeasuredCell; fragment: BoxFragment; y: number }[];
  /** What positioned boxes its cells leave to the table; from the grid's top. */
  readonly outOfFlow: OutOfFlow[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly consumed: number;
  readonly repeated: boolean;
  /** Its own height is on an earlier page: only cells that reach further down are here. */
  readonly isOver?: boolean;
}

/** Adds a cell with what it leaves to its containing block. */
export function addCell(
  geometry: TableGeometry,
  row: PlacedRow,
  cell: MeasuredCell,
  { fragment, outOfFlow }: { readonly fragment: BoxFragment; readonly outOfFlow: readonly OutOfFlow[] },
): void {
  row.cells.push({ cell, fragment, y: 0 });
  const x = cellX(geometry, cell.placed);
  for (const one of outOfFlow) row.outOfFlow.push({ ...one, x: one.x + x, y: one.y + row.y });
}
