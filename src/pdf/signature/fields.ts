/**
 * Signature fields of a file.
 * Source: ISO 32000-1, 12.7.3 (field dictionaries) and 12.7.4.5 (signature fields)
 */

import { tagAnnotations } from '../standards/links.js';
import {
  type Dict,
  dict,
  isName,
  name,
  type PdfObject,
  PdfString,
  Ref,
  textOfString,
  textString,
} from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { SignatureError } from './pkcs12.js';

/** Of annotations: printed and locked. */
const PRINT_LOCKED = 4 | 128;
/** Levels of the tree of fields; deeper ones are those of damaged files. */
const MAX_DEPTH = 50;

interface Field {
  readonly ref: Ref;
  /** With the names of its parents, separated by periods. */
  readonly name: string;
  readonly isSignature: boolean;
  readonly isSigned: boolean;
}

/** Fields that have no fields inside. */
export function fieldsOf(file: PdfObjects): Field[] {
  const found: Field[] = [];
  const seen = new Set<number>();
  const visit = (
    object: PdfObject,
    parent: { readonly name: string; readonly type?: PdfObject },
    depth: number,
  ): void => {
    const field = file.dict(object);
    if (!(object instanceof Ref) || !field || depth > MAX_DEPTH || seen.has(object.number)) return;
    seen.add(object.number);
    const own = file.resolve(field.get('T'));
    const name = [parent.name, own instanceof PdfString ? textOfString(own) : ''].filter(Boolean).join('.');
    const type = file.resolve(field.get('FT')) ?? parent.type;
    const fields = (file.array(field.get('Kids')) ?? []).filter((kid) => file.dict(kid)?.has('T'));
    if (fields.length > 0)
      for (const kid of fields) visit(kid, { name, ...(type !== undefined && { type }) }, depth + 1);
    else {
      const isSigned = file.resolve(field.get('V')) !== undefined;
      found.push({ ref: object, name, isSignature: isName(type, 'Sig'), isSigned });
    }
  };
  const form = file.dict(file.catalog.get('AcroForm'));
  for (const field of file.array(form?.get('Fields')) ?? []) visit(field, { name: '' }, 0);
  return found;
}

/**
 * The field to sign: the one of the name, else the first that is not signed.
 * @returns undefined if there is none
 * @throws SignatureError if there is none of the name, or it is signed
 */
export function fieldToSign(fields: readonly Field[], wanted: string | undefined): Ref | undefined {
  const all = fields.filter(({ isSignature }) => isSignature);
  if (wanted === undefined) return all.find(({ isSigned }) => !isSigned)?.ref;
  const field = all.find(({ name }) => name === wanted);
  if (field?.isSigned) throw new SignatureError(`signature: the field ${wanted} is signed already`);
  if (field) return field.ref;
  const names = all.flatMap(({ name, isSigned }) => (isSigned ? [] : [name])).join(', ');
  throw new SignatureError(
    `signature: there is no signature field ${wanted}${names === '' ? '' : `; those to sign: ${names}`}`,
  );
}

/**
 * Adds a field without an area to the first page.
 * @param changed  gets the numbers of the objects that are changed
 */
export function addInvisibleField(file: PdfObjects, fields: readonly Field[], changed: Set<number>): Ref {
  const [page] = pagesOf(file);
  if (!page) throw new SignatureError('signature: the file has no pages');
  const text = textString(freeName(fields));
  const field = dict({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: text,
    TU: text,
    F: PRINT_LOCKED,
    Rect: [0, 0, 0, 0],
    P: page.ref,
  });
  const ref = file.add(field);
  page.dict.set('Annots', [...(file.array(page.dict.get('Annots')) ?? []), ref]);
  // Source: ISO 14289-1, 7.18.3 and 7.18.4
  if (file.dict(file.catalog.get('StructTreeRoot'))) {
    page.dict.set('Tabs', name('S'));
    for (const number of tagAnnotations(file, [{ ref, dict: field, page: page.ref }])) changed.add(number);
  }
  const form = file.dict(file.catalog.get('AcroForm'));
  form?.set('Fields', [...(file.array(form.get('Fields')) ?? []), ref]);
  changed.add(page.ref.number);
  return ref;
}

function freeName(fields: readonly Field[]): string {
  const taken = new Set(fields.map((field) => field.name.split('.')[0]));
  let text = 'Signature';
  for (let number = 2; taken.has(text); number += 1) text = `Signature ${number}`;
  return text;
}

/** The form, which is added where there is none. */
export function formOf(file: PdfObjects, changed: Set<number>): Dict {
  const entry = file.catalog.get('AcroForm');
  const known = file.dict(entry);
  if (known) {
    changed.add(entry instanceof Ref ? entry.number : catalogNumber(file));
    return known;
  }
  const form = dict({ Fields: [] });
  const ref = file.add(form);
  file.catalog.set('AcroForm', ref);
  changed.add(catalogNumber(file));
  return form;
}

function catalogNumber(file: PdfObjects): number {
  const root = file.trailer.get('Root');
  if (!(root instanceof Ref)) throw new SignatureError('signature: the file has no catalog');
  return root.number;
}
