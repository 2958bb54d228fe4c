/** A limiter whose counts are shared by several processes, with local counts while those are unreachable. */

import { Breaker } from './breaker.js';
import type { Decision, Limiter, LimiterState, Rate } from './limiter.js';
import { MemoryLimiter, shareOf } from './memory.js';

interface FallbackOptions {
  /** Takes a token from the shared bucket, or charges tokens. Rejects, in bounded time, when that fails. */
  readonly ask: (key: string, rate: Rate, charge?: number) => Promise<Decision>;
  /** Number of processes that each allow their share of a rate while the shared counts are unreachable. */
  readonly processes: number;
  /** Called when the shared counts become unreachable and reachable again. */
  readonly onStateChange?: StateListener | undefined;
}

export type StateListener = (state: LimiterState, error?: Error) => void;

/** Seconds without an attempt after a failure. */
const BREAKER = { first: 0.5, max: 5 } as const;

export class FallbackLimiter implements Limiter {
  readonly #options: FallbackOptions;
  readonly #breaker = new Breaker(BREAKER);
  readonly #local = new MemoryLimiter();
  #announced: LimiterState = 'shared';
  #lastError: Error | undefined;

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  get state(): LimiterState {
    return this.#breaker.healthy ? 'shared' : 'local';
  }

  async take(key: string, rate: Rate): Promise<Decision> {
    const { ask, processes } = this.#options;
    const decision = await this.try(() => ask(key, rate));
    return decision ?? this.#local.takeNow(key, shareOf(rate, processes));
  }

  async charge(key: string, rate: Rate, tokens: number): Promise<Decision> {
    const { ask, processes } = this.#options;
    const decision = await this.try(() => ask(key, rate, tokens));
    return decision ?? this.#local.chargeNow(key, shareOf(rate, processes), tokens);
  }

  /**
   * Runs `work`, which uses the shared counts, unless the breaker is open.
   * @returns undefined when it failed or did not run
   */
  protected async try<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = await this.#breaker.run(() =>
      work().catch((error: Error) => {
        this.#lastError = error;
        throw error;
      }),
    );
    this.#announce();
    return result;
  }

  #announce(): void {
    if (this.state === this.#announced) return;
    this.#announced = this.state;
    this.#options.onStateChange?.(this.state, this.state === 'local' ? this.#lastError : undefined);
  }

  async close(): Promise<void> {
    await this.#local.close();
  }
}

/** No answer within the time limit. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for an answer with a time limit. After a busy spell of this process timers fire before I/O that has already
 * arrived, so the limit leaves one more turn of the event loop for it.
 * @throws TimeoutError after so many milliseconds; whatever `answer` throws
 */
export function withTimeLimit<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new TimeoutError(`no answer within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
