import { BODY_OPTIONS } from '../../pool/body-options.js';
import { validateDocument } from '../../render/validate.js';
import { PRIORITY, urgencyOf } from '../priority.js';
import { defineRoute, json } from '../route.js';
import { DocumentInput, ValidateResponse } from '../schemas.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import { DIAGNOSTIC, DOCUMENTS } from './examples.js';

export const validateRoute = defineRoute({
  method: 'POST',
  path: '/v1/validate',
  id: 'validate',
  tag: 'Rendering',
  summary: 'Check a document without rendering it',
  description: 'Lays the document out and reports what is not supported or does not fit. Costs nothing.',
  isRender: true,
  body: json(DocumentInput, DOCUMENTS, ['data', ...BODY_OPTIONS]),
  headers: PRIORITY,
  answers: {
    200: {
      description: 'What was found',
      content: {
        'application/json': { schema: ValidateResponse, example: { ok: false, pages: 2, diagnostics: [DIAGNOSTIC] } },
      },
    },
  },
  errors: DOCUMENT_ERRORS,
  async handle(call) {
    const { pages, diagnostics, notices } = await validateDocument({
      ...call,
      urgency: urgencyOf(call.headers, call.account.urgency),
    });
    return {
      status: 200,
      json: {
        ok: diagnostics.length === 0,
        pages,
        diagnostics: [...diagnostics],
        ...(notices && { notices: [...notices] }),
      } satisfies ValidateResponse,
    };
  },
});
