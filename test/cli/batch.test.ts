/** `platen batch`, by its arguments. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { progressLine } from '../../src/cli/batch/progress-bar.js';
import { binary, platen } from '../support/cli.js';
import { png } from '../support/images.js';
import { readPdf, textOf } from '../support/pdf.js';

const TEMPLATE = '<p>Invoice {{number}} for {{name}}</p>';
const PEOPLE = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil'];
const records = (names: readonly string[]) =>
  names.map((name, index) => `${JSON.stringify({ number: index + 1, name })}\n`).join('');
/** A CSS property that is not supported, for the records in which `strange` is set. */
const PICKY = '<p>{{name}}{{#if strange}}<span style="backdrop-filter: blur(1px)">x</span>{{/if}}</p>';

interface Row {
  readonly record: number;
  readonly status: string;
  readonly file?: string;
  readonly sha256?: string;
  readonly code?: string;
}

const manifest = (cwd: string): Row[] =>
  readFileSync(join(cwd, 'out/manifest.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const pdfs = (cwd: string) => readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.pdf'));

/** `platen batch --json` on the files of a folder, with the numbers it prints. */
async function batch(cwd: string, ...options: string[]) {
  const args = ['batch', 'a.html', '--data', 'data.ndjson', '-o', 'out', '--threads', '1', '--json', ...options];
  const { exitCode, stdout, stderr } = await platen(args, { cwd });
  const { milliseconds: _, ...counts } = stdout.length > 0 ? JSON.parse(stdout.toString()) : {};
  return { exitCode, stderr, ...counts };
}

t.test('each record becomes a PDF, which the manifest lists in order with its SHA-256', async (t) => {
  const cwd = t.testdir({ 'a.html': TEMPLATE, 'data.ndjson': records(PEOPLE) });
  t.match(await batch(cwd), { exitCode: 0, stderr: '', done: 5, kept: 0, failed: 0, pages: 5 });
  t.strictSame(
    pdfs(cwd),
    [1, 2, 3, 4, 5].map((number) => `000000${number}.pdf`),
  );
  for (const [index, { record, status, file, sha256 }] of manifest(cwd).entries()) {
    const pdf = readFileSync(join(cwd, 'out', file!));
    t.strictSame({ record, status }, { record: index + 1, status: 'done' });
    t.equal(sha256, createHash('sha256').update(pdf).digest('hex'));
    t.equal(await textOf(pdf), `Invoice ${record} for ${PEOPLE[index]}`);
  }
});

t.test('--merged writes one PDF of the records in their order, without those that failed', async (t) => {
  const lines = ['{"name": "Ada"}', '{"name": "Ben", "strange": true}', '{"name": "Cleo"}'];
  const cwd = t.testdir({ 'a.html': PICKY, 'data.ndjson': lines.join('\n') });
  const all = join(cwd, 'all.pdf');
  t.match(await batch(cwd, '--strict', '--merged', 'all.pdf'), { exitCode: 1, done: 2, failed: 1 });
  t.strictSame(
    (await readPdf(readFileSync(all))).pages.map(({ text }) => text),
    ['Ada', 'Cleo'],
  );
  const before = readFileSync(all);
  t.match(await batch(cwd, '--strict', '--merged', 'all.pdf'), { exitCode: 1, kept: 2 });
  t.ok(readFileSync(all).equals(before), 'a batch that is resumed gives the same file');
  rmSync(join(cwd, 'out/0000001.pdf'));
  const incomplete = await batch(cwd, '--strict', '--failed-only', '--merged', 'all.pdf');
  t.match(incomplete, { exitCode: 1, stderr: /0000001\.pdf is missing/ });
  t.ok(readFileSync(all).equals(before), 'a file that cannot be made does not replace one');
  t.match(await batch(cwd, '--strict', '--merged', 'no/all.pdf'), { exitCode: 2, stderr: /cannot write no\/all\.pdf/ });
});

