/** Fonts with wrong bytes: each is rendered or refused with a diagnostic, and the renderer works on. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { ENGINES } from '../support/engines.js';
import { randomness } from '../support/mutations.js';
import { share } from '../support/sample.js';
import { arimo, tablesOf, thai } from './font-files.js';

/** Of each font and engine. */
const MUTATIONS = Number(process.env['TRUST_FONTS'] ?? share(60));
const HTML = '<style>@font-face { font-family: m; src: url(m.ttf) }</style><p style="font: 20px m">AVA fi กำ 12';

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff];

/** Changes a few bytes of one table, whose name is returned, or cuts the file off. */
function mutated(font: Uint8Array, random: () => number): { readonly bytes: Buffer; readonly what: string } {
  const bytes = Buffer.from(font);
  if (random() < 0.1) {
    const length = Math.floor(random() * bytes.length);
    return { bytes: bytes.subarray(0, length), what: `cut off at ${length}` };
  }
  const count = bytes.readUInt16BE(4);
  const entry = 12 + 16 * Math.floor(random() * count);
  const what = bytes.toString('latin1', entry, entry + 4);
  const [start, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)];
  const area = random() < 0.1 ? [0, 12 + 16 * count] : [start, Math.min(length, random() < 0.7 ? 64 : length)];
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const at = area[0]! + Math.floor(random() * area[1]!);
    if (at >= bytes.length) continue;
    bytes[at] = random() < 0.5 ? EXTREMES[Math.floor(random() * EXTREMES.length)]! : Math.floor(random() * 256);
  }
  return { bytes, what };
}

for (const engine of ENGINES)
  for (const [name, font] of Object.entries({ arimo, thai }))
    t.test(`${engine}: ${MUTATIONS} mutations of ${name}`, async (t) => {
      t.ok(tablesOf(font).length > 8);
      const renderer = createRenderer({ engine, limits: { maxTime: 20_000 } });
      t.teardown(() => renderer.close());
      const sound = await renderer.render({ html: HTML, assets: () => font });
      t.strictSame(sound.diagnostics, []);
      const random = randomness(name.length);
      const outcomes = { rendered: 0, refused: 0 };
      for (let n = 0; n < MUTATIONS; n += 1) {
        const { bytes, what } = mutated(font, random);
        try {
          const { pdf, diagnostics } = await renderer.render({ html: HTML, assets: () => bytes });
          if (pdf.length === 0) t.fail(`mutation ${n} of ${what} gives nothing`);
          outcomes[diagnostics.length > 0 ? 'refused' : 'rendered'] += 1;
        } catch (error) {
          t.fail(`mutation ${n} of ${what}: ${error}`);
        }
      }
      t.comment(outcomes);
      t.strictSame((await renderer.render({ html: HTML, assets: () => font })).pdf, sound.pdf, 'it works on');
    });

t.test(
  'a font that a later document opened anew was gone, where shaped text of an earlier one was cached',
  async (t) => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const renderer = createRenderer({ engine: ENGINES[0]! });
    t.teardown(() => renderer.close());
    const render = (bytes: Uint8Array) => renderer.render({ html: HTML, assets: () => bytes });
    const { pdf } = await render(Buffer.from(arimo));
    // Other fonts take its place in the caches, which hold 64 MB.
    for (let bytes = 0, n = 0; bytes < 80e6; bytes += arimo.length, n += 1)
      await render(Buffer.concat([arimo, Buffer.from(`other ${n}`)]));
    collect();
    t.strictSame((await render(Buffer.from(arimo))).pdf, pdf);
  },
);
