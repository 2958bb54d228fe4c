/** Batches, and the links to their results. */

import Type from 'typebox';
import type { DataRecord } from '../../../records/record.js';
import { RecordsError } from '../../../records/record.js';
import { readRecords } from '../../../records/records.js';
import { archive, fileNameOf, isMergeable, manifest, pdfsOf, readPdf } from '../../batches/results.js';
import type { Batch } from '../../batches/types.js';
import { ServiceError } from '../../errors.js';
import { copyTemplate } from '../../render/batch-template.js';
import { checkSavedOptions } from '../../render/saved-options.js';
import { checkTemplate } from '../../render/validate.js';
import { BATCHES, foundBatch, summaryOf, viewAfter, viewOf } from '../batch-view.js';
import { createValidator } from '../body-validator.js';
import { EMBEDDABLE } from '../cors.js';
import { checkJsonBounds } from '../json-bounds.js';
import { BATCH_PRIORITY, urgencyOf } from '../priority.js';
import { defineRoute, type KeyCall, type QueryParameter, type RecordsBody, type StreamedRecords } from '../route.js';
import { BatchOptions, BatchRequest, BatchSummary, BatchView } from '../schemas.js';
import type { Services } from '../services.js';
import { BATCH, BATCH_SUMMARY } from './examples.js';

const tag = 'Batches';
const path = BATCHES;
const one = '/v1/batches/{id}';
const view = { 'application/json': { schema: BatchView, example: BATCH } };
/** Characters of one record. */
const MAX_RECORD = 10_000_000;

/** Bytes from which on a record counts towards the bytes that the process may hold. */
const COUNTED_RECORD = 1024 * 1024;
/** Bounds a record like a body of JSON. */
const checkRecord = (json: string) => checkJsonBounds(Buffer.from(json));

const TOO_LARGE = 'The PDFs of the batch have more than 2 GB or 8,388,607 objects: take them as an archive';

const checkOptions = createValidator(BatchOptions);

/** The query of a request whose body is a stream of records. @throws ServiceError `invalid_request` */
function optionsOf(query: URLSearchParams): BatchOptions {
  const options: Record<string, unknown> = Object.fromEntries(query);
  const { strict, standard, forms } = options;
  if (strict === 'true' || strict === 'false') options['strict'] = strict === 'true';
  if (forms === 'true' || forms === 'false') options['forms'] = forms === 'true';
  if (typeof standard === 'string') options['standard'] = standard.split(',');
  return checkOptions(options);
}

/** @throws ServiceError `invalid_request`; `busy` when the process holds too much to take a long record */
async function* streamed(
  { chunks, format }: StreamedRecords,
  { hold, letGo }: Pick<KeyCall<string, unknown>, 'hold' | 'letGo'>,
): AsyncGenerator<DataRecord> {
  let [pending, held] = [0, 0];
  async function* counted() {
    for await (const chunk of chunks) {
      pending += chunk.length;
      if (pending > COUNTED_RECORD) {
        hold(chunk.length);
        held += chunk.length;
      }
      yield chunk;
    }
  }
  try {
    for await (const record of readRecords(counted(), { format, maxLength: MAX_RECORD, check: checkRecord })) {
      letGo(held);
      [pending, held] = [0, 0];
      yield record;
    }
  } catch (error) {
    throw error instanceof RecordsError ? new ServiceError('invalid_request', error.message) : error;
  }
}

function* listed(data: BatchRequest['data']): Generator<DataRecord> {
  for (const [index, values] of data.entries())
    yield { number: index + 1, line: index + 1, json: JSON.stringify(values) };
}

/** The batch of a signed link. @throws ServiceError `invalid_signature`, `link_expired`, `not_found` */
async function linked(id: string, query: URLSearchParams, { data }: Services): Promise<Batch> {
  const check = data.batches.check(id, query);
  if (check !== 'valid') throw new ServiceError(check);
  return foundBatch(await data.batches.find(id));
}

const LINK_QUERY: Readonly<Record<string, QueryParameter>> = {
  exp: {
    description: 'When the link ends, in Unix seconds',
    required: true,
    schema: Type.Integer({ format: 'int64' }),
    example: '1732233600',
  },
  sig: {
    description: 'Signature of the link',
    required: true,
    schema: Type.String(),
    example: 'R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM',
  },
};
const LINK_ERRORS = ['invalid_signature', 'not_found', 'link_expired', 'storage_unavailable'] as const;

