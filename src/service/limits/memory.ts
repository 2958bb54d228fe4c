/** Token buckets in the memory of this process. */

import { charge, decide, type Taken, take } from './bucket.js';
import type { Decision, Limiter, Rate } from './limiter.js';

const PRUNE_SECONDS = 60;

export class MemoryLimiter implements Limiter {
  readonly state = 'shared';
  /** By key: when its bucket is full, in microseconds of `#now`. */
  readonly #fullAt = new Map<string, number>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;

  /** @param now  a monotonic clock in whole microseconds */
  constructor(now: () => number = () => Math.round(performance.now() * 1000)) {
    this.#now = now;
    this.#timer = setInterval(() => this.#prune(), PRUNE_SECONDS * 1000).unref();
  }

  async take(key: string, rate: Rate): Promise<Decision> {
    return this.takeNow(key, rate);
  }

  takeNow(key: string, rate: Rate): Decision {
    return this.#change(key, rate, (fullIn) => take(fullIn, rate));
  }

  async charge(key: string, rate: Rate, tokens: number): Promise<Decision> {
    return this.chargeNow(key, rate, tokens);
  }

  chargeNow(key: string, rate: Rate, tokens: number): Decision {
    return this.#change(key, rate, (fullIn) => charge(fullIn, rate, tokens));
  }

  #change(key: string, rate: Rate, change: (fullIn: number) => Taken): Decision {
    const now = this.#now();
    const taken = change((this.#fullAt.get(key) ?? now) - now);
    this.#fullAt.set(key, now + taken.fullIn);
    return decide(taken, rate);
  }

  /** A full bucket equals that of a new key, so it need not be stored. */
  #prune(): void {
    const now = this.#now();
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }
}

/** The share of a rate that one of several processes allows while they cannot share their counts. */
export function shareOf({ perMinute, burst }: Rate, processes: number): Rate {
  return { perMinute: perMinute / processes, burst: Math.max(1, Math.floor(burst / processes)) };
}
