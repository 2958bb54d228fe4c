/** Bytes of files: images as they are, and once; tags that cost little; the same bytes from each process. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { isName, Stream } from '../../src/pdf/syntax/objects.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { writePdf } from '../../src/pdf/syntax/write.js';
import { buildCli } from '../support/cli.js';
import { CORE, ENGINES } from '../support/engines.js';
import { dataUrl, noise, PIXEL_JPEG } from '../support/images.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
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

t.test('tags of an invoice take less than a third of the rest', async (t) => {
  const file = readPdf((await renderer.render(invoice)).pdf);
  const tagged = writePdf(file).length;
  t.ok(file.catalog.delete('StructTreeRoot'));
  const untagged = writePdf(file).length;
  t.ok(tagged < 1.3 * untagged, `${tagged} bytes with tags, ${untagged} without`);
});

t.test('a table of 2,000 rows has at most 160 KB, tagged', async (t) => {
  const row = (_: unknown, index: number) =>
    `<tr><td>${index + 1}<td>Article ${(index * 7) % 1000}<td>${index % 9}<td>${(index * 91) % 9000}.00`;
  const rows = Array.from({ length: 2000 }, row).join('');
  const { pdf } = await renderer.render({
    html: `<table><thead><tr><th>No<th>Name<th>Qty<th>Sum<tbody>${rows}</table>`,
  });
  t.ok(readPdf(pdf).catalog.has('StructTreeRoot'));
  t.ok(pdf.length <= 160_000, `${pdf.length} bytes`);
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
  t.equal(content.match(/ Tm/g)!.length, lines);
});

t.test('each process writes the same bytes', async (t) => {
  const cwd = t.testdir({ 'a.html': invoice.html, 'a.json': JSON.stringify(invoice.data) });
  const platen = buildCli();
  const options = ['--data', 'a.json', '--standard', 'pdf/a-2b'];
  const bytes = [];
  for (const output of ['one.pdf', 'two.pdf']) {
    const { exitCode, stderr } = await platen(['render', 'a.html', ...options, '-o', output], { cwd });
    t.equal(exitCode, 0, stderr);
    bytes.push(readFileSync(join(cwd, output)));
  }
  t.ok(bytes[0]!.equals(bytes[1]!));
});
