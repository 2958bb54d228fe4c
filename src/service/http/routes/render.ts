import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import type { Principal } from '../../identity/authenticator.js';
import { BODY_OPTIONS } from '../../pool/body-options.js';
import { renderLater } from '../../render/later.js';
import { renderDocument } from '../../render/render.js';
import { BATCHES, viewOf } from '../batch-view.js';
import { isAsyncPreferred } from '../prefer.js';
import { PRIORITY, urgencyOf } from '../priority.js';
import { defineRoute, json, type Reply } from '../route.js';
import { BatchView, RenderRequest } from '../schemas.js';
import type { Services } from '../services.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import { BATCH, DOCUMENTS } from './examples.js';
import { IDEMPOTENCY, idempotencyKey, PDF_ANSWER, PDF_ERRORS, pdfReply, replayed } from './pdf-answer.js';

export const renderRoute = defineRoute({
  method: 'POST',
  path: '/v1/render',
  id: 'render',
  tag: 'Rendering',
  summary: 'Render a document to PDF',
  description: 'Costs one credit for each PDF that is produced, and nothing when it is not.',
  isRender: true,
  body: json(RenderRequest, { ...DOCUMENTS, 'a link instead of the PDF': { html: '<h1>Hello</h1>', output: 'url' } }, [
    'data',
    ...BODY_OPTIONS,
  ]),
  headers: {
    ...IDEMPOTENCY,
    ...PRIORITY,
    Prefer: {
      description:
        '`respond-async`: answer 202 at once with a batch of one record, whose `links.pdf` is there when it is done',
      required: false,
      schema: Type.String(),
      example: 'respond-async',
    },
  },
  answers: {
    200: PDF_ANSWER,
    202: {
      description: 'The document is accepted; only with `Prefer: respond-async`',
      content: { 'application/json': { schema: BatchView, example: BATCH } },
      headers: {
        Location: 'Path of the batch',
        'Preference-Applied': '`respond-async`',
        'Idempotent-Replayed': '`true` when this is the answer to an earlier request with the same key',
      },
    },
  },
  errors: [...DOCUMENT_ERRORS, ...PDF_ERRORS, 'link_expired'],
  async handle(call) {
    const { callback_url: callbackUrl } = call.body;
    const isAsync = isAsyncPreferred(call.headers);
    if (callbackUrl && !isAsync) {
      throw new ServiceError('invalid_request', 'callback_url: send the header "Prefer: respond-async" with it');
    }
    if (callbackUrl) call.services.destinations.check(callbackUrl);
    const render = isAsync ? renderLater : renderDocument;
    const { outcome, isReplay } = await render({
      ...call,
      urgency: urgencyOf(call.headers, call.account.urgency),
      idempotencyKey: idempotencyKey(call.headers),
    });
    const reply = outcome.kind === 'batch' ? await toBatchReply(outcome.batchId, call) : pdfReply(outcome);
    return isReplay ? replayed(reply) : reply;
  },
});

/** @throws ServiceError `link_expired` */
async function toBatchReply(
  batchId: string,
  call: { readonly account: Principal; readonly services: Services; readonly origin: string },
): Promise<Reply> {
  const batch = await call.services.data.batches.find(batchId, call.account.accountId);
  if (!batch) throw new ServiceError('link_expired', 'The PDF of the earlier request with this key has expired');
  const headers = { Location: `${BATCHES}/${batchId}`, 'Preference-Applied': 'respond-async' };
  return { status: 202, headers, json: await viewOf(batch, call) };
}
