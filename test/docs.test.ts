/** The documentation and the code name the same things; the examples are what it promises. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { DOCUMENT_OPTIONS } from '../src/cli/arguments.js';
import { DIAGNOSTIC_KINDS } from '../src/engine/diagnostics.js';
import { ENGINE_ERRORS } from '../src/engine/errors.js';
import { DEFAULT_LIMITS } from '../src/engine/render.js';
import { BARCODE_TYPES } from '../src/engine/template/helpers/barcodes.js';
import { HELPERS } from '../src/engine/template/helpers/index.js';
import { createRenderer } from '../src/index.js';
import { readPdf } from './support/pdf.js';

const doc = (name: string): string => readFileSync(name, 'utf8');
/** The rows of all tables, cells as they are written. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split(/(?<!\\)\|/).map((cell) => cell.trim()));
/** What the first column of the tables holds as code. */
const codes = (text: string): string[] => rows(text).flatMap(([first]) => /^`([\w-]+)`$/.exec(first!)?.[1] ?? []);

t.test('every kind of diagnostic is explained', async (t) => {
  t.same(codes(doc('docs/diagnostics.md')).sort(), [...DIAGNOSTIC_KINDS].sort());
});

t.test('every error and limit of the library is explained', async (t) => {
  const named = codes(doc('docs/library.md'));
  for (const name of [...Object.keys(ENGINE_ERRORS), ...Object.keys(DEFAULT_LIMITS)]) t.ok(named.includes(name), name);
  const values = new Map(rows(doc('docs/library.md')).map(([name, value]) => [name, value]));
  for (const [name, value] of Object.entries(DEFAULT_LIMITS))
    t.equal(values.get(`\`${name}\``), value.toLocaleString('en-US'), name);
});

t.test('every helper and type of barcode is explained', async (t) => {
  const text = doc('docs/templates.md');
  for (const name of HELPERS.keys()) t.match(text, new RegExp(`[{\`( ]${name}[ \`]`), name);
  for (const name of BARCODE_TYPES) t.match(text, `\`${name}\``, name);
});

t.test('every option of the command line is explained', async (t) => {
  for (const name of Object.keys(DOCUMENT_OPTIONS)) t.match(doc('docs/cli.md'), `--${name}`);
});

t.test('links between the documents lead somewhere', async (t) => {
  for (const file of [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]) {
    for (const [, target] of doc(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      t.ok(existsSync(join(dirname(file), target!)), `${file}: ${target}`);
  }
});

t.test('the examples are fully supported', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  for (const [name, pages] of [
    ['invoice', 2],
    ['label', 1],
  ] as const) {
    const data = JSON.parse(doc(`examples/${name}.json`));
    const { pdf } = await renderer.render({ html: doc(`examples/${name}.html`), data, strict: true });
    t.equal((await readPdf(pdf)).pages.length, pages, name);
  }
});
