/** Previews of documents that are being written: they cost no credit and leave no trace. */

import type { PreviewedDocument } from '../../engine/render.js';
import type { Previews } from '../pool/previews.js';
import { checkRequest, type DocumentCall, prepareDocument } from './document.js';
import { resultOf } from './result.js';

interface PreviewCall extends DocumentCall {
  readonly services: DocumentCall['services'] & { readonly previews: Previews };
}

/** @throws ServiceError, ClientGone */
export async function previewDocument(call: PreviewCall): Promise<PreviewedDocument> {
  const { account, services, signal, timing } = call;
  checkRequest(call.body);
  const { task } = await timing.measure('prepare', prepareDocument('preview', call));
  return resultOf(await services.previews.run(account.accountId, task, signal), timing);
}
