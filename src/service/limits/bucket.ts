/**
 * The token bucket as one number: the time at which it is full again if nothing more is taken. Each request moves that
 * time by one interval; a request that would move it past the whole burst is refused.
 * Known as GCRA: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */

import type { Decision, Rate } from './limiter.js';

const MICROSECONDS_PER_MINUTE = 60_000_000;
const MICROSECONDS_PER_SECOND = 1_000_000;

/** Microseconds until one more request is allowed. Integers, so that sums are exact in JavaScript and in Redis. */
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
  // It exceeds the capacity only after the rate was lowered or the clock set back.
  const before = Math.min(Math.max(0, fullIn), capacity);
  const allowed = before + interval <= capacity;
  return { allowed, fullIn: allowed ? before + interval : before };
}

/** Debt at most, in times of the capacity: what was used in ten minutes does not refuse requests for hours. */
export const MAX_DEBT = 10;

/**
 * Takes tokens that were used already, also more than the bucket has.
 * @param fullIn  as for `take`
 * @param tokens  a whole number
 * @returns       `allowed`: whether one more would be allowed now
 */
export function charge(fullIn: number, rate: Rate, tokens: number): Taken {
  const interval = intervalOf(rate);
  const capacity = interval * rate.burst;
  const after = Math.min(Math.max(0, fullIn) + tokens * interval, capacity * (1 + MAX_DEBT));
  return { allowed: after + interval <= capacity, fullIn: after };
}

/** The decision for the client, in tokens and seconds. */
export function decide({ allowed, fullIn }: Taken, rate: Rate): Decision {
  const interval = intervalOf(rate);
  const capacity = interval * rate.burst;
  const wait = allowed ? 0 : fullIn + interval - capacity;
  return {
    allowed,
    limit: rate.burst,
    remaining: Math.max(0, Math.floor((capacity - fullIn) / interval)),
    resetSeconds: Math.ceil(fullIn / MICROSECONDS_PER_SECOND),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(wait / MICROSECONDS_PER_SECOND)),
  };
}
