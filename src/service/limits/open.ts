import type { StateListener } from './fallback.js';
import { IpcLimiter } from './ipc.js';
import type { Limiter } from './limiter.js';
import { MemoryLimiter } from './memory.js';
import type { Channel } from './messages.js';
import { RedisLimiter } from './redis.js';

interface LimiterSettings {
  readonly redisUrl?: string | undefined;
  /** HTTP processes of this host. */
  readonly processes: number;
}

/**
 * The limiter of an HTTP process: Redis when there is one, else the primary, which must `serveLimits`.
 * @param channel        to the primary; a process without one counts alone
 * @param onStateChange  called when the shared counts become unreachable and reachable again
 */
export async function openLimiter(
  { redisUrl, processes }: LimiterSettings,
  channel: Channel,
  onStateChange?: StateListener,
): Promise<Limiter> {
  if (redisUrl !== undefined) {
    return RedisLimiter.open({ url: redisUrl, processes, onStateChange });
  }
  return channel.send ? new IpcLimiter({ channel, processes, onStateChange }) : new MemoryLimiter();
}
