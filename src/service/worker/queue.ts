/** The worker that takes chunks of batches from the queue and renders them. */

import { setTimeout as delay } from 'node:timers/promises';
import { CHUNK_TASK, MAX_ATTEMPTS } from '../batches/statements/enqueue-chunks.js';
import type { Data } from '../data.js';
import { ServiceError } from '../errors.js';
import { Timing } from '../observe/timing.js';
import type { Tracer } from '../observe/tracing.js';
import { failedChunk, runChunk, sharing, type WorkerServices } from './chunk-runner.js';
import { openRunner, type QueueWorker, type RunnerOptions } from './runner.js';

interface QueueOptions extends Omit<RunnerOptions, 'data' | 'connections'> {
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

/** Seconds between two attempts to queue a chunk again. */
const QUEUE_AGAIN_SECONDS = 1;

const isStorageDown = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'storage_unavailable';

/**
 * Queues a chunk again as soon as that is possible: the queue itself would wait longer after each failure, for hours in the
 * end, and says that the chunk is running when it could not even record the failure.
 */
async function queueAgain(queue: () => Promise<void>, signal: AbortSignal): Promise<undefined> {
  while (!signal.aborted) {
    try {
      await queue();
      return undefined;
    } catch (error) {
      if (!isStorageDown(error)) throw error;
      await delay(QUEUE_AGAIN_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
    }
  }
  throw new ServiceError('shutting_down');
}

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
      try {
        await work({ chunk, run: number }, attempt, signal);
      } catch (error) {
        if (!isStorageDown(error)) throw error;
        options.log.warn({ chunk, err: error }, 'a chunk is rendered again, as the storage could not be reached');
        await queueAgain(() => batches.postponeChunk(chunk, number, 0), signal);
      }
    },
  };
  async function work({ chunk, run: number }: Payload, attempt: number, signal: AbortSignal): Promise<void> {
    const timing = new Timing();
    const run = await timing.measure('begin', batches.beginChunk(chunk, number));
    if (!run) return;
    const wait = services.threadTime.bulkWait(run.accountId);
    if (wait > 0) {
      await batches.postponeChunk(chunk, number, wait);
      return;
    }
    const isCareful = attempt >= CAREFUL_ATTEMPT;
    const outcome =
      attempt >= LAST_ATTEMPT
        ? failedChunk(run)
        : await runChunk(run, { ...services, timing, sharing: shared, isCareful }, signal);
    const isCommitted = await timing.measure('commit', batches.commitChunk(chunk, number, outcome));
    const { batchId: batch, accountId: account } = run;
    const { succeeded, failed } = outcome;
    const { since, intervals } = timing;
    tracer?.recordChunk({ batch, chunk, account, succeeded, failed, since, until: performance.now(), intervals });
    if (isCommitted) return;
    options.log.info({ chunk }, 'a chunk was cancelled, or committed by another worker, while it was rendered');
  }
  return openRunner(task, { ...options, data: services.data });
}
