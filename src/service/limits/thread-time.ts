/**
 * Charges accounts for the time that their documents take in render threads, beside the rate limit on requests: a few
 * slow documents cost as much as many fast ones. Times are collected and charged together, so that ordinary documents
 * ask the limiter seldom.
 */

import type { Limiter, Rate } from './limiter.js';

interface Account {
  /** In milliseconds of thread time. */
  readonly rate: Rate;
  /** Milliseconds not charged yet. */
  pending: number;
  /** Until when requests are refused, in milliseconds of the clock. */
  refusedUntil: number;
  /** Until when its batches wait. */
  bulkUntil: number;
}

/** Milliseconds between two charges of an account. */
const CHARGE_INTERVAL_MS = 200;
/** Seconds in which an empty bucket is half full: batches leave the other half to requests. */
const HALF_SECONDS = 30;

/** The bucket of an account that may use so many seconds of thread time a minute, and as many at once. */
const rateOf = (secondsPerMinute: number): Rate => ({
  perMinute: Math.ceil(secondsPerMinute * 1000),
  burst: Math.ceil(secondsPerMinute * 1000),
});

export class ThreadTime {
  readonly #limiter: Pick<Limiter, 'charge'>;
  readonly #accounts = new Map<string, Account>();
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;

  /** @param now  a monotonic clock in milliseconds */
  constructor(limiter: Pick<Limiter, 'charge'>, now: () => number = () => performance.now()) {
    this.#limiter = limiter;
    this.#now = now;
    this.#timer = setInterval(() => void this.charge(), CHARGE_INTERVAL_MS).unref();
  }

  /** Whole seconds until an account may render again; 0: it may now. */
  wait(account: string): number {
    const until = this.#accounts.get(account)?.refusedUntil ?? 0;
    return Math.max(0, Math.ceil((until - this.#now()) / 1000));
  }

  /** Seconds until batches of an account may go on: while less than half of its time is left, they wait. */
  bulkWait(account: string): number {
    return Math.max(0, (this.#accounts.get(account)?.bulkUntil ?? 0) - this.#now()) / 1000;
  }

  /** @param secondsPerMinute  that the account may use */
  add(account: string, secondsPerMinute: number, milliseconds: number): void {
    const known = this.#accounts.get(account);
    const pending = (known?.pending ?? 0) + milliseconds;
    const { refusedUntil = 0, bulkUntil = 0 } = known ?? {};
    this.#accounts.set(account, { rate: rateOf(secondsPerMinute), pending, refusedUntil, bulkUntil });
  }

  /** Charges what has been collected. */
  async charge(): Promise<void> {
    await Promise.all(
      [...this.#accounts].map(async ([id, account]) => {
        const tokens = Math.round(account.pending);
        if (tokens === 0) {
          if (Math.max(account.refusedUntil, account.bulkUntil) <= this.#now()) this.#accounts.delete(id);
          return;
        }
        account.pending -= tokens;
        const { retryAfterSeconds, resetSeconds } = await this.#limiter.charge(`${id}:time`, account.rate, tokens);
        const latest = this.#accounts.get(id) ?? account;
        latest.refusedUntil = this.#now() + retryAfterSeconds * 1000;
        latest.bulkUntil = this.#now() + (resetSeconds - HALF_SECONDS) * 1000;
        this.#accounts.set(id, latest);
      }),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.charge();
  }
}
