/** Page floats. */

import { lines, suite } from '../support/paged-media.js';

const FLOATS = 'https://www.w3.org/TR/css-page-floats-3/';
const BASE = 'b { font: inherit } .t { float: top } .b { float: bottom }';
const NOTES = `${BASE} @page { @footnote { margin: 0; border: 0; padding: 0 } } i { float: footnote; font: 10px/20px Cousine }
  i::footnote-call { vertical-align: baseline; font: 10px/20px Cousine }`;

suite(`${FLOATS}#float-property`, [
  [
    'float: top is at the start of the page of its anchor',
    BASE,
    'a<br>c<b class=t>top</b>',
    ['top@40,40 a@40,60 c@40,80'],
  ],
  [
    'float: bottom is at the end of the page, at its line-end edge',
    BASE,
    'a<b class=b>bot</b>',
    ['a@40,40 bot@242,140'],
  ],
  [
    'block-start and block-end are the same in horizontal text',
    'b { font: inherit } .t { float: block-start } .b { float: block-end; width: 100% }',
    'a<b class=t>top</b><b class=b>bot</b>',
    ['top@40,40 a@40,60 bot@40,140'],
  ],
  [
    'in right-to-left text the edges are exchanged',
    `${BASE} html { direction: rtl }`,
    'a<b class=t>top</b><b class=b>bot</b>',
    ['top@242,40 a@254,60 bot@40,140'],
  ],
  [
    'the page is the reference also where float-reference says so',
    `${BASE} b { float-reference: page }`,
    'a<b class=t>top</b>',
    ['top@40,40 a@40,60'],
  ],
  [
    'without regions, float-reference: region is the line',
    `${BASE} b { float-reference: region }`,
    'a<br>c<b class=t>x</b>',
    ['a@40,40 xc@40,60'],
  ],
  [
    'other references and places are reported',
    `${BASE} p { float: left; float-reference: page }`,
    '<b class=t style="float-reference: column">a</b><table><thead><tr><th><b class=t>c</b></table><p>d',
    {
      pages: ['a c d'],
      diagnostics: [
        'UnsupportedValue float-reference: column',
        'UnsupportedValue float: top',
        'UnsupportedValue float-reference: page',
      ],
    },
  ],
  [
    'float: snap-block is reported',
    'b { float: snap-block }',
    'a<b>c</b>',
    { diagnostics: ['UnsupportedValue float: snap-block'] },
  ],
]);

suite(`${FLOATS}#page-float-placement`, [
  [
    'content gives way to floats at both ends',
    BASE,
    `a<b class=t>top</b><b class=b>bot</b><br>${lines(6)}`,
    ['top a x x x bot', 'x x x'],
  ],
  [
    'a float stays on the page of its anchor where the anchor moves to the next',
    BASE,
    `${lines(5)}<br>y<b class=t>top</b>`,
    ['top x x x x x', 'y'],
  ],
  [
    'a float without space on the page of its anchor is on the next',
    `${BASE} .t { height: 120px } .b { height: 60px }`,
    `a<b class=b>one</b><b class=t>two</b><br>${lines(8)}`,
    ['a x x one', 'two', 'x x x x x x'],
  ],
  [
    'floats come in the order of the document: those after a waiting one wait',
    `${BASE} .t { height: 100px } .s { height: 20px }`,
    `a<b class=t>one</b><b class=t>two</b><b class="t s">three</b><br>${lines(3)}`,
    ['one a', 'two three', 'x x x'],
  ],
  [
    'floats of an edge are stacked from top to bottom',
    `${BASE} .b { width: 100% }`,
    'a<b class=b>one</b><b class=b>two</b><b class=t>three</b><b class=t>four</b>',
    ['three@40,40 four@40,60 a@40,80 one@40,120 two@40,140'],
  ],
  [
    'margins of floats do not collapse',
    `${BASE} .t { margin: 5px 0 10px 20px }`,
    'a<b class=t>one</b><b class=t>two</b>',
    ['one@60,45 two@60,80 a@40,110'],
  ],
  [
    'pages are added for floats after the content',
    `${BASE} .t { height: 100px }`,
    'a<b class=t>one</b><b class=t>two</b><b class=t>three</b>',
    ['one a', 'two', 'three'],
  ],
  [
    'a float that no page has space for begins a page and goes on on the next',
    `${BASE} .t { line-height: 20px }`,
    `a<b class=t>${lines(8, 'f')}</b><br>${lines(2)}`,
    ['a x x', 'f f f f f f', 'f f'],
  ],
  [
    'a float is not wider than the page',
    `${BASE} .t { width: 400px }`,
    'a<b class=t>one two three four five six seven eight nine ten</b>',
    ['one two three four five six seven@40,40 eight nine ten@40,60 a@40,80'],
  ],
  [
    'a float moves out of the boxes around it',
    `${BASE} div { padding: 20px; position: relative; overflow: hidden }`,
    '<div>a<b class=t>top</b></div>',
    ['top@40,40 a@60,80'],
  ],
  [
    'absolute boxes have the static position that floats leave',
    `${BASE} u { position: absolute; text-decoration: none }`,
    'a<b class=t>top</b><br>c<u>abs</u>',
    ['top@40,40 a@40,60 cabs@40,80'],
  ],
  [
    'a float in a float leaves it',
    BASE,
    'a<b class=t>one<b class=b style="width: 100%">two</b></b>',
    ['one@40,40 a@40,60 two@40,140'],
  ],
  [
    'a float in columns is at the start of the page',
    `${BASE} div { columns: 2; column-gap: 0 }`,
    `<div>a<br>b<b class=t>top</b><br>c<br>d</div>`,
    ['top@40,40 a@40,60 c@150,60 b@40,80 d@150,80'],
  ],
  [
    'the float of an absolute box is on a page at the end',
    `${BASE} div { position: absolute; top: 60px }`,
    '<div>a<b class=t>top</b></div>c',
    ['c@40,40 a@40,100', 'top@40,40'],
  ],
  [
    'images, tables and pseudo-elements float',
    `${BASE} table { float: bottom; width: 100% } p::before { content: "before"; float: top }`,
    '<p>a<table><tr><td>cell</table><img class=t height=20 src="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'/>">',
    ['before@40,40 a@40,80 cell@40,140'],
  ],
  [
    'a float is read where its anchor is',
    BASE,
    '<p>a</p><h2 class=b>bot</h2><p>c</p>',
    { pages: ['a c bot'], tags: ['Document(P H1 P)'] },
  ],
  [
    'a forced break begins a page below floats that wait',
    `${BASE} .t { height: 100px }`,
    'a<b class=t>one</b><b class=t>two</b><p class=n>c',
    ['one a', 'two c'],
  ],
]);

suite('https://www.w3.org/TR/css-gcpm-3/#footnotes', [
  [
    'floats at the end of a page are above its footnotes',
    `${NOTES} .b { width: 100% }`,
    'a<i>note</i><b class=b>bot</b>',
    ['a1@40,40 bot@40,120 1. note@40,140'],
  ],
  [
    'a line whose footnote does not fit beside floats moves to the next page',
    NOTES,
    `${lines(3)}<b class=b>bot</b><br>x<br>y<i>note</i>`,
    ['x x x x bot', 'y1 1. note'],
  ],
  [
    'footnotes of a float are on its page',
    `${NOTES} .t { width: 100% }`,
    `a<b class=t>top<i>note</i></b><br>${lines(5)}`,
    ['top1 a x x x 1. note', 'x x'],
  ],
]);
