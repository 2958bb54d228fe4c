/** The tags of tables, over pages and with empty cells. */

import t from 'tap';
import type { DisplayItem, TableTag } from '../../../src/engine/paint/display-list.js';
import { isTag } from '../../../src/engine/paint/table-structure.js';
import { BARE, paintHtml } from './painted.js';

const tablesIn = (items: readonly DisplayItem[]): TableTag[] =>
  items.flatMap((item) => {
    if (isTag(item, 'table')) return [item.tag];
    return 'children' in item ? tablesIn(item.children) : [];
  });

const tablesOf = (html: string) => paintHtml(BARE + html).pages.map(({ items }) => tablesIn(items));

/** The cells of each row, as in `th 2x1`. */
const gridOf = ({ rows }: TableTag): string[] =>
  rows.map(({ role, cells }) =>
    [role, ...cells.map(({ header, colspan, rowspan }) => `${header ? 'th' : 'td'} ${colspan}x${rowspan}`)].join(' '),
  );

t.test('the parts of a table on several pages have one tag, with all rows', async (t) => {
  const rows = Array.from({ length: 30 }, (_, index) => `<tr><td>${index}</td></tr>`).join('');
  const pages = tablesOf(`<table><thead><tr><th>A</th></tr></thead><tbody>${rows}</tbody></table>`);
  t.ok(pages.length > 1);
  for (const [index, tables] of pages.entries())
    t.strictSame([tables.length, tables[0] === pages[0]![0]], [1, true], `page ${index}`);
  t.strictSame(gridOf(pages[0]![0]!), ['header th 1x1', ...Array(30).fill('body td 1x1')]);
});

t.test('empty cells are cells', async (t) => {
  const [[table]] = tablesOf(
    '<table><tr><td></td><td>b</td><td></td></tr><tr><th colspan="2"></th><td>c</td></tr></table>',
  ) as [[TableTag]];
  t.strictSame(gridOf(table), ['body td 1x1 td 1x1 td 1x1', 'body th 2x1 td 1x1']);
});

t.test('cells and rows that are presentational have no tags, hidden cells keep their column', async (t) => {
  const [[table]] = tablesOf(`<table><tr><td>a</td><td role="none">b</td><td aria-hidden="true">c</td></tr>
    <tr role="presentation"><td>d</td></tr><tr aria-hidden="true"><td>e</td></tr></table>`) as [[TableTag]];
  t.strictSame(gridOf(table), ['body td 1x1 td 1x1']);
});

t.test('a table in a cell is a table of its own', async (t) => {
  const [tables] = tablesOf('<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>');
  t.strictSame(tables!.map(gridOf), [['body td 1x1']], 'the inner one is found inside');
});
