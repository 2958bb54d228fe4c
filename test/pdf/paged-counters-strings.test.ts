/** Page counters, named strings, running elements. */

import { lines, suite } from '../support/paged-media.js';

const head = (content: string) => `@page { @top-left { content: ${content} } }`;
const THREE = 'a<p class=n>b<p class=n>c';

suite('https://www.w3.org/TR/css-page-3/#page-based-counters', [
  ['counter(page) is the number of the page', head('counter(page)'), THREE, ['1 a', '2 b', '3 c']],
  [
    'counter(pages) is the number of all pages',
    head('counter(page) "/" counter(pages)'),
    THREE,
    ['1/3 a', '2/3 b', '3/3 c'],
  ],
  ['a counter style writes it', head('counter(page, lower-roman)'), THREE, ['i a', 'ii b', 'iii c']],
  ['leading zeros are a counter style', head('counter(page, decimal-leading-zero)'), 'a', ['01 a']],
  [
    'the page context may increment it by more',
    `${head('counter(page)')} @page { counter-increment: page 2 }`,
    THREE,
    ['2 a', '4 b', '6 c'],
  ],
  [
    'a page may reset it',
    `${head('counter(page)')} @page :nth(2) { counter-reset: page 10 }`,
    THREE,
    ['1 a', '10 b', '11 c'],
  ],
  ['a page may set it', `${head('counter(page)')} @page :nth(2) { counter-set: page 7 }`, THREE, ['1 a', '7 b', '8 c']],
  [
    'the first page may begin with another number',
    `${head('counter(page)')} @page :first { counter-reset: page 5 }`,
    'a<p class=n>b',
    ['5 a', '6 b'],
  ],
  ['blank pages count', head('counter(page)'), 'a<p style="break-before: right">b', ['1 a', '2', '3 b']],
  [
    'the page context may have counters of its own',
    `${head('counter(sheet)')} @page { counter-increment: sheet 3 }`,
    THREE,
    ['3 a', '6 b', '9 c'],
  ],
  ['an unknown counter is 0', head('counter(nothing)'), 'a', ['0 a']],
  [
    'pages cannot be manipulated by the author',
    `${head('counter(pages)')} @page { counter-increment: pages 5 }`,
    'a',
    ['1 a'],
  ],
  [
    'labels of pages are the numbers that are shown',
    `${head('counter(page, upper-roman)')}`,
    'a<p class=n>b',
    { labels: ['I', 'II'] },
  ],
  [
    'labels begin anew where the counter is reset',
    '@page f { @top-left { content: counter(page, lower-roman) } } @page b { @top-left { content: counter(page) } } @page b:nth(1) { counter-reset: page 1 } .f { page: f } .b { page: b }',
    '<div class=f>a<p class=n>b</div><div class=b>c<p class=n>d</div>',
    { labels: ['i', 'ii', '1', '2'], pages: ['i a', 'ii b', '1 c', '2 d'] },
  ],
]);

