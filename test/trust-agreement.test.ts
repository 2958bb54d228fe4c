/**
 * Rendering and validating agree on pages and diagnostics, and every renderer writes the same bytes, whatever it rendered
 * before. TRUST_DOCUMENTS sets the least number of documents.
 */

import { createHash } from 'node:crypto';
import t from 'tap';
import { invoice } from '../bench/documents/invoice.js';
import { createRenderer } from '../src/index.js';
import { dataUrl, png } from './support/images.js';
import { sample, share } from './support/sample.js';
import { suiteSample } from './support/suite.js';

const COUNT = Number(process.env['TRUST_DOCUMENTS'] ?? 0);

interface Entry {
  readonly name: string;
  readonly html: string;
}

const files: readonly Entry[] = suiteSample('agreement');
const invoices = Array.from({ length: Math.max(share(100), COUNT - files.length) }, (_, index): Entry => {
  return { name: `invoice ${index}`, html: invoice(1 + (index % 60), index) };
});
const documents = [...files, ...invoices];

const damaged = Buffer.from(png(40, 40));
for (let at = 60; at < damaged.length - 12; at += 3) damaged[at]! ^= 0x5a;
const broken = dataUrl('image/png', damaged);
const inSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${broken}" width="9" height="9"/></svg>`;

/** Documents of which something is missing, blocked or broken, in each place that an image or font can have. */
const lacking = Object.entries({
  image: '<img src="URL">',
  background: '<p style="background: url(URL)">x',
  'background off the page': '<p style="position: absolute; left: -9999px; background: url(URL)">x',
  'background of the canvas': '<body style="background: url(URL)">x',
  'background of a margin box': '<style>@page { @top-left { content: "x"; background: url(URL) } }</style><p>x',
  'border image': '<p style="border: 3px solid; border-image: url(URL) 3">x',
  'list marker': '<ul style="list-style-image: url(URL)"><li>x</ul>',
  content: '<style>p::before { content: url(URL) }</style><p>x',
  mask: '<p style="mask-image: url(URL)">x',
  'inline SVG': '<svg width="9" height="9"><image href="URL" width="9" height="9"/><path d="M zz"/></svg>',
  'font face': '<style>@font-face { font-family: f; src: url(URL) }</style><p style="font-family: f">x',
}).flatMap(([name, html]) =>
  Object.entries({
    missing: 'missing.png',
    blocked: 'http://127.0.0.1/x.png',
    truncated: dataUrl('image/png', png(40, 40).subarray(0, 60)),
    damaged: broken,
    'damaged inside SVG': dataUrl('image/svg+xml', Buffer.from(inSvg)),
    'half an SVG': dataUrl('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/><g')),
  }).map(([state, url]): Entry => ({ name: `${name}, ${state}`, html: html.replace('URL', url) })),
);

t.test('validate was ok with documents that a strict render refuses', async (t) => {
  const strictly = sample(files, 'strict');
  for (const engine of ['wasm', 'typst'] as const) {
    const renderer = createRenderer({ engine });
    t.teardown(() => renderer.close());
    const disagreeing: string[] = [];
    for (const { name, html } of [...sample(lacking, `lacking, ${engine}`), ...strictly]) {
      const { diagnostics } = await renderer.validate({ html });
      const again = await renderer.validate({ html });
      const outcomes = await Promise.all([
        again.diagnostics,
        renderer.render({ html }).then((rendered) => rendered.diagnostics),
        renderer.render({ html, strict: true }).then(
          () => [],
          (error) => error.diagnostics,
        ),
      ]);
      const expected = JSON.stringify(diagnostics);
      for (const found of outcomes.map((outcome) => JSON.stringify(outcome)))
        if (found !== expected) disagreeing.push(`${name}: validate ${expected}, then ${found}`);
    }
    t.strictSame(disagreeing, [], engine);
  }
  t.ok(lacking.length > 60);
  t.ok(strictly.length > 3);
});

t.test(`${documents.length} documents`, async (t) => {
  const [one, other] = [createRenderer(), createRenderer()];
  t.teardown(() => Promise.all([one.close(), other.close()]));
  const digests = new Map<string, string>();
  const disagreeing: string[] = [];
  for (const { name, html } of documents) {
    const validated = await one.validate({ html });
    const { pdf, pages, diagnostics } = await one.render({ html });
    digests.set(name, createHash('sha256').update(pdf).digest('hex'));
    const [expected, found] = [validated, { pages, diagnostics }].map(({ pages, diagnostics }) =>
      JSON.stringify({ pages, diagnostics }),
    );
    if (expected !== found) disagreeing.push(`${name}: validate ${expected}, render ${found}`);
  }
  t.strictSame(disagreeing, [], 'pages and diagnostics');
  const differing: string[] = [];
  for (const { name, html } of documents.toReversed()) {
    const { pdf } = await other.render({ html });
    if (createHash('sha256').update(pdf).digest('hex') !== digests.get(name)) differing.push(name);
  }
  t.strictSame(differing, [], 'bytes of another renderer, in the opposite order');
});
