/** A limiter that counts where several processes share their counts, for as long as that place answers. */

import { Breaker } from './breaker.js';
import type { Decision, Limiter, LimiterState, Rate } from './limiter.js';
import { MemoryLimiter, shareOf } from './memory.js';

export interface FallbackOptions {
  /** Takes a token where they are shared. Rejects, in bounded time, when it cannot. */
  readonly ask: (key: string, rate: Rate) => Promise<Decision>;
  /** Processes that each allow their part of a rate while what is shared is away. */
  readonly processes: number;
  /** Told when what is shared is lost and found again; default: nobody. */
  readonly onStateChange?: StateListener | undefined;
}

export type StateListener = (state: LimiterState, error?: Error) => void;

/** Seconds in which nobody asks after a failure. */
const BREAKER = { first: 0.5, longest: 5 } as const;

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

  /**
   * Does something where counts are shared.
   * @returns undefined when that failed, or was likely to
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

/** No answer came in time. */
export class LateError extends Error {
  override readonly name = 'LateError';
}

/**
 * Waits for an answer, but not for ever. A process that was busy finds its timers due before it hears what has arrived
 * meanwhile, so it listens once more: being slow itself must not look like the other end being away.
 * @throws LateError after so many milliseconds; what `answer` throws
 */
export function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new LateError(`no answer within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(giveUp), milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
