/** One limiter for all hosts with the same Redis. */

import { Redis, type Result } from 'ioredis';
import { decide, intervalOf, MAX_DEBT } from './bucket.js';
import { FallbackLimiter, type StateListener, TimeoutError, withTimeLimit } from './fallback.js';
import type { Decision, Rate } from './limiter.js';

/**
 * `take` and `charge` of bucket.ts, run in Redis so that all hosts see one clock. Microseconds, which a double holds exactly.
 * KEYS[1] the bucket, ARGV[1] interval, ARGV[2] burst, ARGV[3] tokens to charge, 0: one is taken if there is one;
 * → { allowed, full in }
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local capacity = interval * tonumber(ARGV[2])
local tokens = tonumber(ARGV[3])
local before = math.max(0, tonumber(redis.call('GET', KEYS[1]) or now) - now)
local after
local allowed = 1
if tokens > 0 then
  after = math.min(before + tokens * interval, capacity * (1 + ${MAX_DEBT}))
  if after + interval > capacity then allowed = 0 end
else
  before = math.min(before, capacity)
  if before + interval > capacity then
    return { 0, string.format('%.0f', before) }
  end
  after = before + interval
end
redis.call('SET', KEYS[1], string.format('%.0f', now + after), 'PX', math.ceil(after / 1000))
return { allowed, string.format('%.0f', after) }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(
      key: string,
      interval: number,
      burst: number,
      charge: number,
    ): Result<[allowed: number, fullIn: string], Context>;
  }
}

interface RedisLimiterOptions {
  readonly url: string;
  /** Processes of this host: while Redis is down, each allows its share of a rate. */
  readonly processes: number;
  readonly onStateChange?: StateListener | undefined;
}

/** Time limit of an answer: a slow Redis must not hold requests up. */
const ANSWER_MS = 500;
const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_MS = { step: 100, max: 2000 } as const;
const KEY_START = 'platen:limit:';

export class RedisLimiter extends FallbackLimiter {
  readonly #redis: Redis;

  private constructor({ url, processes, onStateChange }: RedisLimiterOptions) {
    super({ ask: (key, rate, charge) => this.#ask(key, rate, charge), processes, onStateChange });
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: CONNECT_TIMEOUT_MS, // for the commands that ioredis sends on a new connection
      retryStrategy: (attempt) => Math.min(attempt * RECONNECT_MS.step, RECONNECT_MS.max),
    });
    this.#redis.defineCommand('takeToken', { numberOfKeys: 1, lua: TAKE });
    // Commands report the failure themselves; an `error` event without a listener would end the process.
    this.#redis.on('error', () => undefined);
  }

  /** Resolves once Redis answers or is known to be down: the service starts without it. */
  static async open(options: RedisLimiterOptions): Promise<RedisLimiter> {
    const limiter = new RedisLimiter(options);
    await limiter.try(async () => {
      await withTimeLimit(CONNECT_TIMEOUT_MS, limiter.#redis.connect());
      await limiter.#answered(limiter.#redis.ping());
    });
    return limiter;
  }

  async #ask(key: string, rate: Rate, charge = 0): Promise<Decision> {
    const taken = this.#redis.takeToken(KEY_START + key, intervalOf(rate), rate.burst, charge);
    const [allowed, fullIn] = await this.#answered(taken);
    return decide({ allowed: allowed === 1, fullIn: Number(fullIn) }, rate);
  }

  /** A timeout may mean a connection that was lost silently, e.g. by a firewall: a new one is opened. */
  async #answered<T>(command: Promise<T>): Promise<T> {
    try {
      return await withTimeLimit(ANSWER_MS, command);
    } catch (error) {
      if (error instanceof TimeoutError && this.#redis.status === 'ready') this.#redis.disconnect(true);
      throw error;
    }
  }

  override async close(): Promise<void> {
    this.#redis.disconnect();
    await super.close();
  }
}
