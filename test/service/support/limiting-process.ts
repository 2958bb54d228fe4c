/**
 * A process that asks a limiter as often as it is told, ten times at once, and tells how many requests were allowed.
 */

import type { Rate } from '../../../src/service/limits/limiter.js';
import { openLimiter } from '../../../src/service/limits/open.js';
import { argument, sendToTest } from './processes.js';

interface Order {
  readonly key: string;
  readonly rate: Rate;
  readonly requests: number;
}

const { redisUrl, processes } = argument<{ redisUrl?: string; processes: number }>();
const limiter = await openLimiter({ redisUrl, processes }, process);

process.on('message', async (order: Order) => {
  if (!('requests' in order)) return;
  const { key, rate, requests } = order;
  let left = requests;
  let allowed = 0;
  const ask = async () => {
    while (left-- > 0) if ((await limiter.take(key, rate)).allowed) allowed += 1;
  };
  await Promise.all(Array.from({ length: 10 }, ask));
  sendToTest({ allowed });
});
sendToTest('ready');
