/** Chooses pages of a display list; links and tables then know only these. */

import type { DisplayItem, DisplayList, LinkTarget, RowTag, TableTag } from './display-list.js';
import { isTag } from './table-structure.js';

/**
 * Page numbers that the document prints stay as they are.
 * @param chosen  0-based pages of the list, ascending
 */
export function selectPages(list: DisplayList, chosen: readonly number[]): DisplayList {
  const pages = chosen.map((page) => list.pages[page]!);
  const rows = new Set<RowTag>();
  for (const { items } of pages) collectRows(items, rows);
  const selection: Selection = {
    places: new Map(chosen.map((page, index) => [page, index])),
    rows,
    tables: new Map(),
  };
  return { ...list, pages: pages.map((page) => ({ ...page, items: withItems(page.items, selection) })) };
}

interface Selection {
  /** New pages by old ones. */
  readonly places: ReadonlyMap<number, number>;
  /** The rows with content on the pages. */
  readonly rows: ReadonlySet<RowTag>;
  readonly tables: Map<TableTag, TableTag>;
}

function collectRows(items: readonly DisplayItem[], rows: Set<RowTag>): void {
  for (const item of items) {
    if (isTag(item, 'table-row')) rows.add(item.tag);
    if ('children' in item) collectRows(item.children, rows);
  }
}

function withItems(items: readonly DisplayItem[], selection: Selection): DisplayItem[] {
  return items.flatMap((item): DisplayItem[] => {
    if (!('children' in item)) return [item];
    const children = withItems(item.children, selection);
    if (isTag(item, 'table')) return [{ ...item, tag: withRows(item.tag, selection), children }];
    if (!isTag(item, 'link')) return [{ ...item, children }];
    const target = withPlace(item.tag.target, selection);
    return target ? [{ ...item, tag: { ...item.tag, target }, children }] : children;
  });
}

/** undefined: the target is on none of the pages. */
function withPlace(target: LinkTarget, { places }: Selection): LinkTarget | undefined {
  if (target.type === 'url') return target;
  const page = places.get(target.page);
  return page === undefined ? undefined : { ...target, page };
}

function withRows(table: TableTag, { rows, tables }: Selection): TableTag {
  let selected = tables.get(table);
  if (!selected) {
    selected = { ...table, rows: table.rows.filter((row) => rows.has(row)) };
    tables.set(table, selected);
  }
  return selected;
}
