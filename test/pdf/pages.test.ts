/** PDFs of some pages of a document. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { isName } from '../../src/pdf/syntax/objects.js';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { readPdf } from '../support/pdf.js';

const page = (n: number, to: number) =>
  `<section style="break-after: page"><h1 id="p${n}">Part ${n}</h1><a href="#p${to}">to ${to}</a></section>`;
const HTML = `<html lang="en"><title>Pages</title>
  <style>@page { @bottom-center { content: counter(page) " of " counter(pages) } } section:last-child { break-after: auto !important }</style>
  ${page(1, 3)}${page(2, 4)}${page(3, 1)}${page(4, 2)}`;

/** Dictionaries with an entry of this name. */
const namesIn = (pdf: Uint8Array, key: string, value: string): number =>
  [...readObjects(pdf).objects.values()].filter((object) => object instanceof Map && isName(object.get(key), value))
    .length;

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());

  t.test(`${engine}: only the pages that are named are written, with their numbers`, async (t) => {
    for (const [pages, expected] of [
      ['2', [2]],
      ['1-2,4', [1, 2, 4]],
      ['3-, 1', [1, 3, 4]],
      ['2-3,3,2-9', [2, 3, 4]],
    ] as const) {
      const result = await renderer.render({ html: HTML, pages, standard: ['pdf/a-2a', 'pdf/ua-1'], strict: true });
      const read = await readPdf(result.pdf);
      t.equal(result.pages, expected.length);
      t.strictSame(read.pages.map(({ text }) => /Part (\d)/.exec(text)?.[1]).map(Number), [...expected], pages);
      for (const [index, { text }] of read.pages.entries()) t.match(text, `${expected[index]} of 4`);
      t.strictSame(
        read.outline,
        expected.map((n) => `Part ${n}`),
      );
    }
  });

  t.test(`${engine}: links between the pages are kept, others are left out`, async (t) => {
    const links = async (pages: string) =>
      namesIn((await renderer.render({ html: HTML, pages })).pdf, 'Subtype', 'Link');
    t.equal(await links('1-4'), 4);
    t.equal(await links('1-2,4'), 2, 'from 2 to 4 and back');
    t.equal(await links('2-3'), 0);
  });

  t.test(`${engine}: a table has the rows of these pages`, async (t) => {
    const rows = Array.from({ length: 120 }, (_, index) => `<tr><th>${index}<td>b`).join('');
    const html = `<html lang="en"><title>t</title><table>${rows}</table>`;
    const [all, one] = await Promise.all([renderer.render({ html }), renderer.render({ html, pages: '2' })]);
    t.ok(all!.pages > 2);
    t.equal(one!.pages, 1);
    t.ok(one!.pdf.length < all!.pdf.length);
    const text = (await readPdf(one!.pdf)).pages[0]!.text;
    t.equal(text, (await readPdf(all!.pdf)).pages[1]!.text);
    t.equal(namesIn(one!.pdf, 'S', 'TR'), text.match(/\d+/g)!.length, 'no row of the structure is empty');
  });
}

t.test('pages that are no list, or that do not exist, are refused', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  for (const [pages, message] of [
    ['', /"" is no page or range/],
    ['a', /"a" is no page or range/],
    ['0', /"0" is no page or range/],
    ['-3', /"-3" is no page or range/],
    ['3-1', /the range 3-1 ends before it begins/],
    ['1,5', /there is no page 5, the document has 4/],
  ] as const) {
    const expected = { code: 'invalid_option', message };
    await t.rejects(renderer.render({ html: HTML, pages }), expected);
    await t.rejects(renderer.validate({ html: HTML, pages }), expected);
  }
});
