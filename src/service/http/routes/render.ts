import Type from 'typebox';
import { ServiceError } from '../../errors.js';
import type { Principal } from '../../identity/authenticator.js';
import { BODY_OPTIONS } from '../../pool/body-options.js';
import { renderLater } from '../../render/later.js';
import { type RenderOutcome, renderDocument } from '../../render/render.js';
import { BATCHES, viewOf } from '../batch-view.js';
import { isAsyncPreferred } from '../prefer.js';
import { PRIORITY, urgencyOf } from '../priority.js';
import { refuse } from '../refusal.js';
import { defineRoute, json, type Reply } from '../route.js';
import { BatchView, RenderLink, RenderRequest } from '../schemas.js';
import type { Services } from '../services.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import { BATCH, DOCUMENTS, RENDER_LINK } from './examples.js';

const MAX_KEY_LENGTH = 255;

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
    'Idempotency-Key': {
      description:
        'Chosen by you. A request that is repeated within 24 hours with the same key and body gets the same answer and costs nothing more.',
      required: false,
      schema: Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH }),
      example: 'order-4711-invoice',
    },
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
    200: {
      description: 'The PDF, or a link to it when `output` is `url`',
      content: { 'application/pdf': 'binary', 'application/json': { schema: RenderLink, example: RENDER_LINK } },
      headers: {
        'X-Render-Id': 'Id of the render (only with a PDF)',
        'X-Pages': 'Number of pages (only with a PDF)',
        'X-Credits-Remaining': 'Credits left after it (only with a PDF)',
        'X-Diagnostics': 'Number of diagnostics (only with a PDF); `POST /v1/validate` lists them',
        'Idempotent-Replayed': '`true` when this is the answer to an earlier request with the same key',
      },
    },
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
  errors: [...DOCUMENT_ERRORS, 'no_credits', 'idempotency_in_progress', 'idempotency_mismatch', 'link_expired'],
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
    const reply = outcome.kind === 'batch' ? await toBatchReply(outcome.batchId, call) : toReply(outcome);
    return isReplay ? { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } } : reply;
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

function toReply(outcome: Exclude<RenderOutcome, { readonly kind: 'batch' }>): Reply {
  switch (outcome.kind) {
    case 'pdf': {
      const headers = {
        'Content-Type': 'application/pdf',
        'X-Render-Id': outcome.renderId,
        'X-Pages': String(outcome.pages),
        'X-Credits-Remaining': String(outcome.creditsRemaining),
        'X-Diagnostics': String(outcome.diagnostics),
      };
      return { status: 200, headers, bytes: outcome.pdf };
    }
    case 'link': {
      const { id, url, expiresAt, pages, bytes, creditsRemaining, diagnostics } = outcome;
      const link: RenderLink = {
        id,
        url,
        expires_at: expiresAt,
        pages,
        bytes,
        credits_remaining: creditsRemaining,
        diagnostics: [...diagnostics],
      };
      return { status: 200, json: link };
    }
    case 'refusal': {
      const { code, message, diagnostics } = outcome;
      return refuse(new ServiceError(code, message, { ...(diagnostics && { diagnostics }) }));
    }
  }
}

/** @throws ServiceError `invalid_request` */
function idempotencyKey(headers: ReadonlyMap<string, string>): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === undefined || (key.length >= 1 && key.length <= MAX_KEY_LENGTH)) return key;
  throw new ServiceError('invalid_request', `Idempotency-Key: must have 1 to ${MAX_KEY_LENGTH} characters`);
}
