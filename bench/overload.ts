/**
 * Several times as many requests as the service can render: what it answers, how long accepted requests and health checks
 * take meanwhile, and how soon it is as before.
 *
 *   npm run bench:overload -- [--seconds N] [--times N]
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { invoice } from './documents/invoice.js';
import { percentile } from './measure.js';
import { freePort, postRender, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    times: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const times = Number(values.times);

const CLI = 'dist/src/cli.js';
const ACCOUNTS = 4;
/** Seconds in which render threads compile their JavaScript. */
const WARM_UP = 30;
/** Seconds of each measurement before the load. */
const CALIBRATION = 10;
/** Milliseconds between health checks, and between looks at the arrivals that are due. */
const HEALTH = 200;
const TICK = 5;
/** Requests in a row that must be answered in the time of before. */
const RECOVERED = 10;

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: number;
}

const folder = mkdtempSync(join(tmpdir(), 'platen-overload-'));
const port = await freePort();
const admin = await freePort();
const env = {
  ...process.env,
  PORT: String(port),
  ADMIN_PORT: String(admin),
  LOG_LEVEL: 'error',
  PLATEN_DATA_DIR: folder,
};
const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const exited = new Promise((resolve) => service.once('exit', resolve));
const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
let seed = 0;
try {
  await untilReady(port, service);
  const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  const keys = Array.from({ length: ACCOUNTS }, (_, index) => {
    command('account', 'create', '--email', `load-${index}@localhost`, '--plan', 'self-hosted');
    return command('key', 'create', '--email', `load-${index}@localhost`).trim();
  });
  await closedLoop(keys, 8, WARM_UP);
  const capacity = (await closedLoop(keys, 8, CALIBRATION)).length / CALIBRATION;
  const unloaded = (await closedLoop(keys, 1, CALIBRATION)).map(({ milliseconds }) => milliseconds);
  const loadBefore = loadavg()[0]!;
  const healths: number[] = [];
  let memory = 0;
  // In a thread of its own: this one has thousands of requests to look after.
  const checks = new Worker(new URL('./health-checks.js', import.meta.url), { workerData: { port, every: HEALTH } });
  checks.on('message', (milliseconds: number) => healths.push(milliseconds));
  const watching = setInterval(() => {
    memory = Math.max(memory, residentSet(service.pid!));
  }, HEALTH);
  const sent = await openLoop(keys, capacity * times, seconds);
  const recovery = await recovered(keys[0]!, percentile(unloaded, 0.99) * 2);
  const answers = await Promise.all(sent);
  clearInterval(watching);
  await checks.terminate();
  const longestPause = await eventLoopDelay(admin);
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  const accepted = answers.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds);
  const refused = answers.filter(({ status }) => status !== 200);
  const result = {
    load: loadBefore,
    capacity,
    offered: answers.length / seconds,
    counts,
    unloaded: { p50: percentile(unloaded, 0.5), p99: percentile(unloaded, 0.99) },
    accepted: { rate: accepted.length / seconds, p50: percentile(accepted, 0.5), p99: percentile(accepted, 0.99) },
    refusedWithoutRetryAfter: refused.filter(({ retryAfter }) => !(retryAfter >= 1)).length,
    longestPause,
    health: { p99: percentile(healths, 0.99), max: Math.max(...healths), checks: healths.length },
    memory,
    recovery,
  };
  console.log(JSON.stringify(result, undefined, 1));
} finally {
  service.kill('SIGTERM');
  await exited;
  rmSync(folder, { recursive: true, force: true });
}

async function closedLoop(keys: readonly string[], inFlight: number, forSeconds: number): Promise<Answer[]> {
  const until = performance.now() + forSeconds * 1000;
  const answers: Answer[] = [];
  const client = async (index: number) => {
    while (performance.now() < until) answers.push(await post(keys[index % keys.length]!));
  };
  await Promise.all(Array.from({ length: inFlight }, (_, index) => client(index)));
  return answers;
}

/** Sends so many requests a second, whatever becomes of them. */
async function openLoop(keys: readonly string[], perSecond: number, forSeconds: number): Promise<Promise<Answer>[]> {
  const since = performance.now();
  const sent: Promise<Answer>[] = [];
  while (performance.now() - since < forSeconds * 1000) {
    const due = ((performance.now() - since) / 1000) * perSecond;
    while (sent.length < due) sent.push(post(keys[sent.length % keys.length]!));
    await delay(TICK);
  }
  return sent;
}

/** Seconds until requests are answered in so many milliseconds again, while the queue empties. */
async function recovered(key: string, milliseconds: number): Promise<number> {
  const since = performance.now();
  for (let inRow = 0, began = since; ; ) {
    const answer = await post(key);
    if (answer.status === 200 && answer.milliseconds <= milliseconds) inRow += 1;
    else [inRow, began] = [0, performance.now()];
    if (inRow === RECOVERED) return (began - since) / 1000;
  }
}

async function post(key: string): Promise<Answer> {
  seed += 1;
  const since = performance.now();
  const { status, retryAfter } = await postRender({ port, agent, key, html: invoice(20, seed) });
  return { status, milliseconds: performance.now() - since, retryAfter };
}

/** Seconds for which an HTTP process answered nothing, at most. */
async function eventLoopDelay(adminPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Number(/^platen_event_loop_delay_seconds (\S+)/m.exec(metrics)?.[1]);
}

/** Bytes of the HTTP processes and the primary. */
function residentSet(primary: number): number {
  const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ').filter(Boolean);
  let bytes = 0;
  for (const pid of [String(primary), ...children]) {
    try {
      bytes += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // It has ended.
    }
  }
  return bytes;
}
