/** Checks without a PDF, which cost no credit: of a document, and of a template's source. */

import type { ValidatedDocument } from '../../engine/render.js';
import type { Timing } from '../observe/timing.js';
import type { RenderPool } from '../pool/pool.js';
import { checkRequest, type DocumentRequest, type Library, prepareDocument, type Sender } from './document.js';
import { resultOf } from './result.js';

export interface ValidateCall {
  readonly body: DocumentRequest;
  /** The body as it was sent. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly account: Sender;
  readonly services: { readonly data: Library; readonly pool: RenderPool };
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly timing: Timing;
}

/**
 * Lays a document out and reports what is not supported or does not fit.
 * @throws ServiceError, ClientGone
 */
export async function validateDocument(call: ValidateCall): Promise<ValidatedDocument> {
  const { account, body, bytes, services, signal, timing } = call;
  const { data, pool } = services;
  checkRequest(body);
  const place = pool.admit();
  try {
    const prepared = prepareDocument('validate', body, bytes, account, data);
    const { task } = await timing.measure('prepare', prepared);
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
  { services: { pool }, signal, timing }: Pick<ValidateCall, 'services' | 'signal' | 'timing'>,
): Promise<void> {
  resultOf(await pool.run(pool.admit(), { kind: 'template', source }, signal), timing);
}
