/** `platen validate` and `platen fonts`, run as people run them. */

import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import { platen } from '../support/cli.js';
import { textOf } from '../support/pdf.js';

t.test('validate prints exactly what the service answers', async (t) => {
  const cwd = t.testdir({
    'a.html': '<p style="backdrop-filter: blur(1px)">{{name}}<p style="backdrop-filter: blur(1px)">b',
  });
  const clean = await platen(['validate', '-'], { input: '<p>x<p style="break-before: page">y' });
  t.strictSame(JSON.parse(clean.stdout.toString()), { ok: true, pages: 2, diagnostics: [] });
  t.equal(clean.exitCode, 0);
  const { exitCode, stdout, stderr } = await platen(['validate', 'a.html', '--data', '-'], { cwd, input: '{}' });
  const answer = JSON.parse(stdout.toString());
  t.strictSame(Object.keys(answer), ['ok', 'pages', 'diagnostics']);
  t.match(answer, { ok: false, pages: 1, diagnostics: [{ kind: 'UnsupportedProperty', text: 'backdrop-filter' }] });
  for (const diagnostic of answer.diagnostics) {
    t.strictSame(Object.keys(diagnostic), ['kind', 'text', 'context', 'count']);
    t.type(diagnostic.count, 'number');
  }
  t.equal(exitCode, 0, 'it did what was asked');
  t.equal(stderr, '');
});

t.test('validate --notices lists what makes no visible difference', async (t) => {
  const input = '<p style="foo: 1">x';
  const { stdout } = await platen(['validate', '-', '--strict', '--notices'], { input });
  t.match(JSON.parse(stdout.toString()), { ok: true, diagnostics: [], notices: [{ text: 'foo: 1' }] });
  const rendered = await platen(['render', '-', '-o', '-', '--strict', '--notices'], { input });
  t.match(rendered, { exitCode: 0, stderr: /^notice: UnsupportedProperty: foo: 1 — / });
});

t.test('validate --strict fails where render --strict would', async (t) => {
  const { exitCode, stdout } = await platen(['validate', '-', '--strict'], {
    input: '<p style="backdrop-filter: blur(1px)">x',
  });
  t.equal(exitCode, 1);
  t.match(JSON.parse(stdout.toString()), { ok: false });
  t.equal((await platen(['validate', '-', '--strict'], { input: '<p>x' })).exitCode, 0);
});

t.test('validate refuses what cannot be laid out', async (t) => {
  const { exitCode, stdout, stderr } = await platen(['validate', '-'], { input: '{{/each}}' });
  t.match({ exitCode, stdout: stdout.toString(), stderr }, { exitCode: 1, stdout: '', stderr: /^platen: Line 1/ });
});

t.test('fonts of an own folder can be used and are listed', async (t) => {
  const cwd = t.testdir();
  mkdirSync(join(cwd, 'fonts'));
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/package.json'));
  copyFileSync(join(folder, '400Regular/Arimo_400Regular.ttf'), join(cwd, 'fonts/house.ttf'));
  const listed = await platen(['fonts', '--fonts', 'fonts', '--json'], { cwd });
  t.equal(listed.exitCode, 0, listed.stderr);
  const faces: { family: string; weight: number; style: string; stretch: number }[] = JSON.parse(
    listed.stdout.toString(),
  );
  t.ok(faces.some(({ family, weight, style }) => family === 'Tinos' && weight === 700 && style === 'italic'));
  const plain = await platen(['fonts'], { cwd });
  t.match(plain.stdout.toString(), /^Arimo 400 normal$/m);
  const { stdout, exitCode } = await platen(['render', '-', '--fonts', 'fonts'], { cwd, input: '<p>ok' });
  t.equal(exitCode, 0);
  t.equal(await textOf(stdout), 'ok');
});
