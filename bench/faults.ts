/**
 * Faults of what a service depends on, and clients that misbehave, each under load: Postgres and Redis that stop answering,
 * a full disk, no more file descriptors, clients that leave at 20 points of a request, clients that read nothing of 20 MB, and
 * a clock that is set forward and back.
 * For each: what is answered, how long until the service answers again, and whether each document was charged once.
 *
 *   npm run bench:faults -- [--only NAME,…] [--aborts N] [--readers N] [--stall SECONDS]
 *
 * Needs redis-server and prlimit on the PATH, and root, for a file system of its own; for the clock, libfaketime. Linux only.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiClient } from './api-client.js';
import { png } from './documents/png.js';
import { percentile } from './measure.js';
import { childrenOf, postmasters, processesOf, residentBytes, textOf, until } from './processes.js';
import { freePort, smallService } from './service-client.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    aborts: { type: 'string', default: '10000' },
    readers: { type: 'string', default: '500' },
    stall: { type: 'string', default: '8' },
  },
});

const CLI = 'dist/src/cli.js';
const CREDITS = 1_000_000;
const CLIENTS = 3;
const RETRY = 100;
/** Milliseconds between health checks. */
const HEALTH = 200;
/** Seconds within which everything is settled. */
const SETTLED = 120;
/** The file system of the file store, and what is left of it when it is nearly full. */
const DISK = '512m';
const LEFT = 4 * 1024 * 1024;
const DESCRIPTORS = 120;
const IDLE_SOCKETS = 300;
/** Clients at the same time, of those that leave. */
const LEAVING = 16;
/** Side of an image without pattern, whose PNG has 6.8 MB. */
const SIDE = 1500;
const IMAGES = 3;
const MB = 1024 * 1024;
/** Debian's libfaketime, which reads how far the clock is off from a file. */
const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
/** Seconds by which the clock is off, one after the other. */
const OFFSETS = [3600, -3600, 86_400, 0];
const BATCH = 3000;

const folder = mkdtempSync(join(tmpdir(), 'platen-faults-'));
const files = join(folder, 'files');
const [port, redisPort] = [await freePort(), await freePort()];
const base = `http://127.0.0.1:${port}`;
const offset = join(folder, 'offset');
const env = {
  ...smallService({ port, redisPort, folder }),
  ...(existsSync(LIBFAKETIME) && {
    LD_PRELOAD: LIBFAKETIME,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }),
};

const experiments: Readonly<Record<string, (api: ApiClient, key: string) => Promise<object>>> = {
  postgres: (api) => stalled(api, () => postmasters(folder).flatMap((pid) => [pid, ...childrenOf(pid, /./)])),
  redis: (api) => stalled(api, () => [redis.pid!]),
  disk: fullDisk,
  descriptors: withoutDescriptors,
  aborts: leaving,
  readers: readingNothing,
  ...(existsSync(LIBFAKETIME) && { clock: setClock }),
};

