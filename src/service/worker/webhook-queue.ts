/**
 * The worker that sends the messages of batches that have ended. It has a queue of its own, so that slow receivers hold
 * no worker that renders.
 */

import { MESSAGE_ATTEMPTS, MESSAGE_TASK } from '../batches/statements/queue-message.js';
import type { Data } from '../data.js';
import { Rejected, type SendOptions, send } from '../webhooks/send.js';
import { openRunner, type QueueWorker, type RunnerOptions } from './runner.js';

interface WebhookQueueOptions extends Omit<RunnerOptions, 'data' | 'connections' | 'concurrency'>, SendOptions {
  readonly data: Pick<Data, 'batches' | 'database' | 'session'>;
}

/** Messages that a process sends at once; they mostly wait for the receivers. */
const CONCURRENCY = 32;
const CONNECTIONS = 2;

interface Payload {
  readonly batch: string;
  readonly id: string;
  readonly message: object;
}

/** @throws ServiceError `storage_unavailable` */
export function openWebhookQueue(options: WebhookQueueOptions): Promise<QueueWorker> {
  const { batches } = options.data;
  const task = {
    name: MESSAGE_TASK,
    async run(payload: unknown, attempt: number) {
      const { batch, id, message } = payload as Payload;
      const receiver = await batches.receiverOf(batch, id);
      if (!receiver) return;
      try {
        await send({ id: `msg_${id}`, body: JSON.stringify(message) }, receiver, options);
        await batches.recordAttempt(batch, id, { state: 'delivered', attempts: attempt });
      } catch (error) {
        const { message: reason } = error as Error;
        const isLast = attempt >= MESSAGE_ATTEMPTS || error instanceof Rejected;
        await batches.recordAttempt(batch, id, { state: isLast ? 'failed' : 'pending', attempts: attempt, reason });
        options.log.info({ batch, attempt, reason }, 'a webhook was not delivered');
        if (!isLast) throw error;
      }
    },
  };
  return openRunner(task, { ...options, concurrency: CONCURRENCY, connections: CONNECTIONS });
}
