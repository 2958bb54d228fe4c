/**
 * Rendering and validating agree on pages and diagnostics, and every renderer writes the same bytes, whatever it rendered
 * before. TRUST_DOCUMENTS sets the number of documents.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { invoice } from '../bench/documents/invoice.js';
import { createRenderer } from '../src/index.js';

const COUNT = Number(process.env['TRUST_DOCUMENTS'] ?? 400);
t.setTimeout(Math.max(280_000, COUNT * 200));

const SUITE = 'test/suite';

interface Entry {
  readonly name: string;
  readonly html: string;
}

const files = readdirSync(SUITE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name): Entry => ({ name, html: readFileSync(join(SUITE, name), 'utf8') }));
const invoices = Array.from({ length: Math.max(0, COUNT - files.length) }, (_, index): Entry => {
  return { name: `invoice ${index}`, html: invoice(1 + (index % 60), index) };
});
const documents = [...files, ...invoices].slice(0, COUNT);

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
