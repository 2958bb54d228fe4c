/** Frames with documents of their own, and SVG images with HTML inside. */

import t from 'tap';
import { createRenderer, type Renderer } from '../../src/index.js';
import { CORE } from '../support/engines.js';
import { structureOf } from '../support/structure.js';

let renderer: Renderer;
t.before(() => {
  renderer = createRenderer({ engine: CORE });
});
t.after(() => renderer.close());

const render = (body: string) =>
  renderer.render({
    html: `<!DOCTYPE html><html lang="en"><title>t</title><style>p { color: green; margin: 0 }</style>${body}`,
  });

const reported = async (body: string): Promise<string[]> =>
  (await render(body)).diagnostics.map(({ kind, text, context }) => `${kind} ${text}: ${context}`);

t.test('a frame shows its document in its own styles, between the texts around it', async (t) => {
  const { pdf, diagnostics } = await render(
    `<p>before</p><iframe srcdoc="<h2>Inside</h2><ol><li>one</ol><p class=x>two</p>"></iframe><p>after</p>`,
  );
  t.strictSame(await structureOf(pdf), ['P before', 'H1 Inside', 'Lbl 1.', 'LBody one', 'P two', 'P after']);
  t.strictSame(diagnostics, []);
});

t.test('media queries and viewport units in a frame see its size', async (t) => {
  const queried = (attributes: string) =>
    render(
      `<iframe ${attributes} srcdoc="<style>@media (min-width: 301px) { b { display: none } }</style><b>narrow</b> all"></iframe>`,
    );
  t.strictSame(await structureOf((await queried('')).pdf), ['P narrow all']);
  t.strictSame(await structureOf((await queried('width=400')).pdf), ['P all']);
  t.match(await reported('<iframe style="width: 50%" srcdoc="<style>p { width: 10vw }</style><p>a"></iframe>'), [
    /^UnsupportedValue width: .*iframe: media queries and viewport units in it see 300px/,
  ]);
});

t.test('what a frame cannot show is reported', async (t) => {
  t.match(await reported('<iframe src="other.html"></iframe>'), [/^UnsupportedElement <iframe>/]);
  let html = 'text';
  for (let depth = 0; depth < 5; depth++)
    html = `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
  t.match(await reported(html), [/more than 4 levels deep/, /^UnsupportedElement <iframe>/]);
});

t.test('an object or what is embedded is an image, or else what is inside of it', async (t) => {
  const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30"/></svg>')}`;
  t.strictSame(
    await reported(`<object data="${svg}">fallback</object><embed src="${svg}"><object>inside</object><embed>`),
    [],
  );
  t.match(await reported('<object data="none.png">fallback</object>'), [/^MissingAsset none\.png/]);
  t.match(await reported('<object data="page.html">fallback</object>'), [/^UnsupportedElement <object>/]);
  t.strictSame(await structureOf((await render('<object data="none.png">fallback <b>text</b></object>')).pdf), [
    'P fallback text',
  ]);
});

const WITH_HTML = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><style>p { margin: 0; font-weight: bold }</style>' +
    '<rect width="200" height="60" fill="#eef"/><switch><foreignObject width="100%" height="60">' +
    '<p xmlns="http://www.w3.org/1999/xhtml">In an image</p></foreignObject><text y="20">Alternative</text></switch></svg>',
)}`;

t.test('HTML in an SVG image is laid out with the styles of the image', async (t) => {
  const { pdf, diagnostics } = await render(`<p>before</p><img src="${WITH_HTML}" alt="Chart"><p>after</p>`);
  t.strictSame(await structureOf(pdf), ['P before', 'Figure', 'P In an image', 'P after']);
  t.strictSame(diagnostics, []);
  t.match(await reported(`<div style="background: url('${WITH_HTML}'); height: 60px">a</div>`), [
    /^UnsupportedElement <foreignObject>: .*div: in an SVG image/,
  ]);
});
