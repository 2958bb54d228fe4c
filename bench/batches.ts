/**
 * A batch of invoices of 20 rows on worker processes (`platen worker`) of which some are killed, and Postgres once: every
 * record is there once, with its hash, for one credit. The pool of render threads alone renders the same invoices before and
 * after, in this process, to measure the cost of queue, storage and kills. Both begin cold: the batch with the start of its
 * workers, the pool with that of its threads. The last records of the pool, once V8 has compiled, are measured separately.
 *
 *   npm run bench:batches -- [--records N] [--workers N] [--kills N] [--warm N]      Linux only
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEFAULT_LIMITS } from '../src/engine/render.js';
import { RenderPool } from '../src/service/pool/pool.js';
import { openEmbeddedPostgres } from '../src/service/storage/embedded/server.js';
import { resolveBackend } from '../src/writers/writer.js';
import { invoice } from './documents/invoice.js';
import { postmasters, residentBytes, textOf } from './processes.js';
import { freePort, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000' },
    workers: { type: 'string', default: '2' },
    kills: { type: 'string', default: '6' },
    warm: { type: 'string', default: '2000' },
  },
});
const [records, workers, kills, warm] = [values.records, values.workers, values.kills, values.warm].map(Number) as [
  number,
  number,
  number,
  number,
];

const CLI = 'dist/src/cli.js';
const EMAIL = 'batches@localhost';
const LOOK = 200;
const MB = 1024 * 1024;
/** Clock ticks per second of /proc. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK']));

const [head = '', ...tail] = invoice(20, 0).split('<body>');
/** Everything that differs is data, as with a saved template. */
const html = `${head}<body>{{{body}}}`;
if (tail.length !== 1) throw new Error('the invoice has no body');
const recordOf = (n: number) => ({ body: `<p>Record ${n}</p>${invoice(20, n).split('<body>')[1]}` });

