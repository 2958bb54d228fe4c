/** Signed PDFs, verified by Poppler's pdfsig and by their own digest. */

import { createHash, verify, X509Certificate } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import forge from 'node-forge';
import t from 'tap';
import { createRenderer, type Signature } from '../../src/index.js';
import { isName, type PdfString } from '../../src/pdf/syntax/objects.js';
import { type PdfObjects, readPdf as readObjects } from '../../src/pdf/syntax/read.js';
import { ENGINES } from '../support/engines.js';
import { readPdf } from '../support/pdf.js';
import { run } from '../support/programs.js';
import { signingKey } from '../support/signing-key.js';

const PDFSIG = '/usr/bin/pdfsig';
const QPDF = '/usr/bin/qpdf';
const PASSWORD = 'sesame-key';
const SIGNATURE: Signature = { pkcs12: signingKey(PASSWORD), password: PASSWORD, reason: 'I agree', location: 'Wien' };
const PLACE =
  '<div data-signature="contract.ada" aria-label="Signature of Ada" style="width: 200px; height: 50px">Ada</div>';
const html = (body: string) => `<html lang="en"><title>Contract</title><h1>Contract</h1>${body}`;

/** The signature of a file and the bytes that it is for. */
function signatureOf(pdf: Uint8Array): { cms: Buffer; signed: Buffer; start: number; end: number } {
  const file = Buffer.from(pdf);
  const [, start = 0, end = 0, rest = 0] = (
    /\/ByteRange\[0 (\d+) (\d+) (\d+) *\]/.exec(file.toString('latin1')) ?? []
  ).map(Number);
  const cms = Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex');
  return { cms, signed: Buffer.concat([file.subarray(0, start), file.subarray(end, end + rest)]), start, end };
}

const fieldsOf = (file: PdfObjects) =>
  [...file.objects.values()].filter((object) => object instanceof Map && isName(object.get('FT'), 'Sig'));

for (const engine of ENGINES) {
  const renderer = createRenderer({ engine });
  t.teardown(() => renderer.close());
  const sign = async (body: string, options: object = {}) =>
    (await renderer.render({ html: html(body), signature: SIGNATURE, strict: true, ...options })).pdf;

  t.test(`${engine}: the signature covers the whole file and verifies with the key of its certificate`, async (t) => {
    const pdf = await sign(PLACE);
    const { cms, signed, start, end } = signatureOf(pdf);
    t.equal(signed.length + (end - start), pdf.length);
    const parts = parsed(cms);
    t.strictSame(parts.digest, createHash('sha256').update(signed).digest());
    t.ok(verify('sha256', parts.attributes, parts.certificate.publicKey, parts.signature));
    t.strictSame(parts.certificateHash, createHash('sha256').update(parts.certificate.raw).digest());
    t.match(parts.certificate.subject, 'CN=Ada Lovelace');
  });

  t.test(`${engine}: it is in the place that the document gives it, or invisible`, async (t) => {
    const visible = readObjects(await sign(PLACE, { standard: ['pdf/a-2a', 'pdf/ua-1'] }));
    const [field] = fieldsOf(visible) as Map<string, unknown>[];
    const text = (value: unknown) => Buffer.from((value as PdfString).bytes).toString();
    t.equal(text(field!.get('T')), 'ada');
    t.equal(text(field!.get('TU')), 'Signature of Ada');
    const [left, bottom, right, top] = visible.array(field!.get('Rect') as never) as number[];
    t.strictSame([Math.round(right! - left!), Math.round((top! - bottom!) * 10) / 10], [150, 37.5]);
    const hidden = readObjects(await sign('<p>Text', { standard: ['pdf/a-2a', 'pdf/ua-1'] }));
    const [invisible] = fieldsOf(hidden) as Map<string, unknown>[];
    t.strictSame(invisible!.get('Rect'), [0, 0, 0, 0]);
    t.equal(hidden.dict(hidden.catalog.get('AcroForm'))?.get('SigFlags'), 3);
    t.match(await readPdf(await sign(PLACE)), { pages: [{ text: /Contract ?Ada/ }] });
  });

  t.test(
    `${engine}: pdfsig verifies it, also of protected, merged and assembled files with forms`,
    { skip: !existsSync(PDFSIG) && 'pdfsig (poppler-utils) is not installed' },
    async (t) => {
      const folder = t.testdir();
      const other = (await renderer.render({ html: 'Other' })).pdf;
      const documents = [{ html: html(PLACE) }, { html: html('<input name="a">') }];
      const files = {
        visible: await sign(PLACE),
        invisible: await sign('<p>Text'),
        protected: await sign(PLACE, { protection: { ownerPassword: 'owner', userPassword: 'user' } }),
        assembled: await sign(`${PLACE}<input name="a" value="x">`, {
          forms: true,
          append: [other],
          letterhead: other,
        }),
        merged: (
          await renderer.merge({
            documents,
            forms: true,
            signature: SIGNATURE,
            protection: { ownerPassword: 'o', userPassword: 'user' },
          })
        ).pdf,
      };
      for (const [name, pdf] of Object.entries(files)) {
        const file = join(folder, `${name}.pdf`);
        writeFileSync(file, pdf);
        const said = run(PDFSIG, '-nocert', '-upw', 'user', file);
        t.match(said, 'Signature Validation: Signature is Valid.', name);
        t.match(said, 'Signature Type: ETSI.CAdES.detached', name);
        t.match(said, 'Total document signed', name);
        t.match(said, 'Signer Certificate Common Name: Ada Lovelace', name);
        if (existsSync(QPDF))
          t.match(run(QPDF, '--password=user', '--check', file), /No syntax or stream encoding errors/);
        const changed = Uint8Array.from(pdf);
        changed[changed.length - 8] = 0x20;
        writeFileSync(file, changed);
        t.notMatch(run(PDFSIG, '-nocert', '-upw', 'user', file), 'Signature is Valid', `${name}, changed`);
      }
    },
  );
}

