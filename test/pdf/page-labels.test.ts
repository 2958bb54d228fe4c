/** The names that viewers give to pages. */

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { ENGINES } from '../support/engines.js';

/** undefined: the file has none. */
async function labelsOf(pdf: Uint8Array): Promise<readonly string[] | undefined> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: false });
  try {
    return (await (await loading.promise).getPageLabels()) ?? undefined;
  } finally {
    await loading.destroy();
  }
}

/** Sections of the page types, each of two pages. */
const pages = (css: string, ...names: readonly string[]) => {
  const section = (name: string) =>
    `<section style="page: ${name}; break-before: page"><p>a<p class="next">b</section>`;
  return `<style>@page { size: 300px } .next { break-before: page } ${css}</style>${names.map(section).join('')}`;
};
const front = '@page front { @bottom-left { content: "p. " counter(page, lower-roman) } }';
const body = '@page body { @bottom-left { content: counter(page) } } @page body:nth(1) { counter-reset: page 1 }';

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const labels = async (html: string, options: object = {}) =>
    await labelsOf((await renderer.render({ html, ...options })).pdf);

  t.test(`${engine}: pages have the numbers that they show, in their style`, async (t) => {
    t.equal(await labels(pages('', 'a', 'b')), undefined, 'numbers of the file');
    t.strictSame(await labels(pages(front + body, 'front', 'body')), ['i', 'ii', '1', '2']);
    t.strictSame(await labels(pages('@page { @top-left { content: counter(page, upper-alpha) } }', 'a')), ['A', 'B']);
  });

  t.test(`${engine}: pages without a number have the style of those beside them`, async (t) => {
    t.strictSame(await labels(pages(front + body, 'cover', 'front', 'blank', 'body')), [
      ...['i', 'ii', 'iii', 'iv', 'v', 'vi'],
      ...['1', '2'],
    ]);
    const plain = '@page body:nth(1) { counter-reset: page 1; @bottom-left { content: none } }';
    t.strictSame(await labels(pages(front + body + plain, 'front', 'body')), ['i', 'ii', '1', '2']);
  });

  t.test(`${engine}: numbers of running elements count, too`, async (t) => {
    const css = '@page { @top-left { content: element(head) } } #h::after { content: counter(page, upper-roman) }';
    const html = pages(`${css} #h { position: running(head) }`, 'a').replace('<section', '<p id="h">Head</p><section');
    t.strictSame(await labels(html), ['I', 'II']);
  });

  t.test(`${engine}: what PDF has no numbering for is a text`, async (t) => {
    const css =
      '@counter-style star { system: symbolic; symbols: "*" } @page { @top-left { content: counter(page, star) } }';
    t.strictSame(await labels(pages(css, 'a')), ['*', '**']);
    const zero = '@page :first { counter-reset: page 0 }';
    t.strictSame(await labels(pages(zero, 'a')), ['0', '1']);
  });

  t.test(`${engine}: some pages, several documents and pages of other PDFs`, async (t) => {
    const html = pages(front + body, 'front', 'body');
    t.strictSame(await labels(html, { pages: '2-3' }), ['ii', '1']);
    const { pdf } = await renderer.merge({ documents: [{ html }, { html: pages('', 'a') }] });
    t.strictSame(await labelsOf(pdf), ['i', 'ii', '1', '2', '1', '2']);
    const other = (await renderer.render({ html: pages('', 'a') })).pdf;
    t.strictSame(await labels(html, { prepend: [other], append: [other] }), [
      ...['1', '2'],
      ...['i', 'ii', '1', '2'],
      ...['1', '2'],
    ]);
  });
}
