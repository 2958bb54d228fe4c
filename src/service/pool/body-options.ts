/** Options of a document that a render thread reads from the body of the request: large ones and secrets. */

import type { Attachment, DocumentInput, Facturx, Permission, Protection } from '../../engine/document.js';
import { EngineError } from '../../engine/errors.js';
import { type AttachmentField, isReference, type LetterheadField } from '../saved-options.js';

/** The fields with these options. */
export const BODY_OPTIONS = [
  'append',
  'attachments',
  'facturx',
  'forms',
  'letterhead',
  'pages',
  'prepend',
  'protection',
  'signature',
  'template',
] as const;

/** The fields of the HTTP contract; the HTTP process has checked their types. */
export interface BodyOptions {
  readonly attachments?: readonly AttachmentField[] | null;
  readonly facturx?: Facturx | null;
  readonly letterhead?: LetterheadField | null;
  /** PDFs: references or base64. */
  readonly prepend?: readonly string[] | null;
  readonly append?: readonly string[] | null;
  readonly forms?: boolean | null;
  readonly pages?: string | null;
  readonly protection?: ProtectionField | null;
  readonly signature?: SignatureField | null;
  readonly template?: boolean | null;
}

interface SignatureField {
  /** base64 */
  readonly pkcs12: string;
  readonly password?: string | null;
  readonly reason?: string | null;
  readonly location?: string | null;
  readonly contact?: string | null;
  readonly field?: string | null;
}

interface ProtectionField {
  readonly owner_password: string;
  readonly user_password?: string | null;
  readonly permissions?: readonly Permission[] | null;
}

/** Uploaded files by their URL, in lower case. */
type Files = ReadonlyMap<string, Uint8Array>;

/**
 * @param files  those that options refer to
 * @throws EngineError `invalid_option`
 */
export function optionsOfBody(
  { append, attachments, facturx, forms, letterhead, pages, prepend, protection, signature, template }: BodyOptions,
  files: Files,
): Pick<DocumentInput, (typeof BODY_OPTIONS)[number]> {
  const bytesOf = (data: string, what: string) => bytesOfFile(data, what, files);
  return {
    attachments: attachments?.map((attachment) => attachmentOf(attachment, files)) ?? null,
    facturx: facturx ?? null,
    letterhead: letterhead?.data
      ? { pdf: bytesOf(letterhead.data, 'letterhead: the data'), repeat: letterhead.repeat ?? null }
      : null,
    prepend: prepend?.map((pdf) => bytesOf(pdf, 'prepend: a PDF')) ?? null,
    append: append?.map((pdf) => bytesOf(pdf, 'append: a PDF')) ?? null,
    forms: forms ?? null,
    pages: pages ?? null,
    protection: protection ? protectionOf(protection) : null,
    template: template ?? null,
    signature: signature ? { ...signature, pkcs12: bytesOfBase64(signature.pkcs12, 'signature: pkcs12') } : null,
  };
}

/**
 * The PDFs of a request to merge them.
 * @throws EngineError `invalid_option`
 */
export const pdfsOfBody = (pdfs: readonly string[], files: Files): Uint8Array[] =>
  pdfs.map((pdf, index) => {
    const what = `pdfs: number ${index + 1}`;
    return RENDER.test(pdf) ? referredFile(pdf, what, files) : bytesOfFile(pdf, what, files);
  });

/** An earlier render. */
const RENDER = /^render:[0-9a-f-]{36}$/i;

const protectionOf = ({ owner_password, user_password, permissions }: ProtectionField): Protection => ({
  ownerPassword: owner_password,
  userPassword: user_password ?? null,
  permissions: permissions ?? null,
});

function attachmentOf(attachment: AttachmentField, files: Files): Attachment {
  const { name, data, description, mime_type, relationship, modified } = attachment;
  return {
    name,
    data: bytesOfFile(data, `attachments: the data of "${name}"`, files),
    description: description ?? null,
    mimeType: mime_type ?? null,
    relationship: relationship ?? null,
    modified: modified === null || modified === undefined ? null : modified * 1000,
  };
}

function bytesOfFile(data: string, what: string, files: Files): Uint8Array {
  return isReference(data) ? referredFile(data, what, files) : bytesOfBase64(data, what);
}

function referredFile(data: string, what: string, files: Files): Uint8Array {
  const bytes = files.get(data.toLowerCase());
  if (!bytes) throw new EngineError('invalid_option', `${what} is ${data}, which the account does not have`);
  return bytes;
}

/** Source: RFC 4648, 4 */
function bytesOfBase64(text: string, what: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new EngineError('invalid_option', `${what} is not base64 (RFC 4648, 4: with padding, without line breaks)`);
  return Buffer.from(text, 'base64');
}
