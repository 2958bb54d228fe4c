/** Tenths of proofs, failing inputs made smaller, and places of failures. */

import { join } from 'node:path';
import { transformSync } from 'esbuild';
import t from 'tap';
import { withOriginalPlaces } from '../scripts/original-places.mjs';
import { sample } from './support/sample.js';
import { shrink } from './support/shrink.js';

const CASES = Array.from({ length: 100 }, (_, index) => index);

t.test('a run takes a tenth of the cases, in their order, the same for the same seed', async (t) => {
  const tenth = sample(CASES, 'a', '2026-01-01', false);
  t.equal(tenth.length, 10);
  t.strictSame(
    tenth,
    [...tenth].sort((a, b) => a - b),
  );
  t.strictSame(sample(CASES, 'a', '2026-01-01', false), tenth);
  t.notSame(sample(CASES, 'b', '2026-01-01', false), tenth, 'proofs take tenths of their own');
});

t.test('a run takes at least one case, a full one all', async (t) => {
  t.strictSame(sample(['only'], 'a', 'x', false), ['only']);
  t.strictSame(sample(CASES, 'a', 'x', true), CASES);
});

t.test('within some months each case has its turn', async (t) => {
  const seen = new Set<number>();
  for (let day = 0; day < 200; day += 1) for (const one of sample(CASES, 'a', `day ${day}`, false)) seen.add(one);
  t.equal(seen.size, CASES.length);
});

t.test('what does not matter is left out', async (t) => {
  const html = '<!doctype html><div style="color: red; float: left"><p>one two</p>\n<b>three</b></div> four';
  t.equal(
    shrink(html, (text) => text.includes('float: left') && text.includes('three')),
    'float: leftthree',
  );
});

t.test('a failure that turns into an error is another one', async (t) => {
  const found = shrink('<p>a b</p>', (text) => {
    if (!text.includes('<p>')) throw new Error('no paragraph');
    return true;
  });
  t.equal(found, '<p>');
});

t.test('places in translations are told as those of the TypeScript', async (t) => {
  const source = "interface Gone {\n  a: 1;\n}\nexport const fail = () => {\n  throw new Error('a');\n};\n";
  const { code, map } = transformSync(source, { loader: 'ts', sourcefile: 'a.ts', sourcemap: 'external' });
  const folder = join(t.testdir({ '.tap': { build: { 'a.js': code, 'a.js.map': map } } }), '.tap/build');
  const [line = 0, text = ''] = [...code.split('\n').entries()].find(([, text]) => text.includes('new Error'))!;
  const file = join(folder, 'a.js');
  const [at, original] = [text.indexOf('new') + 1, join(folder, 'a.ts').replace(`${process.cwd()}/`, '')];
  t.equal(
    withOriginalPlaces(`Error: a\n    at fail (file://${file}:${line + 1}:${at})\n    at ${folder}/b.js:1:2`),
    `Error: a\n    at fail (${original}:5:9)\n    at ${folder}/b.js:1:2`,
  );
  t.equal(
    withOriginalPlaces(`at:\n  fileName: ${file}\n  lineNumber: ${line + 1}\n  columnNumber: ${at}\n`),
    `at:\n  fileName: ${original}\n  lineNumber: 5\n  columnNumber: 9\n`,
  );
});
