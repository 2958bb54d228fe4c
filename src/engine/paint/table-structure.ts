/** Structure of PDF tables: header, body and footer rows, and cells in a grid of slots. */

import type { DisplayItem, Tag, TagItem } from './display-list.js';

export interface TableSections {
  readonly header: readonly TagItem[];
  readonly body: readonly TagItem[];
  readonly footer: readonly TagItem[];
}

/**
 * Splits header rows off the start (of a thead, or with th cells only) and footer rows off the end; one body row stays.
 */
export function tableSections(rows: readonly TagItem[]): TableSections {
  const isHeader = ({ tag, children }: TagItem) =>
    tag.type === 'table-row' &&
    (tag.role === 'header' ||
      children.every((cell) => cell.kind === 'tag' && cell.tag.type === 'table-cell' && cell.tag.header));
  const firstBody = rows.findIndex((row) => !isHeader(row));
  const headers = Math.max(firstBody, 0);
  let footers = 0;
  const isFooter = (row: TagItem | undefined) => row?.tag.type === 'table-row' && row.tag.role === 'footer';
  while (footers < rows.length - headers - 1 && isFooter(rows[rows.length - 1 - footers])) footers++;
  const end = rows.length - footers;
  return { header: rows.slice(0, headers), body: rows.slice(headers, end), footer: rows.slice(end) };
}

/** The slots of a cell, counted within its section. */
export interface CellPlace {
  readonly cell: TagOf<'table-cell'>;
  readonly x: number;
  readonly y: number;
  readonly colspan: number;
  readonly rowspan: number;
}

/** Places the cells of a section in its grid; row spans end with the section. Rows without cells keep their index. */
export function placeCells(rows: readonly TagItem[]): CellPlace[] {
  const freeFrom: number[] = []; // per column: the first row that no cell above covers
  const places: CellPlace[] = [];
  rows.forEach((row, y) => {
    let x = 0;
    for (const cell of row.children) {
      if (!isTag(cell, 'table-cell')) continue;
      while ((freeFrom[x] ?? 0) > y) x++;
      let colspan = 1;
      while (colspan < cell.tag.colspan && (freeFrom[x + colspan] ?? 0) <= y) colspan++;
      const max = rows.length - y;
      const rowspan = cell.tag.rowspan === 0 ? max : Math.min(cell.tag.rowspan, max);
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
