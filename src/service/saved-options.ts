/** Options of documents that are stored, with a template or a batch. Their files are uploaded ones: `asset:<id>`. */

import type { AttachmentRelationship, FacturxProfile } from '../engine/document.js';

/** Fields of the HTTP contract. Null is the same as absent. */
export interface SavedOptions {
  readonly forms?: boolean | null;
  readonly facturx?: { readonly template: string; readonly profile?: FacturxProfile | null } | null;
  readonly letterhead?: LetterheadField | null;
  /** PDFs, like `append`. */
  readonly prepend?: readonly string[] | null;
  readonly append?: readonly string[] | null;
  readonly attachments?: readonly AttachmentField[] | null;
}

export interface LetterheadField {
  /** A PDF: `asset:<id>`, or base64 where it is not stored. Empty: none. */
  readonly data: string;
  readonly repeat?: boolean | null;
}

export interface AttachmentField {
  readonly name: string;
  /** `asset:<id>`, or base64 where it is not stored. */
  readonly data: string;
  readonly description?: string | null;
  readonly mime_type?: string | null;
  readonly relationship?: AttachmentRelationship | null;
  /** Unix seconds. */
  readonly modified?: number | null;
}

export const SAVED_OPTIONS = ['append', 'attachments', 'facturx', 'forms', 'letterhead', 'prepend'] as const;

/** Fields of an object that are options, in one order: equal options have equal JSON. */
export function savedOptionsOf(fields: SavedOptions): SavedOptions {
  const given = SAVED_OPTIONS.filter((name) => fields[name] !== null && fields[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, fields[name]]));
}

const REFERENCE = /^asset:[0-9a-f-]{36}$/i;

/** Whether a field with a file refers to an uploaded one. */
export const isReference = (data: unknown): boolean => typeof data === 'string' && REFERENCE.test(data);
