/** Colours in CMYK in the PDF. Source: https://drafts.csswg.org/css-color-5/#device-cmyk */

import t from 'tap';
import { createRenderer } from '../../src/index.js';
import { decodedStream } from '../../src/pdf/syntax/filters.js';
import { isName, Stream } from '../../src/pdf/syntax/objects.js';
import { readPdf } from '../../src/pdf/syntax/read.js';
import { CORE, ENGINES } from '../support/engines.js';
import { CMYK_JPEG, dataUrl, PIXEL_JPEG } from '../support/images.js';

const STYLE = '<!doctype html><style>@page { size: 200px; margin: 0 } body { margin: 0 } div { height: 20px }</style>';

/** All streams of a PDF but those of images. */
function contentOf(pdf: Uint8Array): string {
  const objects = [...readPdf(pdf).objects.values()];
  const streams = objects.map((object) =>
    object instanceof Stream && !isName(object.dict.get('Subtype'), 'Image')
      ? Buffer.from(decodedStream(object)).toString('latin1')
      : '',
  );
  return streams.join('\n');
}

const spacesOf = (pdf: Uint8Array): string[] =>
  [...readPdf(pdf).objects.values()].flatMap((object) => {
    const space = object instanceof Map ? object.get('ColorSpace') : undefined;
    return space ? [JSON.stringify(space)] : [];
  });

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const render = (body: string) => renderer.render({ html: STYLE + body });

  t.test(`${engine}: text, backgrounds and borders have the inks of the style sheet`, async (t) => {
    const { pdf, diagnostics } = await render(`<p style="color: device-cmyk(0 1 0 0)">text</p>
      <div style="background: device-cmyk(0 0 1 0)"></div><div style="border-top: 3px solid device-cmyk(0 0 0 1)"></div>`);
    t.strictSame(diagnostics, []);
    const content = contentOf(pdf);
    for (const inks of ['0 1 0 0', '0 0 1 0', '0 0 0 1']) t.match(content, new RegExp(`\\b${inks} k\\b`), inks);
  });
}

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());
const render = async (body: string): Promise<string> => contentOf((await renderer.render({ html: STYLE + body })).pdf);

t.test('black text is black ink alone, RGB black stays RGB', async (t) => {
  const content = await render('<p style="color: device-cmyk(0 0 0 1)">ink</p><p>light</p>');
  t.match(content, '0 0 0 1 k\n');
  t.match(content, '0 0 0 rg\n');
});

t.test('strokes and outlined text', async (t) => {
  const content = await render(`<div style="border: 2px dashed device-cmyk(1 0 0 0)"></div>
    <p style="-webkit-text-stroke: 1px device-cmyk(0 0.25 0 0)">outlined</p>`);
  t.match(content, '1 0 0 0 K\n');
  t.match(content, '0 0.25 0 0 K\n');
});

t.test('translucent inks stay inks', async (t) => {
  const content = await render('<p style="color: device-cmyk(0 1 1 0); opacity: 0.5">half</p>');
  t.match(content, '0 1 1 0 k\n');
});

t.test('a gradient between inks stays in CMYK; with other stops or a color space it is in sRGB', async (t) => {
  const spaces = async (stops: string, kind = 'linear') => {
    const html = `${STYLE}<div style="background: ${kind}-gradient(${stops})"></div>`;
    return spacesOf((await renderer.render({ html })).pdf).join();
  };
  t.match(await spaces('device-cmyk(1 0 0 0), device-cmyk(0 0 1 0)'), 'DeviceCMYK');
  t.match(await spaces('device-cmyk(1 0 0 0), device-cmyk(0 0 1 0)', 'radial'), 'DeviceCMYK');
  t.notMatch(await spaces('device-cmyk(1 0 0 0), device-cmyk(0 0 1 0)', 'conic'), 'DeviceCMYK');
  t.notMatch(await spaces('device-cmyk(1 0 0 0), yellow'), 'DeviceCMYK');
  t.notMatch(await spaces('in oklab, device-cmyk(1 0 0 0), device-cmyk(0 0 1 0)'), 'DeviceCMYK');
});

t.test('colours that are blended are converted', async (t) => {
  const blended = await render('<div style="mix-blend-mode: multiply; background: device-cmyk(0 1 0 0)"></div>');
  t.match(blended, '1 0 1 rg\n');
  t.notMatch(blended, ' k\n');
  const after = await render(`<div style="mix-blend-mode: multiply; background: device-cmyk(0 1 0 0)"></div>
    <div style="background: device-cmyk(0 0 1 0)"></div>`);
  t.match(after, '0 0 1 0 k\n', 'those after them are not');
});

t.test('rectangles of one conversion and other inks are not joined', async (t) => {
  const content = await render(`<div style="background: device-cmyk(0 0 0 1)"></div>
    <div style="background: device-cmyk(1 1 1 1)"></div>`);
  t.match(content, '0 0 0 1 k\n');
  t.match(content, '1 1 1 1 k\n');
});

t.test('drawings are in sRGB', async (t) => {
  const content = await render(`<svg width="20" height="20" style="--ink: device-cmyk(0 1 0 0)">
    <rect width="9" height="9" style="fill: var(--ink)"/></svg>`);
  t.match(content, /1 0 1 rg\s/);
});

t.test('PDF/A has sRGB only, and a diagnostic for each colour', async (t) => {
  const html = `${STYLE.replace('<style>', '<title>t</title><style>')}<p style="color: device-cmyk(0 1 0 0)">text</p>`;
  const { pdf, diagnostics } = await renderer.render({ html, standard: 'pdf/a-2b' });
  t.strictSame(diagnostics, [
    {
      kind: 'UnsupportedValue',
      text: 'device-cmyk(0 1 0 0)',
      context: 'pdf/a-2b: converted to sRGB, the only colours of the file',
      count: 1,
    },
  ]);
  const content = contentOf(pdf);
  t.match(content, '1 0 1 rg\n');
  t.notMatch(content, ' k\n');
});

t.test('a JPEG in CMYK stays so, and no PDF/A claims to conform with it', async (t) => {
  const html = (jpeg: Buffer) => `<title>t</title><p><img alt="x" src="${dataUrl('image/jpeg', jpeg)}">`;
  const { pdf, diagnostics } = await renderer.render({ html: html(CMYK_JPEG), standard: 'pdf/a-2b' });
  t.strictSame(
    diagnostics.map(({ kind, text }) => `${kind} ${text}`),
    ['NotConformant pdf/a-2b: an image in CMYK'],
  );
  t.notMatch(contentOf(pdf), 'pdfaid');
  t.strictSame((await renderer.render({ html: html(CMYK_JPEG) })).diagnostics, []);
  t.strictSame((await renderer.render({ html: html(PIXEL_JPEG), standard: 'pdf/a-2b' })).diagnostics, []);
});
