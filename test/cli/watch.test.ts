/** `platen render --watch`, run as people run it. */

import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { binary, platen, type Running } from '../support/cli.js';
import { png } from '../support/images.js';
import { textOf } from '../support/pdf.js';

/** Replaces a file at once: the command may read one that is written in place while it is still empty. */
function save(path: string, text: string): void {
  const written = `${path}.new`;
  writeFileSync(written, text);
  renameSync(written, path);
}

interface Watching extends Running {
  /** The text of the PDF once it is written again. */
  text(): Promise<string>;
}

function watching(t: Test, cwd: string, ...args: string[]): Watching {
  const running = binary.start(['render', 'a.html', ...args, '--watch'], { cwd });
  t.teardown(() => running.end('SIGKILL'));
  return {
    ...running,
    async text() {
      await running.printed(/a\.pdf: \d+ pages?, \d+ ms\n/);
      return textOf(readFileSync(join(cwd, 'a.pdf')));
    },
  };
}

t.test('a change of template, data, partials or assets renders again, and Ctrl-C ends it', async (t) => {
  const cwd = t.testdir({
    'a.html': '<link rel=stylesheet href="css/a.css"><p>{{greeting}} {{> name}}',
    'data.json': '{"greeting": "Hello"}',
    parts: { 'name.html': 'Ada' },
    css: { 'a.css': 'p { color: red }' },
  });
  const write = (name: string, text: string) => save(join(cwd, name), text);
  const run = watching(t, cwd, '--data', 'data.json', '--partials', 'parts');
  t.equal(await run.text(), 'Hello Ada');
  write('a.html', '<link rel=stylesheet href="css/a.css"><p>{{greeting}}, {{> name}}!');
  t.equal(await run.text(), 'Hello, Ada!');
  write('data.json', '{"greeting": "Ave"}');
  t.equal(await run.text(), 'Ave, Ada!');
  write('parts/name.html', 'Grace');
  t.equal(await run.text(), 'Ave, Grace!');
  write('css/a.css', 'p::after { content: " Salve!" }');
  t.equal(await run.text(), 'Ave, Grace! Salve!');
  t.match(await run.end('SIGINT'), { exitCode: 0, stderr: /^Watching a\.html and what it reads; Ctrl-C ends it\n/ });
});

t.test('it keeps running on errors and prints them', async (t) => {
  const cwd = t.testdir({ 'a.html': '{{#if}}', 'data.json': '{"a": 1}' });
  const run = watching(t, cwd, '--data', 'data.json');
  await run.printed(/platen: .*#if.*\n/);
  save(join(cwd, 'a.html'), 'a is {{a}}');
  t.equal(await run.text(), 'a is 1');
  save(join(cwd, 'data.json'), '{"a": ');
  await run.printed(/platen: data\.json is not JSON: line 1/);
  rmSync(join(cwd, 'data.json'));
  await run.printed(/platen: cannot read the data data\.json: there is no such file\n/);
  save(join(cwd, 'data.json'), '{"a": 2}');
  t.equal(await run.text(), 'a is 2');
  t.match(await run.end('SIGTERM'), { exitCode: 0 });
});

t.test('files that are replaced, that were missing, and that are links are watched as well', async (t) => {
  const cwd = t.testdir({ 'a.html': '<img src="img/logo.png" alt=""><p>1', store: { 'logo.png': png(1, 1) } });
  const run = watching(t, cwd);
  await run.printed(/MissingAsset: img\/logo\.png/);
  t.equal(await run.text(), '1');
  mkdirSync(join(cwd, 'img'));
  symlinkSync(join(cwd, 'store/logo.png'), join(cwd, 'img/logo.png'));
  t.equal(await run.text(), '1', 'the image is there');
  save(join(cwd, 'store/logo.png'), 'no image');
  await run.printed(/MissingAsset: img\/logo\.png/);
  await run.text();
  writeFileSync(join(cwd, 'a.html'), '<p>2');
  const text = await run.text();
  t.equal(text || (await run.text()), '2', 'in place: it may be rendered while it is empty, and then again');
  const { stderr } = await run.end('SIGINT');
  t.equal(stderr.match(/MissingAsset/g)?.length, 2);
});

t.test('nothing accumulates from change to change', async (t) => {
  const cwd = t.testdir({ 'a.html': '0' });
  const run = watching(t, cwd);
  t.equal(await run.text(), '0');
  for (let change = 1; change <= 12; change++) {
    save(join(cwd, 'a.html'), String(change));
    t.equal(await run.text(), String(change));
  }
  const { stderr } = await run.end('SIGINT');
  t.notMatch(stderr, /warning/i, 'Node warns of an eleventh listener for one event');
});

t.test('--watch is for files', async (t) => {
  const cwd = t.testdir({ 'a.html': 'a' });
  for (const args of [['-'], ['a.html', '--data', '-'], ['a.html', '-o', '-']]) {
    t.match(await platen(['render', ...args, '--watch'], { cwd }), {
      exitCode: 2,
      stderr: 'platen: --watch needs files: the document, the data and the PDF cannot be -\n',
    });
  }
  t.match(await platen(['validate', 'a.html', '--watch'], { cwd }), { exitCode: 2, stderr: /remove --watch/ });
});
