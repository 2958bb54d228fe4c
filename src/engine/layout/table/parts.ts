/** What a table puts into one fragmentainer, and what its break token keeps. */

import type { BreakToken, BreakTokenData } from '../algorithm/break-token.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { cellX, type TableGeometry } from './geometry.js';
import type { MeasuredCell } from './heights.js';

/** Where the table goes on. */
export interface TableBreakTokenData extends BreakTokenData {
  readonly type: 'table';
  /** Its border, or a row, is in an earlier fragmentainer; otherwise nothing but captions. */
  readonly hasBegun: boolean;
  /** First grid row that is not finished. */
  readonly row: number;
  /** What is left of that row when it broke inside. */
  readonly inside: RowResume | undefined;
  /** Cells from earlier rows that reach further down. */
  readonly open: readonly OpenCell[];
  /** What is repeated in every fragmentainer. */
  readonly repeats: Repeated;
  /** All of the grid is in earlier fragmentainers: the captions below it are left. */
  readonly atCaptions?: boolean;
  /** Height of the grid in earlier fragmentainers. */
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

/** A row in this fragmentainer; y from the grid's top. */
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
  /** Its own height is in an earlier fragmentainer: only cells that reach further down are here. */
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
  if (outOfFlow.length > 0) row.outOfFlow.push(...movedAll(outOfFlow, x, row.y));
}