const SET = `${head('counter(page)')} .r { counter-reset: page 10 } .s { counter-set: page 20 }`;
suite('https://www.w3.org/TR/css-page-3/#page-based-counters in content', [
  [
    'an element resets the counter of the page that it begins on',
    SET,
    'a<p class=n>b<p class="n r">c<p class=n>d',
    ['1 a', '2 b', '10 c', '11 d'],
  ],
  ['an element sets it', SET, 'a<p class="n s">b<p class=n>c', ['1 a', '20 b', '21 c']],
  ['counter-set is applied after counter-reset', SET, '<p class="s r">a<p class=n>b', ['20 a', '21 b']],
  ['of several elements on a page it is the last', SET, '<p class=s>a<p class=r>b<p class=n>c', ['10 a b', '11 c']],
  [
    'elements set it in the order of the document, not of the page',
    SET,
    '<div style="display: flex; flex-direction: column-reverse"><p class=r>a</p><p class=s>b</p></div><p class=n>c',
    ['20 b a', '21 c'],
  ],
  ['an element in the middle of a page counts', SET, 'a<br>b<p class=r>c<p class=n>d', ['10 a b c', '11 d']],
  ['without a number it is 0', SET, '<p style="counter-reset: page">a<p class=n>b', ['0 a', '1 b']],
  ['a number may be negative', SET, '<p style="counter-reset: page -1">a<p class=n>b', ['-1 a', '0 b']],
  [
    'nested boxes: the box that begins with its child is on the page of the child',
    SET,
    'a<div class=r><div><p class=n>b</div></div><p class=n>c',
    ['1 a', '10 b', '11 c'],
  ],
  [
    'a box over several pages sets it on the first',
    SET,
    `<div class=r>${lines(14)}</div>`,
    [`10 ${'x '.repeat(6).trim()}`, `11 ${'x '.repeat(6).trim()}`, '12 x x'],
  ],
  [
    'a box that a break pushes to the next page sets it there',
    SET,
    `${lines(5)}<p class=r style="break-inside: avoid">a<br>b`,
    ['1 x x x x x', '10 a b'],
  ],
  [
    'rows and cells of tables set it',
    SET,
    '<table><tr><td>a<tr class=n><td class=r>b<tr class="n s"><td>c</table>',
    ['1 a', '10 b', '20 c'],
  ],
  [
    'a repeated head sets it once',
    `${SET} thead { counter-reset: page 10 }`,
    `<table><thead><tr><td>h<tbody><tr><td>a<tr class=n><td>b</table>`,
    ['10 h a', '11 h b'],
  ],
  [
    'flex items set it, also those of a line that breaks',
    SET,
    '<div style="display: flex; flex-direction: column"><p>a</p><p class="n r">b</p></div><p class=n>c',
    ['1 a', '10 b', '11 c'],
  ],
  [
    'grid items set it',
    SET,
    '<div style="display: grid"><p>a</p><p class="n s">b</p></div><p class=n>c',
    ['1 a', '20 b', '21 c'],
  ],
  [
    'floats, absolutely positioned boxes and inline boxes set it',
    SET,
    '<p>x<p class=r style="float: left">a</p><p class=n><b class=s>b</b><p class=n><b class=r style="position: absolute">c</b>',
    ['10 x a', '20 b', '10 c'],
  ],
  [
    'boxes in columns set it',
    SET,
    'a<div class=n style="columns: 2"><p>b</p><p class=r style="break-before: column">c</p></div>',
    ['1 a', '10 b c'],
  ],
  [
    'fixed boxes set it on the first page',
    SET,
    '<p class=r style="position: fixed; top: 40px">f</p>a<p class=n>b',
    ['10 a f', '11 b f'],
  ],
  ['pseudo-elements set it', `${SET} i::before { content: "x"; counter-reset: page 30 }`, '<i>a</i>', ['30 xa']],
  [
    'elements without a box do not set it',
    SET,
    '<p class=r style="display: none">a</p><p class=s style="display: contents">b</p>',
    ['1 b'],
  ],
  [
    'a running element sets it where its place in the text is',
    `${SET} .e { position: running(e) } @page { @bottom-left { content: element(e) } }`,
    'a<p class=n>b<p class="e r">E</p><p class=n>c',
    ['1 a', '10 b E', '11 c E'],
  ],
  [
    'a footnote sets it on its page',
    `${SET} .f { float: footnote } .f::footnote-call, .f::footnote-marker { content: none }`,
    'a<p class=n>b<span class="f r">F</span><p class=n>c',
    ['1 a', '10 b F', '11 c'],
  ],
  [
    'a blank page before a right page counts on from the page before it',
    SET,
    'a<p class=r style="break-before: right">b<p class=n>c',
    ['1 a', '2', '10 b', '11 c'],
  ],
  [
    'it is stronger than the page context',
    `${SET} @page :nth(2) { counter-reset: page 5 } @page { counter-increment: page 2 }`,
    'a<p class="n r">b<p class=n>c',
    ['2 a', '10 b', '12 c'],
  ],
  [
    'pages and target-counter() follow, as counter(page) in the text does',
    `${SET} a::before { content: target-counter(attr(href), page) } i::before { content: counter(page) }`,
    '<a href=#x></a><i></i><p class=n>a<p class="n r">b<p class=n id=x>c<i></i>',
    ['1 111', '2 a', '10 b', '11 c11'],
  ],
  [
    'labels of pages follow',
    '@page f { @top-left { content: counter(page, lower-roman) } } @page b { @top-left { content: counter(page) } } .f { page: f } .b { page: b; counter-reset: page 1 }',
    '<div class=f>a<p class=n>b</div><div class=b>c<p class=n>d</div>',
    { labels: ['i', 'ii', '1', '2'], pages: ['i a', 'ii b', '1 c', '2 d'] },
  ],
]);

