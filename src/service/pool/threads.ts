/** The threads of a pool: those that are ready, and those that do not end. */

import type { Worker } from 'node:worker_threads';

export class Threads {
  readonly #current: () => readonly Worker[];
  /** Have been ready, and not ended. */
  readonly #alive = new Set<Worker>();

  /** @param current  those that the pool has not terminated, also some that are not ready */
  constructor(current: () => readonly Worker[]) {
    this.#current = current;
  }

  /** One is ready. @param id  its `threadId` */
  add(id: number): void {
    const thread = this.#current().find(({ threadId }) => threadId === id);
    if (!thread) return;
    this.#alive.add(thread);
    thread.once('exit', () => this.#alive.delete(thread));
  }

  /** How many can take a task, or have one. */
  get ready(): number {
    return this.#current().filter((thread) => this.#alive.has(thread)).length;
  }

  /** Whether one that was terminated has not ended. */
  get isStuck(): boolean {
    const current = new Set(this.#current());
    return [...this.#alive].some((thread) => !current.has(thread));
  }
}
