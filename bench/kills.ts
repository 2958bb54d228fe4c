/**
 * Kills parts of a service at random moments under load: HTTP processes, the primary, Postgres and Redis. Each request is
 * repeated with its Idempotency-Key until it is answered; in the end every document and every record of a batch was
 * charged once.
 *
 *   npm run bench:kills -- [--kills N] [--seed N]       needs redis-server on the PATH; Linux only
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiClient } from './api-client.js';
import { percentile } from './measure.js';
import { childrenOf, postmasters, processesOf, until } from './processes.js';
import { freePort, smallService } from './service-client.js';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
let state = Number(values.seed);

const CLI = 'dist/src/cli.js';
const CREDITS = 10_000_000;
const CLIENTS = 3;
const RECORDS = 30;
/** Milliseconds between the recovery from a kill and the next, at most. */
const PAUSE = 1000;
const RETRY = 100;
/** Seconds in which everything is settled after the last kill. */
const SETTLED = 120;
const TARGETS = ['http', 'http', 'http', 'primary', 'postgres', 'redis'] as const;
type Target = (typeof TARGETS)[number];

const folder = mkdtempSync(join(tmpdir(), 'platen-kills-'));
const [port, redisPort] = [await freePort(), await freePort()];
const base = `http://127.0.0.1:${port}`;
const env = smallService({ port, redisPort, folder });

let isEnding = false;
let redis = startRedis();
let service = startService();
try {
  await until('the service is ready', 120, () => new ApiClient(base, '').isOk('/readyz'));
  const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  command('account', 'create', '--email', 'kills@localhost', '--plan', 'self-hosted');
  command('account', 'credit', '--email', 'kills@localhost', '--add', String(CREDITS));
  const key = command('key', 'create', '--email', 'kills@localhost').trim();
  const api = new ApiClient(base, key);
  const before = await api.credits();
  const load = loadavg()[0]!;

  let isOver = false;
  const totals = { documents: 0, attempts: 0, batches: 0 };
  const others: Record<string, number> = {};
  const client = async (index: number) => {
    for (let n = 0; !isOver; n += 1) {
      const json = { html: '<h1>Invoice {{n}}</h1>', data: { n: `${index}-${n}` } };
      const headers = { 'Idempotency-Key': `${values.seed}-${index}-${n}` };
      for (;;) {
        totals.attempts += 1;
        const { status } = await api.post('/v1/render', json, headers);
        if (status === 200) break;
        if (status !== 0) others[status] = (others[status] ?? 0) + 1;
        await delay(RETRY);
      }
      totals.documents += 1;
    }
  };
  const batches = async () => {
    while (!isOver) {
      const data = Array.from({ length: RECORDS }, (_, n) => ({ n }));
      const { status } = await api.post('/v1/batches', { html: '<h1>Record {{n}}</h1>', data });
      if (status === 202) totals.batches += 1;
      await delay(PAUSE);
    }
  };
  const working = Promise.all([...Array.from({ length: CLIENTS }, (_, index) => client(index)), batches()]);
  const recoveries: Partial<Record<Target, number[]>> = {};
  for (let n = 0; n < kills; n += 1) {
    await delay(random() * PAUSE);
    const target = TARGETS[Math.floor(random() * TARGETS.length)]!;
    const since = performance.now();
    killOne(target);
    // Until its death is seen, the service may answer as if nothing had happened.
    await delay(RETRY / 2);
    await until('the service answers', SETTLED, () => api.isOk('/v1/me'), 20);
    recoveries[target] = [...(recoveries[target] ?? []), (performance.now() - since) / 1000];
  }
  isOver = true;
  await working;
  const listed = async () =>
    (await (await api.get('/v1/batches'))!.json()) as { finished_at: number | null; succeeded: number }[];
  await until('all batches have ended', SETTLED, async () =>
    (await listed()).every((batch) => batch.finished_at !== null),
  );
  const inBatches = (await listed()).reduce((sum, { succeeded }) => sum + succeeded, 0);
  const expected = totals.documents + inBatches;
  // Credits of processes that were killed are refunded within seconds.
  let charged = Number.NaN;
  await until('what was reserved is refunded', SETTLED, async () => {
    charged = before - (await api.credits());
    return charged === expected;
  }).catch(() => undefined);
  isEnding = true;
  service.kill('SIGTERM');
  await once(service, 'exit');
  const all = Object.values(recoveries).flat();
  const result = {
    load,
    kills,
    byTarget: Object.fromEntries(Object.entries(recoveries).map(([target, { length }]) => [target, length])),
    recovery: { p50: percentile(all, 0.5), p95: percentile(all, 0.95), max: Math.max(...all) },
    slowest: Object.fromEntries(Object.entries(recoveries).map(([target, seconds]) => [target, Math.max(...seconds)])),
    ...totals,
    otherAnswers: others,
    records: inBatches,
    expected,
    charged,
    processesLeft: processesOf(folder).length,
    unfinishedFiles: readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
      .length,
  };
  console.log(JSON.stringify(result, undefined, 1));
  if (charged !== expected || result.processesLeft > 0) process.exitCode = 1;
} finally {
  isEnding = true;
  service.kill('SIGKILL');
  redis.kill('SIGKILL');
  for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** As an init system would: started again whenever it ends. */
function startService(): ChildProcess {
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  child.once('exit', () => {
    if (!isEnding) service = startService();
  });
  return child;
}

function startRedis(): ChildProcess {
  const options = ['--port', String(redisPort), '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  child.once('exit', () => {
    if (!isEnding) redis = startRedis();
  });
  return child;
}

function killOne(target: Target): void {
  if (target === 'redis') redis.kill('SIGKILL');
  else if (target === 'primary') service.kill('SIGKILL');
  else {
    const pids = target === 'http' ? childrenOf(service.pid!, /workers\/http/) : postmasters(folder);
    const pid = pids[Math.floor(random() * pids.length)];
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
}

/** From 0 to 1; mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
