/** A thread for one task at a time: started by the first, and replaced after one that it could not bear. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface ReplaceableThreadOptions {
  /** A module that posts a message when it is ready, and then one for each task. */
  readonly entryPoint: string;
  /** The workerData: plain data. */
  readonly setup: unknown;
  /** Seconds that a task may take. */
  readonly timeout: number;
  /** The option that raises it. */
  readonly timeoutOption: string;
}

interface TaskFailure {
  readonly code: string;
  readonly message: string;
}

type TaskEnd<Answer> = { readonly answer: Answer } | { readonly failure: TaskFailure };

export class ReplaceableThread<Task, Answer> {
  readonly #options: ReplaceableThreadOptions;
  #worker: Promise<Worker> | undefined;

  constructor(options: ReplaceableThreadOptions) {
    this.#options = options;
  }

  /** Starts the thread ahead of its first task. */
  warmUp(): void {
    this.#started().catch(() => undefined); // the first task reports it
  }

  /** @throws an error that ended the thread, unless the task took too long or too much memory */
  async run(task: Task): Promise<TaskEnd<Answer>> {
    const { timeout, timeoutOption } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    try {
      const worker = await this.#started(); // the time limit begins when it is ready
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, timeout * 1000, 'late');
      });
      const answered = once(worker, 'message');
      worker.postMessage(task);
      const first = await Promise.race([answered, late]);
      if (first !== 'late') return { answer: first[0] as Answer };
      answered.catch(() => undefined);
      await this.close();
      const message = `The document took longer to render than ${timeout} s. Split it, or raise ${timeoutOption}.`;
      return { failure: { code: 'render_timeout', message } };
    } catch (error) {
      await this.close();
      if (!isOutOfMemory(error)) throw error;
      const message = 'The document needs more memory than a render may use. Split it.';
      return { failure: { code: 'document_too_large', message } };
    } finally {
      clearTimeout(timer);
    }
  }

  #started(): Promise<Worker> {
    this.#worker ??= (async () => {
      const worker = new Worker(this.#options.entryPoint, { workerData: this.#options.setup });
      worker.on('error', () => undefined); // whoever waits for an answer gets it
      await once(worker, 'message');
      return worker;
    })();
    return this.#worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await (await worker?.catch(() => undefined))?.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
