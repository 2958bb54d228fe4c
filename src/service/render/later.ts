/** Renders a document later, as a batch of one record: its request is answered before a thread is free. */

import type { DataRecord } from '../../records/record.js';
import { ServiceError } from '../errors.js';
import type { SavedOptions } from '../saved-options.js';
import { copyTemplate } from './batch-template.js';
import { checkRequest } from './document.js';
import { idempotencyOf, type RenderCall, type RenderResult, replay } from './render.js';
import { checkSavedOptions, storedOptions } from './saved-options.js';
import { checkTemplate } from './validate.js';

/** Another request has claimed the Idempotency-Key in the meantime. */
class KeyClaimed extends Error {}
/** Of claiming a key that others claim and release. */
const MAX_TRIES = 3;

/**
 * Accepts a document, whose template compiles and whose credit is reserved.
 * @throws ServiceError; ClientGone
 */
export async function renderLater(call: RenderCall): Promise<RenderResult> {
  const { account, body, bytes, services, timing } = call;
  const { batches, credits, templates } = services.data;
  const { accountId, keyId } = account;
  checkRequest(body);
  const { record, options } = readRequest(bytes);
  const idempotency = idempotencyOf(call);
  if (idempotency) {
    const earlier = await timing.measure('reserve', credits.find(accountId, idempotency));
    if (earlier) return replay(earlier, services);
  }
  const template = await timing.measure('prepare', copyTemplate(body, options, account, templates));
  await checkTemplate(template.source, call);
  await checkSavedOptions(options, call);
  const create = () =>
    batches.create({
      accountId,
      keyId,
      template,
      records: [record],
      urgency: call.urgency,
      callbackUrl: body.callback_url,
      ...(idempotency && {
        async onAccept(queries, batchId) {
          if (!(await credits.claimForBatch(queries, { accountId, batchId, idempotency }))) throw new KeyClaimed();
        },
      }),
    });
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      const { id } = await timing.measure('reserve', create());
      return { outcome: { kind: 'batch', batchId: id }, isReplay: false };
    } catch (error) {
      if (!(error instanceof KeyClaimed)) throw error;
      const earlier = await credits.find(accountId, idempotency!);
      if (earlier) return replay(earlier, services);
      // The other request has failed since, which released the key.
    }
  }
  throw new ServiceError('idempotency_in_progress');
}

/**
 * The `data` and the options of a request's body, whose types are checked.
 * @throws ServiceError `invalid_request` for options that would be lost
 */
function readRequest(bytes: Uint8Array): { readonly record: DataRecord; readonly options: SavedOptions } {
  const { data, ...fields } = JSON.parse(Buffer.from(bytes).toString());
  return {
    record: { number: 1, line: 1, json: JSON.stringify(data ?? {}) },
    options: storedOptions(fields),
  };
}
