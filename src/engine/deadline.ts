/** The time limit of a document, checked at safe points of every stage: an engine cannot be interrupted otherwise. */

import { EngineError } from './errors.js';

/** Checks between two readings of the clock, which costs more than what is done between most checks. */
const CHECKS_PER_READING = 64;

export class Deadline {
  readonly #clock: () => number;
  readonly #end: number;
  readonly #seconds: number;
  #checks = 0;
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param clock         in milliseconds; it may throw what ends the document for another reason
   * @param milliseconds  from now
   */
  constructor(clock: () => number, milliseconds: number) {
    this.#clock = clock;
    this.#end = clock() + milliseconds;
    this.#seconds = milliseconds / 1000;
  }

  /** @throws EngineError render_timeout */
  check(): void {
    this.#checks += 1;
    if (this.#checks % CHECKS_PER_READING === 0) this.checkNow();
  }

  /** Never throws, as native code asks: what the clock has thrown is thrown by the next check. */
  get isOver(): boolean {
    try {
      return this.#failure !== undefined || this.#clock() > this.#end;
    } catch (error) {
      this.#failure = { error };
      return true;
    }
  }

  /** As `check`, where much is done between two of them. */
  checkNow(): void {
    if (!this.isOver) return;
    if (this.#failure) throw this.#failure.error;
    throw new EngineError('render_timeout', `The document took longer to render than ${this.#seconds} s. Split it.`);
  }
}
