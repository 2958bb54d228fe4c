/** Documents that once took the time, the memory or the process of others: each is named after what was wrong. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import { createRenderer } from '../src/index.js';
import { dataUrl, png } from './support/images.js';

const renderer = createRenderer();
t.teardown(() => renderer.close());
const render = (html: string) => renderer.render({ html });

/** A header of so many pixels on the data of one. */
function huge(width: number, height: number): Buffer {
  const image = Buffer.from(png(1, 1));
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg" width="10" height="10">${inner}</svg>`;

t.test('the pixel limit did not hold inside SVG', async (t) => {
  const bomb = dataUrl('image/png', huge(30_000, 30_000));
  const ofFile = (source: string) => `<img src="${dataUrl('image/svg+xml', Buffer.from(source))}">`;
  const image = `<image href="${bomb}" width="10" height="10"/>`;
  for (const html of [
    svg(image),
    ofFile(svg(image)),
    ofFile(svg(`<g>${image}<text>x</text></g>`)),
    ofFile(svg(`<filter id="f"><feImage href="${bomb}"/></filter><rect width="9" height="9" filter="url(#f)"/>`)),
    ofFile(svg(`<image href="${dataUrl('image/svg+xml', Buffer.from(svg(image)))}"/>`)),
  ]) {
    const { diagnostics } = await render(html);
    t.match(diagnostics, [{ kind: 'MissingAsset', context: /30000 × 30000 pixels, the limit is 50000000/ }]);
  }
});

t.test('an SVG image that hides an image is not drawn', async (t) => {
  const bomb = dataUrl('image/png', huge(30_000, 30_000));
  for (const source of [
    `<!DOCTYPE svg [<!ENTITY i '<image href="${bomb}"/>'>]>${svg('&i;')}`,
    `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="10" height="10"><s:image href="${bomb}"/></s:svg>`,
  ]) {
    const { pdf, diagnostics } = await render(`<img src="${dataUrl('image/svg+xml', Buffer.from(source))}">`);
    t.ok(diagnostics.length > 0);
    t.ok(pdf.length < 20_000);
  }
});

t.test('images inside SVG images are drawn', async (t) => {
  const inside = dataUrl('image/png', png(2, 2));
  const file = dataUrl('image/svg+xml', Buffer.from(svg(`<image href="${inside}" width="10" height="10"/>`)));
  const { pdf, diagnostics } = await render(`<img src="${file}">`);
  t.strictSame(diagnostics, []);
  t.match(Buffer.from(pdf).toString('latin1'), /\/Subtype\s*\/Image/);
});

t.test('blurs of thousands of px took minutes', async (t) => {
  for (const style of ['filter: blur(10000px)', 'text-shadow: 0 0 10000px red', 'box-shadow: 0 0 10000px red']) {
    t.equal((await render(`<p style="width: 500px; height: 500px; background: red; ${style}">x`)).pages, 1, style);
  }
});

t.test('feMorphology looked at millions of pixels for each', async (t) => {
  const filter = '<filter id="f"><feMorphology radius="500" operator="dilate"/></filter>';
  const { diagnostics } = await render(svg(`${filter}<rect width="9" height="9" filter="url(#f)"/>`));
  t.match(diagnostics, [{ kind: 'UnsupportedElement', text: '<feMorphology radius="500">', context: /more than 32$/ }]);
});

t.test('nested transforms and clips were a fault of the service', async (t) => {
  for (const style of ['transform: rotate(1deg)', 'overflow: hidden; border-radius: 5px']) {
    const html = `${`<div style="${style}">`.repeat(400)}x`;
    await render(html).then(
      ({ pages }) => t.equal(pages, 1),
      (error) => t.match(error, { code: 'document_too_complex', message: /nested too deeply/ }, style),
    );
  }
});

t.test('target-text() doubled with each pass', async (t) => {
  const links = Array.from({ length: 10 }, (_, i) => `<a id="a${i}" href="#a${(i + 1) % 10}">x</a>`).join('');
  const content = '"y" target-text(attr(href), after) target-text(attr(href), after)';
  await t.rejects(render(`<style>a::after { content: ${content} }</style>${links}`), {
    code: 'document_too_complex',
    message: /more than 1,000,000 characters .*target-text/,
  });
});

t.test('the message about 9 MB of flat text was misleading', async (t) => {
  const tooMany = { code: 'document_too_complex', message: /more than 1000 pages/ };
  await t.rejects(render(`<pre>${'lorem ipsum dolor\n'.repeat(500_000)}`), tooMany);
});

t.test('packages in the lock file had no integrity', async (t) => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; optional?: boolean; os?: readonly string[] }>;
  };
  const unsure = Object.entries(packages).filter(([name, { link, integrity }]) => name && !link && !integrity);
  // Binaries for other platforms, which npm leaves without one where it has not seen them.
  const others = unsure.filter(([, { optional, os }]) => optional && os !== undefined);
  t.strictSame(
    unsure.filter((entry) => !others.includes(entry)).map(([name]) => name),
    [],
  );
  t.ok(others.length <= 17, `${others.length}`);
});

t.test('the library had no time limit', async (t) => {
  const renderer = createRenderer({ limits: { maxTime: 0.01 } });
  t.teardown(() => renderer.close());
  const html = `<style>.c { columns: 2 }</style>${'<div class="c">'.repeat(8)}${'<p>Some text.</p>'.repeat(60)}`;
  await t.rejects(renderer.render({ html }), { code: 'render_timeout', message: /longer to render than 0\.01 s/ });
  const unlimited = createRenderer({ limits: { maxTime: Number.POSITIVE_INFINITY } });
  t.teardown(() => unlimited.close());
  t.equal((await unlimited.render({ html: '<p>x' })).pages, 1);
});
