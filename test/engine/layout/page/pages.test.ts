import t from 'tap';
import type { PhysicalFragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import { geometryById, layOut } from '../lay-out.js';
import { textOf, wordsOf } from '../words.js';

const SMALL =
  '<!doctype html><style>@page{size:300px 200px;margin:20px}html,body,p{margin:0}body{font:16px/20px Arial}</style>';
const lines = (count: number, prefix = '') => Array.from({ length: count }, (_, i) => `${prefix}${i}`).join('<br>');

/** The text of each page, words joined by a space. */
const pages = (body: string) => {
  const { layout } = layOut(SMALL + body);
  const words = wordsOf(layout);
  return layout.pages.map((_, index) => textOf(words.filter((word) => word.page === index)));
};
const diagnostics = (html: string) =>
  layOut(html).report.diagnostics.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`);

t.test('a blank page precedes a forced left or right page if necessary', async (t) => {
  t.strictSame(pages('<p>a</p><p style="break-before:right">b</p>'), ['a', '', 'b']);
  t.strictSame(pages('<p>a</p><p style="break-before:left">b</p>'), ['a', 'b']);
  t.strictSame(pages('<p>a</p><p style="break-after:recto">b</p><p>c</p>'), ['a b', '', 'c']);
  t.strictSame(pages('<p>a</p><p style="break-before:verso">b</p>'), ['a', 'b']);
});

t.test('a fixed box above or below the page area shows on the page where it falls', async (t) => {
  const fixed = (css: string) =>
    pages(
      `<style>@page{margin:60px 20px}p+p{break-before:page}i{position:fixed;${css}}</style>
      <i>F</i><p>a</p><p>b</p><p>c</p>`,
    );
  t.strictSame(fixed('top:20px'), ['a F', 'b F', 'c F']);
  t.strictSame(fixed('top:-50px'), ['a F', 'b F', 'c'], 'above: on the page before');
  t.strictSame(fixed('bottom:-40px'), ['a', 'b F', 'c F'], 'below: on the next page');
  t.strictSame(fixed('top:100%'), ['a', 'b F', 'c F']);
  t.strictSame(fixed('top:0;transform:translateY(-30px)'), ['a F', 'b F', 'c'], 'by its transform');
  t.strictSame(fixed('top:-120px'), ['a F', 'b', 'c'], 'two pages above');
  t.strictSame(fixed('top:-10000px'), ['a', 'b', 'c']);
  t.strictSame(fixed('top:-2px'), ['F a', 'F b', 'F c'], 'text is on the page with its middle');
});

t.test('the first page that shows a fixed box has it, the others repeat it as an artifact', async (t) => {
  const { layout } = layOut(
    `${SMALL}<style>p+p{break-before:page}</style><i style="position:fixed;bottom:-40px">F</i><p>a</p><p>b</p><p>c</p>`,
  );
  const repeated = layout.pages.map(({ content }) =>
    content.flatMap(({ fragment }) => (fragment.style.position === 'fixed' ? [fragment.repeated] : [])),
  );
  t.strictSame(repeated, [[], [false], [true]]);
});

t.test('a fixed box in the page margins that no page shows is reported', async (t) => {
  const of = (css: string) =>
    diagnostics(`${SMALL}<style>@page{margin:60px}</style><p style="position:fixed;${css}">F`);
  const reported = ['LayoutOverflow <p> @ html > body > p: in the page margins, where no page shows it'];
  t.strictSame(of('top:-40px'), reported);
  t.strictSame(of('top:100%'), reported);
  t.strictSame(of('left:-40px;width:30px'), reported);
  t.strictSame(of('left:-4px'), [], 'a part of it shows');
  t.strictSame(of('left:-9999px'), [], 'hidden on purpose');
  t.strictSame(of('top:-40px;visibility:hidden'), []);
  t.strictSame(of('top:0;transform:translateY(-100%)'), []);
});

t.test('the first page of a right-to-left document is a left page', async (t) => {
  const { layout } = layOut('<!doctype html><html dir="rtl"><p>a<p style="break-before:left">b');
  t.strictSame(
    layout.pages.map(({ side, blank }) => `${side}${blank ? ' blank' : ''}`),
    ['left', 'right blank', 'left'],
  );
});

t.test('a document of more pages than the limit is refused', async (t) => {
  const html = `${SMALL}<p>${lines(100)}</p>`;
  t.equal(layOut(html, { maxPages: 13 }).layout.pages.length, 13);
  t.throws(() => layOut(html, { maxPages: 12 }), { code: 'document_too_complex' });
});

t.test('a document wider than the page is laid out on a larger area and scaled down', async (t) => {
  const { layout } = layOut(`${SMALL}<div id="a" style="width:390px">a</div><div id="b">b</div>`);
  t.equal(layout.pages[0]?.scale, 260 / 390);
  t.equal(geometryById(layout).get('b')?.[0]?.width, 390);
});

t.test('the scale is at least two thirds, and clipped content is reported', async (t) => {
  const html = `${SMALL}<div style="width:3000px">a</div>`;
  t.equal(layOut(html).layout.pages[0]?.scale, 1 / 1.5);
  t.match(diagnostics(html), [/page shrunk to 67%, what is still too wide cut off$/]);
});

t.test('overflow diagnostics have the element, the axis and the amount', async (t) => {
  t.strictSame(diagnostics(`${SMALL}<div id="wide" style="width:390px">a</div>`), [
    'LayoutOverflow <div> @ html > body > div#wide: horizontally by 130px, page shrunk to 67%',
  ]);
  t.strictSame(diagnostics(`${SMALL}<div id="box" style="width:50px;border:1px solid"><b>aaaaaaaaaa</b></div>`), [
    'LayoutOverflow <div> @ html > body > div#box: horizontally by 38.98px',
  ]);
  t.strictSame(diagnostics(`${SMALL}<div id="low" style="height:30px">a<br>b</div><p>c</p>`), [
    'LayoutOverflow <div> @ html > body > div#low: vertically by 10px',
  ]);
  t.strictSame(diagnostics(`${SMALL}<div style="height:40px">a<br>b</div><p>c</p>`), []);
});

t.test('spaces that hang do not overflow', async (t) => {
  const spaces = ' '.repeat(90);
  const of = (css: string, text: string) => diagnostics(`${SMALL}<p style="${css}">${text}`);
  t.strictSame(of('white-space:pre-wrap', `a${spaces}b`), [], 'before a soft wrap');
  t.strictSame(of('white-space:pre-wrap', `a${spaces}`), [], 'at the end of the content');
  t.strictSame(of('white-space:pre-wrap', `a${spaces}\nb`), [], 'before a forced break');
  t.strictSame(of('white-space:pre-wrap;direction:rtl', `a${spaces}b`), [], 'from right to left');
  t.strictSame(of('white-space:pre-wrap', `a<b>${spaces}</b>b`), [], 'in another inline box');
  t.match(of('white-space:pre-wrap', `${'a'.repeat(60)}${spaces}b`), [/horizontally by 273.91px/], 'the word before');
  t.match(of('white-space:pre', `a${spaces}`), [/horizontally by .*page shrunk/], 'which others do');
});

t.test('@page may reset the page counter', async (t) => {
  const css = '@page{@bottom-right{content:"p" counter(page) "/" counter(pages)}}';
  const numbers = (more: string) => {
    const words = wordsOf(layOut(`${SMALL}<style>${css}${more}</style><p>${lines(18)}</p>`).layout);
    return words.filter((word) => word.text.startsWith('p')).map((word) => word.text);
  };
  t.strictSame(numbers(''), ['p1/3', 'p2/3', 'p3/3']);
  t.strictSame(numbers('@page:first{counter-reset:page 4}'), ['p4/3', 'p5/3', 'p6/3']);
  t.strictSame(numbers('@page{counter-increment:page 10}'), ['p10/3', 'p20/3', 'p30/3']);
});

t.test('a page-margin box counts for itself, from the values of its page', async (t) => {
  const css = `@page { counter-increment: pg 2;
    @top-left { counter-increment: foo 5 page 10; content: "f" counter(foo) "p" counter(page) "g" counter(pg) }
    @top-right { counter-reset: foo 7; counter-increment: foo; content: "r" counter(foo) }
    @bottom-left { counter-set: foo 3; content: "s" counter(foo) }
    @bottom-right { content: "n" counter(foo) "p" counter(page) } }`;
  const words = wordsOf(layOut(`${SMALL}<style>${css}</style><p>${lines(12)}</p>`).layout);
  const shown = words.map(({ text }) => text).filter((text) => /^[frsn]\d/.test(text));
  t.strictSame(shown.sort(), ['f5p11g2', 'f5p12g4', 'n0p1', 'n0p2', 'r8', 'r8', 's3', 's3']);
});

t.test('anchors have the page and the offset of an element', async (t) => {
  const { layout } = layOut(`${SMALL}<p>${lines(9)}</p><p id="x">y <a name="z">z</a></p>`);
  t.strictSame(layout.anchors.get('x'), { page: 1, x: 0, y: 40 });
  t.equal(layout.anchors.get('z')?.page, 1);
});

t.test('a break after the last box creates no page, and two breaks at the same break point create one', async (t) => {
  t.strictSame(pages('<p>a</p><div style="page-break-after:always"></div>'), ['a']);
  t.strictSame(pages('<div style="page-break-after:always">a</div><div style="page-break-before:always">b</div>'), [
    'a',
    'b',
  ]);
});

t.test('an image higher than the page is sliced and continues on the next page', async (t) => {
  const image = '<svg id="i" width="20" height="250" style="display:block"></svg>';
  const { layout } = layOut(`${SMALL}${image}<p id="p">after</p>`);
  t.strictSame(
    geometryById(layout)
      .get('i')
      ?.map(({ page, y }) => `${page} ${y}`),
    ['0 0', '1 -160'],
  );
  t.match(geometryById(layout).get('p'), [{ page: 1, y: 90 }]);
});

t.test('the fragment of a table that continues on the next page fills its page', async (t) => {
  const row = '<tr><td style="line-height:30px;padding:0">x</td></tr>';
  const heights = (style: string, rows: string) =>
    geometryById(layOut(`${SMALL}<p>a</p><table id="t" style="border-spacing:0;${style}">${rows}</table>`).layout)
      .get('t')
      ?.map(({ page, y, height }) => `${page}: ${y} ${height}`);
  t.strictSame(heights('', row.repeat(6)), ['0: 20 140', '1: 0 60']);
  t.strictSame(heights('border:5px solid', row.repeat(6)), ['0: 20 140', '1: 0 65']);
  t.strictSame(heights('', row + row.replace('<tr', '<tr style="break-before:page"')), ['0: 20 140', '1: 0 30']);
});

t.test('text that crosses the end of a page is on both pages', async (t) => {
  const { layout } = layOut(`${SMALL}<p style="font:100px/300px Arial">cut</p>`);
  const shown: string[] = [];
  const visit = (fragment: PhysicalFragment, page: number) => {
    if (fragment.kind === 'text') shown.push(`${page} ${fragment.text}${fragment.repeated ? ', the rest' : ''}`);
    else for (const child of fragment.children) visit(child.fragment, page);
  };
  layout.pages.forEach(({ content }, page) => {
    for (const { fragment } of content) visit(fragment, page);
  });
  t.strictSame(shown, ['0 cut', '1 cut, the rest']);
});

t.test('page groups', async (t) => {
  const css = '<style>.a{page:a}.b{page:b}.new{break-before:page}</style>';
  const groups = (body: string) =>
    layOut(SMALL + css + body).layout.pages.map((page) => [...page.groups].map((each) => each.join('')).join(' '));
  const two = `<p>1</p><p class="new">2</p>`;
  t.strictSame(groups(`<p>x</p><div class="a">${two}</div><div class="a new">${two}</div>`), [
    '',
    'a1',
    'a2',
    'a1',
    'a2',
  ]);
  t.strictSame(groups(`<div class="a"><p>x</p><div class="b">${two}</div>y</div>`), ['a1', 'a2 b1', 'a3 b2', 'a4']);
  t.strictSame(
    groups(`<div class="a">${two}</div><div class="a">z${two}</div>`),
    ['a1', 'a2', 'a3'],
    'no forced break',
  );
  t.strictSame(
    groups('<div class="a">x<p style="break-before:right">y</p></div><p class="a" style="break-before:right">z</p>'),
    ['a1', 'a2', 'a3', '', 'a1'],
    'blank pages are of the groups that go on over them',
  );
});

t.test('a drop-down that clips its label does not overflow', async (t) => {
  t.strictSame(diagnostics(`${SMALL}<select style="width:30px"><option>a long label</select>`), []);
});

t.test('what elements cannot change of page counters is reported', async (t) => {
  t.strictSame(diagnostics(`${SMALL}<p id="p" style="counter-increment: page 5; counter-reset: pages 2 page 3">a`), [
    'UnsupportedValue counter-reset: pages 2 @ html > body > p#p',
    'UnsupportedValue counter-increment: page 5 @ html > body > p#p',
  ]);
  t.strictSame(diagnostics(`<style>body { counter-reset: page }</style>${SMALL}a`), [
    'UnsupportedValue counter-reset: page 0 @ html > body',
  ]);
});

t.test('margins that leave no page area are reported', async (t) => {
  t.match(diagnostics('<!doctype html><style>@page{size:100px;margin:60px}</style>a'), [
    /^UnsupportedValue @page @ page 1: margins, borders and paddings leave no page area/,
  ]);
});

t.test('a missing font family gets one notice, with its replacement', async (t) => {
  const { report } = layOut(`${SMALL}<p style="font-family:Nope,Never">a</p><p style="font-family:nope">b`);
  t.strictSame(report.diagnostics, []);
  t.strictSame(
    report.notices.map(({ kind, text, context }) => `${kind} ${text} @ ${context}`),
    [
      'MissingFont Nope @ html > body > p:nth-of-type(1): no such font is installed; Tinos is used instead',
      'MissingFont Never @ html > body > p:nth-of-type(1): no such font is installed; Tinos is used instead',
    ],
  );
  t.strictSame(diagnostics(`${SMALL}<p style="font-family:Nope,Arial,Never">a</p>`), [], 'one that answers is enough');
});

t.test('visually hidden text, clipped by a box of one pixel, does not overflow', async (t) => {
  const hidden = 'position:absolute;width:1px;height:1px;overflow:hidden;white-space:nowrap';
  t.strictSame(diagnostics(`${SMALL}<span style="${hidden}">for screen readers</span>`), []);
});
