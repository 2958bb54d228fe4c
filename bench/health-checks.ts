/**
 * A thread that asks a service for its health again and again, with a connection each, and posts how many milliseconds
 * each answer took. The first one, for which the client is loaded, does not count.
 */

import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { port, every } = workerData as { readonly port: number; readonly every: number };

const check = () =>
  new Promise<void>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`/healthz: ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
  });

for (await check(); ; await delay(every)) {
  const since = performance.now();
  await check();
  parentPort!.postMessage(performance.now() - since);
}
