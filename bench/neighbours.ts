/**
 * Small invoices of an account, alone and while a free account has a slow document validated every second, which costs it
 * no credits: how many are answered, how, and how long they take.
 *
 *   npm run bench:neighbours -- [--seconds N] [--rate N]
 *
 * DATABASE_URL and REDIS_URL select the servers; default: the embedded ones.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { invoice } from './documents/invoice.js';
import { percentile } from './measure.js';
import { freePort, postRender, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rate: { type: 'string', default: '8' } },
});
const [seconds, rate] = [Number(values.seconds), Number(values.rate)] as const;

const CLI = 'dist/src/cli.js';
const NEIGHBOUR = 'neighbour@localhost';
const SLOW = 'slow@localhost';
/** Seconds before a measurement, in which threads compile their JavaScript. */
const WARM_UP = 15;
const TICK = 5;
/** Some seconds of a processor. */
const slowDocument = '<div style="columns: 2">'.repeat(9) + '<p>Some words in a paragraph.</p>'.repeat(200);

const folder = mkdtempSync(join(tmpdir(), 'platen-neighbours-'));
const port = await freePort();
const env = { ...process.env, PORT: String(port), ADMIN_PORT: '0', LOG_LEVEL: 'error', PLATEN_DATA_DIR: folder };
const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const exited = new Promise((resolve) => service.once('exit', resolve));
// A connection each: the service closes idle ones, and a request may meet that.
const agent = new Agent({ maxSockets: 256 });
const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
let seed = 0;
try {
  await untilReady(port, service);
  const keyOf = (email: string, plan: string) => {
    command('account', 'create', '--email', email, '--plan', plan);
    return command('key', 'create', '--email', email).trim();
  };
  const [neighbour, slow] = [keyOf(NEIGHBOUR, 'self-hosted'), keyOf(SLOW, 'free')];
  const small = () => {
    seed += 1;
    return postRender({ port, agent, key: neighbour, html: invoice(5, seed) });
  };
  await openLoop(rate, WARM_UP, small);
  const load = loadavg()[0]!;
  const alone = summary(await openLoop(rate, seconds, small));
  const attack = openLoop(1, seconds + WARM_UP, () => validate(slow, slowDocument));
  await delay(WARM_UP * 1000);
  const beside = summary(await openLoop(rate, seconds, small));
  const slowOnes = summary(await attack);
  console.log(
    JSON.stringify({ load: [load, loadavg()[0]], rate, seconds, alone, beside, slow: slowOnes }, undefined, 1),
  );
  for (const email of [NEIGHBOUR, SLOW]) command('account', 'delete', '--email', email, '--yes'); // of a database that outlives the run
} finally {
  service.kill('SIGTERM');
  await exited;
  rmSync(folder, { recursive: true, force: true });
}

interface Answer {
  readonly status: number;
  readonly milliseconds: number;
}

/** Sends so many requests a second, however long they take. */
async function openLoop(perSecond: number, forSeconds: number, send: () => Promise<{ status: number }>) {
  const since = performance.now();
  const sent: Promise<Answer>[] = [];
  while (performance.now() - since < forSeconds * 1000) {
    const due = ((performance.now() - since) / 1000) * perSecond;
    while (sent.length < due) sent.push(timed(send));
    await delay(TICK);
  }
  return Promise.all(sent);
}

async function timed(send: () => Promise<{ status: number }>): Promise<Answer> {
  const since = performance.now();
  // Counted as 0: a rejection would end this program before the service.
  const { status } = await send().catch(() => ({ status: 0 }));
  return { status, milliseconds: performance.now() - since };
}

/** Counts by status; percentiles in milliseconds, of what was not refused. */
function summary(answers: readonly Answer[]) {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  const times = answers.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds);
  return { counts, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

async function validate(key: string, html: string): Promise<{ status: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/validate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ html }),
  });
  await answer.arrayBuffer();
  return answer;
}
