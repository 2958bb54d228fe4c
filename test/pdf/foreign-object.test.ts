/** HTML in drawings, as it is in finished PDFs. */

import t from 'tap';
import { createRenderer, type Renderer } from '../../src/index.js';
import { CORE } from '../support/engines.js';
import { structureOf } from '../support/structure.js';

let renderer: Renderer;
t.before(() => {
  renderer = createRenderer({ engine: CORE });
});
t.after(() => renderer.close());

/** The texts of a document by their structure elements. */
const structure = async (body: string): Promise<string[]> =>
  structureOf(
    (await renderer.render({ html: `<html lang="en"><title>t</title><style>p { margin: 0 }</style>${body}` })).pdf,
  );

t.test('HTML in a drawing is content of the document, in its order', async (t) => {
  const html = `<p>before</p><svg width="300" height="200"><rect width="300" height="200" fill="#eee" />
    <g transform="translate(10 10)"><foreignObject width="90" height="120"><h2>Head</h2><p>Text</p></foreignObject></g>
    <circle cx="250" cy="150" r="20" />
    <foreignObject x="110" width="90" height="90"><ul><li>Item</ul></foreignObject></svg><p>after</p>`;
  t.strictSame(await structure(html), ['P before', 'H1 Head', 'P Text', 'LBody Item', 'P after']);
});

t.test('a drawing with an alternative text is a figure beside its HTML', async (t) => {
  const html = `<svg width="300" height="200" aria-label="Chart"><rect width="90" height="20" fill="#eee" />
    <foreignObject y="30" width="90" height="60"><table><tr><th>Head<tr><td>Cell</table></foreignObject></svg>`;
  t.strictSame(await structure(html), ['Figure', 'TH Head', 'TD Cell']);
});

t.test('links in HTML in a drawing are links of the PDF', async (t) => {
  const link = '<foreignObject width="90" height="20"><a href="https://example.com/">Linked</a></foreignObject>';
  const texts = await structure(`<svg width="200" height="100" viewBox="0 0 100 50"><g>${link}</g></svg>`);
  t.match(texts.join(), 'Link Linked');
});