const strings = (which: string) =>
  `@page { @bottom-left { content: string(s${which}) } } h1 { string-set: s content() }`;
const CHAPTERS = '<p>a<h1>A</h1><h1>B</h1><p class=n>b<p class=n>c<h1>C</h1>';
suite('https://www.w3.org/TR/css-gcpm-3/#using-named-strings', [
  ['first, the default, is the first assignment on the page', strings(''), CHAPTERS, ['a A B A', 'b B', 'c C C']],
  [
    'first is the entry value on a page without an assignment',
    strings(', first'),
    CHAPTERS,
    ['a A B A', 'b B', 'c C C'],
  ],
  ['last is the last assignment on the page', strings(', last'), CHAPTERS, ['a A B B', 'b B', 'c C C']],
  [
    'start is the entry value, unless an element begins the page',
    strings(', start'),
    CHAPTERS,
    ['a A B', 'b B', 'c C B'],
  ],
  [
    'start is the assignment of the element that begins the page',
    strings(', start'),
    '<h1>A</h1><h1 class=n>B</h1>',
    ['A A', 'B B'],
  ],
  ['first-except is empty on a page with an assignment', strings(', first-except'), CHAPTERS, ['a A B', 'b B', 'c C']],
  ['content() is the text of the element', strings(''), '<h1>A <b>bold</b> word</h1>', ['A bold word A bold word']],
  [
    'content(before) is the text of ::before',
    'h1 { string-set: s content(before) } h1::before { content: "1. " } @page { @bottom-left { content: string(s) } }',
    '<h1>A</h1>',
    ['1. A 1.'],
  ],
  [
    'content(first-letter) is its first letter',
    'h1 { string-set: s content(first-letter) } @page { @bottom-left { content: string(s) } }',
    '<h1>Alpha</h1>',
    ['Alpha A'],
  ],
  [
    'attr() is an attribute',
    'h1 { string-set: s attr(title) } @page { @bottom-left { content: string(s) } }',
    '<h1 title=t>A</h1>',
    ['A t'],
  ],
  [
    'counters have their value at the element',
    'h1 { counter-increment: c; string-set: s "Part " counter(c, upper-roman) } @page { @bottom-left { content: string(s) } }',
    '<h1>A</h1><h1 class=n>B</h1>',
    ['A Part I', 'B Part II'],
  ],
  [
    'several strings may be set at once',
    'h1 { string-set: s content(), t attr(title) } @page { @bottom-left { content: string(t) "-" string(s) } }',
    '<h1 title=t>A</h1>',
    ['A t-A'],
  ],
  [
    'none sets nothing',
    'h1 { string-set: s content() } .k { string-set: none } @page { @bottom-left { content: string(s, last) } }',
    '<h1>A</h1><h1 class=k>B</h1>',
    ['A B A'],
  ],
  ['a string that is never set is empty', '@page { @bottom-left { content: "[" string(s) "]" } }', 'a', ['a []']],
  [
    'an element that is not displayed still sets its string',
    'h1 { string-set: s content(); display: none } @page { @bottom-left { content: string(s) } }',
    'a<h1>A</h1>',
    ['a A'],
  ],
  [
    'an assignment on a later page does not reach earlier ones',
    strings(', first'),
    'a<p class=n>b<h1>A</h1>',
    ['a', 'b A A'],
  ],
]);

