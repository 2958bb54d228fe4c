import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Test } from 'tap';

/**
 * The Redis of REDIS_URL with keys of the test's own, which are deleted when it has ended.
 * @returns undefined when there is none
 */
export function ownRedis(t: Test): string | undefined {
  const external = process.env['REDIS_URL'];
  if (external === undefined) return undefined;
  const prefix = `platen-test-${randomBytes(6).toString('hex')}:`;
  const url = new URL(external);
  url.searchParams.set('keyPrefix', prefix);
  t.teardown(async () => {
    const redis = new Redis(external);
    for await (const keys of redis.scanStream({ match: `${prefix}*` })) if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });
  return url.href;
}
