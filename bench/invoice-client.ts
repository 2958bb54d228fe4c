/**
 * A thread that has small invoices rendered, so many a second for some seconds, and posts the answers. In a thread of its
 * own, whatever else the program does delays none of its requests.
 */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { invoice } from './documents/invoice.js';
import { postRender } from './service-client.js';

export interface InvoiceClientOptions {
  readonly port: number;
  readonly key: string;
  readonly rate: number;
}

/** To the thread: render for so many seconds. */
export interface InvoiceOrder {
  readonly seconds: number;
}

/** From the thread, once all are answered. */
export type InvoiceAnswers = readonly InvoiceAnswer[];

export interface InvoiceAnswer {
  readonly status: number;
  readonly milliseconds: number;
  /** The Server-Timing of the answer. */
  readonly timing: string;
}

const TICK = 5;
const NO_ANSWER = { status: 0, timing: '' };

const { port, key, rate } = workerData as InvoiceClientOptions;
// A connection each: the service closes idle ones, and a request may meet that.
const agent = new Agent({ maxSockets: 256 });
let seed = 0;

parentPort!.on('message', async ({ seconds }: InvoiceOrder) => {
  const since = performance.now();
  const sent: Promise<InvoiceAnswer>[] = [];
  while (performance.now() - since < seconds * 1000) {
    const due = ((performance.now() - since) / 1000) * rate;
    while (sent.length < due) sent.push(answer());
    await delay(TICK);
  }
  parentPort!.postMessage(await Promise.all(sent));
});

async function answer(): Promise<InvoiceAnswer> {
  const since = performance.now();
  seed += 1;
  // Counted as 0: a rejection would end this thread.
  const { status, timing } = await postRender({ port, agent, key, html: invoice(5, seed) }).catch(() => NO_ANSWER);
  return { status, milliseconds: performance.now() - since, timing };
}
