/** Footnotes. Source of the expectations: https://drafts.csswg.org/css-gcpm-3/#footnotes */

import t from 'tap';
import type {
  PhysicalBoxFragment,
  PhysicalFragment,
  PhysicalPlaced,
} from '../../../../src/engine/layout/algorithm/fragment.js';
import { geometryById, layOut } from '../lay-out.js';
import { textOf, wordsOf } from '../words.js';

/** Pages of ten lines of 20px; footnotes have lines of 10px and no space above them. */
const SMALL = `<!doctype html><style>
  @page { size: 300px 200px; margin: 0; @footnote { margin: 0; font: 8px/10px Arial } }
  html, body, p { margin: 0 } body { font: 16px/20px Arial; orphans: 1; widows: 1 }
  i { float: footnote; font: 8px/10px Arial } i::footnote-call { vertical-align: baseline }`;
const lines = (count: number, word = 'x') => Array.from({ length: count }, () => word).join('<br>');

interface Page {
  readonly content: string;
  readonly notes: string;
  /** Of the last line of the content, and of the first one of the footnotes: its baseline. */
  readonly end: number;
  readonly start: number;
}

/** Footnotes are identified by their font size. */
function pages(body: string, css = '', diagnostics: readonly unknown[] = []): Page[] {
  const { layout, report } = layOut(`${SMALL}${css}</style>${body}`);
  t.match(report.findings, diagnostics);
  t.equal(report.findings.length, diagnostics.length);
  // The content of a page is in an anonymous box that no element stands for.
  const isArea = ({ fragment }: PhysicalPlaced<PhysicalBoxFragment>) =>
    'id' in fragment.box && fragment.box.id !== -1 && fragment.box.origin === 'anonymous';
  const areas = layout.pages.map(({ content }) => content.find(isArea)?.y ?? 200);
  const words = wordsOf(layout);
  return layout.pages.map((_, index) => {
    const top = areas[index]!;
    const own = words.filter(({ page }) => page === index);
    const [content, notes] = [own.filter(({ y }) => y < top), own.filter(({ y }) => y >= top)];
    return { content: textOf(content), notes: textOf(notes), end: content.at(-1)?.y ?? 0, start: top };
  });
}
const textIn = (fragment: PhysicalFragment): string =>
  fragment.kind === 'text' ? fragment.text : fragment.children.map((child) => textIn(child.fragment)).join('');
const texts = (list: readonly Page[]) => list.map(({ content, notes }) => `${content} | ${notes}`);

t.test('a footnote is at the end of the page of its call', async (t) => {
  const found = pages('<p>a<i>one</i> b<i>two</i><p style="break-before: page">c<i>three</i>');
  t.strictSame(texts(found), ['a 1 b 2 | 1. one 2. two', 'c 3 | 3. three']);
  t.strictSame(
    found.map(({ start }) => start),
    [180, 190],
  );
});

t.test('footnotes reduce the height for the content of their page only', async (t) => {
  const found = pages(`<p>${lines(8)}<i>one<br>two<br>three</i><br>${lines(8)}`);
  t.strictSame(texts(found), [
    `${lines(8).replaceAll('<br>', ' ')} 1 | 1. one two three`,
    `${'x '.repeat(8).trim()} | `,
  ]);
});

t.test('a line whose footnote does not fit moves to the next page with it', async (t) => {
  const found = pages(`<p>${lines(9)}<br>y<i style="orphans: 2">one<br>two</i>`);
  t.strictSame(texts(found), [`${'x '.repeat(9).trim()} | `, 'y 1 | 1. one two']);
});

t.test('a long footnote continues on the next page, before the footnotes of that page', async (t) => {
  const found = pages(`<p>${lines(7)}<br>y<i>${lines(6, 'n')}</i><br>z<i>last</i>`);
  t.strictSame(texts(found), [`${'x '.repeat(7)}y 1 | 1. n n n n`, 'z 2 | n n 2. last']);
  t.strictSame(
    found.map(({ start }) => start),
    [160, 170],
  );
});

t.test('a footnote longer than a page continues on several pages', async (t) => {
  const found = pages(`<p>y<i>${lines(45, 'n')}</i><br>z`);
  t.strictSame(
    found.map(({ content, notes }) => `${content} ${notes.split('n').length - 1}`),
    ['y 1 18', ' 20', 'z 7'],
  );
});

