/**
 * Invoices of 20 rows that people wait for, alone and while a batch of another account renders as much as it can: how long
 * they take, and what the batch loses by them.
 *
 *   npm run bench:lanes -- [--seconds N] [--rate N] [--records N]
 *
 * DATABASE_URL and REDIS_URL select the servers; default: the embedded ones.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { invoice } from './documents/invoice.js';
import { percentile } from './measure.js';
import { freePort, renderPdf, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '10' },
    records: { type: 'string', default: '100000' },
  },
});
const [seconds, rate, records] = [values.seconds, values.rate, values.records].map(Number) as [number, number, number];

const CLI = 'dist/src/cli.js';
const PEOPLE = 'people@localhost';
const BULK = 'bulk@localhost';
/** Seconds before a measurement, in which threads compile their JavaScript. */
const WARM_UP = 15;
const TICK = 2;

const folder = mkdtempSync(join(tmpdir(), 'platen-lanes-'));
const port = await freePort();
const env = { ...process.env, PORT: String(port), ADMIN_PORT: '0', LOG_LEVEL: 'error', PLATEN_DATA_DIR: folder };
const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const exited = new Promise((resolve) => service.once('exit', resolve));
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
const load = loadavg()[0]!;
let seed = 0;
try {
  await untilReady(port, service);
  const [people, bulk] = [PEOPLE, BULK].map((email) => {
    command('account', 'create', '--email', email, '--plan', 'self-hosted');
    return command('key', 'create', '--email', email).trim();
  }) as [string, string];
  await Promise.all(Array.from({ length: 4 }, () => closedLoop(people, WARM_UP)));
  const alone = await openLoop(people, seconds);
  const batch = await startBatch(bulk);
  await openLoop(people, WARM_UP);
  const [before, since] = [await batch.done(), performance.now()];
  const beside = await openLoop(people, seconds);
  const finished = await batch.done();
  if (finished === records) throw new Error(`the batch ended too early: use more than ${records} records`);
  const rendered = (finished - before) / ((performance.now() - since) / 1000);
  await batch.cancel();
  const result = {
    load: [load, loadavg()[0]!],
    rate,
    seconds,
    alone,
    beside,
    ratio: { p50: beside.p50 / alone.p50, p99: beside.p99 / alone.p99 },
    batchRate: rendered,
  };
  console.log(JSON.stringify(result, undefined, 1));
  for (const email of [PEOPLE, BULK]) command('account', 'delete', '--email', email, '--yes'); // of a database that outlives the run
} finally {
  service.kill('SIGTERM');
  await exited;
  rmSync(folder, { recursive: true, force: true });
}

async function closedLoop(key: string, forSeconds: number): Promise<void> {
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) await timed(key);
}

/** Sends `rate` requests a second, however long they take. Percentiles in milliseconds. */
async function openLoop(key: string, forSeconds: number) {
  const since = performance.now();
  const sent: Promise<number>[] = [];
  while (performance.now() - since < forSeconds * 1000) {
    const due = ((performance.now() - since) / 1000) * rate;
    while (sent.length < due) sent.push(timed(key));
    await delay(TICK);
  }
  const times = await Promise.all(sent);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    count: times.length,
  };
}

async function timed(key: string): Promise<number> {
  seed += 1;
  const html = invoice(20, seed);
  const since = performance.now();
  await renderPdf({ port, agent, key, html });
  return performance.now() - since;
}

async function startBatch(key: string) {
  const [head = '', body] = invoice(20, 0).split('<body>');
  if (body === undefined) throw new Error('the invoice has no body');
  const lines = function* () {
    for (let n = 1; n <= records; n += 1)
      yield Buffer.from(`${JSON.stringify({ body: invoice(20, n).split('<body>')[1] })}\n`);
  };
  const query = new URLSearchParams({ html: `${head}<body>{{{body}}}` });
  const headers = { Authorization: `Bearer ${key}` };
  const url = new URL('/v1/batches', `http://127.0.0.1:${port}`);
  const accepted = await fetch(`${url}?${query}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(lines())) as ReadableStream,
    duplex: 'half',
  });
  if (accepted.status !== 202) throw new Error(`${accepted.status}: ${await accepted.text()}`);
  const { id } = (await accepted.json()) as { id: string };
  return {
    async done() {
      const answer = await fetch(`${url}/${id}`, { headers });
      return ((await answer.json()) as { succeeded: number }).succeeded;
    },
    cancel: () => fetch(`${url}/${id}/cancel`, { method: 'POST', headers }),
  };
}
