/** Opacity in the PDF: ISO 32000-1, 11.6.4.4, constant alpha in graphics state parameters. */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';

/** The constant alphas that the file sets for filling. */
const alphasOf = (pdf: Uint8Array): unknown[] =>
  [...readPdf(pdf).objects.values()].flatMap((object) => {
    const alpha = object instanceof Map ? object.get('ca') : undefined;
    return typeof alpha === 'number' && alpha < 1 ? [Number(alpha.toFixed(3))] : [];
  });

for (const engine of ENGINES) {
  t.test(`${engine}: paint is as opaque as its colour says, in 255 steps`, async (t) => {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());
    const alphas = async (html: string) => alphasOf((await renderer.render({ html })).pdf);
    t.strictSame(await alphas('<p style="background: #fff">opaque'), []);
    t.strictSame(await alphas('<p style="background: rgb(255 0 0 / 0.4)">a part'), [0.4]);
    t.strictSame(await alphas('<p style="background: rgb(255 0 0 / 0.5)">a half'), [0.502]);
  });
}
