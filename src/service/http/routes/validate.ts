import { checkRequest, prepareDocument } from '../../render/document.js';
import { resultOf } from '../../render/outcome.js';
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
  body: json(DocumentInput, DOCUMENTS),
  answers: {
    200: {
      description: 'What was found',
      content: {
        'application/json': { schema: ValidateResponse, example: { ok: false, pages: 2, diagnostics: [DIAGNOSTIC] } },
      },
    },
  },
  errors: DOCUMENT_ERRORS,
  async handle({ account, body, bytes, gone, services, timing }) {
    const { data, pool } = services;
    checkRequest(body);
    const place = pool.admit();
    try {
      const prepared = prepareDocument('validate', body, bytes, account, data);
      const { task } = await timing.measure('prepare', prepared);
      const { pages, diagnostics } = resultOf(await pool.run(place, task, gone), timing);
      return {
        status: 200,
        json: { ok: diagnostics.length === 0, pages, diagnostics: [...diagnostics] } satisfies ValidateResponse,
      };
    } finally {
      place.release();
    }
  },
});
