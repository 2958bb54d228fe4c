/** Encrypted PDFs, opened by pdf.js and, where it is installed, qpdf. */

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import t from 'tap';
import { createRenderer, type Permission, type Protection } from '../../src/index.js';
import { passwordHash } from '../../src/pdf/protection.js';
import { readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { readPdf, textOf } from '../support/pdf.js';

const HTML = '<html lang="en"><title>Geheimnis Ü</title><h1>Secret text</h1><a href="https://example.com/x">Link</a>';
const PROTECTION: Protection = { ownerPassword: 'owner', userPassword: 'user' };
const QPDF = '/usr/bin/qpdf';

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());

  t.test(`${engine}: a protected file opens with each of its passwords, and not without`, async (t) => {
    const { pdf, diagnostics } = await renderer.render({ html: HTML, protection: PROTECTION });
    t.strictSame(diagnostics, []);
    for (const password of ['user', 'owner']) {
      const read = await readPdf(pdf, password);
      t.match(read, { title: 'Geheimnis Ü', outline: ['Secret text'] }, password);
      t.match(read.pages, [{ text: /Secret text/, links: ['https://example.com/x'] }]);
    }
    await t.rejects(textOf(pdf), { name: 'PasswordException' });
    await t.rejects(textOf(pdf, 'other'), { name: 'PasswordException' });
    t.throws(() => readObjects(pdf), /encrypted/);
    const raw = Buffer.from(pdf).toString('latin1');
    for (const secret of ['owner', 'example.com', 'Geheimnis', 'StructElem']) t.notMatch(raw, secret);
  });

  t.test(`${engine}: without a user password a file opens, with the permissions that are given`, async (t) => {
    const permissionsOf = async (permissions: readonly Permission[] | null) => {
      const { pdf } = await renderer.render({ html: HTML, protection: { ownerPassword: 'owner', permissions } });
      const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
      const flags = await (await loading.promise).getPermissions();
      await loading.destroy();
      return flags === null ? 'all' : [...flags].sort((a, b) => a - b);
    };
    // The values of pdf.js are the bits of the flags; 512 is the permission of assistive technology.
    t.strictSame(await permissionsOf([]), [512]);
    t.strictSame(await permissionsOf(['print', 'copy']), [4, 16, 512, 2048]);
    t.strictSame(await permissionsOf(null), [4, 8, 16, 32, 256, 512, 1024, 2048]);
  });

  t.test(`${engine}: qpdf opens it with the password and not without`, { skip: !existsSync(QPDF) }, async (t) => {
    const file = join(t.testdir(), 'a.pdf');
    writeFileSync(file, (await renderer.render({ html: HTML, protection: PROTECTION })).pdf);
    const check = (...options: string[]) =>
      String(execFileSync(QPDF, [...options, '--check', file], { stdio: 'pipe' }));
    t.match(check('--password=user'), /No syntax or stream encoding errors/);
    t.match(check('--password=owner'), /No syntax or stream encoding errors/);
    t.throws(() => check(), /invalid password/);
  });
}

const [engine] = ENGINES;
const renderer = createRenderer({ engine: engine! });
t.teardown(() => renderer.close());

t.test('passwords are compared as they are read, not as they are typed', async (t) => {
  const protection = { ownerPassword: 'owner', userPassword: 'A\u030aﬁ\u00a0x\u00ad' };
  const { pdf } = await renderer.render({ html: HTML, protection });
  t.match(await textOf(pdf, 'Åfi x'), 'Secret text');
});

t.test('PDF/A excludes encryption, PDF/UA does not', async (t) => {
  const input = { html: HTML, protection: PROTECTION, standard: ['pdf/a-2b', 'pdf/ua-1'] as const };
  const { pdf, diagnostics } = await renderer.render(input);
  t.match(diagnostics, [{ kind: 'NotConformant', text: 'pdf/a-2b: encryption', context: /protection: leave it out/ }]);
  t.equal(diagnostics.length, 1);
  t.match(await textOf(pdf, 'user'), 'Secret text');
  await t.rejects(renderer.render({ ...input, strict: true }), { code: 'document_not_supported' });
});

t.test('unusable passwords are refused, without being named', async (t) => {
  for (const [protection, message] of [
    [{}, /ownerPassword must be given/],
    [{ ownerPassword: '' }, /ownerPassword is empty/],
    [{ ownerPassword: '\u00ad' }, /ownerPassword is empty/],
    [{ ownerPassword: 'sesame', userPassword: 'sesame' }, /are the same/],
    [{ ownerPassword: 'sesame\n' }, /ownerPassword has control characters/],
    [{ ownerPassword: 'a', userPassword: 'sesame'.repeat(22) }, /userPassword has more than 127 bytes/],
    [{ ownerPassword: 'a', permissions: ['sesame'] }, /each is one of print, modify/],
  ] as const) {
    const rendering = renderer.render({ html: HTML, protection: protection as unknown as Protection });
    const error = await rendering.then(
      () => undefined,
      (error: Error) => error,
    );
    t.match(error, { code: 'invalid_option', message });
    t.notMatch(error?.message, 'sesame');
  }
});

t.test('hashes of passwords differ by salt and user entry', async (t) => {
  const bytes = (text: string) => Buffer.from(text);
  const hash = (...parts: [string, string, string]) =>
    passwordHash(bytes(parts[0]), bytes(parts[1]), bytes(parts[2])).toString('hex');
  const known = hash('user', '12345678', '');
  t.equal(known.length, 64);
  t.equal(hash('user', '12345678', ''), known);
  t.not(hash('user', '12345679', ''), known);
  t.not(hash('user', '12345678', 'x'), known);
});
