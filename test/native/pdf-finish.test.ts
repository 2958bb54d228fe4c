/** What is done to the PDF after Typst: its objects stay where the table of cross-references says. */

import { inflateSync } from 'node:zlib';
import t from 'tap';
import { createRenderer } from '../../src/index.js';

const renderer = createRenderer();
t.teardown(() => renderer.close());

// Small capitals come from a composed font, whose map of characters is replaced.
const HTML = `<style>
  @page { size: 100mm 70mm; margin: 5mm }
  @page tall { size: 100mm 90mm }
  .tall { page: tall; font-variant-caps: small-caps }
</style><p>first<p class="tall">Second<p class="tall" style="break-before: page">third`;

const { pdf } = await renderer.render({ html: HTML });
const file = Buffer.from(pdf);

t.test('every object is where the table of cross-references says', async (t) => {
  const table = crossReferences(file);
  t.equal(Number(/\/Size (\d+)/.exec(table.trailer)?.[1]), table.offsets.length);
  const inUse = table.offsets.flatMap((offset, number) => (offset > 0 ? [{ offset, number }] : []));
  const heads = inUse.map(({ offset, number }) => file.toString('latin1', offset, offset + `${number} 0 obj`.length));
  t.strictSame(
    heads,
    inUse.map(({ number }) => `${number} 0 obj`),
  );
});

t.test('the content of each page keeps its top and is as much smaller as in Chromium', async (t) => {
  const pages = objects(file).filter((object) => object.includes('/Type/Page/'));
  t.equal(pages.length, 3);
  for (const page of pages) {
    const height = Number(/MediaBox\[0 0 \S+ (\S+)\]/.exec(page)?.[1]);
    const first = Number(/\/Contents\[(\d+) 0 R \d+ 0 R\]/.exec(page)?.[1]);
    const matrix = streamOf(file, first).split(' ').slice(0, 6).map(Number);
    const [scale = 0, , , , , up = 0] = matrix;
    t.strictSame(matrix, [scale, 0, 0, scale, 0, up]);
    t.equal(Math.fround(scale * 0.75), Math.fround(0.23999999 * 3.125));
    const made = Math.round(height * 8) / 8;
    t.ok(Math.abs(scale * made + up - height) < 1e-8, 'the top stays, whose distance from the bottom was rounded');
    t.ok([70, 90].some((mm) => Math.abs(height - (mm * 72) / 25.4) < 1e-4));
  }
});

function crossReferences(file: Buffer): { readonly offsets: number[]; readonly trailer: string } {
  const start = Number(/startxref\s+(\d+)/.exec(file.subarray(-64).toString('latin1'))?.[1]);
  const [table = '', trailer = ''] = file.subarray(start).toString('latin1').split('trailer');
  const entries = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)];
  return { offsets: entries.map(([, offset, kind]) => (kind === 'n' ? Number(offset) : 0)), trailer };
}

function objects(file: Buffer): string[] {
  return crossReferences(file)
    .offsets.filter((offset) => offset > 0)
    .map((offset) => file.toString('latin1', offset, file.indexOf('endobj', offset)));
}

function streamOf(file: Buffer, number: number): string {
  const offset = crossReferences(file).offsets[number] ?? 0;
  const head = file.toString('latin1', offset, file.indexOf('stream', offset));
  const start = file.indexOf('stream', offset) + 'stream\n'.length;
  const data = file.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1]));
  return (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1');
}
