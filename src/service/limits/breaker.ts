/**
 * Keeps requests away from something that is down: after a failure nothing is tried for a while, then one request at a
 * time finds out whether it is back.
 */

export interface BreakerOptions {
  /** Seconds without a try after the first failure; doubles with each further one up to `longest`. */
  readonly first: number;
  readonly longest: number;
}

export class Breaker {
  readonly #options: BreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #closedUntil = 0;
  #trying = false;

  /** @param now  milliseconds that never go back */
  constructor(options: BreakerOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /** Whether it worked last time. */
  get healthy(): boolean {
    return this.#failures === 0;
  }

  /**
   * Runs `work` unless it is likely to fail.
   * @returns undefined when it failed or was not run
   */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.healthy && (this.#trying || this.#now() < this.#closedUntil)) return undefined;
    const isTrial = !this.healthy;
    this.#trying ||= isTrial;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch {
      this.#fail(isTrial);
      return undefined;
    } finally {
      if (isTrial) this.#trying = false;
    }
  }

  /** Requests that failed together, sent before the first failure was known, count as one. */
  #fail(isTrial: boolean): void {
    if (!isTrial && this.#failures > 0) return;
    this.#failures += 1;
    const { first, longest } = this.#options;
    this.#closedUntil = this.#now() + Math.min(first * 2 ** (this.#failures - 1), longest) * 1000;
  }
}
