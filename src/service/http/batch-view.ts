/** Batches as clients see them. */

import type { Batch } from '../batches/types.js';
import { ServiceError } from '../errors.js';
import type { BatchSummary, BatchView } from './schemas.js';
import type { Services } from './services.js';

/** The path of batches. */
export const BATCHES = '/v1/batches';
const MAX_ERRORS = 100;

/** @throws ServiceError `not_found` */
export function foundBatch(batch: Batch | undefined): Batch {
  if (!batch) throw new ServiceError('not_found', 'The account has no such batch');
  return batch;
}

export function summaryOf(batch: Batch): BatchSummary {
  const { milliseconds, state, callback_url, callback_state, callback_attempts, callback_error, objects, ...rest } =
    batch;
  const rate = milliseconds ? (batch.succeeded + batch.failed) / (milliseconds / 1000) : 0;
  return { ...rest, status: state, rate: Math.round(rate * 10) / 10 };
}

export async function viewOf(
  batch: Batch,
  { services, origin }: { services: Services; origin: string },
): Promise<BatchView> {
  const { batches } = services.data;
  const failures = batch.failed > 0 ? await batches.failures(batch.id, MAX_ERRORS) : [];
  const link = (result: string) =>
    `${origin}${BATCHES}/${batch.id}/${result}?${batches.linkQuery(batch, batch.expires_at!)}`;
  const isMerged = batch.output === 'merged';
  return {
    ...summaryOf(batch),
    links:
      batch.expires_at === null
        ? null
        : {
            manifest: link('manifest'),
            archive: link('archive'),
            pdf:
              batch.succeeded === 0 ? null : isMerged ? link('merged') : batch.total === 1 ? link('records/1') : null,
          },
    callback: batch.callback_url === null ? null : callbackOf(batch, batch.callback_url),
    errors: failures.flatMap((record) => {
      if (record.status !== 'failed') return [];
      const { record: number, code, message, diagnostics } = record;
      return [{ record: number, code, message, ...(diagnostics && { diagnostics: [...diagnostics] }) }];
    }),
  };
}

/** One of the client's batches after an action. @throws ServiceError `not_found`, and those of the action */
export async function viewAfter(
  action: 'find' | 'cancel' | 'retry',
  call: {
    readonly account: { readonly accountId: string };
    readonly parameters: { readonly id: string };
    readonly services: Services;
    readonly origin: string;
  },
): Promise<BatchView> {
  const { account, parameters, services } = call;
  return viewOf(foundBatch(await services.data.batches[action](parameters.id, account.accountId)), call);
}

function callbackOf(
  { callback_state, callback_attempts, callback_error }: Batch,
  url: string,
): NonNullable<BatchView['callback']> {
  return { url, status: callback_state ?? 'pending', attempts: callback_attempts, error: callback_error };
}
