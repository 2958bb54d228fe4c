/** Rules of https://drafts.csswg.org/css-tables-3/ and CSS 2.2 §17 at whole tables. */

import t from 'tap';
import { rects } from '../rects.js';

const STYLE = '<style>table { border-spacing: 0 } td, th { padding: 0; vertical-align: top }</style>';
/** Letters are 12px wide, lines 20px high. */
const table = (attributes: string, rows: string) => rects(`${STYLE}<table ${attributes}>${rows}</table>`);

t.test('spacing is around every cell, and between the edge of the table and its cells', async (t) => {
  t.strictSame(
    table('id=t style="border-spacing: 5px 7px; border: 1px solid"', '<tr><td id=a>aa<td id=b>b<tr><td id=c>c'),
    { t: '0,0 53×63', a: '6,8 24×20', b: '35,8 12×20', c: '6,35 24×20' },
  );
});

t.test('a column is as wide as its widest cell; a wider table gives the rest by max-content width', async (t) => {
  const rows = '<tr><td id=a>aa<td>b<tr><td>c<td id=b>dddd';
  t.strictSame(table('', rows), { a: '0,0 24×20', b: '24,20 48×20' });
  t.strictSame(table('style="width: 144px"', rows), { a: '0,0 48×20', b: '48,20 96×20' });
});

t.test('a table never gets narrower than the longest word of each column', async (t) => {
  t.strictSame(table('id=t style="width: 10px"', '<tr><td id=a>aa bbb<td id=b>c'), {
    t: '0,0 48×40',
    a: '0,0 36×40',
    b: '36,0 12×40',
  });
});

t.test('fixed layout looks at col and the first row only', async (t) => {
  t.strictSame(
    table(
      'style="table-layout: fixed; width: 300px"',
      '<col style="width: 40px"><tr><td id=a><td id=b style="width: 60px"><td id=c>x<tr><td><td id=d style="width: 200px">wide',
    ),
    { a: '0,0 40×20', b: '40,0 60×20', c: '100,0 200×20', d: '40,20 60×20' },
  );
});

t.test('percentage columns are of the table width', async (t) => {
  t.strictSame(table('style="width: 400px"', '<tr><td id=a style="width: 25%">x<td id=b>x'), {
    a: '0,0 100×20',
    b: '100,0 300×20',
  });
});

t.test('a cell over columns widens all of them, by their max-content width', async (t) => {
  t.strictSame(table('', '<tr><td colspan=2 id=a style="width: 144px"><tr><td id=b>x<td id=c>xxx'), {
    a: '0,0 144×0',
    b: '0,0 36×20',
    c: '36,0 108×20',
  });
});

t.test('a cell over rows makes them higher together, and counts the spacing between them', async (t) => {
  t.strictSame(
    table('style="border-spacing: 0 10px"', '<tr><td rowspan=2 id=a style="height: 90px"><td id=b>x<tr><td id=c>x'),
    { a: '0,10 0×90', b: '0,10 12×40', c: '0,60 12×40' },
  );
});

t.test('rowspan=0 reaches to the end of the section, not of the table', async (t) => {
  t.strictSame(table('', '<tbody><tr><td rowspan=0 id=a>x<td>x<tr><td>x<tr><td>x<tbody><tr><td id=b>x'), {
    a: '0,0 12×60',
    b: '0,60 12×20',
  });
});

t.test('a cell skips the slots that a cell above covers', async (t) => {
  t.strictSame(table('', '<tr><td>x<td rowspan=2>x<td>x<tr><td id=a>x<td id=b>x'), {
    a: '0,20 12×20',
    b: '24,20 12×20',
  });
});

t.test('header and footer are laid out around the bodies, wherever they are in the source', async (t) => {
  t.strictSame(table('', '<tfoot><tr><td id=f>x<tbody><tr><td id=b>x<thead><tr><td id=h>x'), {
    h: '0,0 12×20',
    b: '0,20 12×20',
    f: '0,40 12×20',
  });
});

t.test('content of a cell is moved by vertical-align in the height of its row', async (t) => {
  t.strictSame(
    table(
      '',
      '<tr style="height: 60px"><td style="vertical-align: middle"><p id=a>x</p><td style="vertical-align: bottom"><p id=b>x</p>',
    ),
    { a: '0,20 12×20', b: '12,40 12×20' },
  );
});

t.test('cells move down to the baseline of the lowest first line in tables that do not fragment', async (t) => {
  const cell = (id: string, style = '') => `<td style="vertical-align: baseline; ${style}"><p id=${id}>x</p>`;
  const rows = `<tr>${cell('a', 'padding-top: 15px')}${cell('b')}`;
  t.strictSame(table('id=t style="display: inline-table"', rows), {
    t: '0,0 24×35',
    a: '0,15 12×20',
    b: '12,15 12×20',
  });
  t.strictSame(table('id=t', rows), { t: '0,0 24×35', a: '0,15 12×20', b: '12,0 12×20' });
});

t.test('the height of a cell includes its padding and border, that of a row is a minimum', async (t) => {
  t.strictSame(table('', '<tr id=r style="height: 30px"><td id=a style="height: 50px; padding: 3px">x'), {
    r: '0,0 18×56',
    a: '0,0 18×56',
  });
});

t.test('captions are outside the table height and as wide as the table', async (t) => {
  t.strictSame(
    table(
      'id=t style="height: 50px"',
      '<caption id=c>a b c</caption><caption id=d style="caption-side: bottom">d</caption><tr><td id=a>xx',
    ),
    { t: '0,0 24×130', c: '0,0 24×60', d: '0,110 24×20', a: '0,60 24×50' },
  );
});

t.test('a collapsed column takes no width, and the table gets narrower by it', async (t) => {
  t.strictSame(table('id=t', '<col><col style="visibility: collapse"><col><tr><td id=a>aa<td>bb<td id=c>cc'), {
    t: '0,0 48×20',
    a: '0,0 24×20',
    c: '24,0 24×20',
  });
});

t.test('a collapsed row takes no height', async (t) => {
  t.strictSame(table('id=t', '<tr><td>x<tr style="visibility: collapse"><td>x<tr><td id=a>x'), {
    t: '0,0 12×40',
    a: '0,20 12×20',
  });
});
