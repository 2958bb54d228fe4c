/** Structure of PDF tables: header, body and footer rows, and cells in a grid of slots. */

import { MAX_COLUMNS } from '../layout/table/grid.js';
import type { CellTag, DisplayItem, RowTag, Tag, TagItem } from './display-list.js';

interface TableSections {
  readonly header: readonly RowTag[];
  readonly body: readonly RowTag[];
  readonly footer: readonly RowTag[];
}

/**
 * Splits header rows off the start (of a thead, or with th cells only) and footer rows off the end; one body row stays.
 */
export function tableSections(rows: readonly RowTag[]): TableSections {
  const isHeader = ({ role, cells }: RowTag) => role === 'header' || cells.every(({ header }) => header);
  const firstBody = rows.findIndex((row) => !isHeader(row));
  const headers = Math.max(firstBody, 0);
  let footers = 0;
  while (footers < rows.length - headers - 1 && rows[rows.length - 1 - footers]?.role === 'footer') footers++;
  const end = rows.length - footers;
  return { header: rows.slice(0, headers), body: rows.slice(headers, end), footer: rows.slice(end) };
}

/** The slots of a cell, counted within its section. */
export interface CellPlace {
  readonly cell: CellTag;
  readonly x: number;
  readonly y: number;
  readonly colspan: number;
  readonly rowspan: number;
}

/**
 * Places the cells of a section in its grid; row spans end with the section. Rows without cells keep their index. Cells
 * beyond the last column that a table may have, which are not laid out, have no place.
 */
export function placeCells(rows: readonly RowTag[]): CellPlace[] {
  const freeFrom: number[] = []; // per column: the first row that no cell above covers
  const places: CellPlace[] = [];
  rows.forEach(({ cells }, y) => {
    let x = 0;
    for (const cell of cells) {
      while ((freeFrom[x] ?? 0) > y) x++;
      if (x >= MAX_COLUMNS) break;
      let colspan = 1;
      while (colspan < Math.min(cell.colspan, MAX_COLUMNS - x) && (freeFrom[x + colspan] ?? 0) <= y) colspan++;
      const max = rows.length - y;
      const rowspan = cell.rowspan === 0 ? max : Math.min(cell.rowspan, max);
      for (let i = 0; i < colspan; i++) freeFrom[x + i] = y + rowspan;
      places.push({ cell, x, y, colspan, rowspan });
      x += colspan;
    }
  });
  return places;
}

/** A tag of one type, with its members. */
export type TagOf<Type extends Tag['type']> = TagItem & { readonly tag: Extract<Tag, { readonly type: Type }> };

export function isTag<Type extends Tag['type']>(item: DisplayItem, type: Type): item is TagOf<Type> {
  return item.kind === 'tag' && item.tag.type === type;
}
