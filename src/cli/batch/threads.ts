/** The threads of `platen batch`: each renders one record at a time. */

import { BATCH_THREAD } from '../../entry-points.js';
import { ReplaceableThread } from '../replaceable-thread.js';
import type { ThreadAnswer, ThreadSetup, ThreadTask } from './messages.js';

type BatchThread = ReplaceableThread<ThreadTask, ThreadAnswer>;

interface ThreadsOptions {
  readonly threads: number;
  /** Seconds that a record may take. */
  readonly timeout: number;
  readonly setup: ThreadSetup;
}

export class Threads {
  readonly #idle: BatchThread[];
  readonly #all: readonly BatchThread[];
  readonly #waiting: ((thread: BatchThread) => void)[] = [];

  constructor({ threads, timeout, setup }: ThreadsOptions) {
    const options = { entryPoint: BATCH_THREAD, setup, timeout, timeoutOption: '--timeout' };
    this.#all = Array.from({ length: threads }, () => new ReplaceableThread(options));
    this.#idle = [...this.#all];
  }

  /**
   * Waits for an idle thread and gives it the record.
   * @returns once the record has a thread; `answer` resolves with its result and rejects when a thread fails
   */
  async submit(task: ThreadTask): Promise<{ readonly answer: Promise<ThreadAnswer> }> {
    const thread = this.#idle.pop() ?? (await new Promise<BatchThread>((resolve) => this.#waiting.push(resolve)));
    const answer = answerOf(thread, task).finally(() => {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    });
    answer.catch(() => undefined); // the caller awaits it later
    return { answer };
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.close()));
  }
}

/** A record that a thread could not bear fails; the batch goes on. */
async function answerOf(thread: BatchThread, task: ThreadTask): Promise<ThreadAnswer> {
  const end = await thread.run(task);
  if ('answer' in end) return end.answer;
  return { row: { record: task.record, status: 'failed', ...end.failure }, isKept: false };
}
