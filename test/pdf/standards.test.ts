/** PDF standards: what is written for them, and what documents lack. */

import t from 'tap';
import { createRenderer, type EngineError, type PdfStandard } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { type Dict, isName, type PdfString } from '../../src/pdf/syntax/objects.js';
import { type PdfObjects, readPdf } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';

const BOTH: readonly PdfStandard[] = ['pdf/a-2a', 'pdf/ua-1'];
const GOOD = `<!doctype html><html lang="en"><title>Good & short</title><meta name="author" content="A. Author">
  <meta name="keywords" content="one, two"><h1>Good</h1><p>See <a href="https://example.com/">there</a></p>
  <img alt="A dot" width="5" height="5"
    src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">`;

const metadataOf = (file: PdfObjects): string =>
  Buffer.from(decodedStream(file.stream(file.catalog.get('Metadata'))!)).toString('utf8');

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());

  t.test(`${engine}: a document that conforms claims so`, async (t) => {
    const { pdf, diagnostics } = await renderer.render({ html: GOOD, standard: BOTH });
    t.strictSame(diagnostics, []);
    const file = readPdf(pdf);
    const metadata = metadataOf(file);
    t.match(metadata, '<pdfaid:part>2</pdfaid:part>');
    t.match(metadata, '<pdfaid:conformance>A</pdfaid:conformance>');
    t.match(metadata, '<pdfuaid:part>1</pdfuaid:part>');
    t.match(metadata, 'Good &amp; short');
    t.equal(file.dict(file.catalog.get('ViewerPreferences'))?.get('DisplayDocTitle'), true);
    const intent = file.dict(file.array(file.catalog.get('OutputIntents'))![0]);
    const profile = decodedStream(file.stream(intent!.get('DestOutputProfile'))!);
    t.equal(Buffer.from(profile).toString('latin1', 12, 20), 'mntrRGB ');
    t.equal(Buffer.from(profile).readUInt32BE(0), profile.length);
    const info = file.dict(file.trailer.get('Info'))!;
    t.equal(Buffer.from((info.get('Producer') as PdfString).bytes).toString(), 'Platen');
  });

  t.test(`${engine}: links have descriptions`, async (t) => {
    const { pdf } = await renderer.render({ html: GOOD, standard: 'pdf/ua-1' });
    const file = readPdf(pdf);
    const links = [...file.objects.values()].filter(
      (object) => object instanceof Map && isName(object.get('Subtype'), 'Link'),
    );
    t.equal(links.length, 1);
    t.ok((links[0] as Map<string, unknown>).has('Contents'));
  });

  t.test(`${engine}: a link in an artifact is in the structure tree`, async (t) => {
    const html = `<html lang=en><title>t</title><p aria-hidden=true><a href="https://example.com/">One</a>
      <p aria-hidden=true style="break-before: page"><a href="https://example.com/">Two</a>`;
    const { pdf } = await renderer.render({ html, standard: 'pdf/ua-1' });
    const file = readPdf(pdf);
    const objects = [...file.objects.values()].filter((object) => object instanceof Map);
    const links = objects.filter((object) => isName(object.get('Subtype'), 'Link'));
    t.equal(links.length, 2);
    const numbers = file.array(
      file.dict(file.dict(file.catalog.get('StructTreeRoot'))!.get('ParentTree'))!.get('Nums'),
    )!;
    for (const link of links) {
      const key = numbers.indexOf(link.get('StructParent')!);
      const element = file.dict(numbers[key + 1])!;
      t.ok(isName(element.get('S'), 'Link'));
      t.equal(file.dict(file.dict(file.array(element.get('K'))![0])!.get('Obj')), link);
    }
  });

  t.test(`${engine}: the rows of a table are equally long`, async (t) => {
    const html = `<html lang=en><title>t</title><table><tr><th>A<th colspan=2>B<tr><td rowspan=2>1<td>2<tr><td>3<tfoot><tr><td>4</table>`;
    const file = readPdf((await renderer.render({ html, standard: 'pdf/ua-1' })).pdf);
    const rows = [...file.objects.values()].filter((object) => object instanceof Map && isName(object.get('S'), 'TR'));
    t.strictSame(
      rows.map((row) => file.array((row as Dict).get('K'))!.length).sort(),
      [2, 2, 3, 3],
      'the third row has a cell above, and a heading takes two slots',
    );
  });

  t.test(`${engine}: each standard alone claims nothing else`, async (t) => {
    const archival = metadataOf(readPdf((await renderer.render({ html: GOOD, standard: 'pdf/a-3b' })).pdf));
    t.match(archival, '<pdfaid:part>3</pdfaid:part>');
    t.match(archival, '<pdfaid:conformance>B</pdfaid:conformance>');
    t.notMatch(archival, 'pdfuaid');
    const accessible = readPdf((await renderer.render({ html: GOOD, standard: 'pdf/ua-1' })).pdf);
    t.notMatch(metadataOf(accessible), 'pdfaid');
    t.notOk(accessible.catalog.has('OutputIntents'));
  });

  t.test(`${engine}: what a document lacks is reported, and the standard not claimed`, async (t) => {
    const html =
      '<h1>Poor</h1><img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>" width=5 height=5>';
    const { pdf, diagnostics } = await renderer.render({ html, standard: BOTH });
    t.strictSame(
      diagnostics.map(({ kind, text, context }) => [kind, text, context]),
      [
        ['NotConformant', 'pdf/ua-1: no title', 'set <title> or the option title'],
        ['NotConformant', 'pdf/ua-1: no language', 'html: set the attribute lang'],
        ['NotConformant', 'pdf/ua-1: <img> without alt', 'html > body > img'],
      ],
    );
    const metadata = metadataOf(readPdf(pdf));
    t.match(metadata, 'pdfaid:part');
    t.notMatch(metadata, 'pdfuaid');
    const checked = await renderer.validate({ html, standard: BOTH });
    t.strictSame(checked.diagnostics, diagnostics, 'without a PDF as well');
    const strict = renderer.render({ html, standard: BOTH, strict: true });
    const error = await strict.then(
      () => undefined,
      (error: EngineError) => error,
    );
    t.equal(error?.code, 'document_not_supported');
    t.strictSame(error?.diagnostics, diagnostics);
  });

  t.test(`${engine}: decoration needs no alternative`, async (t) => {
    const image = 'src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>" width=5 height=5';
    const html = `<html lang=en><title>t</title><img alt="" ${image}><img role=presentation ${image}>
      <div aria-hidden=true><img ${image}></div><img style="display: none" ${image}>`;
    const { diagnostics } = await renderer.render({ html, standard: 'pdf/ua-1' });
    t.strictSame(diagnostics, []);
  });

  t.test(`${engine}: the same document gives the same bytes`, async (t) => {
    const other = createRenderer({ engine });
    t.teardown(() => other.close());
    await other.render({ html: '<p>something before', standard: 'pdf/a-2b' });
    const [first, second] = await Promise.all(
      [renderer, other].map((each) => each.render({ html: GOOD, standard: BOTH })),
    );
    t.strictSame(first!.pdf, second!.pdf);
  });

  t.test(`${engine}: without a standard nothing is done`, async (t) => {
    const [plain, empty] = await Promise.all([
      renderer.render({ html: GOOD }),
      renderer.render({ html: GOOD, standard: [] }),
    ]);
    t.strictSame(plain.pdf, empty.pdf);
    t.notOk('finish' in plain.times);
  });
}

t.test('standards that contradict one another are refused', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  await t.rejects(renderer.render({ html: GOOD, standard: ['pdf/a-2a', 'pdf/a-3b'] }), RangeError);
  await t.rejects(renderer.validate({ html: GOOD, standard: 'pdf/x-4' as PdfStandard }), /it is one of pdf\/a-2b/);
});
