/** The public types of documents; they refer to no internals of the engine. */

export interface DocumentInput {
  /** HTML, treated as a Handlebars template. */
  readonly html: string;
  /** False: the HTML is no template, so `{{` in it is text; default true. */
  readonly template?: boolean | null;
  /** Values for the template, by name; default none. */
  readonly data?: object | null;
  /** BCP 47, for numbers, currencies and dates; default `en-US`. */
  readonly locale?: string | null;
  /** Reject a document that uses anything not fully supported; default false. */
  readonly strict?: boolean;
  /** Also list what is not supported, but makes no visible difference in this document; default false. */
  readonly notices?: boolean;
  /** Document title in the PDF's metadata; default the `title` element. */
  readonly title?: string | null;
  /** Looks up the bytes of images, fonts and style sheets by URL; default: nothing is found. */
  readonly assets?: AssetLookup;
  /** Base time of the template helper `relative`; default: templates must pass it explicitly. */
  readonly now?: Date | number;
  /** Templates by name for `{{> name}}`. */
  readonly partials?: Readonly<Record<string, string>>;
  /**
   * Standards that the PDF conforms to: one level of PDF/A, PDF/UA-1, or both; default none. What the document lacks is
   * a diagnostic; the PDF then does not claim the standard.
   */
  readonly standard?: PdfStandard | readonly PdfStandard[] | null;
  /** Files inside the PDF; default none. At most 100, together within `limits.maxAttachmentBytes`. */
  readonly attachments?: readonly Attachment[] | null;
  /** Makes the PDF a Factur-X (ZUGFeRD) invoice or an Order-X order, which is PDF/A-3; default none. */
  readonly facturx?: Facturx | null;
  /** Encrypts the PDF by AES with 256 bits; default: it is not encrypted. Its bytes differ each time. */
  readonly protection?: Protection | null;
  /** Signs the PDF by PAdES; default: it is not signed. Its bytes differ each time. */
  readonly signature?: Signature | null;
  /** A PDF whose pages are under those of the document; default none. */
  readonly letterhead?: Letterhead | Uint8Array | null;
  /** PDFs whose pages come before those of the document, and after them; default none. */
  readonly prepend?: readonly Uint8Array[] | null;
  readonly append?: readonly Uint8Array[] | null;
  /** Makes form controls fields that can be filled in; default false: they are drawn. */
  readonly forms?: boolean | null;
  /** The pages to write, such as `1-3,7,9-`; default: all. Printed page numbers stay those of the whole document. */
  readonly pages?: string | null;
}

/** Elements with the attribute `data-signature` are places of signatures; without one, the signature is invisible. */
export interface Signature {
  /** A PKCS#12 file (.p12, .pfx) with an RSA or EC key and its certificates. */
  readonly pkcs12: Uint8Array;
  /** Default: empty. */
  readonly password?: string | null;
  /** Shown by viewers; default none. */
  readonly reason?: string | null;
  readonly location?: string | null;
  readonly contact?: string | null;
  /** The name of the field that is signed; default: the first that is not signed, or else an invisible one. */
  readonly field?: string | null;
}

export interface Letterhead {
  /** Its n-th page is under the n-th page of the document. */
  readonly pdf: Uint8Array;
  /** Whether its last page is under all further pages as well; default true. */
  readonly repeat?: boolean | null;
}

/** Several documents that become one PDF, with options for the whole. */
export interface MergeInput extends Omit<DocumentInput, 'html' | 'data' | 'facturx'> {
  /** In their order; at least one. */
  readonly documents: readonly MergedDocument[];
  /** Whether each document begins with page 1, or with the page after the one before; default `own`. */
  readonly pageNumbers?: 'own' | 'continuous' | null;
}

/** Locale, partials and `template` default to those for all documents. */
export type MergedDocument = Pick<DocumentInput, 'html' | 'template' | 'data' | 'locale' | 'partials'>;

