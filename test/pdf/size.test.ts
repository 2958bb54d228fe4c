/** Bytes of files: images as they are, and once; tags that cost little; the same bytes from each process. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { DOCUMENTS } from '../../bench/documents/documents.js';
import { createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { isName, Stream } from '../../src/pdf/syntax/objects.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { ROOT } from '../support/build.js';
import { binary, platen } from '../support/cli.js';
import { CORE, ENGINES } from '../support/engines.js';
import { dataUrl, noise, PIXEL_JPEG } from '../support/images.js';

const EXAMPLES = pathToFileURL(join(ROOT, 'examples/'));
const invoice = {
  html: readFileSync(new URL('invoice.html', EXAMPLES), 'utf8'),
  data: JSON.parse(readFileSync(new URL('invoice.json', EXAMPLES), 'utf8')) as Record<string, unknown>,
};

const imagesOf = (pdf: Uint8Array): Stream[] =>
  [...readPdf(pdf).objects.values()].filter(
    (object): object is Stream => object instanceof Stream && isName(object.dict.get('Subtype'), 'Image'),
  );

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());

  t.test(`${engine}: a JPEG is in the file as it is`, async (t) => {
    const [image] = imagesOf(
      (await renderer.render({ html: `<img alt="" src="${dataUrl('image/jpeg', PIXEL_JPEG)}">` })).pdf,
    );
    t.ok(Buffer.from(image!.data).equals(PIXEL_JPEG));
    t.match(image!.dict.get('Filter'), { text: 'DCTDecode' });
  });

  t.test(`${engine}: the same image is in the file once, also of several documents`, async (t) => {
    const picture = noise(60, 60);
    const image = `<img alt="" src="${dataUrl('image/png', picture)}">`;
    const once = (await renderer.render({ html: image })).pdf;
    const often = (await renderer.render({ html: `${image}<p>${image}<p style="break-before: page">${image}` })).pdf;
    t.equal(imagesOf(often).length, imagesOf(once).length);
    t.ok(often.length - once.length < picture.length / 2, `${often.length - once.length} bytes more`);
    const merged = await renderer.merge({ documents: [{ html: image }, { html: `B${image}` }] });
    t.equal(imagesOf(merged.pdf).length, imagesOf(once).length);
  });
}

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());

/** The document without tags: content of `aria-hidden` elements is an artifact. */
const untagged = (html: string): string => html.replace('<body', '<body aria-hidden="true"');

for (const [name, rows] of [
  ['invoice-20', 20],
  ['invoice-2000', 2000],
] as const) {
  t.test(`tags of an invoice of ${rows} rows take less than a third of the rest`, async (t) => {
    const html = DOCUMENTS[name]!.html(1);
    const tagged = (await renderer.render({ html })).pdf;
    const plain = (await renderer.render({ html: untagged(html) })).pdf;
    t.ok(elementsOf(tagged) > rows, 'the one has elements');
    t.equal(elementsOf(plain), 1, 'the other has that of the document alone');
    t.ok(tagged.length < 1.3 * plain.length, `${tagged.length} bytes with tags, ${plain.length} without`);
  });
}

const elementsOf = (pdf: Uint8Array): number =>
  [...readPdf(pdf).objects.values()].filter((object) => object instanceof Map && object.has('S') && object.has('P'))
    .length;

t.test('a table of 2,000 rows has at most 110 KB, tagged', async (t) => {
  const row = (_: unknown, index: number) =>
    `<tr><td>${index + 1}<td>Article ${(index * 7) % 1000}<td>${index % 9}<td>${(index * 91) % 9000}.00`;
  const rows = Array.from({ length: 2000 }, row).join('');
  const { pdf } = await renderer.render({
    html: `<table><thead><tr><th>No<th>Name<th>Qty<th>Sum<tbody>${rows}</table>`,
  });
  t.ok(readPdf(pdf).catalog.has('StructTreeRoot'));
  t.ok(pdf.length <= 110_000, `${pdf.length} bytes`);
});

t.test('a standard, a password and forms cost little more than their own objects', async (t) => {
  const html = DOCUMENTS['invoice-2000']!.html(1);
  const plain = (await renderer.render({ html })).pdf.length;
  for (const options of [
    { standard: ['pdf/a-2a', 'pdf/ua-1'] },
    { forms: true },
    { protection: { ownerPassword: 'owner' } },
  ] as const) {
    const { pdf } = await renderer.render({ html, ...options });
    t.ok(pdf.length < plain + 5000, `${Object.keys(options)}: ${pdf.length - plain} bytes more`);
  }
});

/**
 * Bytes of Chromium 156 for the documents of the benchmark with seed 1, tagged, with the same fonts.
 * `npm run bench -- --engines platen,chromium` has those of an installed Chromium.
 */
const CHROMIUM: Readonly<Record<string, number>> = {
  'invoice-20': 54_968,
  'invoice-200': 385_557,
  'invoice-2000': 3_768_006,
  letter: 30_333,
  report: 615_447,
  dashboard: 124_176,
  article: 68_097,
  labels: 88_149,
  'mail-merge': 3_619_626,
};

t.test('no document of the benchmark is larger than that of Chromium', async (t) => {
  for (const [name, bytes] of Object.entries(CHROMIUM)) {
    const { pdf } = await renderer.render({ html: DOCUMENTS[name]!.html(1) });
    t.ok(pdf.length <= bytes, `${name}: ${pdf.length} bytes, Chromium ${bytes}`);
  }
});

t.test('a line of justified ideographs is one string', async (t) => {
  const text = '吾輩は猫である名前はまだ無いどこで生れたかとんと見当がつかぬ'.repeat(4);
  const { pdf } = await renderer.render({
    html: `<style>p { width: 203px; text-align: justify; font: 16px "Noto Sans JP" }</style><p lang="ja">${text}</p>`,
  });
  const contents = [...readPdf(pdf).objects.values()].flatMap((object) =>
    object instanceof Stream ? [Buffer.from(decodedStream(object)).toString('latin1')] : [],
  );
  const content = contents.find((stream) => stream.includes('BT\n'))!;
  const lines = Math.ceil(text.length / 12);
  t.equal(content.match(/ T[dm][ [(]/g)!.length, lines);
});

t.test('each process writes the same bytes', async (t) => {
  const cwd = t.testdir({ 'a.html': invoice.html, 'a.json': JSON.stringify(invoice.data) });
  const options = ['--data', 'a.json', '--standard', 'pdf/a-2b'];
  const bytes = [];
  for (const [run, output] of [
    [platen, 'one.pdf'],
    [binary, 'two.pdf'],
  ] as const) {
    const { exitCode, stderr } = await run(['render', 'a.html', ...options, '-o', output], { cwd });
    t.equal(exitCode, 0, stderr);
    bytes.push(readFileSync(join(cwd, output)));
  }
  t.ok(bytes[0]!.equals(bytes[1]!));
});
