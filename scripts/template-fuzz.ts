/**
 * Compares the trees of random templates by their programs with those of the parser, and the PDFs of documents that are
 * made templates. The same seed draws the same templates. The exit code is 1 when any differ.
 *
 *   npm run fuzz:templates -- [--seed N] [--templates N] [--engine wasm|core|typst] [FOLDER …]
 *
 *   FOLDER  HTML files; some of their words and attributes become expressions. The PDF of the first document of such a
 *           template, which is parsed, and of the fourth, which is built, are compared.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRenderer, type PdfBackendChoice } from '../src/index.js';
import { randomTemplate } from '../test/support/random-templates.js';
import { asTemplate, TemplateTrees } from '../test/support/template-trees.js';

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    templates: { type: 'string', default: '10000' },
    engine: { type: 'string' },
  },
  allowPositionals: true,
});
const counts = { templates: 0, documents: 0, built: 0, pdfs: 0, finds: 0 };

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.templates); seed += 1) {
  const { data, ...template } = randomTemplate(seed);
  const trees = new TemplateTrees(template);
  counts.templates += 1;
  for (const [index, each] of data.entries()) compare(trees, each, { seed, index, ...template, data: each });
}

const files = positionals.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => resolve(join(folder, name))),
);
/** Of words and attributes, one becomes an expression. */
const EVERY = [1, 3, 17];
const renderer = createRenderer({ ...(values.engine !== undefined && { engine: values.engine as PdfBackendChoice }) });
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  for (const every of EVERY) {
    const { html, data } = asTemplate(source, every);
    if (data.v.length === 0) continue;
    counts.templates += 1;
    const isBuilt = compare(new TemplateTrees({ html }), data, { file, every });
    if (!isBuilt || every !== 3) continue;
    const outcomes: string[] = [];
    for (let use = 0; use < 4; use += 1) outcomes.push(await outcomeOf(file, html, data));
    counts.pdfs += 1;
    if (outcomes[0] !== outcomes[3]) find({ file, difference: 'PDF' });
  }
}
await renderer.close();
console.log(JSON.stringify(counts));
process.exitCode = counts.finds === 0 ? 0 : 1;

function compare(trees: TemplateTrees, data: unknown, what: object): boolean {
  const { isBuilt, difference } = trees.compare(data);
  counts.documents += 1;
  if (isBuilt) counts.built += 1;
  if (difference !== undefined) find({ ...what, difference });
  return isBuilt;
}

function find(what: object): void {
  counts.finds += 1;
  console.log(JSON.stringify(what));
}

/** @returns the PDF and the diagnostics, or the error, as text */
async function outcomeOf(file: string, html: string, data: object): Promise<string> {
  const assets = (url: string) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : resolve(dirname(file), url.replace(/[?#].*$/s, ''));
    return existsSync(path) && statSync(path).isFile() ? new Uint8Array(readFileSync(path)) : undefined;
  };
  try {
    const { pdf, diagnostics } = await renderer.render({ html, data, assets, now: 0 });
    return Buffer.from(pdf).toString('latin1') + JSON.stringify(diagnostics);
  } catch (error) {
    return String(error);
  }
}
