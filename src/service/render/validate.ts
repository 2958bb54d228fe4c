/** Checks without a PDF, which cost no credit: of a document, and of a template's source. */

import type { ValidatedDocument } from '../../engine/render.js';
import { admit, checkRequest, type DocumentCall, prepareDocument, type RenderingServices } from './document.js';
import { resultOf } from './result.js';

/**
 * Lays a document out and reports what is not supported or does not fit.
 * @throws ServiceError, ClientGone
 */
export async function validateDocument(call: DocumentCall): Promise<ValidatedDocument> {
  const { pool } = call.services;
  const { signal, timing } = call;
  checkRequest(call.body);
  const place = admit(call);
  try {
    const { task } = await timing.measure('prepare', prepareDocument('validate', call));
    return resultOf(await pool.run(place, task, signal), timing);
  } finally {
    place.release();
  }
}

/**
 * Checks that a template compiles: in a render thread, since compiling a malicious source takes long.
 * @throws ServiceError `template_invalid`, `document_too_large`, `render_timeout`, `busy`, `shutting_down`; ClientGone
 */
export async function checkTemplate(
  source: string,
  call: Pick<DocumentCall, 'account' | 'signal' | 'timing'> & { readonly services: RenderingServices },
): Promise<void> {
  const { services, signal, timing } = call;
  resultOf(await services.pool.run(admit(call), { kind: 'template', source }, signal), timing);
}
