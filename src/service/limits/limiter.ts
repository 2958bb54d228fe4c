/** What a rate limiter is, whoever keeps its counts. */

export interface Rate {
  /** Requests that come back each minute. */
  readonly perMinute: number;
  /** Requests that may come at once after a rest. */
  readonly burst: number;
}

export interface Decision {
  readonly allowed: boolean;
  /** The burst: requests that may come at once after a rest. */
  readonly limit: number;
  /** Requests that may still come at once. */
  readonly remaining: number;
  /** Whole seconds until all of `limit` may come at once. */
  readonly resetSeconds: number;
  /** Whole seconds until the next request is allowed: >= 1 after a refusal, else 0. */
  readonly retryAfterSeconds: number;
}

/**
 * `shared`: every process, and every host with the same Redis, counts together.
 * `local`: what is shared cannot be reached; each process allows its part of the rate.
 */
export type LimiterState = 'shared' | 'local';

export interface Limiter {
  readonly state: LimiterState;
  /** Counts one request of the key. Always answers, whatever is down. */
  take(key: string, rate: Rate): Promise<Decision>;
  close(): Promise<void>;
}
