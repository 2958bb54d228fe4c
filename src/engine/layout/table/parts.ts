/** Parts of a table in one fragmentainer, and the data of its break token. Lengths in px. */

import type { BreakToken, BreakTokenData } from '../algorithm/break-token.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import { movedAll, type OutOfFlow } from '../positioned/out-of-flow.js';
import { cellX, type TableGeometry } from './geometry.js';
import type { MeasuredCell } from './heights.js';
import type { FinishedPart } from './part-fragment.js';

/** State of a table that resumes in the next fragmentainer. */
export interface TableBreakTokenData extends BreakTokenData {
  readonly type: 'table';
  /** Part of the grid is in an earlier fragmentainer; false: nothing but captions. */
  readonly hasBegun: boolean;
  /** Index of the first grid row that is not finished. */
  readonly row: number;
  /** State of that row, where it broke inside. */
  readonly inside: RowResume | undefined;
  /** Spanning cells of earlier rows that are not finished. */
  readonly open: readonly OpenCell[];
  /** Rows repeated in each fragmentainer. */
  readonly repeats: Repeated;
  /** The grid is finished; bottom captions follow. */
  readonly atCaptions?: boolean;
  /** Height of the grid in earlier fragmentainers. */
  readonly consumed: number;
}

/** Indices of grid rows of the repeated header and footer. */
export interface Repeated {
  readonly header: readonly number[];
  readonly footer: readonly number[];
}

/** State of a row that resumes in the next fragmentainer. */
export interface RowResume {
  /** Height of the row in earlier fragmentainers. */
  readonly consumed: number;
  /** By cell of the row; undefined: the cell is finished. */
  readonly tokens: readonly (BreakToken | undefined)[];
}

/** A spanning cell that resumes in the next fragmentainer. */
export interface OpenCell {
  readonly cell: MeasuredCell;
  readonly token: BreakToken;
}

/** A row, or part of one, in one fragmentainer; y from the grid's top. */
export interface PlacedRow {
  readonly index: number;
  readonly y: number;
  readonly height: number;
  /** y from the row's top. */
  readonly cells: { cell: MeasuredCell; fragment: BoxFragment; y: number }[];
  /** Out-of-flow descendants of its cells that containing blocks further out position; y from the grid's top. */
  readonly outOfFlow: OutOfFlow[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly consumed: number;
  readonly repeated: boolean;
  /** The row ended in an earlier fragmentainer: it holds only the rest of spanning cells. */
  readonly isPastEnd?: boolean;
}

/** Adds a cell fragment and its out-of-flow descendants to a row. */
export function addCell(
  geometry: TableGeometry,
  row: PlacedRow,
  cell: MeasuredCell,
  { fragment, outOfFlow }: FinishedPart,
): void {
  row.cells.push({ cell, fragment, y: 0 });
  const x = cellX(geometry, cell.placed);
  if (outOfFlow.length > 0) row.outOfFlow.push(...movedAll(outOfFlow, x, row.y));
}
