/** The resources of the HTTP contract. One source for checks, types and the OpenAPI document. */

import Type, { type Static } from 'typebox';
import { DIAGNOSTIC_KINDS } from '../../engine/diagnostics.js';
import { ATTACHMENT_RELATIONSHIPS, FACTURX_PROFILES, PDF_STANDARDS, PERMISSIONS } from '../../engine/document.js';
import { SERVICE_ERRORS } from '../errors.js';

/** For request bodies: a misspelled field such as `locael` is refused instead of ignored. */
const exact = { additionalProperties: false };

/** An id; another text is answered like an id that does not exist. */
const Id = () => Type.String({ format: 'uuid' });
const Int64 = (description?: string) => Type.Integer({ format: 'int64', ...(description && { description }) });
const Time = (description: string) => Int64(`${description}, in Unix seconds`);
const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

const Text = (description: string) => Type.Optional(Type.Union([Type.String(), Type.Null()], { description }));

const Values = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

const orNull = <const S extends Type.TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

const Standards = (description: string) =>
  Type.Array(Type.Enum([...PDF_STANDARDS], { type: 'string' }), { maxItems: PDF_STANDARDS.length, description });

const DiagnosticView = Type.Object(
  {
    kind: Type.String({ description: `One of ${DIAGNOSTIC_KINDS.join(', ')}` }),
    text: Type.String({ description: 'The offending tag, property, selector or declaration' }),
    context: Type.String({ description: 'Where it was found: an element or a place in a stylesheet' }),
    count: Count('Identical occurrences that this entry stands for'),
  },
  { $id: 'DiagnosticView', description: 'A feature of the document that was not fully handled' },
);

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: `Stable: one of ${Object.keys(SERVICE_ERRORS).join(', ')}` }),
      message: Type.String({ description: 'A message for people' }),
      balance: Type.Optional(Type.Union([Int64(), Type.Null()], { description: 'Credits left, with `no_credits`' })),
      diagnostics: Type.Optional(
        Type.Union([Type.Array(DiagnosticView), Type.Null()], {
          description: 'What is not supported, with `document_not_supported`',
        }),
      ),
    }),
  },
  { $id: 'ErrorBody' },
);

const attachmentName = () =>
  Type.String({ minLength: 1, maxLength: 255, description: 'File name, unlike those of the others' });
const attachmentFields = {
  description: Text('For people'),
  mime_type: Text('Media type, such as `text/csv`; default by the extension of the name'),
  relationship: orNull(
    Type.Enum([...ATTACHMENT_RELATIONSHIPS], {
      type: 'string',
      description: 'What the file is to the document; default `unspecified`',
    }),
  ),
  modified: orNull(Time('When the file was last changed')),
};

const FileReference = (description: string) =>
  Type.String({ pattern: '^asset:[0-9a-fA-F-]{36}$', description: `${description}, as \`asset:<asset_id>\`` });
const referenceList = (description: string) =>
  orNull(Type.Array(FileReference('A PDF'), { maxItems: 100, description }));

const AttachmentInput = Type.Object(
  {
    name: attachmentName(),
    data: Type.String({ description: 'The bytes in base64, or `asset:<asset_id>` of an uploaded file' }),
    ...attachmentFields,
  },
  { $id: 'AttachmentInput', description: 'A file inside the PDF', additionalProperties: false },
);

const profileField = () =>
  orNull(
    Type.Enum([...FACTURX_PROFILES], {
      type: 'string',
      description: 'The profile that the XML must have; default the one that its guideline names',
    }),
  );

const FacturxInput = Type.Object(
  {
    xml: Text('The XML of the invoice or order; send this or `template`'),
    template: Text('A template of the XML, which gets `data`; send this or `xml`'),
    profile: profileField(),
  },
  {
    $id: 'FacturxInput',
    description: 'Makes the PDF a Factur-X (ZUGFeRD) invoice or Order-X order',
    additionalProperties: false,
  },
);

const SignatureInput = Type.Object(
  {
    pkcs12: Type.String({ minLength: 1, description: 'A PKCS#12 file in base64, with a key and its certificates' }),
    password: Text('Opens it; default: empty'),
    reason: Text('Shown by viewers'),
    location: Text('Shown by viewers'),
    contact: Text('Shown by viewers'),
    field: Text('The name of the field that is signed; default: the first, or else an invisible one'),
  },
  { $id: 'SignatureInput', description: 'Signs the PDF by PAdES, level B-B', additionalProperties: false },
);

