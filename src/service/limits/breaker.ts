/**
 * A circuit breaker: after a failure it rejects calls for a while, then lets one trial call through at a time.
 * Source: https://en.wikipedia.org/wiki/Circuit_breaker_design_pattern
 */

interface BreakerOptions {
  /** Seconds without an attempt after the first failure; doubles with each further one, up to `max`. */
  readonly first: number;
  readonly max: number;
}

export class Breaker {
  readonly #options: BreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  /** @param now  a monotonic clock in milliseconds */
  constructor(options: BreakerOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /** The last call succeeded. */
  get healthy(): boolean {
    return this.#failures === 0;
  }

  /**
   * Runs `work` unless the breaker is open.
   * @returns undefined when it failed or did not run
   */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.healthy && (this.#isTrying || this.#now() < this.#openUntil)) return undefined;
    const isTrial = !this.healthy;
    this.#isTrying ||= isTrial;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch {
      this.#fail(isTrial);
      return undefined;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  /** Calls in flight at the first failure count as one failure with it. */
  #fail(isTrial: boolean): void {
    if (!isTrial && this.#failures > 0) return;
    this.#failures += 1;
    const { first, max } = this.#options;
    this.#openUntil = this.#now() + Math.min(first * 2 ** (this.#failures - 1), max) * 1000;
  }
}
