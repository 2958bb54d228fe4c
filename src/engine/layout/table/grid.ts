/** The grid of slots of a table. Source: https://html.spec.whatwg.org/multipage/tables.html#forming-a-table */

import type { TableBox, TableCell, TableRow, TableSection } from '../../box/tree.js';

/** A cell with its place; numbers count slots. */
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

export interface GridSection {
  readonly section: TableSection;
  /** Its rows in TableGrid.rows; a section may have none. */
  readonly start: number;
  readonly count: number;
}

export interface TableGrid {
  /** In painting order: header, bodies, footer. */
  readonly rows: readonly GridRow[];
  readonly sections: readonly GridSection[];
  readonly cells: readonly PlacedCell[];
  readonly columnCount: number;
}

/** A row can ask for this many columns at most. */
const MAX_COLUMNS = 10_000;

/**
 * Gives every cell its place.
 * Never fails: a rowspan ends with its section, a cell that would overlap one from above still takes its slots.
 * @param describedColumns  number of columns that are there whatever the cells say
 * @param spansMakeColumns  fixed layout: a colspan makes all the columns it covers. Else columns at the end in which no
 *   cell starts are left out: they would have no width.
 */
export function formGrid(table: TableBox, describedColumns: number, spansMakeColumns: boolean): TableGrid {
  const rows: GridRow[] = [];
  const sections: GridSection[] = [];
  let columnCount = Math.min(describedColumns, MAX_COLUMNS);
  for (const section of table.sections) {
    /** Per column: the first row (in `rows`) that no cell from above covers. */
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
  return { rows: clipped, sections, cells: clipped.flatMap((row) => row.cells), columnCount };
}

function clipSpans(row: GridRow, columnCount: number): GridRow {
  const last = row.cells.at(-1);
  if (!last || last.column + last.colspan <= columnCount) return row;
  const clip = (cell: PlacedCell) => ({ ...cell, colspan: Math.min(cell.colspan, columnCount - cell.column) });
  return { ...row, cells: row.cells.map(clip) };
}
