import type { Config } from '../../config.js';
import type { StateListener } from './fallback.js';
import { IpcLimiter } from './ipc.js';
import type { Limiter } from './limiter.js';
import { MemoryLimiter } from './memory.js';
import type { Channel } from './messages.js';
import { RedisLimiter } from './redis.js';

/**
 * The limiter of an HTTP process: Redis when there is one, else the primary, which must `serveLimits`.
 * @param channel        to the primary; a process without one counts alone
 * @param onStateChange  told when what is shared is lost and found again
 */
export async function openLimiter(
  { redisUrl, processes }: Pick<Config, 'redisUrl' | 'processes'>,
  channel: Channel,
  onStateChange?: StateListener,
): Promise<Limiter> {
  if (redisUrl !== undefined) {
    return RedisLimiter.open({ url: redisUrl, processes, onStateChange });
  }
  return channel.send ? new IpcLimiter({ channel, processes, onStateChange }) : new MemoryLimiter();
}
