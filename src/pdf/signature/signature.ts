/**
 * Signs a PDF by an incremental update: PAdES level B-B.
 * Sources: ISO 32000-2, 12.8; ETSI EN 319 142-1, 5 and 6
 */

import { createHash } from 'node:crypto';
import type { CheckedSignature } from '../../engine/finishing.js';
import { pdfDate } from '../attachments.js';
import type { Cipher } from '../protection.js';
import { byteString, type Dict, dict, name, PdfString, textString } from '../syntax/objects.js';
import { openPdf, type PdfObjects } from '../syntax/read.js';
import { updatePdf } from '../syntax/update.js';
import { signedData } from './cms.js';
import { addInvisibleField, fieldsOf, fieldToSign, formOf } from './fields.js';
import { SignatureError, signerOf } from './pkcs12.js';

/** Bytes of a CMS signature beside its certificates. */
const SIGNATURE_BYTES = 2_048;
/** Bytes that a time stamp and what validates it may take later. */
const TIME_STAMP_BYTES = 12_000;
/** A number of ten digits, in place of those that are known once the file is written. */
const UNKNOWN = 1_111_111_111;
/** Signatures exist, and the file is only appended to. Source: ISO 32000-1, table 219 */
const SIGNATURE_FLAGS = 3;

/**
 * Appends a revision with a signature of all bytes: in a field of the file that is not signed, or else an invisible one.
 * @param unlock  opens an encrypted file by its encryption dictionary
 * @throws SignatureError; PdfSyntaxError for a file that cannot be read; what `unlock` throws
 */
export function signPdf(
  pdf: Uint8Array,
  signature: CheckedSignature,
  unlock?: (encryption: Dict) => Cipher,
): Uint8Array {
  const signer = signerOf(signature);
  let cipher: Cipher | undefined;
  const opened = openPdf(
    pdf,
    unlock &&
      ((encryption) => {
        cipher = unlock(encryption);
        return cipher;
      }),
  );
  const { file } = opened;
  refuseCertified(file);
  const changed = new Set<number>();
  const fields = fieldsOf(file);
  const known = fieldToSign(fields, signature.field);
  if (cipher && !cipher.allows('modify') && !(known && cipher.allows('fill-forms')))
    throw new SignatureError('signature: the permissions of the file do not allow it; use its owner password');
  const form = formOf(file, changed);
  form.set('SigFlags', SIGNATURE_FLAGS);
  const field = known ?? addInvisibleField(file, fields, changed);
  const length = signer.certificates.reduce((sum, { bytes }) => sum + bytes.length, SIGNATURE_BYTES + TIME_STAMP_BYTES);
  const contents = Buffer.alloc(length);
  const value = file.add(signatureDictionary(signature, contents, signer.certificates[0]?.subject));
  file.dict(field)!.set('V', value);
  changed.add(field.number);
  const signed = updatePdf(pdf, opened, { changed, encryption: cipher, clear: contents });
  signRange(signed, pdf.length, contents, (digest) => signedData(digest, signer));
  return signed;
}

/** Source: ISO 32000-1, 12.8.2.2 (DocMDP) */
function refuseCertified(file: PdfObjects): void {
  const certification = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP'));
  const [reference] = file.array(certification?.get('Reference')) ?? [];
  const rules = file.dict(file.dict(reference)?.get('TransformParams'));
  if (rules && file.number(rules.get('P')) === 1)
    throw new SignatureError('signature: the file is certified, and its author allows no changes, such as signatures');
}

function signatureDictionary(
  { reason, location, contact }: CheckedSignature,
  contents: Uint8Array,
  subject: string | undefined,
): Dict {
  const text = (value: string | undefined) => (value ? textString(value) : undefined);
  return dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: new PdfString(contents),
    M: byteString(pdfDate(new Date())),
    Name: text(subject),
    Reason: text(reason),
    Location: text(location),
    ContactInfo: text(contact),
  });
}

/**
 * Writes the signature into its place.
 * @param from  where the revision begins that has the place
 */
function signRange(pdf: Uint8Array, from: number, contents: Uint8Array, sign: (digest: Uint8Array) => Buffer): void {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const hole = `<${Buffer.from(contents).toString('hex')}>`;
  const start = onlyPlace(file, hole, from);
  const end = start + hole.length;
  const unknown = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;
  const range = `[0 ${start} ${end} ${file.length - end}]`.padEnd(unknown.length);
  file.write(range, onlyPlace(file, unknown, from), 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const signature = sign(digest);
  if (signature.length > contents.length) throw new Error(`the signature has ${signature.length} bytes`);
  file.write(signature.toString('hex'), start + 1, 'latin1');
}

function onlyPlace(file: Buffer, text: string, from: number): number {
  const at = file.indexOf(text, from, 'latin1');
  if (at < 0 || file.indexOf(text, at + 1, 'latin1') >= 0) throw new Error('the place of the signature is not found');
  return at;
}
