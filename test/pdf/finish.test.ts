/** Post-processing of PDFs: offsets in the cross-reference table stay correct. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';

const renderer = createRenderer({ engine: 'typst' });
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

function crossReferences(file: Buffer): { readonly offsets: number[]; readonly trailer: string } {
  const start = Number(/startxref\s+(\d+)/.exec(file.subarray(-64).toString('latin1'))?.[1]);
  const [table = '', trailer = ''] = file.subarray(start).toString('latin1').split('trailer');
  const entries = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)];
  return { offsets: entries.map(([, offset, kind]) => (kind === 'n' ? Number(offset) : 0)), trailer };
}
