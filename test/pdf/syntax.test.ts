/** Reading the objects of PDFs and writing them again. */

import { deflateSync } from 'node:zlib';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { Lexer } from '../../src/pdf/syntax/lexer.js';
import { name, type PdfObject, PdfString, Ref, Stream } from '../../src/pdf/syntax/objects.js';
import { PdfObjects, readPdf } from '../../src/pdf/syntax/read.js';
import { bytesOf, writePdf } from '../../src/pdf/syntax/write.js';
import { ENGINES } from '../support/engines.js';
import { readPdf as readAsViewer } from '../support/pdf.js';

const bytes = (text: string) => new PdfString(Buffer.from(text, 'latin1'));
const parsed = (text: string): PdfObject => new Lexer(Buffer.from(text, 'latin1'), 0).object();
const written = (object: PdfObject): string =>
  bytesOf(object, { number: ({ number }) => number, text: (bytes) => bytes }).toString('latin1');

t.test('objects are parsed as ISO 32000-1, 7.3 defines them', async (t) => {
  t.strictSame(parsed('-.5'), -0.5);
  t.strictSame(parsed('+17'), 17);
  t.strictSame(parsed(' % comment\n true'), true);
  t.strictSame(parsed('/A#20B'), name('A B'));
  t.strictSame(parsed('12 0 R'), new Ref(12));
  t.strictSame(parsed('[1 2 3 0 R]'), [1, 2, new Ref(3)]);
  t.strictSame(
    parsed('<</A 1/B<</C null/D()>>>>'),
    new Map<string, PdfObject>([
      ['A', 1],
      ['B', new Map([['D', bytes('')]])],
    ]),
  );
  t.strictSame(parsed('(a\\(b\\)\\101\\\nc (d) \\n)'), bytes('a(b)Ac (d) \n'));
  t.strictSame(parsed('<414>'), bytes('A@'));
  for (const wrong of ['', '[1', '<</A', '<<1 2>>', '(a', 'nonsense']) t.throws(() => parsed(wrong), wrong);
  t.throws(() => parsed('['.repeat(5000)), 'a file cannot exhaust the stack');
});

t.test('objects are written so that they parse as the same', async (t) => {
  for (const text of [
    '[1 2.5 true null/A(x)/B<00ff>12 0 R]',
    '<</A/B/C 1/D[1 0 R]/E<</F -0.25>>>>',
    '(\\(\\))',
    '/A#20#28',
  ])
    t.equal(written(parsed(text)), text);
  t.equal(written(1e-12), '0');
  t.equal(written(595.2756), '595.2756');
  t.equal(written(1e21 / 1e9), '1000000000000');
});

for (const engine of ENGINES) {
  t.test(`a PDF of ${engine} survives being read and written`, async (t) => {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());
    const html = `<title>Título</title><h1>One</h1><p>Text <a href="https://example.com/">link</a></p><table><tr><th>A<td>B</table>`;
    const { pdf } = await renderer.render({ html });
    const again = writePdf(readPdf(pdf));
    t.strictSame(await readAsViewer(again), await readAsViewer(pdf));
    t.strictSame(writePdf(readPdf(again)), again, 'the second time nothing changes');
  });
}

t.test('what nothing refers to is left out', async (t) => {
  const file = new PdfObjects(new Map(), new Map());
  const page = file.add(new Map<string, PdfObject>([['Type', name('Page')]]));
  file.add(bytes('lost'));
  const pages = new Map<string, PdfObject>([
    ['Kids', [page]],
    ['Gone', new Ref(99)],
  ]);
  file.trailer.set('Root', file.add(new Map([['Pages', file.add(pages)]])));
  const read = readPdf(writePdf(file));
  t.equal(read.objects.size, 3);
  t.equal(read.dict(read.catalog.get('Pages'))?.has('Gone'), false, 'references to missing objects are null');
});

t.test('an object stream and a cross-reference stream with predictors are read', async (t) => {
  const file = new PdfObjects(new Map(), new Map());
  const data = new Stream(new Map<string, PdfObject>([['Filter', name('FlateDecode')]]), deflateSync('0 0 m'));
  const many = Array.from({ length: 450 }, (_, index) => file.add([index]));
  file.trailer.set(
    'Root',
    file.add(
      new Map<string, PdfObject>([
        ['Data', file.add(data)],
        ['Many', many],
      ]),
    ),
  );
  const read = readPdf(writePdf(file));
  t.strictSame(
    read.array(read.catalog.get('Many'))!.map((item) => read.array(item)![0]),
    many.map((_, index) => index),
  );
  t.strictSame(Buffer.from(read.stream(read.catalog.get('Data'))!.data), Buffer.from(data.data));
});

t.test('malformed and encrypted files are refused', async (t) => {
  t.throws(() => readPdf(Buffer.from('no PDF')), /startxref/);
  t.throws(() => readPdf(Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF')));
  const encrypted = '%PDF-1.7\nxref\n0 0\ntrailer\n<</Encrypt 1 0 R>>\nstartxref\n9\n%%EOF';
  t.throws(() => readPdf(Buffer.from(encrypted)), /encrypted/);
});
