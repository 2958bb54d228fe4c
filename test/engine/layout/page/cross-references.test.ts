/** Cross-references. Source of the expectations: https://drafts.csswg.org/css-content-3/#cross-references */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { textOf, wordsOf } from '../words.js';

const PAGE = '@page{size:300px 200px;margin:20px}html,body,p,h1{margin:0}body,h1{font:16px/20px Arial}';

function laidOut(css: string, body: string) {
  const { layout, report } = layOut(`<!doctype html><style>${PAGE}${css}</style>${body}`);
  const words = wordsOf(layout);
  const pages = layout.pages.map((_, page) => textOf(words.filter((word) => word.page === page)));
  return { pages, diagnostics: report.diagnostics.map(({ kind, text, count }) => `${kind} ${text} ${count}`) };
}

const pagesOf = (css: string, body: string) => laidOut(css, body).pages;
const lines = (count: number) => 'x<br>'.repeat(count);

t.test('page numbers of targets before and after the reference', async (t) => {
  const css =
    'a::after{content:" p." target-counter(attr(href), page) "/" target-counter(attr(href url), pages)}h1{break-before:page}';
  t.strictSame(
    pagesOf(css, '<a href="#b">B</a> <a href="#c">C</a><h1 id="b">B</h1><h1 id="c">C</h1><a href="#b">b</a>'),
    ['B p.2/3 C p.3/3', 'B', 'C b p.2/3'],
  );
});

t.test('page numbers are values of the page counter', async (t) => {
  const css = `@page body:nth(1){counter-reset:page 1}@page body{counter-increment:page sheet 5}
    .body{page:body}h1{break-before:page}a::after{content:target-counter(attr(href), page, lower-roman) " "
    target-counter(attr(href), sheet)}`;
  t.equal(pagesOf(css, '<a href="#c"></a><div class="body"><h1>B</h1><h1 id="c">C</h1></div>')[0], 'iii 10');
});

t.test('the page of a box is the one that it begins on, whatever of it shows above', async (t) => {
  const css = `@page{@bottom-left{content:string(s) "|" page-sum(n) "|" counter(page)}}
    a::after{content:target-counter(attr(href), page)}
    .x{string-set:s content();sum-set:n 3}.set{counter-reset:page 7}.new{break-before:page}`;
  const footers = (target: string) => {
    const { layout } = layOut(
      `<!doctype html><style>${PAGE}${css}</style><body><a href="#x">see </a>${target}`.replace('class="', 'class="x '),
    );
    t.ok(layout.pages[0]!.content.length > layout.pages[0]!.unsliced.length, 'some of it shows above');
    const words = wordsOf(layout);
    return [0, 1].map((page) => textOf(words.filter((word) => word.page === page)).replaceAll('T ', ''));
  };
  const targets: Record<string, string> = {
    'a line lower than its text': '<h1 id="x" class="new" style="line-height:.4">T</h1>',
    'at an unforced break': '<p style="height:130px"></p><h1 id="x" class="" style="line-height:.4">T<br>T</h1>',
    'in a wrapper': '<section id="x" class="new"><h1 style="line-height:.4">T</h1></section>',
    'in a cell':
      '<table cellspacing="0" style="break-before:page"><td id="x" class="" style="padding:0;line-height:.4">T</table>',
    'a relative offset': '<h1 id="x" class="new" style="position:relative;top:-5px">T</h1>',
    'a transform': '<h1 id="x" class="new" style="transform:translateY(-90px)">T</h1>',
    'a negative margin': '<div class="new" style="margin-top:-5px" id="x">T</div>',
  };
  for (const [name, html] of Object.entries(targets)) {
    const [first, second] = footers(html);
    t.equal(first, 'see 2 |0|1', name);
    t.equal(second, 'T|3|2', name);
  }
  t.equal(footers('<h1 id="x" class="set new" style="line-height:.4">T</h1>')[1], 'T|3|7', 'and its page number');
});