const repeatField = () =>
  orNull(Type.Boolean({ description: 'Whether its last page is under all further pages as well; default true' }));

const LetterheadInput = Type.Object(
  {
    data: Type.String({
      description:
        'A PDF: base64, or `asset:<asset_id>` of an uploaded one; its n-th page is under the n-th page of the document. Empty: none',
    }),
    repeat: repeatField(),
  },
  { $id: 'LetterheadInput', description: 'A PDF under the pages', additionalProperties: false },
);

const pdfList = (description: string) => orNull(Type.Array(Type.String(), { maxItems: 100, description }));

/** Options that templates and batches store, with references to uploaded files in place of the files. */
const savedOptionFields = {
  forms: orNull(Type.Boolean({ description: 'Make form controls fields that can be filled in; default false' })),
  facturx: orNull(
    Type.Object(
      {
        template: Type.String({ description: 'A template of the XML, which gets the values of the document' }),
        profile: profileField(),
      },
      { $id: 'SavedFacturx', description: 'Makes the PDFs Factur-X (ZUGFeRD) invoices or Order-X orders', ...exact },
    ),
  ),
  letterhead: orNull(
    Type.Object(
      { data: FileReference('A PDF; its n-th page is under the n-th page of the document'), repeat: repeatField() },
      { $id: 'SavedLetterhead', description: 'A PDF under the pages', ...exact },
    ),
  ),
  prepend: referenceList('PDFs whose pages come before those of the document'),
  append: referenceList('PDFs whose pages come after those of the document'),
  attachments: orNull(
    Type.Array(
      Type.Object(
        { name: attachmentName(), data: FileReference('The file'), ...attachmentFields },
        { $id: 'SavedAttachment', description: 'A file inside the PDF', ...exact },
      ),
      { maxItems: 100, description: 'Files inside the PDF' },
    ),
  ),
};

const ProtectionInput = Type.Object(
  {
    owner_password: Type.String({ minLength: 1, description: 'Opens the PDF with all permissions' }),
    user_password: Text('Opens it with `permissions`; default: it opens without a password'),
    permissions: orNull(
      Type.Array(Type.Enum([...PERMISSIONS], { type: 'string' }), { description: 'Default: all', maxItems: 20 }),
    ),
  },
  { $id: 'ProtectionInput', description: 'Encrypts the PDF by AES-256', additionalProperties: false },
);

const documentFields = {
  data: Type.Optional(Values('Values for the template')),
  html: Text('Inline HTML, treated as a template; send this or `template_id`'),
  template_id: Type.Optional(
    Type.Union([Id(), Type.Null()], { description: 'A template saved in the account; send this or `html`' }),
  ),
  locale: Text(
    "BCP 47 locale for numbers, currencies and dates; default the template's locale, then the account's locale",
  ),
  strict: Type.Optional(
    Type.Boolean({ description: 'Reject the document if it uses anything not fully supported; default false' }),
  ),
  title: Text("Title in the PDF's metadata"),
  standard: orNull(
    Standards(
      "Standards that the PDF conforms to: a level of PDF/A, `pdf/ua-1`, or both; default the template's. What the document lacks is a diagnostic",
    ),
  ),
};

/** Not for batches: they are those of one document. */
const singleFields = {
  notices: orNull(
    Type.Boolean({
      description:
        'Also list what is not supported, but makes no visible difference in this document: `notices` of a JSON answer; default false',
    }),
  ),
  template: orNull(
    Type.Boolean({ description: 'False: the HTML is no template, so `{{` in it is text; default true' }),
  ),
  pages: Text('The pages to write, such as `1-3,7,9-`; default all'),
  forms: orNull(Type.Boolean({ description: 'Make form controls fields that can be filled in; default false' })),
  facturx: orNull(FacturxInput),
  protection: orNull(ProtectionInput),
  signature: orNull(SignatureInput),
  letterhead: orNull(LetterheadInput),
  prepend: pdfList('PDFs, in base64 or as `asset:<asset_id>`, whose pages come before those of the document'),
  append: pdfList('PDFs, in base64 or as `asset:<asset_id>`, whose pages come after those of the document'),
  attachments: orNull(
    Type.Array(AttachmentInput, { maxItems: 100, description: 'Files inside the PDF, within the limit of the body' }),
  ),
};

export const DocumentInput = Type.Object({ ...documentFields, ...singleFields }, { $id: 'DocumentInput', ...exact });

const outputField = () =>
  Type.Optional(
    Type.Enum(['pdf', 'url'], {
      type: 'string',
      description: '`url`: answer with a JSON link; else (`pdf`) with the PDF itself',
    }),
  );

