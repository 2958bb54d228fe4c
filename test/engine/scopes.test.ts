/** Documents of different scopes share no cache that takes time to fill: accounts may not learn of one another. */

import t from 'tap';
import type { DisplayListWriter } from '../../src/engine/paint/display-list-writer.js';
import { Engine } from '../../src/engine/render.js';
import { openFont } from '../../src/fonts/document-fonts.js';
import { loadFonts } from '../../src/fonts/fonts.js';
import { loadPatterns } from '../../src/hyphenation.js';
import { createWriter, loadModule } from '../../src/writers/writer.js';
import { arimo } from '../fonts/font-files.js';
import { png } from '../support/images.js';

const fonts = loadFonts();
const writer = createWriter('wasm', { fonts, module: await loadModule('wasm') });
t.teardown(() => writer.close());

const HTML = `<style>@font-face { font-family: f; src: url(f) } p { font-family: f }</style><p>{{a}}<img src=i>`;
const assets = (url: string) => (url === 'f' ? arimo : png(3, 3));

t.test('templates, style sheets, fonts and images of another scope are not known', async (t) => {
  const engine = new Engine({ fonts, openFont, loadPatterns });
  const render = (scope: string) => {
    const before = { ...engine.cacheUses, ...writer.cacheUses() };
    const { pdf } = engine.render({ scope, html: HTML, data: { a: 'text' }, assets }, writer);
    const { template, web_font, image, style_sheet } = { ...engine.cacheUses, ...writer.cacheUses() };
    const known = {
      template: template.hits > before.template.hits,
      style_sheet: style_sheet.misses === before.style_sheet.misses,
      web_font: web_font.misses === before.web_font.misses,
      image: (image?.hits ?? 0) > (before.image?.hits ?? 0),
    };
    return { known, pdf };
  };
  const none = { template: false, style_sheet: false, web_font: false, image: false };
  const all = { template: true, style_sheet: true, web_font: true, image: true };
  const [first, again, other, back] = ['a', 'a', 'b', 'a'].map(render);
  t.strictSame(first!.known, none);
  t.strictSame(again!.known, all, 'the same scope knows them');
  t.strictSame(other!.known, none, 'another does not');
  t.strictSame(back!.known, all);
  for (const { pdf } of [again!, other!, back!]) t.ok(Buffer.from(pdf).equals(first!.pdf), 'the same bytes');
});

t.test('the check of what the writer refuses is repeated in another scope', async (t) => {
  const engine = new Engine({ fonts, openFont, loadPatterns });
  let written = 0;
  const counting: DisplayListWriter = {
    prepare(...args) {
      const { write, parts } = writer.prepare(...args);
      const counted = () => {
        written += 1;
        return write();
      };
      return { write: counted, parts };
    },
  };
  const validate = (scope: string) => {
    engine.validate({ scope, html: '<img src=i>', assets }, counting);
    return written;
  };
  t.strictSame(['a', 'a', 'b', 'b', 'a'].map(validate), [1, 1, 2, 2, 2]);
});
