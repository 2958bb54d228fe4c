/** Documents that once took the time, the memory or the process of others: each is named after what was wrong. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type CoreBinding, createCore } from '../native/core.js';
import { Deadline } from '../src/engine/deadline.js';
import type { Stage } from '../src/engine/document.js';
import { withinLimits } from '../src/engine/errors.js';
import { Engine } from '../src/engine/render.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { loadFonts } from '../src/fonts/fonts.js';
import { loadPatterns } from '../src/hyphenation.js';
import { createRenderer } from '../src/index.js';
import { isName } from '../src/pdf/syntax/objects.js';
import { readPdf } from '../src/pdf/syntax/read.js';
import { createWriter, loadModule } from '../src/writers/writer.js';
import { ROOT } from './support/build.js';
import { dataUrl, png } from './support/images.js';
import { isFull, sample } from './support/sample.js';

const renderer = createRenderer();
const typst = createRenderer({ engine: 'typst' });
t.teardown(() => Promise.all([renderer.close(), typst.close()]));
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

t.test('filters of a drawing took minutes in one call of the writer', async (t) => {
  const primitives = {
    turbulence: '<feTurbulence baseFrequency="0.05" numOctaves="10"/>',
    blurs: '<feGaussianBlur stdDeviation="20"/>'.repeat(50),
    convolution: `<feConvolveMatrix order="15" kernelMatrix="${'1 '.repeat(225)}"/>`,
  };
  const renderer = createRenderer({ engine: 'wasm' });
  t.teardown(() => renderer.close());
  for (const [name, inside] of sample(Object.entries(primitives), 'filters of a drawing')) {
    const filter = `<filter id="f" x="0" y="0" width="1" height="1">${inside}</filter>`;
    const html = `<svg width="700" height="700">${filter}<rect width="700" height="700" fill="red" filter="url(#f)"/></svg>`;
    const { pdf } = await renderer.render({ html });
    const [, pixels] = /\/Width\s*(\d+)/.exec(Buffer.from(pdf).toString('latin1')) ?? [];
    t.ok(Number(pixels) > 100 && Number(pixels) < 1200, `${name}: ${pixels} pixels wide, of 2100`);
  }
});

t.test('blurs were drawn far beyond the page: 538 bytes took a minute', async (t) => {
  const style = '@page { size: 300px 200px } body { margin: 0; font: 20000px/20px Arimo }';
  const { pdf, pages } = await render(`<style>${style}</style><div style="filter: blur(30px)">after`);
  t.ok(pages > 0);
  const sides = Array.from(
    Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/(?:Width|Height)\s*(\d+)/g),
    ([, side]) => Number(side),
  );
  t.ok(sides.length > 0 && Math.max(...sides) < 200, `${Math.max(...sides)}`);
});

t.test('50,000 emoji with joiners were a fault of the service, and took the square of their number', async (t) => {
  const html = `<p>${'\u{1f468}\u200d'.repeat(50_000)}`;
  for (const each of [renderer, typst]) {
    const { pages, diagnostics } = await each.render({ html });
    t.equal(pages, 1);
    t.match(diagnostics, [{ kind: 'LayoutOverflow' }]);
  }
});

t.test('5,000 small images were a fault of the service', async (t) => {
  const images = Array.from({ length: 5000 }, (_, n) => dataUrl('image/png', png(1, 1, [n & 255, n >> 8, 7])));
  const html = images.map((url) => `<img src="${url}">`).join('');
  const { pdf } = await render(html);
  t.equal(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Subtype ?\/Image/g)?.length,
    5000,
  );
  await t.rejects(typst.render({ html }), {
    code: 'document_too_complex',
    message:
      /^Typst writes at most 1000 different images in a document, and this one has 5000\. Split it, or use the core/,
  });
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

t.test('a billion columns were given to the content one by one', async (t) => {
  // Some words, and a container in its columns: 48 s of a processor before.
  const columns = (count: number) =>
    `<div style="width: 600px; columns: ${count}; height: 80px"><div style="columns: 2">${'word '.repeat(20)}</div></div>`;
  const { pages } = await render(columns(999_999_999));
  t.equal(pages, (await render(columns(65_535))).pages);
});

t.test('some 25 column containers inside one another took a minute', async (t) => {
  const nested = (levels: number) =>
    `<style>div { columns: 2; border: 1px solid }</style>${'<div>line 1<div><div>'.repeat(levels)}<br><br><br><br>x`;
  t.equal((await renderer.validate({ html: nested(3) })).pages, 1);
  const tooMany = { code: 'document_too_complex', message: /^The columns inside one another are too many/ };
  await t.rejects(renderer.validate({ html: nested(9) }), tooMany);
  await t.rejects(render(nested(9)), tooMany);
});

t.test('each row of a table had a structure element for every column that some cell spans', async (t) => {
  const elements = async (html: string) => {
    const objects = [...readPdf((await render(html)).pdf).objects.values()];
    return objects.filter((object) => object instanceof Map && isName(object.get('S'), 'TD')).length;
  };
  t.equal(await elements(`<table><tr><td colspan="1000">a${'<tr><td>b'.repeat(50)}</table>`), 101);
  t.equal(await elements(`<table>${'<tr><td colspan="1000" rowspan="65534">a<td>b'.repeat(30)}</table>`), 28);
});

t.test('the message about 9 MB of flat text was misleading', async (t) => {
  const tooMany = { code: 'document_too_complex', message: /more than 1000 pages/ };
  await t.rejects(render(`<pre>${'lorem ipsum dolor\n'.repeat(500_000)}`), tooMany);
});

t.test('no time limit was checked while a template was expanded', async (t) => {
  const renderer = createRenderer({ limits: { maxTime: 0.05 } });
  t.teardown(() => renderer.close());
  for (const helper of ['barcode this type="datamatrix"', 'qr this', 'barcode this type="pdf417"']) {
    const html = `{{#each (range 1 5000)}}{{${helper}}}{{/each}}`;
    await t.rejects(renderer.render({ html }), { code: 'render_timeout' }, helper);
  }
});

t.test('what JavaScript says about its own limits was the message', async (t) => {
  for (const [words, code] of Object.entries({
    'Maximum call stack size exceeded': 'document_too_complex',
    'Invalid typed array length: 1e+27': 'document_too_large',
    'Invalid array length': 'document_too_large',
    'Invalid string length': 'document_too_large',
    'Array buffer allocation failed': 'document_too_large',
  })) {
    const fail = () => {
      throw new RangeError(words);
    };
    t.throws(() => withinLimits(fail), { code, message: /^(?!.*(?:stack|length|allocation))/ }, words);
  }
  const own = () => {
    throw new RangeError('standard "x": it is one of …');
  };
  t.throws(() => withinLimits(own), { name: 'RangeError', message: /^standard/ });
});

t.test('deep flex columns, ruby and positioned boxes were a fault of the library', async (t) => {
  for (const box of ['div style="display: flex; flex-direction: column"', 'div style="position: absolute"', 'ruby']) {
    const html = `<${box}>`.repeat(500);
    const outcome = await renderer.validate({ html: `${html}x` }).then(
      ({ pages }) => pages,
      ({ code }: { code?: string }) => code,
    );
    t.ok(outcome === 1 || outcome === 'document_too_complex', `${box}: ${outcome}`);
  }
});

t.test('packages in the lock file had no integrity', async (t) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string }>;
  };
  // What is in the archive of another package is covered by the integrity of that one.
  const fetched = Object.entries(packages).filter(([name, { link, inBundle }]) => name && !link && !inBundle);
  t.ok(fetched.length > 100, `${fetched.length} packages`);
  const unsure = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  t.strictSame(
    unsure.map(([name]) => name),
    [],
  );
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

const fonts = loadFonts();
const lines = `<p style="font-size: 2px; width: 4px">${'word '.repeat(200)}</p>`;
const timeout = { code: 'render_timeout', message: /longer to render than 60 s/ };

/** An engine whose clock is at the limit from the third reading in a stage on: the first two begin it. */
function slowIn(slow: Stage): Engine {
  let stage: Stage | undefined;
  let readings = 0;
  const clock = () => (stage === slow && ++readings > 2 ? 61_000 : 0);
  const onStage = (next: Stage) => {
    stage = next;
    readings = 0;
  };
  return new Engine({ fonts, openFont, loadPatterns, clock, onStage });
}

