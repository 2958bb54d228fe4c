/** The memory of the addon: what is counted, and what is refused. */

import t from 'tap';
import { type CoreBinding, createCore } from '../../native/core.js';
import { coreAddonPath, openCoreAddon } from '../../native/core-addon.js';
import { readImage } from '../../src/engine/box/images.js';
import { Engine } from '../../src/engine/render.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import { decodedSizeOf, documentOf } from '../../src/writers/images-in-drawings.js';
import { createWriter } from '../../src/writers/writer.js';
import { dataUrl, noise, png } from '../support/images.js';

const MB = 1024 ** 2;
const skip = coreAddonPath() === undefined ? 'the addon is not built' : false;

function imageOf(bytes: Buffer) {
  const image = readImage(bytes);
  if ('failure' in image) throw new Error(image.message);
  return image;
}

t.test('the addon tells what it holds', { skip }, async (t) => {
  const core = openCoreAddon();
  const empty = core.memory!;
  const image = core.addImage(noise(1000, 1000), 'png', true, 3_000_000, () => false);
  t.ok(core.memory! - empty > 3 * MB * 0.9, `${core.memory! - empty} bytes of noise`);
  core.removeImage(image);
  t.ok(core.memory! - empty < 1000, `${core.memory! - empty} bytes are left`);
});

t.test('a PDF that was handed over does not count', { skip }, async (t) => {
  const opened: CoreBinding[] = [];
  const open = () => {
    opened.push(openCoreAddon());
    return opened.at(-1)!;
  };
  const core = createCore({ fonts: [], open });
  const document = documentOf(imageOf(noise(500, 500)));
  core.write(document);
  const after = opened[0]!.memory!;
  for (let i = 0; i < 5; i += 1) core.write(document);
  t.ok(Math.abs(opened[0]!.memory! - after) < 10_000, `${opened[0]!.memory! - after} bytes more`);
  core.close();
});

t.test('an image that would take more than the limit is refused before it is decoded', { skip }, async (t) => {
  const core = createCore({ fonts: [], open: () => openCoreAddon(20 * MB), decodedSize: decodedSizeOf });
  t.throws(() => core.write(documentOf(imageOf(png(4000, 4000)))), { message: 'out of memory' });
  t.ok(core.write(documentOf(imageOf(png(400, 400)))).length > 500, 'the next document is written');
  core.close();
});

t.test('an instance that holds much is replaced between documents, and its memory is free', { skip }, async (t) => {
  const opened: CoreBinding[] = [];
  const open = () => {
    opened.push(openCoreAddon());
    return opened.at(-1)!;
  };
  const core = createCore({ fonts: [], open, memoryLimit: 5 * MB });
  for (let i = 0; i < 4; i += 1) core.write(documentOf(imageOf(noise(1000, 1000))));
  t.equal(opened.length, 2);
  t.ok(opened[0]!.memory! < MB, `${opened[0]!.memory} bytes are left`);
  core.close();
});

t.test('the memory of the addon had no limit', { skip }, async (t) => {
  const fonts = loadFonts();
  const engine = new Engine({ fonts, openFont, loadPatterns, clock: () => 0 });
  const writer = createWriter('core', { fonts, module: undefined, maxMemory: 16 * MB });
  t.teardown(() => writer.close());
  const pages = (count: number) => ({
    html: Array.from(
      { length: count },
      () => `<p style="break-before: page"><img src="${dataUrl('image/png', noise(600, 600))}" width=100>`,
    ).join(''),
  });
  t.throws(() => engine.render(pages(9), writer), { code: 'document_too_large', message: /smaller images/ });
  t.equal(engine.render(pages(2), writer).pages, 2, 'the writer stays usable');
});

t.test('drawings that become large while they are drawn are refused', { skip }, async (t) => {
  const fonts = loadFonts();
  const engine = new Engine({ fonts, openFont, loadPatterns, clock: () => 0 });
  const writer = createWriter('core', { fonts, module: undefined, maxMemory: 16 * MB });
  t.teardown(() => writer.close());
  const drawing = (index: number) =>
    `<svg width="10" height="10"><image width="10" height="10" href="${dataUrl('image/png', noise(600, 600))}"/><path d="M${index} 0"/></svg>`;
  const html = (count: number) => ({ html: Array.from({ length: count }, (_, index) => drawing(index)).join('') });
  t.throws(() => engine.render(html(9), writer), { code: 'document_too_large', message: /smaller images/ });
  t.equal(engine.render(html(1), writer).pages, 1, 'the writer stays usable');
});
