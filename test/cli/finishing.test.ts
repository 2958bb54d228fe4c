/** Options of `platen render` for the finished PDF: forms, pages of other PDFs, several documents, signatures. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { platen } from '../support/cli.js';
import { readPdf, withoutSpace } from '../support/pdf.js';
import { signingKey } from '../support/signing-key.js';
import { hasOpenssl, serveAuthority, testAuthority } from '../support/timestamp-authority.js';

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

t.test('sign signs PDFs again and again, also in their place', async (t) => {
  const cwd = t.testdir({
    'a.html': '<p data-signature="a">A<p data-signature="b">B',
    'key.p12': signingKey('sesame'),
  });
  writeFileSync(join(cwd, 'password'), 'sesame\n');
  const key = ['--key', 'key.p12', '--password-file', 'password'];
  await platen(['render', 'a.html', '--forms'], { cwd });
  const first = await platen(['sign', 'a.pdf', ...key, '--field', 'b', '--reason', 'One', '-o', 'b.pdf'], { cwd });
  t.equal(first.exitCode, 0, first.stderr);
  const second = await platen(['sign', 'b.pdf', ...key, '--reason', 'Two', '-o', 'b.pdf'], { cwd });
  t.equal(second.exitCode, 0, second.stderr);
  const [pdf, signed] = ['a.pdf', 'b.pdf'].map((file) => readFileSync(join(cwd, file), 'latin1'));
  t.ok(signed!.startsWith(pdf!));
  t.match(signed, /\/Reason\(One\)[\s\S]*\/Reason\(Two\)/);
  for (const [args, message] of [
    [[], /name the PDF to sign/],
    [['a.pdf', 'b.pdf', ...key, '-o', 'c.pdf'], /only one PDF at a time/],
    [['a.pdf', '-o', 'c.pdf'], /--key names the PKCS#12 file/],
    [['a.pdf', ...key], /--output names the file to write/],
    [['gone.pdf', ...key, '-o', 'c.pdf'], /cannot read the PDF gone.pdf/],
    [['a.pdf', ...key, '-o', 'c.pdf', '--timestamp', 'file:///x'], /--timestamp is the URL of a time stamp authority/],
  ] as const)
    t.match(await platen(['sign', ...args], { cwd }), { exitCode: 2, stderr: message });
  const refused = await platen(['sign', 'a.html', ...key, '-o', 'c.pdf'], { cwd });
  t.match(refused, { exitCode: 1, stderr: /the PDF cannot be read: the file has no startxref/ });
});

t.test('a time stamp comes from the authority of the option', { skip: !hasOpenssl && 'no openssl' }, async (t) => {
  const cwd = t.testdir({ 'a.html': 'x', 'key.p12': signingKey(''), tsa: {} });
  const authority = testAuthority(join(cwd, 'tsa'));
  const { url, close } = await serveAuthority(t, authority);
  const rendered = await platen(['render', 'a.html', '--sign', 'key.p12', '--sign-timestamp', url], { cwd });
  t.equal(rendered.exitCode, 0, rendered.stderr);
  const again = ['sign', 'a.pdf', '--key', 'key.p12', '-o', 'b.pdf', '--timestamp'];
  const signed = await platen([...again, url], { cwd });
  t.equal(signed.exitCode, 0, signed.stderr);
  // The digits of the attribute with the time stamp: 1.2.840.113549.1.9.16.2.14.
  const stamps = readFileSync(join(cwd, 'b.pdf'), 'latin1').match(/060b2a864886f70d010910020e/g);
  t.equal(stamps?.length, 2);
  const missing = await platen([...again, `${url}/other`], { cwd });
  t.match(missing, { exitCode: 1, stderr: /no time stamp from http:\/\/127.0.0.1:\d+: it answers with status 404/ });
  await close();
  t.match(await platen([...again, url], { cwd }), {
    exitCode: 1,
    stderr: /no time stamp from .*ECONNREFUSED/,
  });
});
