/** Footnotes, cross-references, leaders, bookmarks. */

import { lines, suite } from '../support/paged-media.js';

const NOTES = `@page { @footnote { margin: 0; border: 0; padding: 0 } } i { float: footnote; font: 10px/20px Cousine }
  i::footnote-call { vertical-align: baseline; font: 10px/20px Cousine }`;
const GCPM = 'https://www.w3.org/TR/css-gcpm-3/';

suite(`${GCPM}#footnotes`, [
  ['a footnote is at the bottom of the page of its call', NOTES, 'a<i>note</i>', ['a1@40,40 1. note@40,140']],
  [
    'the area is above the bottom margin and grows upwards',
    NOTES,
    'a<i>one</i> b<i>two</i>',
    ['a1 b2@40,40 1. one@40,120 2. two@40,140'],
  ],
  [
    'a line whose footnote does not fit below it moves to the next page',
    NOTES,
    `${lines(5)}<br>y<i>note</i>`,
    ['x x x x x', 'y1 1. note'],
  ],
  [
    'footnotes shorten the content of their page only',
    NOTES,
    `a<i>one<br>two</i><br>${lines(9)}`,
    ['a1 x x x 1. one two', 'x x x x x x'],
  ],
  [
    'a footnote that does not fit goes on on the next page',
    NOTES,
    `${lines(3)}<br>y<i>${lines(4, 'n')}</i>`,
    ['x x x y1 1. n n', 'n n'],
  ],
  [
    'footnote-policy: line moves the line with its footnote',
    `${NOTES} i { footnote-policy: line }`,
    `${lines(3)}<br>y<i>${lines(4, 'n')}</i>`,
    ['x x x', 'y1 1. n n n n'],
  ],
  [
    'footnote-policy: block moves the paragraph with its footnote',
    `${NOTES} i { footnote-policy: block }`,
    `<p>x<p>a<br>b<br>y<i>${lines(3, 'n')}</i>`,
    ['x', 'a b y1 1. n n n'],
  ],
  [
    'footnote-display: block puts each footnote on lines of its own',
    NOTES,
    'a<i>one</i><i>two</i>',
    ['a12@40,40 1. one@40,120 2. two@40,140'],
  ],
  [
    'footnote-display: inline puts footnotes on one line',
    `${NOTES} i { footnote-display: inline }`,
    'a<i>one</i><i>two</i>',
    ['a12@40,40 1. one 2. two@40,140'],
  ],
  [
    'footnote-display: compact puts short footnotes on one line',
    `${NOTES} i { footnote-display: compact }`,
    'a<i>one</i><i>two</i>',
    ['a12@40,40 1. one 2. two@40,140'],
  ],
  [
    'footnote-display: compact puts long footnotes on lines of their own',
    `${NOTES} i { footnote-display: compact }`,
    'a<i>a note of thirty letters and some more</i><i>two</i>',
    ['a12@40,40 1. a note of thirty letters and some@40,100 more@40,120 2. two@40,140'],
  ],
  [
    'the footnote counter is incremented by every footnote',
    NOTES,
    'a<i>one</i><p class=n>b<i>two</i>',
    ['a1 1. one', 'b2 2. two'],
  ],
  [
    'the page context may reset it',
    `${NOTES} @page { counter-reset: footnote }`,
    'a<i>one</i><p class=n>b<i>two</i>',
    ['a1 1. one', 'b1 1. two'],
  ],
  [
    '::footnote-call may have other content',
    `${NOTES} i::footnote-call { content: "[" counter(footnote) "]" }`,
    'a<i>one</i>',
    ['a[1] 1. one'],
  ],
  [
    '::footnote-marker may have other content',
    `${NOTES} i::footnote-marker { content: counter(footnote, lower-alpha) ") " }`,
    'a<i>one</i>',
    ['a1 a) one'],
  ],
  [
    'symbols may be calls',
    `${NOTES} i::footnote-call, i::footnote-marker { content: counter(footnote, symbols("*" "†")) }`,
    'a<i>one</i><i>two</i>',
    ['a*† *one †two'],
  ],
  [
    '@footnote has margins',
    `${NOTES} @page { @footnote { margin-bottom: 20px } }`,
    'a<i>one</i>',
    ['a1@40,40 1. one@40,120'],
  ],
  [
    '@footnote has padding',
    `${NOTES} @page { @footnote { padding: 0 0 10px 12px } }`,
    'a<i>one</i>',
    ['a1@40,40 1. one@52,130'],
  ],
  [
    '@footnote has a maximum height, beyond which footnotes go on',
    `${NOTES} @page { @footnote { max-height: 20px } }`,
    `a<i>${lines(2, 'n')}</i>`,
    ['a1 1. n', 'n'],
  ],
  [
    'a footnote inherits from the element around its call',
    NOTES,
    '<p style="letter-spacing: 6px">a<i>no</i>',
    ['a 1 1 . n o'],
  ],
  ['footnotes may be called in tables', NOTES, '<table><tr><td>a<i>one</i><td>b</table>', ['a1b 1. one']],
  [
    'the marker of a footnote with its own increment has the number of its call',
    `${NOTES} i { counter-increment: footnote 2 }`,
    'a<i>one</i>',
    ['a2 2. one'],
  ],
  [
    'an increment of ::footnote-call replaces the automatic one, and the marker has the number of its call',
    `${NOTES} i::footnote-call { counter-increment: footnote 3 }`,
    'a<i>one</i> b<i>two</i> c<i>three</i>',
    ['a3 b6 c9 3. one 6. two 9. three'],
  ],
  [
    'an increment of ::footnote-call counts from the reset of its page',
    `${NOTES} @page { counter-reset: footnote } i::footnote-call { counter-increment: footnote 3 }`,
    'a<i>one</i><p class=n>b<i>two</i>',
    ['a3 3. one', 'b3 3. two'],
  ],
  [
    'increments of the footnote and of its call add up',
    `${NOTES} i { counter-increment: footnote 2 } i::footnote-call { counter-increment: footnote 3 }`,
    'a<i>one</i> b<i>two</i>',
    ['a5 b10 5. one 10. two'],
  ],
  [
    'the marker has the number to which ::footnote-call sets the counter',
    `${NOTES} i::footnote-call { counter-set: footnote 7 }`,
    'a<i>one</i>',
    ['a7 7. one'],
  ],
]);

