/** One limiter for all hosts with the same Redis. */

import { Redis, type Result } from 'ioredis';
import { Breaker } from './breaker.js';
import { decide, intervalOf } from './bucket.js';
import type { Decision, Limiter, LimiterState, Rate } from './limiter.js';
import { MemoryLimiter, shareOf } from './memory.js';

/**
 * `take` of bucket.ts where all hosts see the same clock. Numbers are microseconds, which a double holds exactly.
 * KEYS[1] the bucket, ARGV[1] interval, ARGV[2] burst; → { allowed, full in }
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local capacity = interval * tonumber(ARGV[2])
local before = math.min(math.max(0, tonumber(redis.call('GET', KEYS[1]) or now) - now), capacity)
if before + interval > capacity then
  return { 0, string.format('%.0f', before) }
end
local after = before + interval
redis.call('SET', KEYS[1], string.format('%.0f', now + after), 'PX', math.ceil(after / 1000))
return { 1, string.format('%.0f', after) }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(key: string, interval: number, burst: number): Result<[allowed: number, fullIn: string], Context>;
  }
}

export interface RedisLimiterOptions {
  readonly url: string;
  /** Processes of this host: while Redis is down each allows its part of a rate. */
  readonly processes: number;
  /** Told when Redis is lost and found again; default: nobody. */
  readonly onStateChange?: (state: LimiterState, error?: Error) => void;
}

const COMMAND_TIMEOUT_MS = 200;
const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_MS = { step: 100, longest: 2000 } as const;
const BREAKER = { first: 0.5, longest: 5 } as const;
const KEY_START = 'platen:limit:';

export class RedisLimiter implements Limiter {
  readonly #redis: Redis;
  readonly #options: RedisLimiterOptions;
  readonly #breaker = new Breaker(BREAKER);
  readonly #local = new MemoryLimiter();
  #announced: LimiterState = 'shared';
  #lastError: Error | undefined;

  private constructor(options: RedisLimiterOptions) {
    this.#options = options;
    this.#redis = new Redis(options.url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(attempt * RECONNECT_MS.step, RECONNECT_MS.longest),
    });
    this.#redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE });
    this.#redis.on('error', (error: Error) => {
      this.#lastError = error;
    });
  }

  /** Resolves when Redis answered or is known to be down: the service starts without it. */
  static async open(options: RedisLimiterOptions): Promise<RedisLimiter> {
    const limiter = new RedisLimiter(options);
    await limiter.#breaker.run(async () => {
      await limiter.#redis.connect();
      await limiter.#redis.ping();
    });
    limiter.#announce();
    return limiter;
  }

  get state(): LimiterState {
    return this.#breaker.healthy ? 'shared' : 'local';
  }

  async take(key: string, rate: Rate): Promise<Decision> {
    const answer = await this.#breaker.run(() => this.#redis.takeToken(KEY_START + key, intervalOf(rate), rate.burst));
    this.#announce();
    if (!answer) return this.#local.takeNow(key, shareOf(rate, this.#options.processes));
    const [allowed, fullIn] = answer;
    return decide({ allowed: allowed === 1, fullIn: Number(fullIn) }, rate);
  }

  #announce(): void {
    if (this.state === this.#announced) return;
    this.#announced = this.state;
    this.#options.onStateChange?.(this.state, this.state === 'local' ? this.#lastError : undefined);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
    await this.#local.close();
  }
}