t.test('counters and texts of targets', async (t) => {
  const css = `ol{counter-reset:n;list-style:none;margin:0;padding:0}li{counter-increment:n}li::before{content:"§" counters(n, ".") ": "}`;
  const of = (content: string, body = '<ol><li>A<ol><li>B<li id="x">C  <b>bold</b></ol></ol>') => [
    textOf(wordsOf(layOut(`<style>${PAGE}${css}p::before{content:${content}}</style><p></p>${body}`).layout)).split(
      ' §',
    )[0],
    textOf(wordsOf(layOut(`<style>${PAGE}${css}p::before{content:${content}}</style>${body}<p></p>`).layout)).split(
      'bold ',
    )[1],
  ];
  t.strictSame(of('target-counter("#x", n, upper-alpha)'), ['B', 'B']);
  t.strictSame(of('target-counters(url("#x"), n, "-")'), ['1-2', '1-2']);
  t.strictSame(of('target-text("#x")'), ['C bold', 'C bold']);
  t.strictSame(of('target-text("#x", first-letter) "|" target-text("#x", before)'), ['C|§1.2:', 'C|§1.2:']);
  t.strictSame(
    of('target-text("#x", before) target-text("#x", first-letter)'),
    ['§1.2: C', '§1.2: C'],
    'the space stays',
  );
  t.strictSame(of('target-text("#x", after) "none"'), ['none', 'none']);
});

t.test('a text that is itself a cross-reference', async (t) => {
  const css =
    '#a::before{content:target-text("#b", before)}#b::before{content:target-text("#c")}#o::before{content:target-text("#a", before)}';
  t.strictSame(pagesOf(css, '<p id="o"></p><p id="a"></p><p id="b"></p><p id="c">C</p>'), ['C C C C']);
});

t.test('references in page margins', async (t) => {
  const css = '@page{@top-left{content:target-text("#b") " " target-counter("#b", page)}}h1{break-before:page}';
  t.strictSame(pagesOf(css, 'A<h1 id="b">B</h1>'), ['B 2 A', 'B 2 B']);
});

t.test('string() outside of page margins has the value of its page', async (t) => {
  const css = 'h1{string-set:s content()}p::before{content:string(s) " " string(s, last)}h1{break-before:page}';
  t.strictSame(pagesOf(css, '<p></p><h1>A</h1><p></p><h1>B</h1><p></p>'), ['', 'A A A', 'B B B']);
});

t.test('numbers that move their target are resolved in further passes', async (t) => {
  // Nine lines on a page; the number takes as many lines as it has letters.
  const css = 'p{width:1px}p::before{content:target-counter("#b", page, lower-roman);overflow-wrap:anywhere}';
  const { pages, diagnostics } = laidOut(css, `<p></p><div>${lines(23)}<b id="b">B</b></div>`);
  t.equal(pages.length, 4);
  t.match(pages[0], /^i v x/);
  t.strictSame(
    diagnostics.filter((text) => text.includes('content')),
    [],
  );
});

t.test('numbers that never stabilize are reported', async (t) => {
  // On page 1 the target is pushed off by its number, i; on page 2 by none.
  const css =
    '@counter-style odd{system:fixed;symbols:"x\\Ax\\Ax" "x"}p::before{white-space:pre;content:target-counter("#b", page, odd)}';
  const { diagnostics } = laidOut(css, `<p></p><div>${lines(6)}<b id="b">B</b></div>`);
  t.match(diagnostics, ['UnsupportedValue content: target-counter(#b) 1']);
});

t.test('a reference without a target is empty and reported once', async (t) => {
  const css = 'a::after{content:"(" target-counter(attr(href), page) ")"}';
  const { pages, diagnostics } = laidOut(
    css,
    '<a href="#b">B</a><a href="#none">N</a><a href="http://x.y/#b">X</a><b id="b">',
  );
  t.strictSame(pages, ['B (1) N () X ()']);
  t.strictSame(diagnostics, [
    'InvalidCss content: target-counter(#none) 1',
    'InvalidCss content: target-counter(http://x.y/#b) 1',
  ]);
});

t.test('documents with several passes report each diagnostic once', async (t) => {
  const { diagnostics } = laidOut(
    'a::after{content:target-counter(attr(href), page)}',
    '<img src="missing.png"><a id="b" href="#b">B</a><div style="border:1px solid;width:9px"><b>xxxxx',
  );
  t.strictSame(diagnostics, ['MissingAsset missing.png 1', 'LayoutOverflow <div> 1']);
});