t.test('`footnote-policy` moves the line or the block to the next page instead of breaking the footnote', async (t) => {
  const body = `<p>${lines(6)}<p>a<br>y<i>${lines(6, 'n')}</i><br>z`;
  t.strictSame(texts(pages(body)), [`${'x '.repeat(6)}a y 1 | 1. n n n n`, 'z | n n']);
  t.strictSame(texts(pages(body, 'i { footnote-policy: line }')), [`${'x '.repeat(6)}a | `, 'y 1 z | 1. n n n n n n']);
  t.strictSame(texts(pages(body, 'i { footnote-policy: block }')), [
    `${'x '.repeat(6).trim()} | `,
    'a y 1 z | 1. n n n n n n',
  ]);
});

const LONG = 'a note that is longer than half a line of this page';

t.test('inline footnotes share lines, compact ones if they fit on one', async (t) => {
  const starts = (css: string, note = 'note') =>
    pages(`<p>a<i>${note}</i><i>${note}</i>`, css).map(({ start }) => start);
  t.strictSame(starts(''), [180]);
  t.strictSame(starts('i { footnote-display: inline }'), [190]);
  t.strictSame(starts('i { footnote-display: compact }'), [190]);
  t.strictSame(starts('i { footnote-display: compact }', LONG), [180]);
  t.strictSame(starts('i { footnote-display: inline }', LONG), [180]);
});

t.test('`@footnote` styles the area: margins, border, padding, maximum height', async (t) => {
  const css = (more: string) =>
    `@page { @footnote { margin: 7px 0 3px; border-top: 2px solid; padding: 4px; ${more} } }`;
  t.strictSame(
    pages('<p>a<i>note</i>', css('')).map(({ start }) => start),
    [200 - 3 - 4 - 10 - 4 - 2],
  );
  t.strictSame(texts(pages(`<p>a<i>${lines(5, 'n')}</i>`, css('max-height: 20px; box-sizing: content-box'))), [
    'a 1 | 1. n n',
    ' | n n',
    ' | n',
  ]);
  const [inside] = pages(`<p>${lines(9)}<br>y<i>note</i>`, css(''));
  t.match(inside, { content: 'x x x x x x x x x', notes: '' });
});

t.test('call and marker are pseudo-elements, and the footnote counter is a regular counter', async (t) => {
  const css = `i { counter-increment: footnote 2 } i::footnote-call { content: "[" counter(footnote) "]" }
    i::footnote-marker { content: counter(footnote, lower-roman) ": " } p { counter-reset: other }`;
  t.strictSame(texts(pages('<div><p>a<i>one</i></div><p>b<i>two</i>', css)), ['a [2] b [4] | ii: one iv: two']);
  t.strictSame(texts(pages('<p>a<i>one</i>', 'i::footnote-call, i::footnote-marker { content: none }')), ['a | one']);
});

t.test('@page may reset the footnote counter', async (t) => {
  const css = '@page { counter-reset: footnote }';
  const body = '<p>a<i>1</i> b<i>2</i><p style="break-before: page">c<i>3</i>';
  t.strictSame(texts(pages(body, css)), ['a 1 b 2 | 1. 1 2. 2', 'c 1 | 1. 3']);
  t.strictSame(texts(pages(body, `${css} i { counter-increment: footnote 5 }`)), [
    'a 5 b 10 | 5. 1 10. 2',
    'c 5 | 5. 3',
  ]);
});

t.test('a footnote inherits from its parent element', async (t) => {
  const { layout } = layOut(`${SMALL} b { float: footnote }</style><p style="font: 30px/40px Arial">a<b id=note>x</b>`);
  t.strictSame(geometryById(layout).get('note'), [{ page: 0, x: 0, y: 160, width: 300, height: 40 }]);
});

t.test(
  'calls may stand in tables, columns, floats and positioned boxes; in repeated headers they count once',
  async (t) => {
    const table = `<table style="border-spacing: 0"><thead><tr><th>h<i>head</i></thead>${'<tr><td style="padding: 0">r'.repeat(9)}<i>cell</i></table>`;
    t.strictSame(texts(pages(table, 'td, th { padding: 0; font: 16px/20px Arial }')), [
      'h 1 r r r r r r r r | 1. head',
      'h 1 r 2 | 2. cell',
    ]);
    const columns = `<div style="columns: 2; column-fill: auto">${lines(9)}<br>a<i>one</i><br>b<i>two</i></div>`;
    t.match(pages(columns), [{ notes: '1. one 2. two', start: 180 }]);
    const boxes = `<div style="float: left">f<i>one</i></div><div style="position: absolute; top: 50px">p<i>two</i></div><p>q<i>three</i>`;
    const [page] = pages(boxes);
    t.match(page, { content: /f 1 q 3 p 2/ });
    t.match(page?.notes, /1\. one 2\. two 3\. three/);
  },
);

