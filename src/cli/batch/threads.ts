/** The threads of `platen batch`: each renders one record at a time. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BATCH_THREAD } from '../../entry-points.js';
import type { Failure, ThreadAnswer, ThreadSetup, ThreadTask } from './messages.js';

export interface ThreadsOptions {
  readonly threads: number;
  /** Seconds that a record may take. */
  readonly timeout: number;
  readonly setup: ThreadSetup;
}

export class Threads {
  readonly #idle: BatchThread[];
  readonly #all: readonly BatchThread[];
  readonly #waiting: ((thread: BatchThread) => void)[] = [];

  constructor(options: ThreadsOptions) {
    this.#all = Array.from({ length: options.threads }, () => new BatchThread(options));
    this.#idle = [...this.#all];
  }

  /**
   * Waits for an idle thread and gives it the record.
   * @returns once the record has a thread; `answer` resolves with its result and rejects when a thread fails
   */
  async submit(task: ThreadTask): Promise<{ readonly answer: Promise<ThreadAnswer> }> {
    const thread = this.#idle.pop() ?? (await new Promise<BatchThread>((resolve) => this.#waiting.push(resolve)));
    const answer = thread.run(task).finally(() => {
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

/** A thread that is started by its first record, and replaced after one that it could not bear. */
class BatchThread {
  readonly #options: ThreadsOptions;
  #worker: Worker | undefined;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  async run(task: ThreadTask): Promise<ThreadAnswer> {
    this.#worker ??= await this.#start();
    const worker = this.#worker;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.#options.timeout * 1000, 'late');
    });
    try {
      const answered = once(worker, 'message');
      worker.postMessage(task);
      const first = await Promise.race([answered, late]);
      if (first !== 'late') return first[0] as ThreadAnswer;
      answered.catch(() => undefined);
      return await this.#replaceAfter(task, {
        code: 'render_timeout',
        message: `The document took longer to render than ${this.#options.timeout} s. Split it, or raise --timeout.`,
      });
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      return await this.#replaceAfter(task, {
        code: 'document_too_large',
        message: 'The document needs more memory than a render may use. Split it.',
      });
    } finally {
      clearTimeout(timer);
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(BATCH_THREAD, { workerData: this.#options.setup });
    worker.on('error', () => undefined); // whoever waits for an answer gets it
    await once(worker, 'message'); // it is ready: the time limit of its first record begins
    return worker;
  }

  async #replaceAfter({ record }: ThreadTask, failure: Failure): Promise<ThreadAnswer> {
    await this.close();
    return { row: { record, status: 'failed', ...failure }, isKept: false };
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
