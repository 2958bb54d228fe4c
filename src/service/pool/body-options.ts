/** Options of a document that a render thread reads from the body of the request: large ones and secrets. */

import type {
  Attachment,
  AttachmentRelationship,
  DocumentInput,
  Facturx,
  Permission,
  Protection,
} from '../../engine/document.js';
import { EngineError } from '../../engine/errors.js';

/** The fields with these options, which batches do not keep. */
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
] as const;

/** The fields of the HTTP contract; the HTTP process has checked their types. */
export interface BodyOptions {
  readonly attachments?: readonly AttachmentField[] | null;
  readonly facturx?: Facturx | null;
  readonly letterhead?: { readonly data: string; readonly repeat?: boolean | null } | null;
  /** PDFs in base64. */
  readonly prepend?: readonly string[] | null;
  readonly append?: readonly string[] | null;
  readonly forms?: boolean | null;
  readonly pages?: string | null;
  readonly protection?: ProtectionField | null;
  readonly signature?: SignatureField | null;
}

interface SignatureField {
  /** base64 */
  readonly pkcs12: string;
  readonly password?: string | null;
  readonly reason?: string | null;
  readonly location?: string | null;
  readonly contact?: string | null;
}

interface ProtectionField {
  readonly owner_password: string;
  readonly user_password?: string | null;
  readonly permissions?: readonly Permission[] | null;
}

interface AttachmentField {
  readonly name: string;
  /** base64 */
  readonly data: string;
  readonly description?: string | null;
  readonly mime_type?: string | null;
  readonly relationship?: AttachmentRelationship | null;
  /** Unix seconds. */
  readonly modified?: number | null;
}

/** @throws EngineError `invalid_option` */
export function optionsOfBody({
  append,
  attachments,
  facturx,
  forms,
  letterhead,
  pages,
  prepend,
  protection,
  signature,
}: BodyOptions): Pick<DocumentInput, (typeof BODY_OPTIONS)[number]> {
  return {
    attachments: attachments?.map(attachmentOf) ?? null,
    facturx: facturx ?? null,
    letterhead: letterhead
      ? { pdf: bytesOfBase64(letterhead.data, 'letterhead: the data'), repeat: letterhead.repeat ?? null }
      : null,
    prepend: prepend?.map((pdf) => bytesOfBase64(pdf, 'prepend: a PDF')) ?? null,
    append: append?.map((pdf) => bytesOfBase64(pdf, 'append: a PDF')) ?? null,
    forms: forms ?? null,
    pages: pages ?? null,
    protection: protection ? protectionOf(protection) : null,
    signature: signature ? { ...signature, pkcs12: bytesOfBase64(signature.pkcs12, 'signature: pkcs12') } : null,
  };
}

const protectionOf = ({ owner_password, user_password, permissions }: ProtectionField): Protection => ({
  ownerPassword: owner_password,
  userPassword: user_password ?? null,
  permissions: permissions ?? null,
});

function attachmentOf({ name, data, description, mime_type, relationship, modified }: AttachmentField): Attachment {
  return {
    name,
    data: bytesOfBase64(data, `attachments: the data of "${name}"`),
    description: description ?? null,
    mimeType: mime_type ?? null,
    relationship: relationship ?? null,
    modified: modified === null || modified === undefined ? null : modified * 1000,
  };
}

/** Source: RFC 4648, 4 */
function bytesOfBase64(text: string, what: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new EngineError('invalid_option', `${what} is not base64 (RFC 4648, 4: with padding, without line breaks)`);
  return Buffer.from(text, 'base64');
}
