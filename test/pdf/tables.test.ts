/** Tables in the structure tree of PDFs. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { type Dict, isName, type Name, type PdfObject } from '../../src/pdf/syntax/objects.js';
import { type PdfObjects, readPdf } from '../../src/pdf/syntax/read.js';
import { CORE } from '../support/engines.js';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `<tr><td>${index}<td>${index % 2 ? '' : 'even'}<td>c`).join('');
const table = (count: number) =>
  `<html lang=en><title>t</title><table><thead><tr><th>A<th>B<th>C<tfoot><tr><td>sum<td style="display: none">gone<td><td>3<tbody>${rows(count)}</table>`;

const elementsOf = (file: PdfObjects, type: string): Dict[] =>
  [...file.objects.values()].filter((object): object is Dict => object instanceof Map && isName(object.get('S'), type));

const kidsOf = (file: PdfObjects, element: Dict): PdfObject[] => {
  const kids = element.get('K');
  return kids === undefined ? [] : (file.array(kids) ?? [kids]);
};

const typesIn = (file: PdfObjects, element: Dict): string[] =>
  kidsOf(file, element).map((kid) => (file.dict(kid)?.get('S') as Name | undefined)?.text ?? 'content');

/** For each cell of a row whether it has content. */
const filled = (file: PdfObjects, row: Dict): boolean[] =>
  kidsOf(file, row).map((kid) => kidsOf(file, file.dict(kid)!).length > 0);

t.test('a table over pages is one table of the core', async (t) => {
  const renderer = createRenderer({ engine: CORE });
  t.teardown(() => renderer.close());
  const { pdf, pages, diagnostics } = await renderer.render({ html: table(120), standard: ['pdf/a-2a', 'pdf/ua-1'] });
  t.ok(pages > 2);
  t.strictSame(diagnostics, []);
  const file = readPdf(pdf);
  const [only, ...others] = elementsOf(file, 'Table');
  t.equal(others.length, 0);
  t.strictSame(typesIn(file, only!), ['THead', 'TBody', 'TFoot']);
  t.equal(elementsOf(file, 'TH').length, 3, 'repeated heads are artifacts');
  const [body] = elementsOf(file, 'TBody');
  const rows = kidsOf(file, body!).map((row) => file.dict(row)!);
  t.equal(rows.length, 120);
  for (const [index, row] of rows.entries()) t.strictSame(filled(file, row), [true, index % 2 === 0, true]);
  const foot = file.dict(kidsOf(file, elementsOf(file, 'TFoot')[0]!)[0])!;
  t.strictSame(filled(file, foot), [true, false, true], 'a cell without boxes is none');
});

t.test('a row that breaks over pages is one row of the core', async (t) => {
  const renderer = createRenderer({ engine: CORE });
  t.teardown(() => renderer.close());
  const html = '<table><tr><td><p style="height: 20cm">a<p style="height: 20cm">b<td>c</table>';
  const { pdf, pages } = await renderer.render({ html, standard: 'pdf/a-2a' });
  t.equal(pages, 2);
  const file = readPdf(pdf);
  t.strictSame(
    ['Table', 'TR', 'TD'].map((type) => elementsOf(file, type).length),
    [1, 1, 2],
  );
});

t.test('by Typst, empty cells keep their columns', async (t) => {
  const renderer = createRenderer({ engine: 'typst' });
  t.teardown(() => renderer.close());
  const { pdf } = await renderer.render({ html: table(4), standard: 'pdf/ua-1' });
  const file = readPdf(pdf);
  const body = kidsOf(file, elementsOf(file, 'TBody')[0]!).map((row) => filled(file, file.dict(row)!));
  t.strictSame(
    body,
    [0, 1, 2, 3].map((index) => [true, index % 2 === 0, true]),
  );
});

t.test('a table too large for Typst to tag is a cause not to conform', async (t) => {
  const renderer = createRenderer({ engine: 'typst' });
  t.teardown(() => renderer.close());
  const input = { html: table(1001), standard: ['pdf/a-2a', 'pdf/ua-1'] as const };
  const expected = [
    {
      kind: 'NotConformant',
      text: 'pdf/a-2a, pdf/ua-1: tables with more than 3000 cells together, which this engine does not tag',
    },
  ];
  t.match((await renderer.validate(input)).diagnostics, expected);
  t.match((await renderer.render(input)).diagnostics, expected);
  t.strictSame((await renderer.validate({ ...input, standard: 'pdf/a-2u' })).diagnostics, [], 'no level without tags');
});
