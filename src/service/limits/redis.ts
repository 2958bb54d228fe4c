/** One limiter for all hosts with the same Redis. */

import { Redis, type Result } from 'ioredis';
import { decide, intervalOf } from './bucket.js';
import { FallbackLimiter, LateError, type StateListener, within } from './fallback.js';
import type { Decision, Rate } from './limiter.js';

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
  readonly onStateChange?: StateListener | undefined;
}

const ANSWER_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_MS = { step: 100, longest: 2000 } as const;
const KEY_START = 'platen:limit:';

export class RedisLimiter extends FallbackLimiter {
  readonly #redis: Redis;

  private constructor({ url, processes, onStateChange }: RedisLimiterOptions) {
    super({ ask: (key, rate) => this.#ask(key, rate), processes, onStateChange });
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: CONNECT_TIMEOUT_MS, // for what the client itself asks on a new connection
      retryStrategy: (attempt) => Math.min(attempt * RECONNECT_MS.step, RECONNECT_MS.longest),
    });
    this.#redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE });
    // Whoever needs the connection is told by their own command; unheard, the event would end the process.
    this.#redis.on('error', () => undefined);
  }

  /** Resolves when Redis answered or is known to be down: the service starts without it. */
  static async open(options: RedisLimiterOptions): Promise<RedisLimiter> {
    const limiter = new RedisLimiter(options);
    await limiter.try(async () => {
      await within(CONNECT_TIMEOUT_MS, limiter.#redis.connect());
      await limiter.#answered(limiter.#redis.ping());
    });
    return limiter;
  }

  async #ask(key: string, rate: Rate): Promise<Decision> {
    const taken = this.#redis.takeToken(KEY_START + key, intervalOf(rate), rate.burst);
    const [allowed, fullIn] = await this.#answered(taken);
    return decide({ allowed: allowed === 1, fullIn: Number(fullIn) }, rate);
  }

  /** What lies between here and a Redis that does not answer may have lost the connection: a new one is tried. */
  async #answered<T>(command: Promise<T>): Promise<T> {
    try {
      return await within(ANSWER_MS, command);
    } catch (error) {
      if (error instanceof LateError && this.#redis.status === 'ready') this.#redis.disconnect(true);
      throw error;
    }
  }

  override async close(): Promise<void> {
    this.#redis.disconnect();
    await super.close();
  }
}
