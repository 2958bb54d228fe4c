/** Refunds that wait for Postgres. If this process ends first, the sweeper makes them. */

import type { Database } from '../storage/database.js';
import { refundRender } from './statements/refund-render.js';
import type { Refund } from './types.js';

const RETRY_SECONDS = 1;

export class RefundQueue {
  readonly #database: Database;
  readonly #onError: ((error: unknown) => void) | undefined;
  readonly #waiting = new Map<string, Refund>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, onError?: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** Refunds now, or adds the refund to the queue. */
  async run(refund: Refund): Promise<void> {
    const { renderId, code, outcome } = refund;
    try {
      await this.#database.row(refundRender, renderId, code, outcome === undefined ? null : JSON.stringify(outcome));
      this.#waiting.delete(renderId);
    } catch (error) {
      this.#onError?.(error);
      this.add(refund);
    }
  }

  add(refund: Refund): void {
    this.#waiting.set(refund.renderId, refund);
    this.#timer ??= setTimeout(() => void this.#retry(), RETRY_SECONDS * 1000).unref();
  }

  async #retry(): Promise<void> {
    await this.#runAll();
    this.#timer = undefined;
    const [next] = this.#waiting.values();
    if (next) this.add(next);
  }

  async #runAll(): Promise<void> {
    for (const refund of [...this.#waiting.values()]) await this.run(refund);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#runAll();
    clearTimeout(this.#timer);
  }
}