export const RenderRequest = Type.Object(
  {
    ...documentFields,
    ...singleFields,
    output: outputField(),
    callback_url: Text('As for a batch; with `Prefer: respond-async` only'),
  },
  { $id: 'RenderRequest', ...exact },
);

/** PDFs that one request may join. */
const MAX_MERGED = 100;

export const MergeRequest = Type.Object(
  {
    pdfs: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: MAX_MERGED,
      description:
        'In their order: `asset:<asset_id>` of an uploaded PDF, `render:<id>` of an answer with a link, or the bytes in base64',
    }),
    title: Text("Title in the PDF's metadata; default that of the first PDF"),
    output: outputField(),
  },
  { $id: 'MergeRequest', ...exact },
);

const noticesField = () =>
  Type.Optional(Type.Array(DiagnosticView, { description: 'What makes no visible difference; only with `notices`' }));

export const RenderLink = Type.Object(
  {
    id: Id(),
    url: Type.String({ description: 'Signed link to the PDF; opening it needs no API key' }),
    expires_at: Time('When the link ends and the PDF is deleted'),
    pages: Count(),
    bytes: Count(),
    credits_remaining: Int64(),
    diagnostics: Type.Array(DiagnosticView),
    notices: noticesField(),
  },
  { $id: 'RenderLink' },
);

export const ValidateResponse = Type.Object(
  {
    ok: Type.Boolean({ description: 'Nothing was reported' }),
    pages: Count(),
    diagnostics: Type.Array(DiagnosticView, {
      description: 'Unsupported features, and layout that overflows the page',
    }),
    notices: noticesField(),
  },
  { $id: 'ValidateResponse' },
);

const { data: _, ...batchOptions } = documentFields;

/** The fields of a batch besides its records; in the query where records are streamed. */
export const BatchOptions = Type.Object(
  {
    ...batchOptions,
    forms: savedOptionFields.forms,
    callback_url: Text(
      'Gets a signed message (a webhook) when the batch has ended; its host must be one that the operator allows',
    ),
    output: Type.Optional(
      Type.Enum(['files', 'merged'], {
        type: 'string',
        description:
          '`files`: one PDF for each record, and at most 1,000,000; `merged`: one PDF of all records in their order, too, and at most 100,000. Default `files`',
      }),
    ),
  },
  exact,
);

export const BatchRequest = Type.Object(
  {
    ...BatchOptions.properties,
    ...savedOptionFields,
    data: Type.Array(Values('Values for one document'), { minItems: 1, description: 'The records, one for each PDF' }),
  },
  { $id: 'BatchRequest', ...exact },
);

const BatchError = Type.Object(
  {
    record: Type.Integer({ minimum: 1, description: 'Number of the record, from 1' }),
    code: Type.String({ description: 'As in an error of `POST /v1/render`' }),
    message: Type.String(),
    diagnostics: Type.Optional(Type.Array(DiagnosticView)),
  },
  { $id: 'BatchError' },
);

const batchFields = {
  id: Id(),
  status: Type.Enum(['queued', 'running', 'done', 'failed', 'cancelled'], {
    type: 'string',
    description: '`done`: all records have a result; `failed`: and none of them is a PDF',
  }),
  output: Type.Enum(['files', 'merged'], { type: 'string' }),
  total: Count('Records'),
  succeeded: Count('Records with a PDF, each of which cost one credit'),
  failed: Count('Records that were refused'),
  cancelled: Count('Records that were not rendered'),
  pages: Count('Pages of all PDFs'),
  bytes: Count('Bytes of all PDFs'),
  rate: Type.Number({ minimum: 0, description: 'Records a second' }),
  template_id: Type.Union([Id(), Type.Null()]),
  template_version: Type.Union([Int64(), Type.Null()]),
  created_at: Time('When it was accepted'),
  started_at: Type.Union([Int64(), Type.Null()], { description: 'Start of the first record, in Unix seconds' }),
  finished_at: Type.Union([Int64(), Type.Null()], { description: 'End of the last record, in Unix seconds' }),
  expires_at: Type.Union([Int64(), Type.Null()], {
    description: 'When links end and results are deleted, in Unix seconds; null until the batch has ended',
  }),
};

export const BatchSummary = Type.Object(batchFields, { $id: 'BatchSummary' });

