/** The worker that takes chunks of batches from the queue and renders them. */

import { CHUNK_TASK, MAX_ATTEMPTS } from '../batches/statements/enqueue-chunks.js';
import type { Data } from '../data.js';
import { failedChunk, runChunk, type WorkerServices } from './chunk-runner.js';
import { openRunner, type QueueWorker, type RunnerOptions } from './runner.js';

export interface QueueOptions extends Omit<RunnerOptions, 'data' | 'connections'> {
  readonly services: WorkerServices & { readonly data: Data };
}

/** From this attempt on, a chunk is given up: it ended its process, or failed, again and again. */
const LAST_ATTEMPT = MAX_ATTEMPTS - 5;

interface Payload {
  readonly chunk: string;
  readonly run: number;
}

/** @throws ServiceError `storage_unavailable` */
export function openQueue({ services, ...options }: QueueOptions): Promise<QueueWorker> {
  const { batches } = services.data;
  const task = {
    name: CHUNK_TASK,
    async run(payload: unknown, attempt: number, signal: AbortSignal) {
      const { chunk, run: number } = payload as Payload;
      const run = await batches.beginChunk(chunk, number);
      if (!run) return;
      const wait = services.threadTime.bulkWait(run.accountId);
      if (wait > 0) {
        await batches.postponeChunk(chunk, number, wait);
        return;
      }
      const outcome = attempt >= LAST_ATTEMPT ? failedChunk(run) : await runChunk(run, services, signal);
      if (await batches.commitChunk(chunk, number, outcome)) return;
      options.log.info({ chunk }, 'a chunk was cancelled, or committed by another worker, while it was rendered');
    },
  };
  return openRunner(task, { ...options, data: services.data });
}
