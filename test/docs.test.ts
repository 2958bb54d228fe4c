/** The documentation and the code name the same things; the examples are what it promises. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { DOCUMENT_OPTIONS } from '../src/cli/arguments.js';
import { COMMANDS } from '../src/cli/commands.js';
import { SETTINGS } from '../src/config.js';
import { DIAGNOSTIC_KINDS } from '../src/engine/diagnostics.js';
import { ENGINE_ERRORS } from '../src/engine/errors.js';
import { DEFAULT_LIMITS } from '../src/engine/render.js';
import { BARCODE_TYPES } from '../src/engine/template/helpers/barcodes.js';
import { HELPERS } from '../src/engine/template/helpers/index.js';
import { createRenderer } from '../src/index.js';
import { blocks, DOCUMENTS } from './support/documents.js';
import { readPdf, textOf } from './support/pdf.js';

const doc = (name: string): string => readFileSync(name, 'utf8');
/** The rows of all tables, cells as they are written. */
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split(/(?<!\\)\|/).map((cell) => cell.trim()));
/** The code in the first column of all tables. */
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

t.test('what the helpers are said to print is what they print', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  const data = { n: 3, d: '2026-03-31T14:30:00', issued: '2026-03-17', due: '2026-03-31', names: ['a', 'b', 'c'] };
  const said = doc('docs/templates.md').split(/^### /m).slice(1, 3).flatMap(rows);
  const examples = said.flatMap(([call, prints]) => {
    const source = /`(\{\{.*?\}\})`/.exec(call!)?.[1];
    return source ? [{ source, prints: prints! }] : [];
  });
  t.ok(examples.length >= 8);
  for (const { source, prints } of examples) {
    const { pdf } = await renderer.render({ html: source, data });
    t.equal((await textOf(pdf)).replaceAll('\u202f', ' '), prints, source);
  }
});

t.test('the command line is explained as its help tells it', async (t) => {
  const text = doc('docs/cli.md');
  for (const name of Object.keys(DOCUMENT_OPTIONS)) t.match(text, `--${name}`);
  const programs = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
  const usages = programs.flatMap(({ help }) => help.split('\n\n')[0]!.split('\n'));
  t.strictSame(
    blocks(text, 'text').join('').trim().split('\n').sort(),
    usages.map((line) => line.replace(/^Usage: /, '').trim()).sort(),
  );
});

t.test('every setting that is spoken of exists', async (t) => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));
  // Of Postgres's image, of Node, of glibc, of tests, and a place to fill in.
  for (const other of [
    'POSTGRES_USER',
    'POSTGRES_PASSWORD',
    'NODE_ENV',
    'MALLOC_ARENA_MAX',
    'TRUST_RENDERS',
    'TRUST_DOCUMENTS',
    'TRUST_FONTS',
    'FUZZ_REQUESTS',
    'FUZZ_SEED',
    'TEST_FULL',
    'API_KEY',
  ])
    known.add(other);
  for (const file of [...DOCUMENTS, 'Dockerfile']) {
    for (const [name] of doc(file).matchAll(/\b[A-Z]{3,}(?:_[A-Z]+)+\b/g)) t.ok(known.has(name), `${file}: ${name}`);
  }
});

const topFolder = (name: string) => name.split('/')[0]!;

t.test('the Dockerfile names files that there are, and that its context holds', async (t) => {
  const allowed = doc('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const copied = [...doc('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  t.ok(copied.length > 6);
  for (const name of copied) {
    t.ok(existsSync(name), name);
    t.ok(allowed.includes(topFolder(name)), `${name} is not ignored`);
  }
  t.strictSame([...new Set(copied.map(topFolder))].sort(), allowed.sort(), 'and nothing else');
});

t.test('links between the documents lead somewhere', async (t) => {
  for (const file of DOCUMENTS) {
    for (const [, target] of doc(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      t.ok(existsSync(join(dirname(file), target!)), `${file}: ${target}`);
  }
});

t.test('the examples are fully supported', async (t) => {
  const renderer = createRenderer();
  t.teardown(() => renderer.close());
  for (const [name, pages] of [
    ['invoice', 2],
    ['e-invoice', 1],
    ['label', 1],
    ['certificate', 1],
    ['dashboard', 1],
    ['report', 2],
    ['brochure', 2],
    ['handbook', 7],
    ['annual-report', 31],
    ['statement', 4],
  ] as const) {
    const data = JSON.parse(doc(`examples/${name}.json`));
    const { pdf } = await renderer.render({ html: doc(`examples/${name}.html`), data, strict: true });
    t.equal((await readPdf(pdf)).pages.length, pages, name);
  }
});
