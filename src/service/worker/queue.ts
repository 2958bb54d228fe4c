/** The worker that takes chunks of batches from the queue and renders them. */

import { CHUNK_TASK, MAX_ATTEMPTS } from '../batches/statements/enqueue-chunks.js';
import type { Data } from '../data.js';
import { Timing } from '../observe/timing.js';
import type { Tracer } from '../observe/tracing.js';
import { failedChunk, runChunk, sharing, type WorkerServices } from './chunk-runner.js';
import { openRunner, type QueueWorker, type RunnerOptions } from './runner.js';

export interface QueueOptions extends Omit<RunnerOptions, 'data' | 'connections'> {
  readonly services: WorkerServices & { readonly data: Data };
  /** Of the pool. */
  readonly threads: number;
  /** Default: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * From this attempt on, the records of a chunk are rendered in processes of their own: one of them may have ended the
 * process of an earlier attempt, and now fails alone.
 */
const CAREFUL_ATTEMPT = 2;
/** From this attempt on, a chunk is given up: its attempts fail again and again, as when its records cannot be read. */
const LAST_ATTEMPT = MAX_ATTEMPTS - 5;

interface Payload {
  readonly chunk: string;
  readonly run: number;
}

/** @throws ServiceError `storage_unavailable` */
export function openQueue({ services, threads, tracer, ...options }: QueueOptions): Promise<QueueWorker> {
  const { batches } = services.data;
  const shared = sharing(threads, options.concurrency);
  const task = {
    name: CHUNK_TASK,
    async run(payload: unknown, attempt: number, signal: AbortSignal) {
      const { chunk, run: number } = payload as Payload;
      const timing = new Timing();
      const run = await timing.measure('begin', batches.beginChunk(chunk, number));
      if (!run) return;
      const wait = services.threadTime.bulkWait(run.accountId);
      if (wait > 0) {
        await batches.postponeChunk(chunk, number, wait);
        return;
      }
      const outcome =
        attempt >= LAST_ATTEMPT
          ? failedChunk(run)
          : await runChunk(
              run,
              { ...services, timing, sharing: shared, isCareful: attempt >= CAREFUL_ATTEMPT },
              signal,
            );
      const isCommitted = await timing.measure('commit', batches.commitChunk(chunk, number, outcome));
      const { batchId: batch, accountId: account } = run;
      const { succeeded, failed } = outcome;
      const { since, intervals } = timing;
      tracer?.recordChunk({ batch, chunk, account, succeeded, failed, since, until: performance.now(), intervals });
      if (isCommitted) return;
      options.log.info({ chunk }, 'a chunk was cancelled, or committed by another worker, while it was rendered');
    },
  };
  return openRunner(task, { ...options, data: services.data });
}