t.test('no time limit was checked in the lines of one paragraph, in one line, or in painting', async (t) => {
  const line = `<p style="font-size: 2px; white-space: nowrap">${'<i>a</i>'.repeat(200)}</p>`;
  // Without one, `validate` would have nothing to paint for.
  const link = '<a href="#top"></a>';
  for (const html of [lines, line]) {
    t.throws(() => slowIn('layout').validate({ html }), timeout);
    t.throws(() => slowIn('paint').validate({ html: link + html }), timeout);
  }
  for (const stage of ['layout', 'paint'] as const)
    t.equal(slowIn(stage).validate({ html: `${link}A word.` }).pages, 1);
});

t.test('no time limit was checked while the PDF was written', async (t) => {
  for (const backend of ['wasm', 'typst'] as const) {
    const writer = createWriter(backend, { fonts, module: await loadModule(backend) });
    t.teardown(() => writer.close());
    const archival = { html: lines, standard: 'pdf/a-3a' } as const;
    for (const stage of [backend === 'typst' ? 'typst' : 'encode', 'compile'] as const)
      t.throws(() => slowIn(stage).render({ html: lines }, writer), timeout, `${backend}, ${stage}`);
    t.throws(() => slowIn('finish').render(archival, writer), timeout, `${backend}, finish`);
    t.ok(slowIn('html').render(archival, writer).pages > 0, 'the writer stays usable');
  }
});

