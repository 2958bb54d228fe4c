/** `@font-face` from rule to PDF. */

import t from 'tap';
import { compress } from 'woff2-encoder';
import { createRenderer, type DocumentInput, type RenderResult } from '../../src/index.js';
import { arimo, patched, thai } from '../fonts/font-files.js';
import { textOf } from '../support/pdf.js';
import { renameFont } from '../support/renamed-font.js';

const renderer = createRenderer({ engine: 'typst' });
t.teardown(() => renderer.close());

const house = renameFont(arimo, 0, 'HouseSans');
const woff2 = Buffer.from(await compress(Buffer.from(house)));
const dataUrl = (font: Uint8Array) => `data:font/ttf;base64,${Buffer.from(font).toString('base64')}`;
const face = (url: string, more = '') => `<style>@font-face { font-family: House; src: url(${url}); ${more} }</style>`;

const render = (html: string, more: Partial<DocumentInput> = {}) =>
  renderer.render({ html: `${html}<body style="font: 20px House, serif">`, ...more });

/** Fonts are named in the clear beside their compressed bytes. */
const usesHouse = ({ pdf }: RenderResult) => Buffer.from(pdf).includes('HouseSans');
const found = ({ diagnostics }: RenderResult) =>
  diagnostics.map(({ kind, text, context }) => `${kind} ${text}: ${context}`);

t.test('text is set in the font of a data: URL', async (t) => {
  for (const font of [house, woff2]) {
    const result = await render(`${face(dataUrl(font))}<p>Fine office 012`);
    t.ok(usesHouse(result));
    t.equal((await textOf(result.pdf)).trim(), 'Fine office 012');
    t.strictSame(found(result), []);
  }
});

t.test('text is set in the font of an asset', async (t) => {
  const assets = (url: string) => (url === 'fonts/house.woff2' ? woff2 : undefined);
  t.ok(usesHouse(await render(`${face('fonts/house.woff2')}<p>Text`, { assets })));
});

t.test('equal documents give equal bytes, whatever was rendered in between', async (t) => {
  const html = `${face(dataUrl(house))}<p>Text <b>bold</b> <i>slanted</i>`;
  const { pdf } = await render(html);
  await render(`${face(dataUrl(thai))}<p>Text <b>bold</b>`);
  t.ok(Buffer.from((await render(html)).pdf).equals(pdf));
});

t.test('a font is known in its own document only', async (t) => {
  await render(`${face(dataUrl(house))}<p>Text`);
  const other = await render('<p>Text');
  t.notOk(usesHouse(other));
  t.notOk(usesHouse(await render(`${face(dataUrl(thai))}<p>Text`)));
});

t.test('a font that is not there, or is none, is reported with the reason, and text is set without it', async (t) => {
  const context = async (url: string) => found(await render(`${face(url)}<p>Text`))[0];
  t.equal(await context('gone.ttf'), 'MissingFont House: <style> 1, line 1, column 1: gone.ttf: no such file or asset');
  t.match(await context('https://example.com/a.woff2'), /MissingFont House: .*: network resources are not fetched/);
  t.match(await context(dataUrl(house.subarray(0, 500))), /MissingFont House: .*: table .* is truncated/);
});

t.test('a font that Typst alone cannot read is left out and reported', async (t) => {
  const odd = patched(house, { head: (table) => table.setInt16(50, 2) });
  const result = await render(`${face(dataUrl(odd))}<p>Text`);
  t.match(found(result), [/^MissingFont House: .*/]);
  t.equal((await textOf(result.pdf)).trim(), 'Text');
});

t.test('strict refuses a document whose font is missing', async (t) => {
  await t.rejects(render(`${face('gone.ttf')}<p>Text`, { strict: true }), { code: 'document_not_supported' });
});

t.test('a rule nobody uses is no matter', async (t) => {
  const { diagnostics } = await renderer.render({ html: `${face('gone.ttf')}<p>Text`, strict: true });
  t.strictSame(diagnostics, []);
});

t.test('text in an inline drawing is set in it, too', async (t) => {
  t.ok(usesHouse(await render(`${face(dataUrl(house))}<svg width="100" height="50"><text y="20">Drawn</text></svg>`)));
});

t.test('a mutated font never stops a render', async (t) => {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let usable = 0;
  for (let n = 0; n < 60; n++) {
    const font = Buffer.from(thai);
    for (let i = random(6); i >= 0; i--) font[random(font.length)] = random(256);
    const { pages, diagnostics } = await render(`${face(dataUrl(font))}<p>ภาษาไทย <b>ABC 012</b>`);
    t.equal(pages, 1);
    if (diagnostics.length === 0) usable++;
  }
  t.ok(usable > 5, `${usable} of 60 were usable`);
});

t.test('glyphs are seen beyond an ascent and descent that the rule overrides', async (t) => {
  const flat = face(dataUrl(house), 'ascent-override: 0%; descent-override: 0%');
  for (const style of ['opacity: .5', 'transform: rotate(9deg)', 'overflow: hidden; line-height: 0; height: 40px']) {
    const { pdf } = await render(`${flat}<div style="padding-top: 40px; ${style}">Seen</div>`);
    t.match(await textOf(pdf), 'Seen', style);
  }
});