const running = (which = '') => `@page { @top-left { content: element(e${which}) } } .e { position: running(e) }`;
suite('https://www.w3.org/TR/css-gcpm-3/#running-elements', [
  [
    'a running element leaves the flow and appears in the margin box',
    running(),
    '<p class=e>H</p>a',
    ['H@40,10 a@40,40'],
  ],
  ['it appears on the following pages, too', running(), '<p class=e>H</p>a<p class=n>b', ['H a', 'H b']],
  ['it does not appear before its page', running(), 'a<p class=n>b<i class=e>H</i>', ['a', 'H b']],
  [
    'first is the first one on the page',
    running(', first'),
    'a<i class=e>1</i><i class=e>2</i><p class=n>b',
    ['1 a', '2 b'],
  ],
  [
    'last is the last one on the page',
    running(', last'),
    'a<i class=e>1</i><i class=e>2</i><p class=n>b',
    ['2 a', '2 b'],
  ],
  [
    'start is the one that the page begins with',
    running(', start'),
    'a<i class=e>1</i><p class=n>b<i class=e>2</i><p class=n>c',
    ['a', '1 b', '2 c'],
  ],
  [
    'first-except leaves its first page without it',
    running(', first-except'),
    'a<i class=e>1</i><p class=n>b',
    ['a', '1 b'],
  ],
  ['it keeps its own style', `${running()} .e { font-size: 20px }`, '<p class=e>H</p>a', ['H a']],
  [
    'it inherits from where it was',
    `${running()} section { letter-spacing: 6px }`,
    '<section><p class=e>HH</p></section>',
    ['H H'],
  ],
  [
    'generated content in it has the numbers of the page',
    `${running()} .e::after { content: counter(page) }`,
    '<p class=e>p</p>a<p class=n>b',
    ['p1 a', 'p2 b'],
  ],
  ['a table may be a running element', running(), '<table class=e><tr><td>A<td>B</table>a', ['AB a']],
  [
    'it may stand beside text in the margin box',
    '@page { @top-left { content: "x" element(e) } } .e { position: running(e); display: inline }',
    '<i class=e>H</i>a',
    ['xH a'],
  ],
]);

const sums = (content: string) =>
  `@page { @top-left { content: ${content} } } li { sum-set: amount attr(data-amount number); display: block }`;
