/**
 * Resolution of border conflicts. Source: https://drafts.csswg.org/css-tables-3/#border-conflict-resolution-algorithm
 */

import t from 'tap';
import type { PhysicalBoxFragment, PhysicalPlaced } from '../../../../src/engine/layout/algorithm/fragment.js';
import { layOut } from '../lay-out.js';
import { rects } from '../rects.js';

const STYLE =
  '<!DOCTYPE html><style>table { border-collapse: collapse } td { padding: 0; width: 20px; height: 20px }</style>';
const RED = 'rgb(255 0 0)';

type Painted = NonNullable<Extract<NonNullable<PhysicalBoxFragment['details']>, { kind: 'table' }>['collapsedBorders']>;

/** The borders that a table paints. */
const painted = (table: string): Painted =>
  layOut(STYLE + table).layout.pages.flatMap(({ content }) => bordersIn(content));

function bordersIn(content: readonly PhysicalPlaced[]): Painted {
  return content.flatMap(({ fragment }) => {
    if (fragment.kind === 'text') return [];
    const own = fragment.kind === 'box' && fragment.details?.kind === 'table' ? fragment.details.collapsedBorders : [];
    return [...(own ?? []), ...bordersIn(fragment.children)];
  });
}

/** The vertical borders of the first row from left to right: "width style", or "width style red". */
function borders(table: string): string[] {
  return painted(table)
    .filter(({ side }) => side === 'vertical')
    .map(({ rect, style, color }) => ({ x: rect.x, text: `${rect.width} ${style}${color.r === 255 ? ' red' : ''}` }))
    .sort((a, b) => a.x - b.x)
    .map(({ text }) => text);
}

/** The border between two cells. */
const between = (left: string, right: string) =>
  borders(`<table><tr><td style="border-right: ${left}"><td style="border-left: ${right}"></table>`);

t.test('the wider border wins', async (t) => {
  t.strictSame(between('2px dotted', '1px double'), ['2 dotted']);
  t.strictSame(between('1px double', '2px dotted'), ['2 dotted']);
});

t.test('hidden beats every width, none loses against any', async (t) => {
  t.strictSame(between('9px solid', 'hidden'), []);
  t.strictSame(between('9px none', '1px solid'), ['1 solid']);
});

t.test('of equal widths: double, solid, dashed, dotted, ridge, outset, groove, inset', async (t) => {
  const styles = ['double', 'solid', 'dashed', 'dotted', 'ridge', 'outset', 'groove', 'inset'];
  for (const [i, style] of styles.entries()) {
    for (const weaker of styles.slice(i + 1)) {
      t.strictSame(between(`3px ${weaker}`, `3px ${style}`), [`3 ${style}`], `${style} against ${weaker}`);
    }
  }
});

t.test('of equal borders that of the cell further to the left wins', async (t) => {
  t.strictSame(between(`1px solid ${RED}`, '1px solid black'), ['1 solid red']);
  t.strictSame(between('1px solid black', `1px solid ${RED}`), ['1 solid']);
});

t.test('a cell wins over its row, that over its section, column, column group and table', async (t) => {
  const place = (level: string, style: string) => ({ [level]: `style="border-left: ${style}"` });
  const outer = (styles: Readonly<Record<string, string>>) =>
    borders(
      `<table ${styles['table'] ?? ''}><colgroup ${styles['group'] ?? ''}><col ${styles['col'] ?? ''}></colgroup>` +
        `<tbody ${styles['section'] ?? ''}><tr ${styles['row'] ?? ''}><td ${styles['cell'] ?? ''}></table>`,
    );
  const levels = ['cell', 'row', 'section', 'col', 'group', 'table'];
  for (const [i, level] of levels.entries()) {
    const weaker = levels[i + 1];
    if (!weaker) break;
    const styles = { ...place(level, `1px solid ${RED}`), ...place(weaker, '1px solid black') };
    t.strictSame(outer(styles), ['1 solid red'], `${level} against ${weaker}`);
  }
});

t.test('half of each border lies in the cell, and the table has the outer halves', async (t) => {
  t.strictSame(
    rects(`${STYLE}<table id=t><tr><td id=a style="border: 4px solid"><td id=b style="border: 8px solid"></table>`),
    { t: '0,0 60×36', a: '2,4 26×28', b: '28,4 28×28' },
  );
});

t.test('where equal borders of two cells meet, that of the first cell is painted', async (t) => {
  const [red, blue] = ['4px solid red', '4px solid blue'].map((border) => `<td style="border: ${border}">`);
  const spans = (first: string, second: string) =>
    painted(`<table><tr>${first}${second}</table>`)
      .filter(({ side }) => side === 'horizontal')
      .map(({ rect, color }) => `${color.r === 255 ? 'red' : 'blue'} ${rect.x} to ${rect.x + rect.width}`);
  t.strictSame(spans(red!, blue!), ['red 0 to 28', 'blue 28 to 52', 'red 0 to 28', 'blue 28 to 52']);
  t.strictSame(spans(red!, red!), ['red 0 to 52', 'red 0 to 52']);
});

t.test('a vertical border that is painted where it meets others ends at their outer edges', async (t) => {
  const wide = painted('<table><tr><td style="border: 2px solid blue; border-left: 6px solid red"></table>');
  const [line] = wide.filter(({ rect }) => rect.width === 6);
  t.same([line!.rect.y, line!.rect.height], [0, 24]);
});

/** Top and bottom of the horizontal borders of each page. */
function horizontals(table: string): string[] {
  const style = `${STYLE}<style>@page { size: 100px; margin: 0 } body { margin: 0 } td { border: 4px solid }</style>`;
  const { layout } = layOut(style + table);
  return layout.pages.map(({ content }) =>
    bordersIn(content)
      .filter(({ side }) => side === 'horizontal')
      .map(({ rect }) => `${rect.y}-${rect.y + rect.height}`)
      .join(' '),
  );
}

t.test('a break cuts the border between two rows in halves', async (t) => {
  const rows = '<tr><td>'.repeat(5);
  t.strictSame(horizontals(`<table>${rows}</table>`), ['0-4 24-28 48-52 72-76 96-98', '0-2 22-26']);
});

t.test('no border closes a row at a break within it', async (t) => {
  const lines = '<br>x'.repeat(4);
  const style = '<style>td { font: 20px/30px Arimo }</style>';
  t.strictSame(horizontals(`${style}<table><tr><td>x${lines}<tr><td>y</table>`), ['0-4', '60-64 94-98']);
});

t.test('below a repeated head the border of the row is over that of the head', async (t) => {
  const style = '<style>thead, tr { break-inside: avoid } th { padding: 0; height: 4px; border: 6px solid }</style>';
  const [, second] = horizontals(`${style}<table><thead><tr><th><tbody>${'<tr><td>'.repeat(5)}</table>`);
  t.strictSame(second, '0-6 10-16 11-15 35-39 59-63');
});

t.test('a table of ten million places took gigabytes', async (t) => {
  const table = (rows: number) => `<table><tr>${'<td>'.repeat(10_000)}${'<tr>'.repeat(rows - 1)}</table>`;
  t.throws(() => layOut(STYLE + table(1001)), {
    code: 'document_too_complex',
    message:
      'A table whose borders collapse has 10,010,000 places for cells, and at most 10,000,000 are allowed. Split it.',
  });
});