const folder = mkdtempSync(join(tmpdir(), 'platen-batches-'));
const files = join(folder, 'files');
let isEnding = false;
const processes: ChildProcess[] = [];
let postgres: Awaited<ReturnType<typeof openEmbeddedPostgres>> | undefined;
try {
  const load = loadavg()[0]!;
  const before = await throughPool();
  postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  const batch = await throughBatch(postgres.url);
  const after = await throughPool();
  const mean = (of: (one: Awaited<ReturnType<typeof throughPool>>) => number) => (of(before) + of(after)) / 2;
  const result = {
    backend: resolveBackend('auto'),
    load: [load, loadavg()[0]!],
    pool: { before, after },
    batch,
    rateOfPool: batch.rate / mean(({ rate }) => rate),
    costOfPool: batch.cost / mean(({ cost }) => cost),
    rateOfWarmPool: batch.rate / mean(({ warm }) => warm.rate),
    costOfWarmPool: batch.cost / mean(({ warm }) => warm.cost),
  };
  console.log(JSON.stringify(result, undefined, 1));
  if (batch.missing + batch.wrong + batch.equal > 0 || batch.charged !== records) process.exitCode = 1;
} finally {
  isEnding = true;
  for (const child of processes) child.kill('SIGKILL');
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Renders the invoices on as many threads as there are workers. */
async function throughPool() {
  const measureAll = measuring();
  const pool = await RenderPool.open({
    backend: 'auto',
    threads: workers,
    queueLimit: 32,
    queueTimeout: 600,
    timeout: 60,
    memory: 512e6,
    limits: DEFAULT_LIMITS,
    fontFolders: [],
  });
  const { signal } = new AbortController();
  const party = { account: 'account', key: 'key' };
  let next = 0;
  const run = async (until: number) => {
    while (next < until) {
      next += 1;
      const json = new TextEncoder().encode(JSON.stringify({ html, data: recordOf(next) }));
      const fields = { locale: 'en-US', title: null, strict: false, standard: [], partials: {}, now: 0 } as const;
      const task = { kind: 'render', scope: '', json, assets: new Map<string, Uint8Array>(), ...fields } as const;
      const outcome = await pool.runBulk({ party, onTime: () => undefined, urgency: 3 }, task, signal);
      if ('refusal' in outcome) throw new Error(outcome.refusal.message);
    }
  };
  const runAll = (until: number) => Promise.all(Array.from({ length: workers + 1 }, () => run(until)));
  try {
    await runAll(records - warm);
    const measureWarm = measuring();
    await runAll(records);
    return { ...measureAll(records), warm: measureWarm(warm) };
  } finally {
    await pool.close();
  }
}

/** Begins to measure. @returns ends it: records per second, and milliseconds of processor time for each */
function measuring() {
  const [since, processor] = [performance.now(), process.cpuUsage()];
  return (count: number) => {
    const { user, system } = process.cpuUsage(processor);
    return { rate: count / ((performance.now() - since) / 1000), cost: (user + system) / 1000 / count };
  };
}

async function throughBatch(databaseUrl: string) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PLATEN_DATA_DIR: files,
    ADMIN_PORT: '0',
    LOG_LEVEL: 'silent',
    PROCESSES: '1',
    THREADS: '1',
  };
  const port = await freePort();
  const server = start(['serve'], { ...env, PORT: String(port), BATCH_WORKERS: '0' });
  await untilReady(port, server);
  const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  command('account', 'create', '--email', EMAIL, '--plan', 'self-hosted');
  const key = command('key', 'create', '--email', EMAIL).trim();
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    return fetch(new URL(path, `http://127.0.0.1:${port}`), { headers }).catch(() => undefined);
  };
  const credits = async () => ((await (await get('/v1/me'))!.json()) as { credits: number }).credits;
  const creditsBefore = await credits();

  const lines = function* () {
    for (let n = 1; n <= records; n += 1) yield Buffer.from(`${JSON.stringify(recordOf(n))}\n`);
  };
  const accepted = await fetch(`http://127.0.0.1:${port}/v1/batches?${new URLSearchParams({ html })}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(lines())) as ReadableStream,
    duplex: 'half',
  });
  if (accepted.status !== 202) throw new Error(`${accepted.status}: ${await accepted.text()}`);
  const { id } = (await accepted.json()) as { id: string };
  const batch = async () => {
    const answer = await get(`/v1/batches/${id}`);
    if (!answer?.ok) return undefined; // Postgres was killed
    return (await answer.json()) as { status: string; succeeded: number; failed: number; links: { manifest: string } };
  };

  const since = performance.now();
  const running = Array.from({ length: workers }, () => start(['worker'], env));
  /** Seconds of processor time of workers that were killed. */
  let spent = 0;
  const memory: number[] = [];
  const killAt = Array.from({ length: kills }, (_, index) => ((index + 1) / (kills + 1)) * records);
  let isPostgresKilled = kills === 0;
  /** When the first records were done: until then, workers start. */
  let first: { readonly seconds: number; readonly done: number; readonly processor: number } | undefined;
  let ended = await batch();
  for (; ended?.status !== 'done' && ended?.status !== 'failed'; ended = await batch()) {
    await delay(LOOK);
    const done = (ended?.succeeded ?? 0) + (ended?.failed ?? 0);
    if (done > 0)
      first ??= { seconds: (performance.now() - since) / 1000, done, processor: sumOf(running, processorTime) };
    if (done >= (killAt[0] ?? Number.POSITIVE_INFINITY)) {
      killAt.shift();
      const index = killAt.length % workers;
      spent += processorTime(running[index]!.pid!);
      running[index]!.kill('SIGKILL');
      running[index] = start(['worker'], env); // as an init system would
    } else if (!isPostgresKilled && done >= records / 2) {
      isPostgresKilled = true;
      process.kill(postmasters(folder)[0]!, 'SIGKILL');
    }
    // One that starts while Postgres does ends with 1.
    for (const [index, { exitCode }] of running.entries())
      if (exitCode !== null) running[index] = start(['worker'], env);
    memory.push(Math.max(...running.map(({ pid }) => residentBytes(pid!))) / MB);
  }
  const seconds = (performance.now() - since) / 1000;
  const processor = spent + sumOf(running, processorTime);
  for (const child of running) child.kill('SIGTERM');

  const manifest = (await (await get(pathOf(ended.links.manifest)))!.text()).trimEnd().split('\n');
  const rows = manifest.map((line) => JSON.parse(line) as { record: number; sha256: string; url: string });
  let wrong = 0;
  for (const { url, sha256 } of rows) {
    const pdf = Buffer.from(await (await get(pathOf(url)))!.arrayBuffer());
    if (createHash('sha256').update(pdf).digest('hex') !== sha256) wrong += 1;
  }
  return {
    records,
    seconds,
    rate: records / seconds,
    /** Milliseconds of processor time of the workers for each record, their start included. */
    cost: (processor * 1000) / records,
    afterFirst: first && {
      seconds: first.seconds,
      rate: (records - first.done) / (seconds - first.seconds),
      cost: ((processor - first.processor) * 1000) / (records - first.done),
    },
    missing: records - new Set(rows.map(({ record }) => record)).size,
    wrong,
    equal: rows.length - new Set(rows.map(({ sha256 }) => sha256)).size,
    charged: creditsBefore - (await credits()),
    kills: kills - killAt.length,
    megabytes: { middle: memory[Math.floor(memory.length / 2)], last: memory.at(-1), max: Math.max(...memory) },
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  child.once('exit', (code) => {
    if (!isEnding && code !== null && code !== 0) console.error(`${args[0]} ended with ${code}`);
  });
  processes.push(child);
  return child;
}

function sumOf(children: readonly ChildProcess[], measure: (pid: number) => number): number {
  return children.reduce((sum, { pid }) => sum + measure(pid!), 0);
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Seconds of processor time of a process. Source: man proc_pid_stat */
function processorTime(pid: number): number {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === '') return 0;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