interface Parsed {
  readonly certificate: X509Certificate;
  /** The signed attributes, as they are signed. */
  readonly attributes: Buffer;
  readonly digest: Buffer;
  readonly certificateHash: Buffer;
  readonly signature: Buffer;
}

/** Reads a CMS signature. Source: RFC 5652 */
function parsed(cms: Buffer): Parsed {
  const asn1 = forge.asn1.fromDer(cms.toString('latin1'), { parseAllBytes: false } as never);
  const kids = (node: forge.asn1.Asn1 | undefined) => (node?.value ?? []) as forge.asn1.Asn1[];
  const bytes = (node: forge.asn1.Asn1 | undefined) => Buffer.from(node?.value as string, 'latin1');
  const der = (node: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
  const [, , , certificates, infos] = kids(kids(kids(asn1)[1])[0]);
  const info = kids(kids(infos)[0]);
  const attributes = kids(info[3]);
  const attributeValue = (oid: string) => {
    const found = attributes.find((one) => forge.asn1.derToOid(kids(one)[0]!.value as string) === oid);
    return kids(kids(found)[1])[0];
  };
  const signed = der(info[3]!);
  signed[0] = 0x31; // as a set
  return {
    certificate: new X509Certificate(der(kids(certificates)[0]!)),
    attributes: signed,
    digest: bytes(attributeValue('1.2.840.113549.1.9.4')),
    certificateHash: bytes(kids(kids(kids(attributeValue('1.2.840.113549.1.9.16.2.47'))[0])[0])[0]),
    signature: bytes(info[5]),
  };
}

const renderer = createRenderer({ engine: ENGINES[0]! });
t.teardown(() => renderer.close());

t.test('a file that cannot be used is refused, and no message names key or password', async (t) => {
  for (const [signature, message] of [
    [{}, /pkcs12 is no Uint8Array/],
    [{ pkcs12: Buffer.from('sesame') }, /the file is no PKCS#12 file/],
    [{ ...SIGNATURE, password: 'sesame-other' }, /does not open with the password/],
    [{ ...SIGNATURE, password: undefined }, /does not open with the password/],
    [{ ...SIGNATURE, pkcs12: signingKey(PASSWORD, 'another') }, /no certificate of its key/],
    [{ ...SIGNATURE, reason: 'x'.repeat(501) }, /reason is no text of at most 500/],
    [{ ...SIGNATURE, password: 'sesame'.repeat(200) }, /password is no text/],
  ] as const) {
    const rendering = renderer.render({ html: 'x', signature: signature as Signature });
    const error = await rendering.then(
      () => undefined,
      (error: Error) => error,
    );
    t.match(error, { code: 'invalid_option', message });
    const said = [error, error?.cause].map((one) => (one instanceof Error ? `${one.message} ${one.stack}` : '')).join();
    t.notMatch(said, 'sesame');
  }
});

t.test('a signature has one of several places, and places are drawn where nothing is signed', async (t) => {
  const { pdf, diagnostics } = await renderer.render({ html: html(PLACE + PLACE), signature: SIGNATURE });
  t.strictSame(diagnostics, []);
  const signed = fieldsOf(readObjects(pdf)).map((field) => (field as Map<string, unknown>).has('V'));
  t.strictSame(signed, [true, false]);
  const unsigned = await renderer.render({ html: html(PLACE) });
  t.strictSame(unsigned.diagnostics, []);
  t.notMatch(Buffer.from(unsigned.pdf).toString('latin1'), 'ByteRange');
});
