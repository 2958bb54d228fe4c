/** A process that renders large documents, from inside: a pool with one thread, so that it hears its parent meanwhile. */

import { ServiceError } from '../errors.js';
import type { IsolatedAnswer, IsolatedOrder } from './isolated-messages.js';
import type { Task } from './messages.js';
import { RenderPool } from './pool.js';

const PARTY = { account: '', key: '' };
/** One task at a time. Its parent ends the process in time. */
const ALONE = { threads: 1, queueLimit: 0, queueTimeout: 1, timeout: 24 * 3600, warmsUp: false } as const;

export class IsolatedHost {
  readonly #answer: (answer: IsolatedAnswer) => void;
  #pool: Promise<RenderPool> | undefined;

  constructor(answer: (answer: IsolatedAnswer) => void) {
    this.#answer = answer;
  }

  async execute(order: IsolatedOrder): Promise<void> {
    if (order.type === 'isolated:open') {
      this.#pool = RenderPool.open({ ...order.setup, ...ALONE });
      this.#pool.catch(() => undefined); // the first task reports it
    } else this.#answer(await this.#run(order.task));
  }

  async #run(task: Task): Promise<IsolatedAnswer> {
    try {
      const pool = await this.#pool!;
      const { outcome } = await pool.run(pool.admit(PARTY), ownCopy(task), new AbortController().signal);
      return { type: 'isolated:outcome', outcome };
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      return { type: 'isolated:failed', code, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** The bytes of a message are in one buffer, of which none could be transferred. */
function ownCopy<T extends Task>(task: T): T {
  return task.kind === 'template' ? task : { ...task, json: new Uint8Array(task.json) };
}