setOffset(0);
mkdirSync(files);
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=777`, 'platen', files]);
const redis = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--appendonly', 'no'], {
  stdio: 'ignore',
});
const service: ChildProcess = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await until('the service is ready', SETTLED, () => new ApiClient(base, '').isOk('/readyz'));
  const results: Record<string, object> = {};
  for (const [name, experiment] of Object.entries(experiments)) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
    const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
    const email = `${name}@localhost`;
    command('account', 'create', '--email', email, '--plan', 'self-hosted');
    command('account', 'credit', '--email', email, '--add', String(CREDITS));
    const key = command('key', 'create', '--email', email).trim();
    results[name] = { load: loadavg()[0]!, ...(await experiment(new ApiClient(base, key), key)) };
    console.error(name, JSON.stringify(results[name]));
  }
  console.log(JSON.stringify(results, undefined, 1));
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  redis.kill('SIGKILL');
  for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
  execFileSync('umount', ['-l', files]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Stops processes for a while. Clients repeat each request with its Idempotency-Key until it is answered. */
async function stalled(api: ApiClient, pidsOf: () => number[]) {
  const before = await api.credits();
  let isOver = false;
  let documents = 0;
  const answers: Record<string, number> = {};
  let isStopped = false;
  /** Milliseconds of answers while the processes are stopped. */
  const times: number[] = [];
  const client = async (index: number) => {
    for (let n = 0; !isOver; n += 1) {
      const headers = { 'Idempotency-Key': `${index}-${n}-${before}` };
      for (;;) {
        const since = performance.now();
        const { status } = await api.post('/v1/render', { html: `<h1>${index}-${n}</h1>` }, headers);
        if (isStopped) times.push(performance.now() - since);
        answers[status] = (answers[status] ?? 0) + 1;
        if (status === 200) break;
        await delay(RETRY);
      }
      documents += 1;
    }
  };
  const health: number[] = [];
  const checks = setInterval(async () => {
    const since = performance.now();
    if (await api.isOk('/healthz')) health.push(performance.now() - since);
  }, HEALTH);
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  await delay(2000);
  const pids = pidsOf();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  isStopped = true;
  await delay(Number(values.stall) * 1000);
  isStopped = false;
  const during = documents;
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  const since = performance.now();
  await until('documents are rendered', SETTLED, async () => documents > during + CLIENTS, 20);
  const recovery = (performance.now() - since) / 1000;
  isOver = true;
  await working;
  clearInterval(checks);
  const charged = await settled(api, before, documents);
  const stopped = {
    processes: pids.length,
    answers: times.length,
    p50: percentile(times, 0.5),
    max: Math.max(...times),
  };
  return { stopped, recovery, answers, health: { max: Math.max(...health) }, documents, charged };
}

/** Files of links fill the disk; then it has room again. */
async function fullDisk(api: ApiClient) {
  const before = await api.credits();
  const { reference } = JSON.parse((await api.post('/v1/assets?name=noise', noise(SIDE / 3))).text);
  const render = () => api.post('/v1/render', { html: `<img src="${reference}">`, output: 'url' });
  const { bavail, bsize } = statfsSync(files);
  const filling = join(files, 'filling');
  writeFileSync(filling, Buffer.alloc(bavail * bsize - LEFT));
  const answers: Record<string, number> = {};
  let stored = 0;
  let refusal = '';
  for (let n = 0; n < 40; n += 1) {
    const { status, text } = await render();
    answers[status] = (answers[status] ?? 0) + 1;
    if (status === 200) stored += 1;
    else refusal = text;
  }
  const direct = (await api.post('/v1/render', { html: 'a PDF in the answer' })).status;
  rmSync(filling);
  const after = (await render()).status;
  const documents = stored + Number(direct === 200) + Number(after === 200);
  return { answers, refusal, direct, after, documents, charged: await settled(api, before, documents) };
}

/** HTTP processes may open no more files and connections. */
async function withoutDescriptors(api: ApiClient) {
  const before = await api.credits();
  const pids = childrenOf(service.pid!, /workers\/http/);
  const limit = (count: string) => {
    for (const pid of pids) execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`]);
  };
  const usual = /^Max open files +(\d+)/m.exec(textOf(`/proc/${pids[0]}/limits`))![1]!;
  limit(String(DESCRIPTORS));
  const sockets = Array.from({ length: IDLE_SOCKETS }, openSocket);
  await delay(1000);
  const during: Record<string, number> = {};
  let documents = 0;
  for (let n = 0; n < 3; n += 1) {
    const { status } = await api.post('/v1/render', { html: 'a' });
    during[status] = (during[status] ?? 0) + 1;
    if (status === 200) documents += 1;
  }
  for (const socket of sockets) socket.destroy();
  const since = performance.now();
  await until('the service answers', SETTLED, () => api.isOk('/v1/me'), 20);
  const recovery = (performance.now() - since) / 1000;
  limit(usual);
  if ((await api.post('/v1/render', { html: 'a' })).status === 200) documents += 1;
  const isSame = childrenOf(service.pid!, /workers\/http/).every((pid) => pids.includes(pid));
  return { during, recovery, isSame, documents, charged: await settled(api, before, documents) };
}

/** Clients leave after a part of the request, after a time, or after so many bytes of the answer. */
async function leaving(api: ApiClient, key: string) {
  const before = await api.credits();
  const text = renderRequest(key, '{{#each (range 1 300)}}<p>{{this}}{{/each}}');
  const points = [
    ...[0, 0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95, 0.99, 0.995].map((part) => ({ part })),
    ...[0, 2, 5, 10, 20].map((wait) => ({ wait })),
    ...[1, 50, 500, 1000, 5000].map((received) => ({ received })),
  ] satisfies readonly { part?: number; wait?: number; received?: number }[];
  const total = Number(values.aborts);
  let [next, begun, unanswered] = [0, 0, 0];
  const leave = async () => {
    for (let index = next++; index < total; index = next++) {
      const point: { part?: number; wait?: number; received?: number } = points[index % points.length]!;
      const socket = openSocket();
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('latin1');
      });
      const closed = once(socket, 'close');
      await Promise.race([once(socket, 'connect'), closed]);
      socket.write(text.slice(0, Math.ceil(text.length * (point.part ?? 1))));
      if (point.wait !== undefined) await delay(point.wait);
      while (received.length < (point.received ?? 0) && !socket.destroyed)
        await Promise.race([once(socket, 'data'), closed]);
      if (received.startsWith('HTTP/1.1 200')) begun += 1;
      else if (point.received !== undefined) unanswered += 1;
      socket.resetAndDestroy();
    }
  };
  await Promise.all(Array.from({ length: LEAVING }, leave));
  const after = (await api.post('/v1/render', { html: 'a' })).status;
  // What is reserved is charged or refunded.
  let charged = Number.NaN;
  await until(
    'the credits settle',
    SETTLED,
    async () => {
      const now = before - (await api.credits());
      const isSettled = now === charged;
      charged = now;
      return isSettled;
    },
    6000,
  );
  return { aborts: total, begun, otherAnswers: unanswered, after, charged };
}

