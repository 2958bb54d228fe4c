/**
 * Signs a PDF: PAdES level B-B.
 * Sources: ISO 32000-2, 12.8; ETSI EN 319 142-1, 5 and 6
 */

import { createHash } from 'node:crypto';
import type { CheckedSignature } from '../../engine/finishing.js';
import { pdfDate } from '../attachments.js';
import {
  byteString,
  type Dict,
  dict,
  name,
  type PdfObject,
  PdfString,
  type Ref,
  textString,
} from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { signedData } from './cms.js';
import { type Signer, signerOf } from './pkcs12.js';

/** Bytes of a CMS signature beside its certificates. */
const SIGNATURE_BYTES = 2_048;
/** Bytes that a time stamp and what validates it may take later. */
const TIME_STAMP_BYTES = 12_000;
/** A number of ten digits, in place of those that are known once the file is written. */
const UNKNOWN = 1_111_111_111;
/** Of annotations: printed and locked. */
const PRINT_LOCKED = 4 | 128;
/** Signatures exist, and the file is only appended to. Source: ISO 32000-1, table 219 */
const SIGNATURE_FLAGS = 3;

export interface PreparedSignature {
  /** The signature dictionary, which stands outside of object streams. */
  readonly dictionary: Dict;
  /** The place of the signature, which is not encrypted. */
  readonly contents: Uint8Array;
  readonly signer: Signer;
}

/**
 * Adds the signature without its value to a file.
 * @param field  the field that a place of the document got; undefined: the signature is invisible
 * @throws SignatureError
 */
export function prepareSignature(
  file: PdfObjects,
  signature: CheckedSignature,
  field: Ref | undefined,
): PreparedSignature {
  const signer = signerOf(signature);
  const { reason, location, contact } = signature;
  const text = (value: string | undefined) => (value ? textString(value) : undefined);
  const length = signer.certificates.reduce((sum, { bytes }) => sum + bytes.length, SIGNATURE_BYTES + TIME_STAMP_BYTES);
  const contents = Buffer.alloc(length);
  const dictionary = dict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: new PdfString(contents),
    M: byteString(pdfDate(new Date())),
    Name: text(signer.certificates[0]?.subject),
    Reason: text(reason),
    Location: text(location),
    ContactInfo: text(contact),
  });
  const value = file.add(dictionary);
  const target = field ?? invisibleField(file);
  file.dict(target)?.set('V', value);
  const form = formOf(file);
  if (!field) form.set('Fields', [...(file.array(form.get('Fields')) ?? []), target]);
  form.set('SigFlags', SIGNATURE_FLAGS);
  return { dictionary, contents, signer };
}

function formOf(file: PdfObjects): Dict {
  const known = file.dict(file.catalog.get('AcroForm'));
  if (known) return known;
  const form = dict({ Fields: [] });
  file.catalog.set('AcroForm', file.add(form));
  return form;
}

/** A field without an area, on the first page. */
function invisibleField(file: PdfObjects): Ref {
  const [page] = pagesOf(file);
  const field = dict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: textString('Signature'),
    TU: textString('Signature'),
    F: PRINT_LOCKED,
    Rect: [0, 0, 0, 0],
    P: page?.ref,
  });
  const ref = file.add(field);
  page?.dict.set('Annots', [...(file.array(page.dict.get('Annots')) ?? []), ref]);
  return ref;
}

/** Signs the written file in place. */
export function signFile(pdf: Uint8Array, { contents, signer }: PreparedSignature): void {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const hole = `<${Buffer.from(contents).toString('hex')}>`;
  const start = onlyPlace(file, hole);
  const end = start + hole.length;
  const unknown = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;
  const range = `[0 ${start} ${end} ${file.length - end}]`.padEnd(unknown.length);
  file.write(range, onlyPlace(file, unknown), 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const signature = signedData(digest, signer);
  if (signature.length > contents.length) throw new Error(`the signature has ${signature.length} bytes`);
  file.write(signature.toString('hex'), start + 1, 'latin1');
}

function onlyPlace(file: Buffer, text: string): number {
  const at = file.indexOf(text, 0, 'latin1');
  if (at < 0 || file.indexOf(text, at + 1, 'latin1') >= 0) throw new Error('the place of the signature is not found');
  return at;
}

/** For the writer. */
export const plainObjects = ({ dictionary }: PreparedSignature): ReadonlySet<PdfObject> => new Set([dictionary]);
