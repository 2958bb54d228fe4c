/** Running elements. Source of the expectations: https://drafts.csswg.org/css-gcpm-3/#running-elements */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { textOf, wordsOf } from '../words.js';

const SMALL = `<!doctype html><style>
  @page { size: 300px 200px; margin: 40px 20px }
  html, body, p { margin: 0 } body { font: 16px/20px Arial }
  .head { position: running(head) } .break { break-before: page }`;

/** The text of each page's header and content. */
function pages(css: string, body: string): string[] {
  const { layout, report } = layOut(`${SMALL}${css}</style>${body}`);
  t.strictSame(report.diagnostics, []);
  const words = wordsOf(layout);
  return layout.pages.map((_, index) => {
    const [header, content] = [true, false].map((isHeader) =>
      textOf(words.filter(({ page, y }) => page === index && y < 40 === isHeader)),
    );
    return `${header} | ${content}`;
  });
}
const header = (which = '') => `@page { @top-left { content: element(head${which}) } }`;

t.test('a running element moves to the margin boxes of its page and the following pages', async (t) => {
  t.strictSame(pages(header(), '<p>a<p class=break>b<div class=head>H</div><p class=break>c'), [
    ' | a',
    'H | b',
    'H | c',
  ]);
});

t.test('`element()` selects the first, the last, or the one at the start of the page', async (t) => {
  const body = '<p>a<i class=head>1</i><i class=head>2</i><p class=break><i class=head>3</i>b<p class=break>c';
  t.strictSame(pages(header(), body), ['1 | a', '3 | b', '3 | c']);
  t.strictSame(pages(header(', last'), body), ['2 | a', '3 | b', '3 | c']);
  t.strictSame(pages(header(', start'), body), [' | a', '3 | b', '3 | c']);
  t.strictSame(pages(header(', first-except'), body), [' | a', ' | b', '3 | c']);
});

t.test('its counters have the values of its anchor, except for the page counters', async (t) => {
  const css = `${header()} body { counter-reset: part 7 } p { counter-increment: part }
    .head::before { content: counter(part) " " counter(page) "/" counter(pages) }`;
  t.strictSame(pages(css, '<p>a<p><i class=head></i>b<p class=break>c'), ['9 1/2 | a b', '9 2/2 | c']);
});

t.test('its counter-increment applies at its anchor', async (t) => {
  const css = `${header()} .head { counter-increment: n } p::before { content: counter(n) }`;
  t.strictSame(pages(css, '<p>a<p class=head>H<p>b'), ['1 H | 0 a 1 b']);
});

t.test('it keeps its styles, boxes and images', async (t) => {
  const css = `@page { @top-left { content: "x" element(head); text-align: right; width: 100% } }
    .head { text-align: left; padding-left: 30px; width: 200px } .head b { float: left; width: 50px }`;
  const { layout } = layOut(`${SMALL}${css}</style><p>a<div class=head><b>1</b><table><td>2</table></div>`);
  const words = wordsOf(layout).filter(({ y }) => y < 40);
  t.strictSame(
    words.map(({ text, x }) => `${text} ${Math.round(x)}`),
    ['x 272', '1 50', '2 103'],
  );
});

t.test('running elements between rows, in positioned boxes and in running elements apply to their pages', async (t) => {
  const rows = '<p>a<table class=break><tr><td>b<tr class=head><td>H<tr><td>c</table>';
  t.strictSame(pages(header(), rows), [' | a', 'H | b c']);
  const fixed = '<p>a<p class=break>b<div style="position: absolute; left: 50px"><i class=head>H</i>c</div>';
  t.strictSame(pages(header(), fixed), [' | a', 'H | b c']);
  const nested = '<p>a<div style="position: running(other)">x<i class=head>H</i></div>';
  t.strictSame(pages(header(), nested), ['H | a']);
  const repeated = '<table><thead><tr><th><i class=head>H</i>h</thead><tr><td>a<tr class=break><td>b</table>';
  t.strictSame(pages(header(', first-except'), repeated), [' | h a', 'H | h b']);
});

t.test('`element()` in the document itself is reported', async (t) => {
  const { report } = layOut(`${SMALL} p::before { content: element(head) }</style><p>a`);
  t.match(report.diagnostics, [{ kind: 'UnsupportedValue', text: 'content: element()' }]);
});
