/** Named strings. Source of the expectations: https://www.w3.org/TR/css-gcpm-3/#using-named-strings */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { textOf, wordsOf } from '../words.js';

const BREAK = '<div style="break-after:page">.</div>';

/** The text of each page's header. */
function headers(css: string, body: string, header = 'string(s)'): string[] {
  const { layout } = layOut(
    `<!doctype html><style>@page{size:300px 200px;margin:20px 20px 50px;@bottom-left{content:${header}}}${css}</style>${body}`,
  );
  const words = wordsOf(layout).filter(({ y }) => y > 150);
  return layout.pages.map((_, page) => textOf(words.filter((word) => word.page === page)));
}

/** The values of string() by keyword. */
function choices(body: string): Record<string, string[]> {
  const css = 'h1{string-set:s content();font-size:10px}';
  const of = (which: string) => headers(css, body, `string(s, ${which})`);
  return { first: of('first'), start: of('start'), last: of('last'), except: of('first-except') };
}

t.test('keywords select one of several assignments', async (t) => {
  t.strictSame(choices(`<p>x<h1>A</h1><h1>B</h1>${BREAK}x${BREAK}<h1>C</h1>y`), {
    first: ['A', 'B', 'C'],
    start: ['', 'B', 'C'],
    last: ['B', 'B', 'C'],
    except: ['', 'B', ''],
  });
});

t.test('start is the value of an element at the start of the page, or nested at it', async (t) => {
  t.strictSame(choices(`<h1>A</h1>x${BREAK}<section><div><h1>B</h1>x</div></section>`).start, ['A', 'B']);
  t.strictSame(choices(`<h1>A</h1>x${BREAK}<div style="height:9px"></div><h1>B</h1>`).start, ['A', 'A']);
  t.strictSame(choices(`<h1>A</h1>x${BREAK}<i></i><div></div><h1>B</h1>`).start, ['A', 'B']);
  t.strictSame(choices(`<h1>A</h1>x${BREAK}<section>x<div><h1>B</h1></div></section>`).start, ['A', 'A']);
});

t.test('parts of a string', async (t) => {
  const of = (value: string, css = '') =>
    headers(
      `h1{font-size:10px;counter-increment:c;string-set:s ${value};display:list-item;list-style:upper-roman inside}
      h1::before{content:"Chapter " counter(c) ":"}h1::after{content:"!"}i{display:none}${css}`,
      '<h1 title="attribute">“A  <b>bold</b>\n<i>hidden</i>word<br>here</h1>',
    ).join('|');
  t.equal(of('content()'), '“A bold word here');
  t.equal(of('content(before) " " content(text) content(after)'), 'Chapter 1: “A bold word here!');
  t.equal(of('content(first-letter)'), '“A');
  t.equal(of('content(marker)'), 'I.');
  t.equal(of('attr(title) "-" counter(c, lower-roman)'), 'attribute-i');
  t.equal(of('"a"', 'h1{string-set:none}'), '');
});

t.test('elements of every kind set strings on their page', async (t) => {
  const css = '[title]{string-set:s attr(title)}';
  const after = (body: string) => headers(css, `x${BREAK}y${body}`).join('|');
  t.equal(after('<span title="in a line"></span>'), '|in a line');
  t.equal(after('<table><tr title="row"><td>a</table>'), '|row');
  t.equal(after('<ul><li><b title="item" style="float:left">x</b></ul>'), '|item');
  t.equal(after('<img title="image" alt="">'), '|image');
  t.equal(after('<p title="positioned" style="position:absolute">x'), '|positioned');
  t.equal(after('<p title="hidden" style="display:none">x</p><p>y'), '|hidden');
  t.equal(after('<p title="hidden at the end" style="display:none">x'), '|hidden at the end');
  t.equal(after('<div title="without a box" style="display:contents">x</div>y<p>z'), '|without a box');
});

t.test('a style attribute sets a string', async (t) => {
  t.strictSame(headers('', `<div style="display:none"><p style="string-set: s 'inside'">x</p></div><p>y`), ['inside']);
});

t.test('a fragmented element, or a repeated header, sets its string on the first page', async (t) => {
  const lines = Array.from({ length: 9 }, (_, i) => `<tr><td>${i}`).join('');
  const css = 'table{string-set:s "table"}th{string-set:t "head"}td{font:16px/20px Arial}p{string-set:s "p", t "p"}';
  const table = `<p>x</p><table><thead><tr><th>h<tbody>${lines}</table>`;
  t.strictSame(headers(css, table, 'string(s, last) " " string(t, last)'), ['table head', 'table head', 'table head']);
  t.strictSame(headers(css, table, 'string(s, first-except) string(t, first-except)'), ['', 'tablehead', 'tablehead']);
});

t.test('strings of elements in head apply from the first page', async (t) => {
  const html = '<title>Report</title><meta name="author" content="A. Author"><p>text';
  const css = 'title{string-set:title content()}meta[name=author]{string-set:author attr(content)}';
  t.strictSame(headers(css, html, 'string(title) " by " string(author, start)'), ['Report by A. Author']);
});

t.test('string-set takes texts, counters, attributes and content() only', async (t) => {
  const { report } = layOut('<style>p{string-set:s open-quote}</style><p>x');
  t.match(report.notices, [{ kind: 'InvalidCss', text: 'string-set: s open-quote' }]);
});