/** Rights in an encrypted PDF without the owner password, as far as their viewers comply. */
export const PERMISSIONS = ['print', 'modify', 'copy', 'annotate', 'fill-forms', 'assemble'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export interface Protection {
  /** Opens the file with all permissions; at most 127 bytes in UTF-8. */
  readonly ownerPassword: string;
  /** Opens the file with `permissions`; default: it opens without a password. */
  readonly userPassword?: string | null;
  /** Default: all. */
  readonly permissions?: readonly Permission[] | null;
}

/** Of invoices: MINIMUM to XRECHNUNG; of orders: BASIC, COMFORT and EXTENDED. */
export const FACTURX_PROFILES = [
  'MINIMUM',
  'BASIC WL',
  'BASIC',
  'EN 16931',
  'EXTENDED',
  'XRECHNUNG',
  'COMFORT',
] as const;
export type FacturxProfile = (typeof FACTURX_PROFILES)[number];

/** The invoice or order as XML (UN/CEFACT Cross Industry Invoice or Order), or a template of it. */
export type Facturx = {
  /** The profile that the XML must have; default: the one that its guideline names. */
  readonly profile?: FacturxProfile | null;
} & (
  | {
      /** Text, or bytes in UTF-8. */
      readonly xml: string | Uint8Array;
      readonly template?: null;
    }
  | {
      /** A Handlebars template of the XML, with the data and partials of the document and the locale `en-US`. */
      readonly template: string;
      readonly xml?: null;
    }
);

/** The relationship of an attached file to the document. Source: ISO 32000-2, 7.11.3 (AFRelationship) */
export const ATTACHMENT_RELATIONSHIPS = ['source', 'data', 'alternative', 'supplement', 'unspecified'] as const;
export type AttachmentRelationship = (typeof ATTACHMENT_RELATIONSHIPS)[number];

/** A file inside the PDF. */
export interface Attachment {
  /** A file name without folders, unlike those of other attachments. */
  readonly name: string;
  readonly data: Uint8Array;
  /** For people; default none. */
  readonly description?: string | null;
  /** A media type such as `text/csv`; default by the extension of the name. */
  readonly mimeType?: string | null;
  /** Default `unspecified`. */
  readonly relationship?: AttachmentRelationship | null;
  /** When the file was last changed, a Date or milliseconds since 1970; default unknown. */
  readonly modified?: Date | number | null;
}

/**
 * Standards for archives (PDF/A: ISO 19005-2 and -3) and for accessibility (PDF/UA: ISO 14289-1). Level b keeps the
 * appearance, u the text as well, a the structure, too; PDF/A-3 may contain attachments of any type.
 */
export const PDF_STANDARDS = [
  'pdf/a-2b',
  'pdf/a-2u',
  'pdf/a-2a',
  'pdf/a-3b',
  'pdf/a-3u',
  'pdf/a-3a',
  'pdf/ua-1',
] as const;
export type PdfStandard = (typeof PDF_STANDARDS)[number];

export interface AssetRequest {
  /** How the bytes will be used. */
  readonly for: 'image' | 'font' | 'style' | 'color-profile';
  /** URL of the style sheet that refers to the asset; undefined when the document itself does. */
  readonly from: string | undefined;
}

/** `blocked`: the document may not read it; undefined or null: it does not exist. */
export type AssetAnswer = Uint8Array | 'blocked' | undefined | null;

/** The asset is still loading: the run stops at the end of the stage and starts again later. */
export const PENDING: unique symbol = Symbol('pending');

/**
 * Looks up the bytes behind a URL.
 * @param url  absolute, or relative to the document; never a `data:` URL
 */
export type AssetLookup = (url: string, request: AssetRequest) => AssetAnswer | typeof PENDING;

/** Counted limits of a document: see budgets.ts. */
export interface BudgetLimits {
  /** Boxes that elements, pseudo-elements and texts generate. */
  readonly maxBoxes: number;
  /** UTF-16 units of the inline content of one block container, such as a paragraph or a table cell. */
  readonly maxInlineText: number;
  /** Lines, each time that they are laid out. */
  readonly maxLines: number;
  /** Parts of boxes and texts on lines and pages, each time that they are laid out. */
  readonly maxFragments: number;
  /** Elements of the structure tree of the PDF. */
  readonly maxTags: number;
  /** Clickable areas of links, and fields. */
  readonly maxAnnotations: number;
}

export interface EngineLimits extends BudgetLimits {
  /** UTF-16 units of a template's source. */
  readonly maxTemplateLength: number;
  /** UTF-16 units of the expanded HTML. */
  readonly maxHtmlLength: number;
  readonly maxPages: number;
  /** Seconds that one document may take; checked at safe points, of which the writing of the PDF has none inside. */
  readonly maxTime: number;
  /** Bytes of one image. */
  readonly maxImageBytes: number;
  /** Width × height of one image, as its cost is its decoded size. */
  readonly maxImagePixels: number;
  /** Bytes of all attachments of a document. */
  readonly maxAttachmentBytes: number;
}

export const LIMIT_NAMES: readonly (keyof EngineLimits)[] = [
  'maxTemplateLength',
  'maxHtmlLength',
  'maxPages',
  'maxTime',
  'maxImageBytes',
  'maxImagePixels',
  'maxAttachmentBytes',
  'maxBoxes',
  'maxInlineText',
  'maxLines',
  'maxFragments',
  'maxTags',
  'maxAnnotations',
];

export const STAGES = [
  'template',
  'html',
  'css',
  'box',
  'layout',
  'paint',
  'typst',
  'encode',
  'compile',
  'finish',
] as const;
export type Stage = (typeof STAGES)[number];
/** Milliseconds by stage. */
export type StageTimes = Partial<Record<Stage, number>>;

/** The values of the option `engine`: what writes PDFs. `auto` is the native core if it is built, else WebAssembly. */
export const PDF_BACKENDS = ['auto', 'core', 'wasm', 'typst'] as const;
export type PdfBackendChoice = (typeof PDF_BACKENDS)[number];
export type PdfBackend = Exclude<PdfBackendChoice, 'auto'>;
