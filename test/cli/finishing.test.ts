/** Options of `platen render` for the finished PDF: forms, pages of other PDFs, several documents, signatures. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { buildCli } from '../support/cli.js';
import { readPdf, withoutSpace } from '../support/pdf.js';
import { signingKey } from '../support/signing-key.js';

const platen = buildCli();

t.test('--forms makes fields of controls', async (t) => {
  const cwd = t.testdir({ 'a.html': '<input name="a" value="x">' });
  const { exitCode, stderr } = await platen(['render', 'a.html', '--forms'], { cwd });
  t.equal(exitCode, 0, stderr);
  t.ok(readObjects(readFileSync(join(cwd, 'a.pdf'))).catalog.has('AcroForm'));
});

t.test('several files become one PDF, with a letterhead and further pages', async (t) => {
  const numbered = '<style>@page { @bottom-left { content: counter(page) } }</style>';
  const cwd = t.testdir({
    'a.html': `${numbered}<p>A {{x}}`,
    'b.html': `${numbered}<p>B {{x}}`,
    'data.json': '{"x": "7"}',
    'sheet.html': 'Sheet',
    other: { 'c.html': 'C' },
  });
  await platen(['render', 'sheet.html'], { cwd });
  const options = [
    '--data',
    'data.json',
    '--page-numbers',
    'continuous',
    '--letterhead',
    'sheet.pdf',
    '--letterhead-once',
  ];
  const run = await platen(['render', 'a.html', 'b.html', ...options, '--append', 'sheet.pdf', '--json'], { cwd });
  t.equal(run.exitCode, 0, run.stderr);
  t.equal(JSON.parse(run.stdout.toString()).pages, 3);
  const { pages } = await readPdf(readFileSync(join(cwd, 'a.pdf')));
  t.strictSame(
    pages.map(({ text }) => withoutSpace(text)),
    ['Sheet1A7', '2B7', 'Sheet'],
  );
  for (const [args, message] of [
    [['a.html', '--page-numbers', 'own'], /--page-numbers is for several HTML files/],
    [['a.html', 'b.html', '--page-numbers', 'roman'], /own or continuous, not "roman"/],
    [['a.html', 'other/c.html'], /is in another folder than a.html/],
    [['a.html', '-'], /none of them standard input/],
    [['a.html', '--letterhead-once'], /needs --letterhead/],
    [['a.html', '--append', 'gone.pdf'], /cannot read the PDF gone.pdf: there is no such file/],
  ] as const)
    t.match(await platen(['render', ...args], { cwd }), { exitCode: 2, stderr: message });
  t.match(await platen(['render', 'a.html', '--append', 'data.json'], { cwd }), {
    exitCode: 1,
    stderr: /append: the bytes are no PDF/,
  });
});

t.test('--sign signs, by a password that no message names', async (t) => {
  const cwd = t.testdir({ 'a.html': 'x', 'key.p12': signingKey('sesame'), password: 'sesame\n', wrong: 'sesame-2' });
  const sign = (password: string) =>
    platen(['render', 'a.html', '--sign', 'key.p12', '--sign-password-file', password, '--sign-reason', 'Why'], {
      cwd,
    });
  const { exitCode, stderr } = await sign('password');
  t.equal(exitCode, 0, stderr);
  t.match(readFileSync(join(cwd, 'a.pdf'), 'latin1'), '/Reason(Why)');
  const refused = await sign('wrong');
  t.match(refused, { exitCode: 1, stderr: /does not open with the password/ });
  t.notMatch(refused.stderr, 'sesame');
  t.match(await platen(['render', 'a.html', '--sign-reason', 'Why'], { cwd }), { exitCode: 2, stderr: /need --sign/ });
});
