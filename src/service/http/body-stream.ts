/** A request body that is taken in chunks. */

import { ServiceError } from '../errors.js';

export interface FlowControl {
  /** Asks for no further chunks. */
  pause(): void;
  resume(): void;
}

/** Bytes that may wait to be taken; the client waits while there are more. */
const MAX_WAITING = 1024 * 1024;
/** Milliseconds without a chunk after which the client counts as gone. */
const IDLE_MS = 30_000;

export class BodyStream implements AsyncIterable<Uint8Array> {
  readonly #flow: FlowControl;
  #chunks: Uint8Array[] = [];
  #waiting = 0;
  #isPaused = false;
  #isComplete = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(flow: FlowControl) {
    this.#flow = flow;
  }

  /** The whole body has arrived. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  push(chunk: Uint8Array, isLast: boolean): void {
    if (this.#error) return;
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    this.#isComplete = isLast;
    if (!isLast && !this.#isPaused && this.#waiting > MAX_WAITING) {
      this.#isPaused = true;
      this.#flow.pause();
    }
    this.#wake?.();
  }

  /** Ends the stream with an error. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#chunks = [];
    this.#wake?.();
  }

  /** @throws ServiceError `request_timeout`; the error of `fail` */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#error) throw this.#error;
      const chunk = this.#chunks.shift();
      if (chunk) {
        this.#waiting -= chunk.length;
        yield chunk;
        if (this.#isPaused && this.#waiting <= MAX_WAITING / 2) {
          this.#isPaused = false;
          this.#flow.resume();
        }
      } else if (this.#isComplete) return;
      else await this.#next();
    }
  }

  async #next(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(() => this.fail(new ServiceError('request_timeout')), IDLE_MS);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
