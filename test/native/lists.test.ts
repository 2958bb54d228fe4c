/** A long document is encoded and drawn in several lists, and has the bytes that it has in one. */

import t from 'tap';
import { type CoreBinding, createCore } from '../../native/core.js';
import { openCoreAddon } from '../../native/core-addon.js';
import { loadCoreModule, openCoreInstance } from '../../native/core-webassembly.js';
import { encodeDisplayList } from '../../src/engine/encode/encode.js';
import { OP } from '../../src/engine/encode/format.js';
import type { GlyphStrings } from '../../src/engine/encode/text.js';
import type { DisplayList } from '../../src/engine/paint/display-list.js';
import { wholeString } from '../../src/engine/text/glyph-clusters.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { createRenderer } from '../../src/index.js';
import { shaper } from '../engine/layout/lay-out.js';
import { paintHtml } from '../engine/paint/painted.js';
import { CORE } from '../support/engines.js';
import { dataUrl, png } from '../support/images.js';

const glyphs: GlyphStrings = {
  ofRange: (range) => shaper.rangeGlyphs(range),
  ofText: (text) => wholeString(shaper.glyphString(text)),
  shapes: (text) => shaper.glyphs(text),
};

const encoded = (list: DisplayList, listWords?: number) =>
  encodeDisplayList(list, { glyphs, broken: new Set(), ...(listWords !== undefined && { listWords }) });

const module = await loadCoreModule();
const bindings: Record<string, () => CoreBinding> = {
  'the module': () => openCoreInstance(module),
  ...(CORE === 'core' && { 'the addon': () => openCoreAddon() }),
};

/** Fonts, composed text, links, bookmarks, tables and spaces of colours that several pages share, and some that few have. */
const DOCUMENT = `<!DOCTYPE html><html lang=en><title>Parts</title>
<style>
  @page { size: 300px 120px; margin: 10px }
  body { margin: 0; font: 12px/16px Arimo }
  .late { font-family: Tinos }
</style>
<h1 id=top>First</h1>
<p>${'one two three four five six seven. '.repeat(30)}
<p lang=ar dir=rtl>${'مرحبا بالعالم '.repeat(40)}
<p style="color: device-cmyk(1 0 0 0)"><a href="#top">back to the top</a> and <a href="https://example.com/">away</a>
<table><thead><tr><th>Head</thead>${'<tr><td>cell<td>other'.repeat(30)}</table>
<h2>Second</h2>
<p class=late>${'Tinos begins here, (late) \\ in the document. '.repeat(20)}
<p lang=ar dir=rtl>${'السلام عليكم كلمات أخرى '.repeat(30)}`;

for (const [name, open] of Object.entries(bindings)) {
  t.test(`the bytes are the same in one list and in a list for each page: ${name}`, async (t) => {
    const core = createCore({ fonts: loadFonts(), open });
    t.teardown(() => core.close());
    const whole = encoded(paintHtml(DOCUMENT));
    t.equal([...whole.lists].length, 1);
    const pdf = core.write(whole);
    for (const words of [1, 5_000]) {
      const list = paintHtml(DOCUMENT);
      const parts = encoded(list, words);
      t.ok(core.write(parts).length > 0);
      const again = core.write(encoded(paintHtml(DOCUMENT), words));
      t.ok(Buffer.from(again).equals(pdf), `lists of ${words} words`);
      t.equal(list.pages[0]!.items.length, 0, 'pages that are encoded are dropped');
      t.strictSame(parts.fonts, whole.fonts);
    }
  });

  t.test(`a document that ends between its lists leaves nothing behind: ${name}`, async (t) => {
    const core = createCore({ fonts: loadFonts(), open });
    t.teardown(() => core.close());
    const first = [...encoded(paintHtml('<p>one')).lists][0]!.bytes;
    const { fonts } = encoded(paintHtml('<p>one'));
    const lists = function* () {
      yield { bytes: first, isLast: false };
      throw new Error('it cannot be encoded');
    };
    t.throws(() => core.write({ lists: lists(), fonts, images: [] }), { message: 'it cannot be encoded' });
    const malformed = function* () {
      yield { bytes: first, isLast: false };
      yield { bytes: first.slice(0, -1), isLast: true };
    };
    t.throws(() => core.write({ lists: malformed(), fonts, images: [] }), { message: /^malformed display list/ });
    const alone = core.write(encoded(paintHtml('<p>one')));
    t.ok(Buffer.from(core.write(encoded(paintHtml('<p>one'), 1))).equals(alone));
  });
}

t.test('images that do not decode are found in all lists at once', async (t) => {
  const damaged = (seed: number) => {
    const bytes = Buffer.from(png(40, 40));
    for (let at = 60 + seed; at < bytes.length - 12; at += 3) bytes[at]! ^= 0x5a;
    return bytes;
  };
  const html = `${'<p>some text that fills pages</p>'.repeat(2000)}
    ${[0, 1, 2].map((seed) => `<p style="break-before: page"><img src="${dataUrl('image/png', damaged(seed))}">`).join('')}`;
  const renderer = createRenderer({ engine: CORE });
  t.teardown(() => renderer.close());
  const { diagnostics } = await renderer.render({ html });
  t.equal(
    diagnostics.reduce((sum, { count }) => sum + count, 0),
    3,
  );
});

t.test(
  'what is drawn takes some two bytes for each glyph until the document is written',
  {
    skip: CORE === 'core' ? false : 'the addon is not built',
  },
  (t) => {
    let opened: CoreBinding | undefined;
    const core = createCore({ fonts: loadFonts(), open: () => (opened = openCoreAddon()) });
    t.teardown(() => core.close());
    const page = paintHtml(`<style>body { font: 6px Arimo }</style><p>${'many words of a text. '.repeat(700)}`)
      .pages[0]!;
    const pages = Array.from({ length: 200 }, () => page);
    const list = { ...paintHtml('<p>x'), pages };
    const encodedPages = encoded(list, 1);
    const memory: number[] = [];
    const watched = {
      ...encodedPages,
      lists: (function* () {
        for (const part of encodedPages.lists) {
          memory.push(opened!.memory!);
          yield part;
        }
      })(),
    };
    t.ok(core.write(watched).length > 0);
    const glyphs = 22 * 700;
    const each = (memory.at(-1)! - memory[100]!) / (memory.length - 101) / glyphs;
    t.ok(each < 3, `${each} bytes for each glyph, where there were 27`);
    t.end();
  },
);

t.test('a list begins with the document or a page', async (t) => {
  const list = paintHtml(DOCUMENT);
  const pages = list.pages.length;
  const { lists } = encoded(list, 1);
  const first = Array.from(lists, ({ bytes }) => new Uint32Array(bytes.slice(16, 20).buffer)[0]);
  t.strictSame(first, [OP.document, ...Array.from({ length: pages - 1 }, () => OP.page)]);
});
