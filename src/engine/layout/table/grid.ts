/** The grid of slots of a table. Source: https://html.spec.whatwg.org/multipage/tables.html#forming-a-table */

import type { TableBox, TableCell, TableRow, TableSection } from '../../box/tree.js';

/** A cell in the grid; positions and spans count slots. */
export interface PlacedCell {
  readonly cell: TableCell;
  readonly column: number;
  readonly colspan: number;
  /** Index in TableGrid.rows. */
  readonly row: number;
  readonly rowspan: number;
}

export interface GridRow {
  readonly row: TableRow;
  readonly section: TableSection;
  /** Cells that start here, by column. */
  readonly cells: readonly PlacedCell[];
}

interface GridSection {
  readonly section: TableSection;
  /** Range of its rows in TableGrid.rows; may be empty. */
  readonly start: number;
  readonly count: number;
}

export interface TableGrid {
  /** In layout order: header, bodies, footer. */
  readonly rows: readonly GridRow[];
  readonly sections: readonly GridSection[];
  readonly cells: readonly PlacedCell[];
  readonly columnCount: number;
}

/** Limit of this implementation. */
export const MAX_COLUMNS = 10_000;

/**
 * Places all cells in the grid.
 * Never fails: a rowspan ends with its section; cells may overlap those from rows above.
 * @param minColumnCount   columns that column boxes define
 * @param spansMakeColumns  fixed layout: a colspan creates all columns that it covers. Otherwise trailing columns in
 *   which no cell starts are omitted.
 */
export function formGrid(table: TableBox, minColumnCount: number, spansMakeColumns: boolean): TableGrid {
  const rows: GridRow[] = [];
  const sections: GridSection[] = [];
  let columnCount = Math.min(minColumnCount, MAX_COLUMNS);
  for (const section of table.sections) {
    /** By column: index in `rows` of the first row that no cell from above covers. */
    const freeFrom: number[] = [];
    const start = rows.length;
    const end = start + section.rows.length;
    for (const row of section.rows) {
      const index = rows.length;
      const placed: PlacedCell[] = [];
      let column = 0;
      for (const cell of row.cells) {
        while ((freeFrom[column] ?? 0) > index) column += 1;
        if (column >= MAX_COLUMNS) break;
        const colspan = Math.min(cell.colspan, MAX_COLUMNS - column);
        const rowspan = Math.min(cell.rowspan === 0 ? Number.POSITIVE_INFINITY : cell.rowspan, end - index);
        placed.push({ cell, column, colspan, row: index, rowspan });
        columnCount = Math.max(columnCount, column + (spansMakeColumns ? colspan : 1));
        for (let x = column; rowspan > 1 && x < column + colspan; x += 1) {
          freeFrom[x] = Math.max(freeFrom[x] ?? 0, index + rowspan);
        }
        column += colspan;
      }
      rows.push({ row, section, cells: placed });
    }
    sections.push({ section, start, count: end - start });
  }
  const clipped = rows.map((row) => clipSpans(row, columnCount));
  const cells: PlacedCell[] = [];
  for (const row of clipped) for (const cell of row.cells) cells.push(cell);
  return { rows: clipped, sections, cells, columnCount };
}

function clipSpans(row: GridRow, columnCount: number): GridRow {
  const last = row.cells.at(-1);
  if (!last || last.column + last.colspan <= columnCount) return row;
  const clip = (cell: PlacedCell) => ({ ...cell, colspan: Math.min(cell.colspan, columnCount - cell.column) });
  return { ...row, cells: row.cells.map(clip) };
}
