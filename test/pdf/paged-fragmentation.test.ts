/** Where pages break, and what becomes of boxes that do. */

import { lines, suite } from '../support/paged-media.js';

const BREAK = 'https://www.w3.org/TR/css-break-3/';
const p = (style: string, text = 'b') => `<p style="${style}">${text}</p>`;
const X = (count: number) => `<p>${lines(count)}</p>`;

suite(`${BREAK}#break-between`, [
  ['break-before: page begins a page', '', `a${p('break-before: page')}`, ['a', 'b']],
  ['break-after: page ends a page', '', `${p('break-after: page', 'a')}b`, ['a', 'b']],
  ['page-break-before: always is an alias', '', `a${p('page-break-before: always')}`, ['a', 'b']],
  ['page-break-after: always is an alias', '', `${p('page-break-after: always', 'a')}b`, ['a', 'b']],
  [
    'break-before: always is ignored, as in browsers',
    '',
    `a${p('break-before: always')}`,
    { pages: ['a b'], notices: ['InvalidCss break-before: always'] },
  ],
  ['break-before: left begins a left page', '', `a${p('break-before: left')}`, ['a', 'b']],
  ['break-before: right leaves a page blank where it has to', '', `a${p('break-before: right')}`, ['a', '', 'b']],
  [
    'break-before: recto is a right page in left-to-right documents',
    '',
    `a${p('break-before: recto')}`,
    ['a', '', 'b'],
  ],
  ['break-before: verso is a left page in left-to-right documents', '', `a${p('break-before: verso')}`, ['a', 'b']],
  [
    'recto is a left page in right-to-left documents',
    '',
    `<html dir=rtl><body>a${p('break-before: recto')}`,
    ['a', '', 'b'],
  ],
  ['break-after: right begins the next box on a right page', '', `${p('break-after: right', 'a')}b`, ['a', '', 'b']],
  ['a break before the first box is before the document, without a page', '', p('break-before: page', 'a'), ['a']],
  ['a break after the last box makes no page', '', p('break-after: page', 'a'), ['a']],
  ['two breaks at one place are one', '', `${p('break-after: page', 'a')}${p('break-before: page')}`, ['a', 'b']],
  [
    'of two sides at one place the later one wins',
    '',
    `${p('break-after: left', 'a')}${p('break-before: right')}`,
    ['a', '', 'b'],
  ],
  [
    'a break before a first child is one before its parent',
    'div { padding-top: 20px }',
    `a<div>${p('break-before: page')}</div>`,
    ['a@40,40', 'b@40,60'],
  ],
  [
    'a break after a last child is one after its parent',
    'div { padding-bottom: 20px }',
    `<div>${p('break-after: page', 'a')}</div>b`,
    ['a@40,40', 'b@40,40'],
  ],
  [
    'break-before: avoid keeps a box with the one before it',
    '',
    `${X(5)}<p>y${p('break-before: avoid', lines(2, 'b'))}`,
    ['x x x x x', 'y b b'],
  ],
  [
    'break-after: avoid keeps a box with the one after it',
    '',
    `${X(5)}${p('break-after: avoid', 'h')}${X(2)}`,
    ['x x x x x', 'h x x'],
  ],
  ['a forced break wins over avoid', '', `${p('break-after: avoid', 'a')}${p('break-before: page')}`, ['a', 'b']],
  [
    'break-before applies to table rows',
    '',
    '<table><tr><td>a<tr style="break-before: page"><td>b</table>',
    ['a', 'b'],
  ],
  [
    'break-before applies to row groups',
    '',
    '<table><tbody><tr><td>a<tbody style="break-before: page"><tr><td>b</table>',
    ['a', 'b'],
  ],
  [
    'break-before applies to flex items of a column',
    '',
    '<div style="display: flex; flex-flow: column"><p>a<p class=n>b</div>',
    ['a', 'b'],
  ],
  ['break-before applies to grid items', '', '<div style="display: grid"><p>a<p class=n>b</div>', ['a', 'b']],
  ['it does not apply to inline boxes', '', 'a <b class=n>b</b>', ['a b']],
  ['it does not apply to floats', '', 'a<b class=n style="float: right">b</b>', ['a b']],
  [
    'it does not apply to absolutely positioned boxes',
    '',
    'a<b class=n style="position: absolute; left: 0">b</b>',
    ['ab'],
  ],
]);