const REFERENCE = 'https://www.w3.org/TR/css-content-3/#cross-references';
const after = (content: string) => `a::after { content: ${content} }`;
const TARGET = '<a href="#t">see </a><h1 id=t class=n>T <b>bold</b></h1>';
suite(REFERENCE, [
  [
    'target-counter(page) is the page of the target',
    after('target-counter(attr(href), page)'),
    TARGET,
    { pages: ['see 2', 'T bold'], links: ['2'] },
  ],
  ['it may have a counter style', after('target-counter(attr(href), page, upper-roman)'), TARGET, ['see II', 'T bold']],
  [
    'target-counter(pages) is the number of pages',
    after('target-counter(attr(href), pages)'),
    TARGET,
    ['see 2', 'T bold'],
  ],
  [
    'any counter has its value at the target',
    `${after('target-counter(attr(href), c)')} h1 { counter-increment: c 4 }`,
    TARGET,
    ['see 4', 'T bold'],
  ],
  [
    'target-counters() joins nested counters',
    `${after('target-counters(attr(href), c, ".")')} ol { counter-reset: c; list-style: none } li { counter-increment: c }`,
    '<a href="#t">see </a><ol><li>A<ol><li>B<li id=t>C</ol></ol>',
    ['see 1.2 A B C'],
  ],
  ['target-text() is the text of the target', after('target-text(attr(href))'), TARGET, ['see T bold', 'T bold']],
  [
    'target-text(before) is that of ::before',
    `${after('target-text(attr(href), before)')} h1::before { content: "1. " }`,
    TARGET,
    ['see 1.', '1. T bold'],
  ],
  [
    'target-text(after) is that of ::after',
    `${after('target-text(attr(href), after)')} h1::after { content: " end" }`,
    TARGET,
    ['see end', 'T bold end'],
  ],
  [
    'target-text(first-letter) is its first letter',
    after('target-text(attr(href), first-letter)'),
    TARGET,
    ['see T', 'T bold'],
  ],
  ['the target may be given by url()', after('target-counter(url("#t"), page)'), TARGET, ['see 2', 'T bold']],
  [
    'a target before the reference has its number, too',
    after('target-counter(attr(href), page)'),
    '<h1 id=t>T</h1><p class=n><a href="#t">see </a>',
    ['T', 'see 1'],
  ],
  [
    'numbers that move their target are right in the end',
    'p { width: 6px } p::before { content: target-counter("#t", page, lower-roman); overflow-wrap: anywhere }',
    `<p></p>${lines(11)}<br><b id=t>T</b>`,
    ['i i i x x x', 'x x x x x x', 'x x T'],
  ],
  ['a link leads to the page of its target', '', TARGET, { links: ['2'] }],
  [
    'a link to another document has its URL',
    '',
    '<a href="https://example.com/">x</a>',
    { links: ['https://example.com/'] },
  ],
]);

