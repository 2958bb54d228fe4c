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

export interface TableGrid {
  /** In painting order: header, bodies, footer. */
  readonly rows: readonly GridRow[];
  readonly cells: readonly PlacedCell[];
  /** Columns with a cell or a `col`. */
  readonly columnCount: number;
}

/** A colspan can ask for this many columns at most, whatever the cells of other rows say. */
const MAX_COLUMNS = 10_000;

/**
 * Gives every cell its place.
 * Never fails: a rowspan ends with its section, a cell that would overlap one from above still takes its slots.
 */
export function formGrid(table: TableBox): TableGrid {
  const rows: GridRow[] = [];
  const cells: PlacedCell[] = [];
  let columnCount = Math.min(table.columns.length, MAX_COLUMNS);
  for (const section of table.sections) {
    /** Per column: the first row (in `rows`) that no cell from above covers. */
    const freeFrom: number[] = [];
    const sectionEnd = rows.length + section.rows.length;
    for (const row of section.rows) {
      const index = rows.length;
      const placed: PlacedCell[] = [];
      let column = 0;
      for (const cell of row.cells) {
        while ((freeFrom[column] ?? 0) > index) column += 1;
        if (column >= MAX_COLUMNS) break;
        const colspan = Math.min(cell.colspan, MAX_COLUMNS - column);
        const rowspan = Math.min(cell.rowspan === 0 ? Number.POSITIVE_INFINITY : cell.rowspan, sectionEnd - index);
        placed.push({ cell, column, colspan, row: index, rowspan });
        for (let x = column; x < column + colspan; x += 1) freeFrom[x] = Math.max(freeFrom[x] ?? 0, index + rowspan);
        column += colspan;
        columnCount = Math.max(columnCount, column);
      }
      for (const one of placed) cells.push(one);
      rows.push({ row, section, cells: placed });
    }
  }
  return { rows, cells, columnCount };
}