suite(`${BREAK}#break-within`, [
  [
    'break-inside: avoid moves a box that fits on the next page',
    '',
    `${X(4)}${p('break-inside: avoid', lines(3, 'b'))}`,
    ['x x x x', 'b b b'],
  ],
  [
    'a box higher than a page begins on the next one, and breaks all the same',
    '',
    `x${p('break-inside: avoid', lines(8, 'b'))}`,
    ['x', 'b b b b b b', 'b b'],
  ],
  [
    'avoid-page is the same on pages',
    '',
    `${X(4)}${p('break-inside: avoid-page', lines(3, 'b'))}`,
    ['x x x x', 'b b b'],
  ],
  [
    'avoid-column does nothing on pages',
    '',
    `${X(4)}${p('break-inside: avoid-column', lines(3, 'b'))}`,
    ['x x x x b b', 'b'],
  ],
  [
    'page-break-inside: avoid is an alias',
    '',
    `${X(4)}${p('page-break-inside: avoid', lines(3, 'b'))}`,
    ['x x x x', 'b b b'],
  ],
  [
    'a table that must not break moves',
    'table { break-inside: avoid }',
    `${X(5)}<table><tr><td>a<tr><td>b</table>`,
    ['x x x x x', 'a b'],
  ],
  [
    'a row that must not break moves',
    'tr { break-inside: avoid }',
    `${X(5)}<table><tr><td>a<br>b</table>`,
    ['x x x x x', 'a b'],
  ],
  [
    'a row may break in its cells',
    'tr { break-inside: auto }',
    `${X(5)}<table><tr><td>a<br>b</table>`,
    ['x x x x x a', 'b'],
  ],
  [
    'a list item that must not break moves',
    'li { break-inside: avoid }',
    `${X(5)}<ul><li>a<br>b</ul>`,
    ['x x x x x', 'a b'],
  ],
  [
    'a flex container that must not break moves',
    '',
    `${X(5)}<div style="display: flex; break-inside: avoid"><p>a<br>b</div>`,
    ['x x x x x', 'a b'],
  ],
  [
    'columns that must not break move',
    '',
    `${X(5)}<div style="columns: 2; column-gap: 0; break-inside: avoid"><p>a<br>b<br>c<br>d</div>`,
    ['x x x x x', 'a c b d'],
  ],
]);

const text = (orphans: number, widows: number, count: number) =>
  p(`orphans: ${orphans}; widows: ${widows}`, lines(count, 'b'));
suite(`${BREAK}#widows-orphans`, [
  ['orphans is the minimum number of lines before a break', '', `${X(5)}${text(2, 1, 3)}`, ['x x x x x', 'b b b']],
  ['as many as orphans may stay', '', `${X(4)}${text(2, 1, 3)}`, ['x x x x b b', 'b']],
  ['widows is the minimum number of lines after a break', '', `${X(2)}${text(1, 2, 5)}`, ['x x b b b', 'b b']],
  [
    'both are 2 by default',
    'html { orphans: initial; widows: initial }',
    `${X(5)}${p('', lines(4, 'b'))}`,
    ['x x x x x', 'b b b b'],
  ],
  ['they are inherited', 'body { orphans: 3 }', `${X(4)}${p('', lines(4, 'b'))}`, ['x x x x', 'b b b b']],
  [
    'lines of one block are counted, not those of its neighbours',
    'html { orphans: 2; widows: 2 }',
    `${X(4)}<p>a<p>b<br>c`,
    ['x x x x a', 'b c'],
  ],
  [
    'they hold in table cells',
    '',
    `${X(4)}<table><tr style="break-inside: auto"><td style="orphans: 3; widows: 1">${lines(4, 'b')}</table>`,
    ['x x x x', 'b b b b'],
  ],
  [
    'widows hold in table cells',
    '',
    `${X(2)}<table><tr style="break-inside: auto"><td style="widows: 3">${lines(6, 'b')}</table>`,
    ['x x b b b', 'b b b'],
  ],
  ['they hold in list items', '', `${X(5)}<ul><li style="orphans: 2">b<br>b<br>b</ul>`, ['x x x x x', 'b b b']],
  [
    'they hold in flex items',
    '',
    `${X(5)}<div style="display: flex; flex-flow: column"><p style="orphans: 2">b<br>b<br>b</div>`,
    ['x x x x x', 'b b b'],
  ],
  ['negative values are illegal', '', p('orphans: -1', 'b'), { pages: ['b'], notices: ['InvalidCss orphans: -1'] }],
]);

