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
  timing.thread = outcome.use;
  if ('refusal' in outcome) {
    timing.add('queue', queued);
    const { code, message, diagnostics } = outcome.refusal;
    throw new ServiceError(code, message, { ...(diagnostics && { diagnostics }) });
  }
  const { result } = outcome;
  // A thread's stages follow one another, and it has just ended.
  const stages = 'times' in result ? Object.entries(result.times) : [];
  let at = performance.now() - stages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  timing.add('queue', queued, at);
  for (const [stage, milliseconds] of stages) {
    at += milliseconds;
    timing.add(stage, milliseconds, at);
  }
  return result;
}
