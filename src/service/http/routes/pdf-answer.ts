/** The common part of requests for a PDF that costs a credit. */

import Type from 'typebox';
import { ServiceError, type ServiceErrorCode } from '../../errors.js';
import type { RenderOutcome } from '../../render/render.js';
import { refuse } from '../refusal.js';
import type { AnswerDefinition, Reply } from '../route.js';
import { RenderLink } from '../schemas.js';
import { RENDER_LINK } from './examples.js';

const MAX_KEY_LENGTH = 255;

export const IDEMPOTENCY = {
  'Idempotency-Key': {
    description:
      'Chosen by you. A request that is repeated within 24 hours with the same key and body gets the same answer and costs nothing more.',
    required: false,
    schema: Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH }),
    example: 'order-4711-invoice',
  },
};

export const PDF_ANSWER: AnswerDefinition = {
  description: 'The PDF, or a link to it when `output` is `url`',
  content: { 'application/pdf': 'binary', 'application/json': { schema: RenderLink, example: RENDER_LINK } },
  headers: {
    'X-Render-Id': 'Id of the render (only with a PDF)',
    'X-Pages': 'Number of pages (only with a PDF)',
    'X-Credits-Remaining': 'Credits left after it (only with a PDF)',
    'X-Diagnostics': 'Number of diagnostics (only with a PDF); `POST /v1/validate` lists them',
    'Idempotent-Replayed': '`true` when this is the answer to an earlier request with the same key',
  },
};

export const PDF_ERRORS = [
  'no_credits',
  'idempotency_in_progress',
  'idempotency_mismatch',
] as const satisfies readonly ServiceErrorCode[];

export const replayed = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Idempotent-Replayed': 'true' },
});

export function pdfReply(outcome: Exclude<RenderOutcome, { readonly kind: 'batch' }>): Reply {
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
      const { id, url, expiresAt, pages, bytes, creditsRemaining, diagnostics, notices } = outcome;
      const link: RenderLink = {
        id,
        url,
        expires_at: expiresAt,
        pages,
        bytes,
        credits_remaining: creditsRemaining,
        diagnostics: [...diagnostics],
        ...(notices && { notices: [...notices] }),
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
export function idempotencyKey(headers: ReadonlyMap<string, string>): string | undefined {
  const key = headers.get('idempotency-key');
  if (key === undefined || (key.length >= 1 && key.length <= MAX_KEY_LENGTH)) return key;
  throw new ServiceError('invalid_request', `Idempotency-Key: must have 1 to ${MAX_KEY_LENGTH} characters`);
}
