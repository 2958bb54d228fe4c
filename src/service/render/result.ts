import type { ValidatedDocument } from '../../engine/render.js';
import { ServiceError } from '../errors.js';
import type { Timing } from '../observe/timing.js';
import type { Checked } from '../pool/messages.js';
import type { Finished } from '../pool/pool.js';

/**
 * The result of a task, whose stage times go into `timing`.
 * @throws ServiceError when the document is refused
 */
export function resultOf<R extends ValidatedDocument | Checked>({ outcome, queued }: Finished<R>, timing: Timing): R {
  timing.add('queue', queued);
  if ('refusal' in outcome) {
    const { code, message, diagnostics } = outcome.refusal;
    throw new ServiceError(code, message, { ...(diagnostics && { diagnostics }) });
  }
  const { result } = outcome;
  if ('times' in result)
    for (const [stage, milliseconds] of Object.entries(result.times)) timing.add(stage, milliseconds);
  return result;
}
