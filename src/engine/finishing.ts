/** The input of `src/pdf/`: changes to a PDF that a writer has written, for all writers the same. */

import type { Deadline } from './deadline.js';
import type { AttachmentRelationship, FacturxProfile, PdfStandard, Permission } from './document.js';
import type { DocumentMetadata } from './html/metadata.js';
import type { PageLabel } from './layout/page/page-layout.js';
import type { FormField } from './paint/form-field.js';
import type { PageBoxes } from './paint/page-entries.js';

export type { PageLabel } from './layout/page/page-layout.js';
export type { FieldControl, FieldMark, FieldWidget, FormField, Toggle } from './paint/form-field.js';
export type { PageBoxes } from './paint/page-entries.js';

/** A file that the PDF contains, checked. */
export interface AttachedFile {
  readonly name: string;
  readonly data: Uint8Array;
  readonly description: string | undefined;
  readonly mimeType: string;
  readonly relationship: AttachmentRelationship;
  readonly modified: Date | undefined;
}

/** The metadata of an invoice or order of which an attached file is the XML. Source: Factur-X 1.07, 6.2.4 */
export interface HybridDocument {
  readonly type: 'INVOICE' | 'ORDER' | 'ORDER_CHANGE' | 'ORDER_RESPONSE';
  readonly fileName: string;
  readonly version: string;
  readonly profile: FacturxProfile;
}

/** Passwords are in UTF-8, prepared for comparison. */
export interface CheckedProtection {
  readonly owner: Uint8Array;
  /** Empty: the file opens without a password. */
  readonly user: Uint8Array;
  readonly permissions: ReadonlySet<Permission>;
}

export interface CheckedSignature {
  readonly pkcs12: Uint8Array;
  readonly password: string;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly contact: string | undefined;
  /** The name of the field; undefined: the first that is not signed, or else a new one. */
  readonly field: string | undefined;
}

/** Other PDFs of which the file gets pages. */
export interface Assembly {
  readonly letterhead: { readonly pdf: Uint8Array; readonly repeats: boolean } | undefined;
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
}

/** Requests of the options for the finished PDF. */
export interface FinishingOptions {
  /** Standards that were asked for: the file meets their rules as far as the document allows. */
  readonly standards: readonly PdfStandard[];
  readonly attachments: readonly AttachedFile[];
  readonly hybrid: HybridDocument | undefined;
  readonly protection: CheckedProtection | undefined;
  readonly assembly: Assembly | undefined;
  readonly signature: CheckedSignature | undefined;
  /** Whether form controls become fields. */
  readonly forms: boolean;
}

export interface Finishing extends FinishingOptions {
  /** Of each page of the document; empty: they are the numbers of the pages in the file. */
  readonly labels: readonly PageLabel[];
  /** Of each page of the document; empty: all pages are page boxes. */
  readonly boxes: readonly (PageBoxes | undefined)[];
  /** Those standards that the document conforms to: only they are claimed. */
  readonly claims: readonly PdfStandard[];
  readonly metadata: DocumentMetadata;
  readonly fields: readonly FormField[];
  /** BCP 47. */
  readonly language: string | undefined;
  /** Checked between steps. */
  readonly deadline?: Deadline | undefined;
}