/** Clients ask for a file and read nothing of it. */
async function readingNothing(api: ApiClient) {
  const upload = async () => JSON.parse((await api.post('/v1/assets?name=noise', noise(SIDE))).text).reference;
  const references: string[] = [];
  for (let n = 0; n < IMAGES; n += 1) references.push(await upload());
  const html = references.map((reference) => `<img src="${reference}">`).join('');
  const answer = await api.post('/v1/render', { html, output: 'url' });
  const { url, bytes } = JSON.parse(answer.text) as { url: string; bytes: number };
  const { pathname, search } = new URL(url);
  const pids = childrenOf(service.pid!, /workers\/http/);
  const memory = () => pids.reduce((sum, pid) => sum + residentBytes(pid), 0) / MB;
  const before = memory();
  const readers = await Promise.all(
    Array.from({ length: Number(values.readers) }, async () => {
      const socket = openSocket();
      await once(socket, 'connect');
      socket.pause();
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await once(socket, 'readable');
      return socket;
    }),
  );
  const times: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const since = performance.now();
    if ((await api.post('/v1/render', { html: `a ${n}` })).status === 200) times.push(performance.now() - since);
  }
  const held = memory() - before;
  for (const socket of readers) socket.destroy();
  return { readers: readers.length, bytes, before, held, beside: times.length, p99: percentile(times, 0.99) };
}

/** The clock of the service and of its Postgres is set, while documents and a batch are rendered. */
async function setClock(api: ApiClient) {
  const results: Record<string, object> = {};
  for (const seconds of OFFSETS) {
    const before = await api.credits();
    const data = Array.from({ length: BATCH }, (_, n) => ({ n }));
    const { id } = JSON.parse((await api.post('/v1/batches', { html: '<h1>{{n}}</h1>', data })).text);
    const { url } = JSON.parse((await api.post('/v1/render', { html: 'a link', output: 'url' })).text);
    const answers: Record<string, number> = {};
    let documents = 1;
    const batch = async () => JSON.parse(await (await api.get(`/v1/batches/${id}`))!.text());
    await until('the batch runs', SETTLED, async () => (await batch()).status === 'running', 20);
    setOffset(seconds);
    const since = performance.now();
    let next = Number.NaN;
    await until('the batch is done', SETTLED, async () => {
      const { status } = await api.post('/v1/render', { html: '<h1>a</h1>' });
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 200) {
        if (Number.isNaN(next)) next = performance.now() - since;
        documents += 1;
      }
      return (await batch()).status === 'done';
    });
    const done = (performance.now() - since) / 1000;
    const link = (await fetch(url)).status;
    const charged = await settled(api, before, documents + BATCH);
    results[seconds] = { answers, next, batchDone: done, link, documents: documents + BATCH, charged };
    console.error('clock', seconds, JSON.stringify(results[seconds]));
  }
  return results;
}

/** @param seconds  by which the clock of the service is off */
function setOffset(seconds: number): void {
  writeFileSync(offset, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
}

/** Waits until what was reserved is refunded. @returns the credits charged */
async function settled(api: ApiClient, before: number, expected: number): Promise<number> {
  let charged = Number.NaN;
  await until('what was reserved is refunded', SETTLED, async () => {
    charged = before - (await api.credits());
    return charged === expected;
  }).catch(() => undefined);
  if (charged !== expected) process.exitCode = 1;
  return charged;
}

function renderRequest(key: string, html: string): string {
  const body = JSON.stringify({ html });
  const head = `POST /v1/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function openSocket(): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined);
}

/** A square PNG without pattern, which does not compress. */
function noise(side: number): Uint8Array {
  const rows = randomBytes(side * (1 + 3 * side));
  for (let y = 0; y < side; y += 1) rows[y * (1 + 3 * side)] = 0;
  return png(side, side, rows);
}