t.test('pages of columns have as many calls as their footnotes leave space for', async (t) => {
  // Three lines in each of two columns, and six footnotes of 20px.
  const paragraphs = Array.from({ length: 24 }, (_, i) => `<p>p${i + 1}<i>n<br>n</i></p>`).join('');
  const counts = (css: string) =>
    pages(`<div style="columns:2;${css}">${paragraphs}</div>`).map(({ notes }) => notes.match(/\d+\./g)?.length ?? 0);
  t.strictSame(counts(''), [6, 6, 6, 6]);
  t.strictSame(counts('column-fill:auto'), [6, 6, 6, 6]);
  const cells = Array.from({ length: 5 }, (_, i) => `<tr><td>a<br>a${i}<i>n</i><td>b<i>n</i>`).join('');
  const rows = pages(`<table cellspacing="0" cellpadding="0">${cells}</table>`);
  t.strictSame(
    rows.map(({ notes }) => notes.match(/\d+\./g)?.length),
    [6, 4],
  );
});

t.test(
  'footnotes of boxes that are placed after all pages stand among the others, in the order of the document',
  async (t) => {
    const absolute = '<div style="position:absolute;top:100px">b<i>two</i></div>';
    t.strictSame(texts(pages(`<p>a<i>one</i></p>${absolute}<p>c<i>three</i>`)), [
      'a 1 c 3 b 2 | 1. one 2. two 3. three',
    ]);
    const below = absolute.replace('100px', '220px');
    t.strictSame(
      texts(pages(`<p>a<i>one</i></p>${below}<p style="break-before:page">c<i>three</i>`)),
      ['a 1 | 1. one', 'c 3 b 2 | 2. two 3. three'],
      'on the page where the box is',
    );
    const fixed = absolute.replace('absolute', 'fixed');
    t.match(
      texts(pages(`${fixed}<p>a<i>one</i><p style="break-before:page">c<i>three</i>`)),
      ['a 2 b 1 | 1. two 2. one', 'c 3 b 1 | 3. three'],
      'once, for a box on every page',
    );
    const content = pages(`${absolute.replace('two', lines(5))}<p>${lines(10)}`);
    t.strictSame(
      content.map(({ start, content }) => [start, content.match(/x/g)?.length]),
      [
        [150, 7],
        [200, 3],
      ],
      'and take space from the content',
    );
  },
);

t.test('a running element has the call, its footnote is on the page of its anchor', async (t) => {
  const css = '@page{margin-top:20px;@top-left{content:element(r)}}div{position:running(r)}';
  const found = pages('<p>a<i>one</i></p><div>r<i>two</i></div><p>b<i>three</i><p style="break-before:page">c', css);
  t.strictSame(texts(found), ['r 2 a 1 b 3 | 1. one 2. two 3. three', 'r 2 c | ']);
});

t.test(
  'text that reaches above its page is not on the page before where footnotes are below the content',
  async (t) => {
    const { layout } = layOut(
      `${SMALL}b{vertical-align:8px}</style><p>${lines(8)}<i>one</i></p><p style="break-before:page;line-height:10px">y <b>z</b>`,
    );
    const of = (page: number) => JSON.stringify(layout.pages[page]?.content.map(({ fragment }) => textIn(fragment)));
    t.notMatch(of(0), /z/);
    t.match(of(1), /z/);
  },
);

t.test('monolithic content and its footnote are on different pages if necessary', async (t) => {
  const found = pages(
    `<div style="display: inline-block; vertical-align: top; height: 195px">a<i>${lines(3, 'n')}</i></div><p>b`,
  );
  t.match(
    found.map(({ notes }) => notes),
    ['', '1. n n n'],
  );
});

t.test('a footnote in a footnote is reported', async () => {
  pages('<p>a<i>one<i>two</i></i>', '', [
    { kind: 'UnsupportedValue', text: 'float: footnote', context: /in a footnote$/ },
  ]);
});

t.test('`@footnote` outside of a page rule is unknown', async () => {
  pages('<p>a', '@footnote { margin: 1px } @page { margin: 0 } /* @page { @footnote { } } */', [
    { kind: 'UnsupportedAtRule', text: /@footnote/ },
  ]);
});