suite('https://www.w3.org/TR/css-content-3/#leaders', [
  [
    'leader() fills the line',
    'p::after { content: leader(".") "9" }',
    '<p>a',
    ['a ..................................9@40,40'],
  ],
  [
    'leader(dotted) is a row of periods',
    'p::after { content: leader(dotted) "9"; font-family: Cousine }',
    '<p>a',
    { pages: [`a ${'.'.repeat(34)}9`] },
  ],
  [
    'leader(space) moves what follows to the end',
    'p::after { content: leader(space) "9" }',
    '<p>a',
    ['a@40,40 9@254,40'],
  ],
  ['its text is repeated as a whole', 'p::after { content: leader("-+") "9" }', '<p>a', [`a ${'-+'.repeat(16)} 9`]],
  [
    'leaders of several lines are aligned',
    'p::after { content: leader(". ") "9" }',
    '<p>a<p>abc',
    { pages: [`a ${'. '.repeat(16)}9 abc ${'. '.repeat(15)}9`] },
  ],
  ['leaders are artifacts', 'p::after { content: leader(".") "9" }', '<p>a', { tags: ['Document(P)'] }],
]);

suite('https://www.w3.org/TR/css-content-3/#bookmark-generation', [
  [
    'headings are bookmarks by their level',
    '',
    '<h1>A</h1><h2>B</h2><h1 class=n>C</h1>',
    { outline: ['A 1', '  B 1', 'C 2'] },
  ],
  [
    'bookmark-level: none takes a heading out',
    'h2 { bookmark-level: none }',
    '<h1>A</h1><h2>B</h2>',
    { outline: ['A 1'] },
  ],
  [
    'bookmark-level makes any element a bookmark',
    'p { bookmark-level: 2 }',
    '<h1>A</h1><p>B',
    { outline: ['A 1', '  B 1'] },
  ],
  [
    'bookmark-label is its text',
    'h1 { bookmark-label: "Part: " content() }',
    '<h1>A <b>b</b></h1>',
    { outline: ['Part: A b 1'] },
  ],
  ['attr() may be a label', 'h1 { bookmark-label: attr(title) }', '<h1 title=T>A</h1>', { outline: ['T 1'] }],
  [
    'counters may be in a label',
    'h1 { counter-increment: c; bookmark-label: counter(c) ". " content() }',
    '<h1>A</h1><h1>B</h1>',
    { outline: ['1. A 1', '2. B 1'] },
  ],
  [
    'string-set and bookmarks do not disturb each other',
    'h1 { string-set: s content(); bookmark-level: 1 } @page { @bottom-left { content: string(s) } }',
    '<h1>A</h1>',
    { outline: ['A 1'], pages: ['A A'] },
  ],
  [
    'an element that is not displayed is no bookmark',
    'h2 { display: none }',
    '<h1>A</h1><h2>B</h2>',
    { outline: ['A 1'] },
  ],
  [
    'a level that is left out keeps the order',
    '',
    '<h1>A</h1><h3>B</h3><h2>C</h2>',
    { outline: ['A 1', '  B 1', '  C 1'] },
  ],
  [
    'a bookmark is at the page of its element',
    'h1 { break-before: page }',
    'x<h1>A</h1><h1>B</h1>',
    { outline: ['A 2', 'B 3'] },
  ],
]);