suite(`${BREAK}#break-margins`, [
  [
    'a margin after an unforced break is cut off',
    '',
    `${X(6)}${p('margin-top: 30px')}`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'b@40,40'],
  ],
  [
    'a margin that meets the end of the page is cut off',
    '',
    `${X(5)}${p('margin-bottom: 90px', 'a')}${p('')}`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 a@40,140', 'b@40,40'],
  ],
  [
    'a margin after a forced break is kept',
    '',
    `a${p('break-before: page; margin-top: 30px')}`,
    ['a@40,40', 'b@40,70'],
  ],
  [
    'a margin before a forced break is cut off',
    '',
    `${p('margin-bottom: 300px', 'a')}${p('break-before: page')}`,
    ['a@40,40', 'b@40,40'],
  ],
  [
    'padding is not cut off',
    '',
    `${X(6)}${p('padding-top: 30px')}`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'b@40,70'],
  ],
  [
    'a border after a break is not cut off',
    '',
    `${X(6)}${p('border-top: 10px solid')}`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'b@40,50'],
  ],
  [
    'the margin of a first child is cut off with that of its parent',
    '',
    `${X(6)}<div style="margin-top: 20px">${p('margin-top: 30px')}</div>`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'b@40,40'],
  ],
  [
    'a box goes on on the next page without the margin at its top',
    'div { margin-top: 20px }',
    `<div>${lines(6)}</div>`,
    ['x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'x@40,40'],
  ],
  [
    'margin-break: auto is what happens',
    '',
    `${X(6)}${p('margin-top: 15px')}`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 x@40,120 x@40,140', 'b@40,40'],
  ],
]);

const BOX = 'div { padding: 10px 12px; border: 2px solid }';
suite(`${BREAK}#break-decoration`, [
  [
    'slice: padding and border are at the ends of the box only',
    `${BOX} div { box-decoration-break: slice }`,
    `<div>${lines(6)}</div>`,
    ['x@54,52 x@54,72 x@54,92 x@54,112 x@54,132', 'x@54,40'],
  ],
  [
    'clone: padding and border are around every fragment',
    `${BOX} div { box-decoration-break: clone }`,
    `<div>${lines(6)}</div>`,
    ['x@54,52 x@54,72 x@54,92 x@54,112', 'x@54,52 x@54,72'],
  ],
  ['slice is the default', BOX, `<div>${lines(6)}</div>`, ['x@54,52 x@54,72 x@54,92 x@54,112 x@54,132', 'x@54,40']],
  [
    '-webkit-box-decoration-break is an alias',
    `${BOX} div { -webkit-box-decoration-break: clone }`,
    `<div>${lines(6)}</div>`,
    ['x@54,52 x@54,72 x@54,92 x@54,112', 'x@54,52 x@54,72'],
  ],
  [
    'clone: an inline box has its padding on every line',
    'b { padding: 0 12px; box-decoration-break: clone; font-weight: 400 }',
    '<b>a<br>b</b>',
    ['a@52,40 b@52,60'],
  ],
  [
    'slice: an inline box has its padding at its ends',
    'b { padding: 0 12px; font-weight: 400 }',
    '<b>a<br>b</b>',
    ['a@52,40 b@40,60'],
  ],
]);

suite(`${BREAK}#box-splitting`, [
  [
    'the rest of a fixed height is on the next page',
    'div { height: 150px }',
    `${X(1)}<div>d</div>y`,
    ['x@40,40 d@40,60', 'y@40,90'],
  ],
  [
    'what is monolithic moves',
    'img { width: 10px; height: 60px; vertical-align: top }',
    `${X(4)}<p>a<p><img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>">b`,
    ['x x x x a', 'b'],
  ],
  ['a line box is monolithic', '', `${X(5)}<p style="line-height: 40px">b`, ['x x x x x', 'b']],
  [
    'a float goes on on the next page',
    'b { float: left; width: 20px; font-weight: 400 }',
    `<b>${lines(8, 'f')}</b>${lines(2)}`,
    ['f@40,40 x@60,40 f@40,60 x@60,60 f@40,80 f@40,100 f@40,120 f@40,140', 'f@40,40 f@40,60'],
  ],
  [
    'an absolutely positioned box goes on on the next page',
    'b { position: absolute; left: 60px; top: 80px; font-weight: 400 } body { position: relative }',
    `<b>${lines(3, 'f')}</b>a`,
    ['a@40,40 f@100,120 f@100,140', 'f@100,40'],
  ],
  [
    'cells of a row go on side by side',
    'tr { break-inside: auto } td { width: 60px; vertical-align: top }',
    `<table><tr><td>${lines(7, 'a')}<td>${lines(8, 'b')}</table>`,
    [
      'a@40,40 b@100,40 a@40,60 b@100,60 a@40,80 b@100,80 a@40,100 b@100,100 a@40,120 b@100,120 a@40,140 b@100,140',
      'a@40,40 b@100,40 b@100,60',
    ],
  ],
  [
    'flex items go on side by side',
    'div { display: flex } p { width: 60px }',
    `<div><p>${lines(7, 'a')}</p><p>${lines(7, 'b')}</p></div>`,
    [
      'a@40,40 b@100,40 a@40,60 b@100,60 a@40,80 b@100,80 a@40,100 b@100,100 a@40,120 b@100,120 a@40,140 b@100,140',
      'a@40,40 b@100,40',
    ],
  ],
  [
    'grid items go on in their tracks',
    'div { display: grid; grid-template-columns: 60px 60px }',
    `<div><p>${lines(7, 'a')}</p><p>b</p></div>`,
    ['a@40,40 b@100,40 a@40,60 a@40,80 a@40,100 a@40,120 a@40,140', 'a@40,40'],
  ],
  [
    'columns on a page are filled before those of the next',
    'div { columns: 2; column-gap: 0 }',
    `<div>${Array.from('abcdefghijklmn').join('<br>')}</div>`,
    [
      'a@40,40 g@150,40 b@40,60 h@150,60 c@40,80 i@150,80 d@40,100 j@150,100 e@40,120 k@150,120 f@40,140 l@150,140',
      'm@40,40 n@150,40',
    ],
  ],
  [
    'a break between columns is none between pages',
    'div { columns: 2; column-gap: 0 } b { display: block; break-before: column; font-weight: 400 }',
    '<div>a<b>b</b></div>',
    ['a@40,40 b@150,40'],
  ],
  [
    'a spanner over all columns goes to the next page when it does not fit',
    'div { columns: 2; column-gap: 0 } h1 { column-span: all }',
    `${X(4)}<div>${lines(4, 'a')}<h1>s</h1>b</div>`,
    ['x@40,40 x@40,60 x@40,80 x@40,100 a@40,120 a@150,120 a@40,140 a@150,140', 's@40,40 b@40,60'],
  ],
]);