const BODY: RecordsBody<typeof BatchRequest> = {
  kind: 'records',
  schema: BatchRequest,
  examples: {
    'two letters': { html: '<h1>Dear {{name}}</h1>', data: [{ name: 'Ada' }, { name: 'Ben' }] },
  },
};

const streamQuery = (name: keyof BatchOptions, description: string, example: string): [string, QueryParameter] => [
  name,
  { description: `${description}, where the body is NDJSON or CSV`, required: false, schema: Type.String(), example },
];

export const batchRoutes = [
  defineRoute({
    method: 'POST',
    path,
    id: 'createBatch',
    tag,
    summary: 'Render a template for many records',
    description:
      'Reserves one credit for each record, or refuses the batch. Records that fail are refunded. Up to 1,000,000 records may be streamed as NDJSON (`application/x-ndjson`) or CSV (`text/csv`, the first row names the fields), with the other fields in the query.',
    isRender: true,
    headers: BATCH_PRIORITY,
    body: BODY,
    query: Object.fromEntries([
      streamQuery('html', 'The template', '<h1>{{name}}</h1>'),
      streamQuery('template_id', 'A saved template', BATCH.id),
      streamQuery('locale', 'As in the body', 'de-AT'),
      streamQuery('strict', 'As in the body: `true` or `false`', 'true'),
      streamQuery('title', 'As in the body', 'Invoices'),
      streamQuery('standard', 'As in the body, separated by commas', 'pdf/a-2a,pdf/ua-1'),
      streamQuery('forms', 'As in the body: `true` or `false`', 'true'),
      streamQuery('output', 'As in the body', 'merged'),
      streamQuery('callback_url', 'As in the body', 'https://hooks.example.com/pdf'),
    ]),
    answers: { 202: { description: 'The batch is accepted', content: view } },
    errors: [
      'no_credits',
      'invalid_locale',
      'template_not_found',
      'template_invalid',
      'document_too_complex',
      'document_too_large',
      'render_timeout',
    ],
    async handle(call) {
      const { account, body, query, services } = call;
      const isStream = 'chunks' in body;
      const options = isStream ? optionsOf(query) : body;
      const { callback_url: callbackUrl, output } = options;
      if (callbackUrl) services.destinations.check(callbackUrl);
      const template = await copyTemplate(options, options, account, services.data.templates);
      await checkTemplate(template.source, call);
      await checkSavedOptions(options, call);
      const { accountId, keyId } = account;
      const records = isStream ? streamed(body, call) : listed(body.data);
      const urgency = urgencyOf(call.headers, account.urgency);
      const batch = await services.data.batches.create({
        accountId,
        keyId,
        template,
        records,
        urgency,
        output,
        callbackUrl,
      });
      return { status: 202, headers: { Location: `${path}/${batch.id}` }, json: await viewOf(batch, call) };
    },
  }),

  defineRoute({
    method: 'GET',
    path,
    id: 'listBatches',
    tag,
    summary: 'List the batches',
    description: 'Newest first, at most 1,000, until they expire.',
    answers: {
      200: {
        description: 'The batches',
        content: { 'application/json': { schema: Type.Array(BatchSummary), example: [BATCH_SUMMARY] } },
      },
    },
    errors: [],
    async handle({ account, services }) {
      return { status: 200, json: (await services.data.batches.list(account.accountId)).map(summaryOf) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: one,
    id: 'getBatch',
    tag,
    summary: 'Get a batch',
    answers: { 200: { description: 'The batch', content: view } },
    errors: ['not_found'],
    handle: async (call) => ({ status: 200, json: await viewAfter('find', call) }),
  }),

  defineRoute({
    method: 'POST',
    path: `${one}/cancel`,
    id: 'cancelBatch',
    tag,
    summary: 'Cancel a batch',
    description: 'Refunds the records that have no result. A batch that has ended stays as it is.',
    answers: { 200: { description: 'The batch', content: view } },
    errors: ['not_found'],
    handle: async (call) => ({ status: 200, json: await viewAfter('cancel', call) }),
  }),

  defineRoute({
    method: 'POST',
    path: `${one}/retry`,
    id: 'retryBatch',
    tag,
    summary: 'Render the failed records again',
    description: 'Reserves their credits again. The results of other records stay.',
    isRender: true,
    answers: { 202: { description: 'The batch', content: view } },
    errors: ['not_found', 'no_credits', 'batch_not_finished'],
    handle: async (call) => ({ status: 202, json: await viewAfter('retry', call) }),
  }),

  defineRoute({
    method: 'GET',
    path: `${one}/manifest`,
    id: 'getBatchManifest',
    tag,
    summary: 'Get the list of results behind a link',
    description: 'One line of JSON for each record, in order.',
    access: 'public',
    query: LINK_QUERY,
    answers: { 200: { description: 'The manifest', content: { 'application/x-ndjson': 'binary' } } },
    errors: LINK_ERRORS,
    async handle({ parameters, query, services, origin }) {
      const { id } = await linked(parameters.id, query, services);
      const signed = new URLSearchParams({ exp: query.get('exp')!, sig: query.get('sig')! });
      const urlOf = (record: number) => `${origin}${path}/${id}/records/${record}?${signed}`;
      const stream = manifest(services.data.batches, id, urlOf);
      return { status: 200, headers: { 'Content-Type': 'application/x-ndjson' }, stream };
    },
  }),

  defineRoute({
    method: 'GET',
    path: `${one}/archive`,
    id: 'getBatchArchive',
    tag,
    summary: 'Get all PDFs behind a link, as a ZIP archive',
    access: 'public',
    query: LINK_QUERY,
    answers: { 200: { description: 'The archive', content: { 'application/zip': 'binary' } } },
    errors: LINK_ERRORS,
    async handle({ parameters, query, services }) {
      const { id } = await linked(parameters.id, query, services);
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${id}.zip"`,
      };
      return { status: 200, headers, stream: archive(services.data.batches, id) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: `${one}/merged`,
    id: 'getMergedBatch',
    tag,
    summary: 'Get one PDF of all records behind a link',
    description:
      'Of a batch with the output `merged`: the PDFs of its records, in their order. They are joined while they are sent, to the same bytes each time.',
    access: 'public',
    query: LINK_QUERY,
    answers: { 200: { description: 'The PDF', content: { 'application/pdf': 'binary' } } },
    errors: [...LINK_ERRORS, 'document_too_large', 'busy'],
    async handle({ method, parameters, query, services }) {
      const { data, joins } = services;
      const batch = await linked(parameters.id, query, services);
      if (batch.output !== 'merged' || batch.finished_at === null || batch.succeeded === 0)
        throw new ServiceError('not_found', 'The batch has no merged PDF');
      if (!isMergeable(batch)) throw new ServiceError('document_too_large', TOO_LARGE);
      if (method !== 'HEAD') joins.checkFree();
      const headers = {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${batch.id}.pdf"`,
        ...EMBEDDABLE,
      };
      return { status: 200, headers, stream: joins.join(pdfsOf(data.batches, batch.id)) };
    },
  }),

  defineRoute({
    method: 'GET',
    path: `${one}/records/{record}`,
    id: 'getBatchRecord',
    tag,
    summary: 'Get the PDF of a record behind a link',
    access: 'public',
    query: LINK_QUERY,
    answers: { 200: { description: 'The PDF', content: { 'application/pdf': 'binary' } } },
    errors: LINK_ERRORS,
    async handle({ parameters, query, services }) {
      const { id } = await linked(parameters.id, query, services);
      const { batches } = services.data;
      const number = /^[1-9]\d{0,6}$/.test(parameters.record) ? Number(parameters.record) : undefined;
      const record = number === undefined ? undefined : await batches.record(id, number);
      if (record?.status !== 'done') throw new ServiceError('not_found', 'The record has no PDF');
      const headers = {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${fileNameOf(record.record)}"`,
        ETag: `"${record.sha256.slice(0, 32)}"`,
        ...EMBEDDABLE,
      };
      return { status: 200, headers, bytes: await readPdf(batches, record) };
    },
  }),
];