t.test('the time limit was not checked between the images that a writer decodes', async (t) => {
  let now = 0;
  const core = createCore({ fonts, open: () => ({ ...openedCore, addImage: () => ++now }) });
  const deadline = new Deadline(() => now, 1);
  const image = { key: 'a', format: 'png', bytes: png(1, 1), smooth: false } as const;
  const images = ['a', 'b', 'c', 'd'].map((key) => ({ ...image, key }));
  const list = { bytes: new Uint8Array(), isLast: true };
  t.throws(() => core.write({ lists: [list], fonts: [], images, deadline }), { code: 'render_timeout' });
  t.equal(now, 2);
});

/** A core that writes nothing. */
const openedCore: CoreBinding = {
  addFont: () => 0,
  removeFont: () => undefined,
  addImage: () => 0,
  addDrawing: () => 0,
  removeImage: () => undefined,
  write: () => ({ pdf: new Uint8Array() }),
  draw: () => ({}),
  finish: () => ({ pdf: new Uint8Array() }),
  abandon: () => undefined,
  subsetUses: () => ({ hits: 0, misses: 0 }),
  memory: undefined,
  hasEnded: false,
};

t.test('an undecodable image in inline SVG was a fault of the service', async (t) => {
  const damaged = Buffer.from(png(40, 40));
  for (let at = 60; at < damaged.length - 12; at += 3) damaged[at]! ^= 0x5a;
  const image = (bytes: Buffer) => `<image href="${dataUrl('image/png', bytes)}" width="9" height="9"/>`;
  const { pdf, diagnostics } = await render(svg(image(damaged) + image(png(2, 2))));
  t.match(diagnostics, [{ kind: 'MissingAsset', context: /image:nth-of-type\(1\): the image does not decode/ }]);
  t.equal(diagnostics.length, 1);
  t.match(Buffer.from(pdf).toString('latin1'), /\/Subtype\s*\/Image/, 'the other one is shown');
});

t.test('lengths beyond all pages were a fault of the service', async (t) => {
  const documents = {
    transform: '<p style="transform: translate(1e12px)">x',
    shadows: '<p style="box-shadow: 1e12px 0 red, inset 1e12px 0 red; text-shadow: -1e12px 0 red">x',
    letters: '<p style="letter-spacing: 1e12px">xx',
    outline: '<p style="outline: 1e12px solid red; outline-offset: 1e12px">x',
    clip: '<p style="clip-path: polygon(1e12px 0, 0 -1e12px, 3px 1e15px)">x',
    stroke: '<p style="-webkit-text-stroke: 1e12px red">x',
    rules: '<p style="columns: 2; column-rule: 1e12px solid red; column-gap: 1e12px">x y z',
    filter: '<p style="filter: blur(1e12px) drop-shadow(1e12px 0 1e12px red)">x',
    page: '<style>@page { width: 1e9mm; height: 1e9mm }</style><p>x',
    root: '<style>@page { size: 1e9em 1e9em }</style><p>x',
  };
  const byTypst = new Set(sample(Object.keys(documents), 'lengths by Typst'));
  // It takes 14 s for the filter.
  if (!isFull) byTypst.delete('filter');
  for (const [name, html] of Object.entries(documents)) {
    for (const each of byTypst.has(name) ? [renderer, typst] : [renderer])
      t.ok((await each.render({ html })).pages > 0, name);
  }
});

t.test('a page of a thousand kilometres was a fault of the service', async (t) => {
  const { diagnostics } = await render('<style>@page { size: 1e9mm 1e9mm }</style><p>x');
  t.match(diagnostics, [{ kind: 'UnsupportedValue', context: /no page is that large$/ }]);
});

t.test('filters inside one another took 45 s, and shadows doubled with each', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const nested = (levels: number, filter: string) => `<div style="filter: ${filter}">x`.repeat(levels);
  const refused = { code: 'document_too_complex', message: /^More than 10 filters apply to what is in div/ };
  for (const filter of ['blur(30px)', 'drop-shadow(1px 1px red)', 'blur(1px) drop-shadow(1px 1px 1px red)'])
    await t.rejects(renderer.validate({ html: nested(24, filter) }), refused, filter);
  for (const filter of ['blur(1px)', 'drop-shadow(1px 1px 1px red)'])
    t.equal((await renderer.validate({ html: nested(5, filter) })).pages, 1);
  t.equal((await renderer.validate({ html: nested(24, 'grayscale(1)') })).pages, 1);
});