t.test('CSV, and standard input', async (t) => {
  const cwd = t.testdir({ 'a.html': TEMPLATE, 'data.csv': 'number,name\n7,"Zoë, A."\n' });
  const args = ['batch', 'a.html', '-o', 'out', '--threads', '1', '--data'];
  t.match(await platen([...args, 'data.csv'], { cwd }), { exitCode: 0, stderr: /^out: 1 rendered; / });
  t.equal(await textOf(readFileSync(join(cwd, 'out/0000001.pdf'))), 'Invoice 7 for Zoë, A.');
  const piped = await platen([...args, '-', '--format', 'ndjson'], { cwd, input: '{"number": 8, "name": "Ben"}' });
  t.match(piped, { exitCode: 0 });
  t.equal(await textOf(readFileSync(join(cwd, 'out/0000001.pdf'))), 'Invoice 8 for Ben');
});

t.test('the same command again keeps what is there, and renders what is missing, damaged or changed', async (t) => {
  const cwd = t.testdir({ 'a.html': TEMPLATE, 'data.ndjson': records(PEOPLE) });
  await batch(cwd);
  const before = manifest(cwd);
  rmSync(join(cwd, 'out/0000002.pdf'));
  writeFileSync(join(cwd, 'out/0000003.pdf'), 'damaged');
  writeFileSync(join(cwd, 'data.ndjson'), records(PEOPLE.with(4, 'Eva')));
  t.match(await batch(cwd), { exitCode: 0, done: 3, kept: 2 });
  t.strictSame(manifest(cwd).slice(0, 4), before.slice(0, 4));
  t.equal(await textOf(readFileSync(join(cwd, 'out/0000005.pdf'))), 'Invoice 5 for Eva');
  writeFileSync(join(cwd, 'a.html'), `${TEMPLATE}!`);
  t.match(await batch(cwd, '--locale', 'de-AT'), { done: 5, kept: 0 });
});

t.test('an image that changes renders its records again', async (t) => {
  const html = '<img src="{{name}}.png">';
  const cwd = t.testdir({ 'a.html': html, 'data.ndjson': records(['red', 'blue']) });
  writeFileSync(join(cwd, 'red.png'), png(2, 2));
  t.match(await batch(cwd), { done: 2 });
  writeFileSync(join(cwd, 'blue.png'), png(2, 2));
  t.match(await batch(cwd), { done: 1, kept: 1 });
  writeFileSync(join(cwd, 'red.png'), png(3, 3));
  t.match(await batch(cwd), { done: 1, kept: 1 });
});

t.test('records that fail are listed with their diagnostics, and do not stop the others', async (t) => {
  const lines = ['{"name": "Ada"}', 'nope', '{"name": "Ben", "strange": true}', '{"name": "Cleo"}'];
  const cwd = t.testdir({ 'a.html': PICKY, 'data.ndjson': lines.join('\n') });
  const { stderr, ...rest } = await batch(cwd, '--strict');
  t.match(rest, { exitCode: 1, done: 2, failed: 2 });
  t.match(stderr, /record 2: The record on line 2 is not JSON.*\nrecord 3: .*\nwarning: .*backdrop-filter/);
  t.match(manifest(cwd), [
    { status: 'done' },
    { status: 'failed', code: 'invalid_record' },
    { status: 'failed', code: 'document_not_supported', diagnostics: [{ text: /backdrop-filter/ }] },
    { status: 'done' },
  ]);
  t.strictSame(pdfs(cwd), ['0000001.pdf', '0000004.pdf']);
});

t.test('--failed-only renders the failed records and leaves the others as they are', async (t) => {
  const cwd = t.testdir({ 'a.html': PICKY, 'data.ndjson': '{"name": "Ada"}\n{"strange": true}\n' });
  t.match(await batch(cwd, '--failed-only'), { exitCode: 2, stderr: /manifest.ndjson does not exist/ });
  await batch(cwd, '--strict');
  const [first] = manifest(cwd);
  rmSync(join(cwd, 'out/0000001.pdf'));
  t.match(await batch(cwd, '--failed-only'), { exitCode: 0, done: 1, kept: 1, failed: 0 });
  t.strictSame(manifest(cwd)[0], first);
  t.strictSame(pdfs(cwd), ['0000002.pdf']);
});

t.test('a record that fails now leaves no PDF of an earlier run', async (t) => {
  const cwd = t.testdir({ 'a.html': PICKY, 'data.ndjson': '{"strange": true}' });
  await batch(cwd);
  t.strictSame(pdfs(cwd), ['0000001.pdf']);
  t.match(await batch(cwd, '--strict'), { failed: 1 });
  t.strictSame(pdfs(cwd), []);
});

