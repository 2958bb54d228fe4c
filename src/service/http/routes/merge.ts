import { ServiceError } from '../../errors.js';
import { mergePdfs } from '../../render/merge.js';
import { PRIORITY, urgencyOf } from '../priority.js';
import { defineRoute, json } from '../route.js';
import { MergeRequest } from '../schemas.js';
import { ID, OTHER_ID } from './examples.js';
import { IDEMPOTENCY, idempotencyKey, PDF_ANSWER, PDF_ERRORS, pdfReply, replayed } from './pdf-answer.js';

const EXAMPLES = {
  'an uploaded PDF and an earlier render': { pdfs: [`asset:${ID}`, `render:${OTHER_ID}`], title: 'Contract' },
};

export const mergeRoute = defineRoute({
  method: 'POST',
  path: '/v1/merge',
  id: 'merge',
  tag: 'Rendering',
  summary: 'Join PDFs into one',
  description:
    'Pages, links, bookmarks and tags of all PDFs in their order. Costs one credit for the PDF that is produced, and nothing when it is not.',
  isRender: true,
  body: json(MergeRequest, EXAMPLES, ['pdfs']),
  headers: { ...IDEMPOTENCY, ...PRIORITY },
  answers: { 200: PDF_ANSWER },
  errors: [...PDF_ERRORS, 'document_too_large', 'render_timeout'],
  async handle(call) {
    const { outcome, isReplay } = await mergePdfs({
      ...call,
      urgency: urgencyOf(call.headers, call.account.urgency),
      idempotencyKey: idempotencyKey(call.headers),
    });
    if (outcome.kind === 'batch') throw new ServiceError('idempotency_mismatch');
    const reply = pdfReply(outcome);
    return isReplay ? replayed(reply) : reply;
  },
});
