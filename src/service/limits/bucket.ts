/**
 * The token bucket as one number: the moment at which the bucket is full again, were nothing taken from now on. Each
 * request moves it by one interval; a request that would move it further ahead than the whole burst is refused.
 * Known as GCRA: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */

import type { Decision, Rate } from './limiter.js';

const MICROSECONDS_PER_MINUTE = 60_000_000;
const MICROSECONDS_PER_SECOND = 1_000_000;

/** Microseconds until one more request is allowed: whole ones, so that their sums are exact wherever they are kept. */
export const intervalOf = ({ perMinute }: Rate): number => Math.ceil(MICROSECONDS_PER_MINUTE / perMinute);

export interface Taken {
  readonly allowed: boolean;
  /** Microseconds from now until the bucket is full. */
  readonly fullIn: number;
}

/**
 * @param fullIn  whole microseconds from now until the bucket is full, before this request; <= 0: it is full
 */
export function take(fullIn: number, rate: Rate): Taken {
  const interval = intervalOf(rate);
  const capacity = interval * rate.burst;
  // More than the capacity is only found after the rate was lowered, or the clock put back.
  const before = Math.min(Math.max(0, fullIn), capacity);
  const allowed = before + interval <= capacity;
  return { allowed, fullIn: allowed ? before + interval : before };
}

/** What a client is told. */
export function decide({ allowed, fullIn }: Taken, rate: Rate): Decision {
  const interval = intervalOf(rate);
  const capacity = interval * rate.burst;
  const wait = allowed ? 0 : fullIn + interval - capacity;
  return {
    allowed,
    limit: rate.burst,
    remaining: Math.floor((capacity - fullIn) / interval),
    resetSeconds: Math.ceil(fullIn / MICROSECONDS_PER_SECOND),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(wait / MICROSECONDS_PER_SECOND)),
  };
}
