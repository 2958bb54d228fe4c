/** Signatures of PDFs that exist: revisions of them, verified by Poppler's pdfsig and by qpdf. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createRenderer, type SignOptions, sign } from '../../src/index.js';
import { UnlockError, unlock } from '../../src/pdf/protection.js';
import { fieldsOf } from '../../src/pdf/signature/fields.js';
import { numberEntries } from '../../src/pdf/syntax/number-tree.js';
import { isName, PdfString } from '../../src/pdf/syntax/objects.js';
import { pagesOf } from '../../src/pdf/syntax/pages.js';
import { openPdf, readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { CORE } from '../support/engines.js';
import { textOf } from '../support/pdf.js';
import { run } from '../support/programs.js';
import { signingKey } from '../support/signing-key.js';

const PDFSIG = '/usr/bin/pdfsig';
const QPDF = '/usr/bin/qpdf';
const hasPrograms = existsSync(PDFSIG) && existsSync(QPDF);
const PROGRAMS = { skip: !hasPrograms && 'pdfsig (poppler-utils) and qpdf are not installed' };
const PASSWORD = 'sesame-key';
const KEY: SignOptions = { pkcs12: signingKey(PASSWORD), password: PASSWORD };
const PLACES = ['ada', 'bob']
  .map((name) => `<p data-signature="deal.${name}" aria-label="${name}">${name}</p>`)
  .join('');
const document = (body: string) => `<html lang="en"><title>Contract</title><h1>Contract</h1>${body}`;

const renderer = createRenderer({ engine: CORE });
t.teardown(() => renderer.close());
const render = async (body: string, options: object = {}) =>
  (await renderer.render({ html: document(body), strict: true, ...options })).pdf;

const count = (text: string, part: string) => text.split(part).length - 1;

const startsWith = (pdf: Uint8Array, start: Uint8Array) => Buffer.compare(pdf.subarray(0, start.length), start) === 0;

t.test('the bytes of the file stay as they are, and a revision with the signature follows', async (t) => {
  const pdf = await render('<p>Text');
  const once = await sign(pdf, KEY);
  const twice = await sign(once, { ...KEY, reason: 'Read' });
  t.ok(startsWith(once, pdf));
  t.ok(startsWith(twice, once));
  const file = readObjects(twice);
  t.match(fieldsOf(file), [
    { name: 'Signature', isSigned: true },
    { name: 'Signature 2', isSigned: true },
  ]);
  t.equal(file.dict(file.catalog.get('AcroForm'))?.get('SigFlags'), 3);
  t.match(await textOf(twice), 'Contract');
});

t.test('the rendered file is the first revision of a signed one', async (t) => {
  const pdf = await render(PLACES, { signature: KEY });
  const end = Buffer.from(pdf).indexOf('%%EOF\n', 0, 'latin1') + 6;
  const first = fieldsOf(readObjects(pdf.subarray(0, end)));
  t.match(first, [
    { name: 'deal.ada', isSigned: false },
    { name: 'deal.bob', isSigned: false },
  ]);
  t.ok(end < pdf.length);
});

t.test('each place of a document takes a signature, the first that is left or the one that is named', async (t) => {
  const states = (pdf: Uint8Array) => fieldsOf(readObjects(pdf)).map(({ name, isSigned }) => [name, isSigned]);
  const empty = await render(PLACES, { forms: true });
  t.strictSame(states(empty), [
    ['deal.ada', false],
    ['deal.bob', false],
  ]);
  const bob = await sign(empty, { ...KEY, field: 'deal.bob' });
  t.strictSame(states(bob), [
    ['deal.ada', false],
    ['deal.bob', true],
  ]);
  t.strictSame(states(await sign(bob, KEY)), [
    ['deal.ada', true],
    ['deal.bob', true],
  ]);
  t.strictSame(states(await render(PLACES, { signature: { ...KEY, field: 'deal.bob' } })), states(bob));
  await t.rejects(sign(bob, { ...KEY, field: 'deal.bob' }), { code: 'invalid_option', message: /is signed already/ });
  const other = { code: 'invalid_option', message: /no signature field deal.eve; those to sign: deal.ada$/ };
  await t.rejects(sign(bob, { ...KEY, field: 'deal.eve' }), other);
});

t.test('pdfsig verifies two signatures in a row, and qpdf the file', PROGRAMS, async (t) => {
  const cwd = t.testdir();
  const path = join(cwd, 'a.pdf');
  const protection = { ownerPassword: 'owner', userPassword: 'user', permissions: ['fill-forms'] as const };
  const merged = await renderer.merge({ documents: [{ html: document(PLACES) }, { html: 'B' }], signature: KEY });
  const files = {
    visible: await render(PLACES, { signature: KEY, standard: ['pdf/a-2a', 'pdf/ua-1'] }),
    invisible: await render('<p>Text', { signature: KEY }),
    protected: await render(PLACES, { signature: KEY, protection }),
    merged: merged.pdf,
  };
  for (const [name, once] of Object.entries(files)) {
    const pdf = await sign(once, { ...KEY, pdfPassword: name === 'protected' ? 'user' : null });
    writeFileSync(path, pdf);
    const said = run(PDFSIG, '-nocert', '-upw', 'user', path);
    t.equal(count(said, 'Signature Validation: Signature is Valid.'), 2, name);
    t.equal(count(said, 'Total document signed'), 1, `${name}: the second is for the whole file`);
    t.equal(count(said, 'Not total document signed'), 1, `${name}: the first is for its revision`);
    t.match(run(QPDF, '--password=user', '--check', path), /No syntax or stream encoding errors/, name);
  }
});

t.test(
  'files of other programs can be signed: with tables, object streams, of other generations',
  PROGRAMS,
  async (t) => {
    const cwd = t.testdir();
    const [from, to] = [join(cwd, 'from.pdf'), join(cwd, 'to.pdf')];
    writeFileSync(from, await render('<p>Text'));
    const rewritten = (...options: string[]) => {
      run(QPDF, ...options, '--deterministic-id', from, to);
      return to;
    };
    const files = {
      table: readFileSync(rewritten('--object-streams=disable')),
      streams: readFileSync(rewritten('--object-streams=generate')),
      linearized: readFileSync(rewritten('--linearize')),
      generation: withGeneration(),
    };
    for (const [name, pdf] of Object.entries(files)) {
      const signed = await sign(await sign(pdf, KEY), KEY);
      writeFileSync(to, signed);
      const hasTable = name === 'table' || name === 'generation';
      t.equal(
        Buffer.from(signed.subarray(pdf.length)).includes('\ntrailer\n'),
        hasTable,
        `${name}: as the file has it`,
      );
      t.equal(count(run(PDFSIG, '-nocert', to), 'Signature is Valid.'), 2, name);
      t.match(run(QPDF, '--check', to), /No syntax or stream encoding errors/, name);
    }
  },
);

/** A file whose page has been written in place of a deleted object. */
function withGeneration(): Buffer {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 1 R]/Count 1>>\nendobj\n',
    '3 1 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<<>>>>\nendobj\n',
  ];
  let body = '%PDF-1.7\n';
  const rows = ['0000000000 65535 f \n'];
  for (const object of objects) {
    rows.push(`${String(body.length).padStart(10, '0')} 0000${object.startsWith('3') ? 1 : 0} n \n`);
    body += object;
  }
  const trailer = `xref\n0 4\n${rows.join('')}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(body + trailer);
}

t.test('a field that is added to a tagged file is in its structure', async (t) => {
  const rendered = await render('<p>Text', { standard: ['pdf/a-2a', 'pdf/ua-1'] });
  for (const pdf of [await sign(rendered, KEY), await sign(await sign(rendered, KEY), KEY)]) {
    const file = readObjects(pdf);
    const field = fieldsOf(file).at(-1)!.ref;
    const root = file.dict(file.catalog.get('StructTreeRoot'))!;
    const key = file.number(file.dict(field)!.get('StructParent'))!;
    const element = file.dict(numberEntries(file, file.dict(root.get('ParentTree'))!).get(key))!;
    t.ok(isName(element.get('S'), 'Form'));
    t.match(file.dict(file.array(element.get('K'))![0])!.get('Obj'), { number: field.number });
    t.ok(file.number(root.get('ParentTreeNextKey'))! > key);
    const [page] = pagesOf(file);
    t.ok(isName(page!.dict.get('Tabs'), 'S'));
  }
});

t.test('an encrypted file is signed with a password of it, as far as its permissions go', async (t) => {
  const protection = { ownerPassword: 'owner', userPassword: 'user', permissions: ['print'] as const };
  const pdf = await render('<p>Text', { protection });
  const signed = await sign(pdf, { ...KEY, pdfPassword: 'owner', reason: 'Secret reason' });
  t.match(await textOf(signed, 'user'), 'Contract');
  t.notMatch(Buffer.from(signed).toString('latin1'), 'Secret reason');
  const file = openPdf(signed, (dictionary) => unlock(dictionary, Buffer.from('user'))).file;
  const reasons = [...file.objects.values()].flatMap((object) =>
    object instanceof Map && object.get('Reason') instanceof PdfString ? [object.get('Reason') as PdfString] : [],
  );
  t.strictSame(
    reasons.map(({ bytes }) => Buffer.from(bytes).toString()),
    ['Secret reason'],
  );
  for (const [password, message] of [
    [undefined, /it needs a password/],
    ['other', /the password does not open it/],
    ['user', /the permissions of the file do not allow it/],
    ['a\n', /pdfPassword has control characters/],
  ] as const) {
    const error = { code: 'invalid_option', message };
    await t.rejects(sign(pdf, { ...KEY, pdfPassword: password ?? null }), error);
  }
  t.throws(() => openPdf(pdf, (dictionary) => unlock(new Map([...dictionary, ['R', 4]]), Buffer.of())), UnlockError);
});

t.test('a file that cannot be signed is refused', async (t) => {
  const pdf = await render('<p>Text');
  const shifted = Buffer.from(withGeneration().toString('latin1').replace('%PDF-1.7', '%PDF-1.7%%%%%%'));
  for (const [bytes, message] of [
    ['text', /the PDF is no Uint8Array/],
    [Buffer.from('sesame'), /the PDF cannot be read: the file has no startxref/],
    [pdf.subarray(0, pdf.length / 2), /the PDF cannot be read/],
    [shifted, /the PDF cannot be read/],
  ] as const)
    await t.rejects(sign(bytes as Uint8Array, KEY), { code: 'invalid_option', message });
  await t.rejects(sign(pdf, { ...KEY, password: 'x' }), { code: 'invalid_option', message: /does not open/ });
});

t.test('a file whose author certified it as final is refused', async (t) => {
  const text = withGeneration().toString('latin1');
  const rules = '/Perms<</DocMDP<</Reference[<</TransformParams<</P 1>>>>]>>>>';
  const at = text.indexOf('xref\n');
  // The catalog comes last, so that no offset changes but its own.
  const body = text.slice(0, at);
  const own = `${body}4 0 obj\n<</Type/Catalog/Pages 2 0 R${rules}>>\nendobj\n`;
  const rows = text.slice(at, text.indexOf('trailer')).replace('0 4', '0 5');
  const row = `${String(body.length).padStart(10, '0')} 00000 n \n`;
  const end = `${rows}${row}trailer\n<</Size 5/Root 4 0 R>>\nstartxref\n${own.length}\n%%EOF`;
  const error = { code: 'invalid_option', message: /its author allows no changes/ };
  await t.rejects(sign(Buffer.from(own + end), KEY), error);
  await t.resolves(sign(Buffer.from((own + end).replace('/P 1', '/P 2')), KEY));
});
