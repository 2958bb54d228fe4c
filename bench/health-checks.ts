/** A thread that asks a service for its health again and again, and posts how many milliseconds each answer took. */

import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { port, every } = workerData as { readonly port: number; readonly every: number };
for (;;) {
  const since = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  await answer.arrayBuffer();
  parentPort!.postMessage(performance.now() - since);
  await delay(every);
}