const NOTE =
  '@page { @footnote { margin: 0; border: 0; padding: 0 } } i { float: footnote; font: 10px/20px Cousine } i::footnote-call { vertical-align: baseline; font: 10px/20px Cousine }';
const rows = (count: number, cell = 'r') => `<tr><td>${cell}`.repeat(count);
suite('https://www.w3.org/TR/css-tables-3/#fragmentation', [
  [
    'a head is repeated on every page of its table',
    '',
    `<table><thead><tr><th>h<tbody>${rows(7)}</table>`,
    ['h r r r r r', 'h r r'],
  ],
  ['a foot is repeated on every page', '', `<table><tfoot><tr><td>f<tbody>${rows(6)}</table>`, ['r r r r r f', 'r f']],
  [
    'head and foot together',
    '',
    `<table><thead><tr><th>h<tfoot><tr><td>f<tbody>${rows(6)}</table>`,
    ['h r r r r f', 'h r r f'],
  ],
  [
    'a head that is higher than a quarter of the page is not repeated',
    'th { height: 60px; vertical-align: top }',
    `<table><thead><tr><th>h<tbody>${rows(5)}</table>`,
    ['h r r r', 'r r'],
  ],
  [
    'a table that fits on a page shows its head once',
    '',
    `<table><thead><tr><th>h<tbody>${rows(2)}</table>`,
    ['h r r'],
  ],
  [
    'a repeated head is an artifact but for the first',
    '',
    `<table><thead><tr><th>h<tbody>${rows(6)}</table>`,
    ['h r r r r r', 'h r'],
  ],
  ['a caption is not repeated', '', `<table><caption>c</caption>${rows(6)}</table>`, ['c r r r r r', 'r']],
  [
    'a cell over several rows goes on with them',
    '',
    `<table><tr><td rowspan=8 style="vertical-align: top">${lines(8, 's')}<td>r${rows(7)}</table>`,
    ['sr sr sr sr sr sr', 'sr sr'],
  ],
]);

suite('https://www.w3.org/TR/css-gcpm-3/#running-headers-and-footers (structure)', [
  [
    'page margins are artifacts',
    '@page { @top-left { content: "t" } }',
    '<p>a',
    { tags: ['Document(P)'], pages: ['t a'] },
  ],
  ['a heading is tagged by its level', '', '<h1>A</h1><h2>B</h2>', { tags: ['Document(H1 H2)'] }],
  [
    'a table has rows of headers and cells',
    '',
    '<table><tr><th>h<tr><td>c</table>',
    { tags: ['Document(Table(THead(TR(TH)) TBody(TR(TD))))'] },
  ],
  [
    'a list has items with labels and bodies',
    'ol { padding-left: 30px }',
    '<ol><li>a</ol>',
    { tags: ['Document(L(LI(Lbl LBody)))'] },
  ],
  ['a link holds its text', '', '<p><a href="https://example.com">x</a>', { tags: ['Document(P(Link))'] }],
  ['a footnote is a note beside its reference', NOTE, 'a<i>n</i>', { pages: ['a1 1. n'] }],
]);