t.test('after runs that were cut off, the next one keeps what all of them rendered', async (t) => {
  const cwd = t.testdir({ 'a.html': TEMPLATE, 'data.ndjson': records(PEOPLE) });
  await batch(cwd);
  const path = join(cwd, 'out/manifest.ndjson');
  const [one, two, three, ...rest] = readFileSync(path, 'utf8').split('\n');
  // The last run wrote two lines and half of the third; the one before had the rest.
  writeFileSync(join(cwd, 'out/.manifest.earlier.ndjson'), [three, ...rest].join('\n'));
  writeFileSync(path, `${one}\n${two}\n${three!.slice(0, 20)}`);
  t.match(await batch(cwd), { exitCode: 0, done: 0, kept: 5 });
  t.notOk(existsSync(join(cwd, 'out/.manifest.earlier.ndjson')));
});

t.test('SIGINT finishes what has begun; the same command then resumes', async (t) => {
  const cwd = t.testdir({ 'a.html': TEMPLATE, 'data.ndjson': records(Array.from({ length: 3000 }, () => 'Ada')) });
  const args = ['batch', 'a.html', '--data', 'data.ndjson', '-o', 'out', '--threads', '1', '--strict'];
  const running = binary.start(args, { cwd });
  const path = join(cwd, 'out/0000001.pdf');
  while (!existsSync(path)) await delay(5);
  const { exitCode, stderr } = await running.end('SIGINT');
  t.match({ exitCode, stderr }, { exitCode: 1, stderr: /interrupted; the same command resumes/ });
  const rows = manifest(cwd);
  t.ok(rows.length > 0 && rows.length < 3000, `${rows.length} rows`);
  t.strictSame(pdfs(cwd).length, rows.length);
  const made = statSync(path).mtimeMs;
  writeFileSync(join(cwd, 'data.ndjson'), records(Array.from({ length: rows.length + 1 }, () => 'Ada')));
  t.match(await batch(cwd, '--strict'), { exitCode: 0, done: 1, kept: rows.length });
  t.equal(statSync(path).mtimeMs, made);
});

t.test('a record that takes too long fails, and its thread ends', async (t) => {
  const html =
    '<div style="height: 1cm; overflow: hidden">{{#each rows}}{{#each ../rows}}<p>x</p>{{/each}}{{/each}}</div>';
  const slow = JSON.stringify({ rows: Array.from({ length: 700 }, () => 1) });
  const cwd = t.testdir({ 'a.html': html, 'data.ndjson': slow });
  t.match(await batch(cwd, '--timeout', '1'), { exitCode: 1, failed: 1, stderr: /longer to render than 1 s/ });
  t.match(manifest(cwd), [{ status: 'failed', code: 'render_timeout' }]);
});

t.test('incorrect usage', async (t) => {
  const cwd = t.testdir({ 'a.html': '{{#if}}', 'data.ndjson': '{}', 'data.txt': '', 'bad.csv': 'a,a\n', out: {} });
  const args = ['batch', 'a.html', '--data', 'data.ndjson', '-o', 'out'];
  t.match(await platen(['batch', 'a.html', '-o', 'out'], { cwd }), { exitCode: 2, stderr: /--data is missing/ });
  t.match(await platen(args.slice(0, 4), { cwd }), { exitCode: 2, stderr: /--output is missing/ });
  t.match(await platen([...args, '--data', 'data.txt'], { cwd }), { exitCode: 2, stderr: /set --format/ });
  t.match(await platen([...args, '--data', 'bad.csv'], { cwd }), { exitCode: 2, stderr: /bad\.csv: .*two fields "a"/ });
  t.match(await platen([...args, '--threads', '0'], { cwd }), { exitCode: 2, stderr: /--threads is a whole number/ });
  t.match(await platen([...args, '-o', 'a.html'], { cwd }), { exitCode: 2, stderr: /cannot make the folder/ });
  t.match(await platen(args, { cwd }), { exitCode: 1, stderr: /the template does not compile/ });
});

t.test('the progress line: share of the input, rate, time left', async (t) => {
  const counts = { done: 90, kept: 5, failed: 5, pages: 0, bytes: 0 };
  t.equal(progressLine(counts, 0.5, 10), '[============            ] 50 % · 100 records, 5 failed · 10/s · 0:10 left');
  t.equal(progressLine({ ...counts, failed: 0 }, undefined, 10), '95 records · 10/s');
});
