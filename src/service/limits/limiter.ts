/** The interface of rate limiters. */

export interface Rate {
  /** Tokens added to the bucket each minute. */
  readonly perMinute: number;
  /** Capacity of the bucket: requests allowed at once after a pause. */
  readonly burst: number;
}

export interface Decision {
  readonly allowed: boolean;
  /** The burst. */
  readonly limit: number;
  /** Requests still allowed at once. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full. */
  readonly resetSeconds: number;
  /** Whole seconds until the next request is allowed: >= 1 after a refusal, else 0. */
  readonly retryAfterSeconds: number;
}

/**
 * `shared`: all processes, and all hosts with the same Redis, share their counts.
 * `local`: the shared counts are unreachable; each process allows its share of the rate.
 */
export type LimiterState = 'shared' | 'local';

export interface Limiter {
  readonly state: LimiterState;
  /** Counts one request of the key. Never rejects, even when the shared counts are unreachable. */
  take(key: string, rate: Rate): Promise<Decision>;
  /**
   * Takes tokens that were used already, which may leave a debt.
   * @returns `allowed`: whether the bucket has a token left; `retryAfterSeconds`: until it has. Never rejects.
   */
  charge(key: string, rate: Rate, tokens: number): Promise<Decision>;
  close(): Promise<void>;
}