/** Two pages, with 0.1 + 0.2 and 1,000.5 on them. */
const AMOUNTS = '<li data-amount=0.1>a<li data-amount=0.2>b<li class=n data-amount=1000.50>c';
/** A table over three pages; the head and the foot take one of six lines each. */
const TABLE = `<table><thead><tr><th>from<th class=carried><tfoot><tr><th>to<th class=sum><tbody>${Array.from(
  { length: 10 },
  (_, index) => `<tr style="sum-set: amount ${index + 1}"><td>x<td class=now>${index + 1}`,
).join('')}</table>`;
suite('docs/templates.md, totals that know their page', [
  ['page-sum() adds up the elements of the page', sums('page-sum(amount)'), AMOUNTS, ['0.30 a b', '1,000.50 c']],
  ['carried-sum() adds up the pages before', sums('carried-sum(amount)'), AMOUNTS, ['0.00 a b', '0.30 c']],
  [
    'running-sum() adds up all to the end of the page',
    sums('running-sum(amount)'),
    AMOUNTS,
    ['0.30 a b', '1,000.80 c'],
  ],
  ['a name without amounts is 0', sums('page-sum(other)'), 'a', ['0 a']],
  ['number() has so many decimals', sums('page-sum(amount, number(1))'), AMOUNTS, ['0.3 a b', '1,000.5 c']],
  ['currency() writes money', sums('page-sum(amount, currency("EUR"))'), AMOUNTS, ['€0.30 a b', '€1,000.50 c']],
  ['a counter style writes the rounded sum', sums('page-sum(amount, lower-roman)'), AMOUNTS, ['0 a b', 'mi c']],
  [
    'amounts of many digits are exact',
    sums('page-sum(amount)'),
    '<li data-amount=9007199254740993.01>a<li data-amount=-0.02>b',
    ['9,007,199,254,740,992.99 a b'],
  ],
  [
    'an attribute may lack, and then nothing or the fallback is added',
    `@page { @top-left { content: page-sum(amount) } } p { sum-set: amount attr(data-a) } b { sum-set: amount attr(data-a, 5) }`,
    '<p>a</p><p data-a=2>b <b>c</b></p>',
    ['7 a b c'],
  ],
  [
    'an attribute that is no number is reported',
    sums('page-sum(amount)'),
    '<li data-amount=1,5>a',
    { pages: ['0 a'], diagnostics: ['UnsupportedValue sum-set: amount'] },
  ],
  [
    'elements without a box add nothing',
    `${sums('page-sum(amount)')} .none { display: none }`,
    '<li data-amount=2>a<li class=none data-amount=3>b',
    ['2 a'],
  ],
  [
    'a running element shows the sums of each page',
    `@page { @top-left { content: element(head) } } .head { position: running(head) } .head b::after { content: carried-sum(amount) }
     p { sum-set: amount 2 }`,
    '<div class=head>From <b></b></div><p>a<p class=n>b',
    ['From 0 a', 'From 2 b'],
  ],
  [
    'repeated heads and feet of tables show the sums of each page',
    `.carried::after { content: carried-sum(amount) } .sum::after { content: running-sum(amount) } table { width: 100% }
     th + th, td + td { text-align: right }`,
    TABLE,
    [
      'from@40,40 0@254,40 x@40,60 1@254,60 x@40,80 2@254,80 x@40,100 3@254,100 x@40,120 4@254,120 to@40,140 10@248,140',
      'from@40,40 10@248,40 x@40,60 5@254,60 x@40,80 6@254,80 x@40,100 7@254,100 x@40,120 8@254,120 to@40,140 36@248,140',
      'from@40,40 36@248,40 x@40,60 9@254,60 x@40,80 10@248,80 to@40,100 55@248,100',
    ],
  ],
  [
    'a head says where its table is continued, and a foot where it will be',
    `.carried::after { content: carried-sum(rows, continued) }
     .sum::after { content: running-sum(rows, more) } @counter-style nothing { system: cyclic; symbols: "" }
     @counter-style continued { system: cyclic; symbols: "continued"; range: 1 infinite; fallback: nothing }
     @counter-style more { system: cyclic; symbols: " and on"; range: 1 9; fallback: nothing }`,
    TABLE.replaceAll(/sum-set: amount \d+/g, 'sum-set: rows 1'),
    ['from x 1 x 2 x 3 x 4 to and on', 'fromcontinued x 5 x 6 x 7 x 8 to and on', 'fromcontinued x 9 x 10 to'],
  ],
  [
    'in other content, running-sum() is the sum up to the element',
    `.now::after { content: " " running-sum(amount) }`,
    TABLE.replace(/<thead>.*<tbody>/, ''),
    ['x1 1 x2 3 x3 6 x4 10 x5 15 x6 21', 'x7 28 x8 36 x9 45 x10 55'],
  ],
  [
    'in other content, page-sum() is that of the page of the element',
    `.s::after { content: page-sum(amount) } p { sum-set: amount 2 }`,
    '<i class=s></i><p>a<p class=n>b <i class=s></i><p>c',
    ['2 a', 'b 4 c'],
  ],
]);

suite('docs/templates.md, @page :last', [
  [
    '@page :last styles the margin boxes of the last page',
    `${head('"more"')} @page :last { @top-left { content: "end" } }`,
    THREE,
    ['more a', 'more b', 'end c'],
  ],
  [
    'its other declarations are reported',
    '@page :last { margin: 90px; size: A5 }',
    'a<p class=n>b',
    {
      pages: ['a@40,40', 'b@40,40'],
      diagnostics: ['UnsupportedValue @page :last { margin }', 'UnsupportedValue @page :last { size }'],
    },
  ],
]);
