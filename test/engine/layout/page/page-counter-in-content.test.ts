/** `counter(page)` outside of page-margin boxes. Source: https://drafts.csswg.org/css-page-3/#page-based-counters */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

/** The words with their pages, from 0. */
function words(html: string): string[] {
  const { layout, report } = layOut(`<style>@page { size: 300px 100px; margin: 20px } p { margin: 0 }
    .next { break-before: page }</style>${html}`);
  t.strictSame(report.diagnostics, []);
  return wordsOf(layout).map(({ page, text }) => `${page} ${text}`);
}

t.test('counter(page) in content is the page that the box is on, counter(pages) their number', async (t) => {
  t.strictSame(
    words(`<style>p::after { content: "p" counter(page) "/" counter(pages) }</style><p>a</p><p class="next">b`),
    ['0 a', '0 p1/2', '1 b', '1 p2/2'],
  );
});

t.test('it has the style of the counter and the numbers that pages count', async (t) => {
  t.strictSame(
    words(`<style>@page { counter-increment: page 2 } p::before { content: counter(page, upper-roman) }</style>
      <p>a</p><p class="next">b`),
    ['0 II', '0 a', '1 IV', '1 b'],
  );
});

t.test('a running element shows the number of each page', async (t) => {
  t.strictSame(
    words(`<style>@page { @top-left { content: element(head); height: 20px } } h1 { position: running(head); margin: 0;
      font: 10px/10px Arial } h1::after { content: counter(page) }</style><h1>h</h1><p>a</p><p class="next">b`).sort(),
    ['0 1', '0 a', '0 h', '1 2', '1 b', '1 h'],
  );
});