export const BatchView = Type.Object(
  {
    ...batchFields,
    links: Type.Union(
      [
        Type.Object({
          manifest: Type.String({ description: 'NDJSON: a line for each record, with its SHA-256 and a link' }),
          archive: Type.String({ description: 'ZIP archive of all PDFs' }),
          pdf: Type.Union([Type.String(), Type.Null()], {
            description: 'The PDF of a batch of one record, or of all records with the output `merged`',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Signed links, which need no API key; null until the batch has ended' },
    ),
    callback: Type.Union(
      [
        Type.Object({
          url: Type.String(),
          status: Type.Enum(['pending', 'delivered', 'failed'], {
            type: 'string',
            description: '`pending` until the batch has ended and the receiver has answered with 2xx',
          }),
          attempts: Count('Of the message of the last end'),
          error: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed' }),
        }),
        Type.Null(),
      ],
      { description: 'What became of the message to `callback_url`' },
    ),
    errors: Type.Array(BatchError, { description: 'The first 100 failed records; the manifest has all' }),
  },
  { $id: 'BatchView' },
);

const Name = () => Type.String({ minLength: 1, maxLength: 255 });
const Source = () => Type.String({ description: 'HTML and CSS with template syntax; must compile' });
const TemplateOptions = Type.Object(savedOptionFields, {
  $id: 'TemplateOptions',
  description: 'Options of its PDFs, unless a request has its own; a change replaces all of them. None: {}',
  ...exact,
});
const templateStandards = () => Standards('Standards of its PDFs, unless a request names others; none: []');
const sampleData = () => Values('Example values, for previews');

export const TemplateInput = Type.Object(
  {
    name: Name(),
    source: Source(),
    locale: orNull(Type.String()),
    sample_data: orNull(sampleData()),
    standard: orNull(templateStandards()),
    options: orNull(TemplateOptions),
  },
  { $id: 'TemplateInput', ...exact },
);

export const TemplatePatch = Type.Object(
  {
    name: orNull(Name()),
    source: orNull(Source()),
    locale: orNull(Type.String()),
    sample_data: orNull(sampleData()),
    standard: orNull(templateStandards()),
    options: orNull(TemplateOptions),
  },
  { $id: 'TemplatePatch', description: 'Only the fields sent are changed', ...exact },
);

const summaryFields = {
  id: Id(),
  name: Type.String(),
  locale: Type.String({ description: "Its own, else the account's" }),
  version: Int64('1 at first, incremented by every change'),
  created_at: Time('Creation time'),
  updated_at: Time('Time of the last change'),
};

export const TemplateSummary = Type.Object(summaryFields, { $id: 'TemplateSummary' });

export const TemplateView = Type.Object(
  {
    ...summaryFields,
    source: Type.String(),
    sample_data: sampleData(),
    standard: templateStandards(),
    options: TemplateOptions,
  },
  { $id: 'TemplateView' },
);

export const AssetView = Type.Object(
  {
    id: Id(),
    name: Type.String({ description: 'The name given at upload' }),
    content_type: Type.String({
      description:
        '`image/png` or `image/jpeg`, read from the bytes, `application/pdf` or `application/vnd.iccprofile`',
    }),
    size: Int64('Bytes'),
    reference: Type.String({
      description: 'For `src` and `url()` in a template, or for options with PDFs: `asset:<asset_id>`',
    }),
    created_at: Time('Upload time'),
  },
  { $id: 'AssetView' },
);

export const Me = Type.Object(
  {
    email: Type.String(),
    plan: Type.String(),
    credits: Int64('Current balance'),
    period_end: Time('End of the current period'),
    locale: Type.String(),
  },
  { $id: 'Me' },
);

export const WebhookSecret = Type.Object(
  { secret: Type.String({ description: 'Begins with `whsec_`' }) },
  { $id: 'WebhookSecret' },
);

export const Health = Type.Object(
  {
    status: Type.String(),
    limiter: Type.Optional(
      Type.Enum(['shared', 'local'], {
        type: 'string',
        description:
          '`local`: the shared counts of the rate limiter are unreachable, and each process allows its share',
      }),
    ),
  },
  { $id: 'Health' },
);

export type DocumentInput = Static<typeof DocumentInput>;
export type RenderRequest = Static<typeof RenderRequest>;
export type RenderLink = Static<typeof RenderLink>;
export type ValidateResponse = Static<typeof ValidateResponse>;
export type BatchOptions = Static<typeof BatchOptions>;
export type BatchRequest = Static<typeof BatchRequest>;
export type BatchSummary = Static<typeof BatchSummary>;
export type BatchView = Static<typeof BatchView>;
export type ErrorBody = Static<typeof ErrorBody>;
export type Me = Static<typeof Me>;
