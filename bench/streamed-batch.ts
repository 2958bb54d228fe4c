/**
 * A batch of a million records, streamed: the memory of the service while it arrives, how fast it is accepted, what it takes in
 * Postgres and in the file store, how long its views take; a sample of it rendered by a worker; then it is cancelled, and
 * expires. What it reserved must come back to the last credit, and nothing of it may be left.
 *
 *   npm run bench:streamed-batch -- [--records N] [--format ndjson|csv] [--sample N]      Linux only
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { openEmbeddedPostgres } from '../src/service/storage/embedded/server.js';
import { percentile } from './measure.js';
import { childrenOf, residentBytes, until } from './processes.js';
import { freePort, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    format: { type: 'string', default: 'ndjson' },
    sample: { type: 'string', default: '5000' },
  },
});
const [records, sample] = [Number(values.records), Number(values.sample)];

const CLI = 'dist/src/cli.js';
const EMAIL = 'streamed@localhost';
const HTML = '<h1>{{name}}</h1><p>{{street}}, {{city}}<p>Invoice {{number}} of {{date}}: {{amount}} EUR, {{text}}';
const FIELDS = ['number', 'name', 'street', 'city', 'date', 'amount', 'text'] as const;
const TEXT = 'for the delivery of goods and services as agreed, payable within thirty days without deduction';
/** Records of one write. */
const WRITE = 500;
/** Milliseconds between looks at the memory, and between health checks. */
const LOOK = 100;
const HEALTH = 50;
const TRIES = 20;
/** Seconds that results are kept, and until the sweeper has deleted them and workers have emptied the queue. */
const KEPT = 30;
const SETTLED = 900;
const MB = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'platen-streamed-'));
const files = join(folder, 'files');
const processes: ChildProcess[] = [];
const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
const port = await freePort();
const env = {
  ...process.env,
  DATABASE_URL: postgres.url,
  PLATEN_DATA_DIR: files,
  ADMIN_PORT: '0',
  LOG_LEVEL: 'error',
  PROCESSES: '1',
  THREADS: '1',
  FILE_LINK_TTL: `${KEPT}s`,
};
const database = new pg.Client({ connectionString: postgres.url });
/** Milliseconds of health checks. */
const checks: number[] = [];

async function experiment(server: ChildProcess) {
  const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
  command('account', 'create', '--email', EMAIL, '--plan', 'self-hosted');
  const api = new Api(command('key', 'create', '--email', EMAIL).trim());
  const memory = new Memory([server.pid!, ...childrenOf(server.pid!, /./)]);
  await memory.settle();
  const before = { credits: await api.credits(), memory: memory.now(), database: await databaseBytes() };
  const accepted = await memory.during(() => timed(() => api.stream()));
  const { id, total } = accepted.value as { id: string; total: number };
  const views = { ...(await viewTimes(api, id)), health: healthTimes() };
  const stored = { database: (await databaseBytes()) - before.database, files: fileCount(), ...(await rows()) };
  const reserved = before.credits - (await api.credits());

  const worker = start(['worker'], env);
  await until('the sample is rendered', SETTLED, async () => (await api.batch(id)).succeeded >= sample);
  const cancelled = await memory.during(() => timed(() => api.post(`/v1/batches/${id}/cancel`)));
  const batch = await api.batch(id);
  const charged = before.credits - (await api.credits());
  const manifest = await memory.during(() => timed(() => api.lines(batch.links!.manifest)));
  const healthWhile = healthTimes();

  const since = performance.now();
  await until('nothing is left', SETTLED, async () => Object.values(await rows()).every((count) => count === 0));
  const expired = (performance.now() - since) / 1000;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
  return {
    accepted: {
      total,
      seconds: accepted.seconds,
      rate: records / accepted.seconds,
      megabytesSent: api.sent / MB,
      /** Of the server's processes together. */
      megabytes: {
        before: before.memory / MB,
        max: accepted.max / MB,
        after: accepted.after / MB,
        byTenth: accepted.byTenth,
      },
      reserved,
    },
    stored,
    views,
    cancelled: {
      seconds: cancelled.seconds,
      status: batch.status,
      succeeded: batch.succeeded,
      failed: batch.failed,
      cancelled: batch.cancelled,
      charged,
      lost: charged - batch.succeeded,
      health: healthWhile,
    },
    manifest: { seconds: manifest.seconds, lines: manifest.value, maxMegabytes: manifest.max / MB },
    expired: {
      secondsUntilNothingIsLeft: expired,
      files: fileCount(),
      database: (await databaseBytes()) - before.database,
      credits: before.credits - (await api.credits()),
    },
  };
}

interface BatchView {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly links: { readonly manifest: string } | null;
}

class Api {
  /** Bytes of records. */
  sent = 0;

  constructor(private readonly key: string) {}

  async #ask(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.key}`, ...init.headers };
    const answer = await fetch(new URL(path, `http://127.0.0.1:${port}`), { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async get(path: string): Promise<unknown> {
    return (await this.#ask(path)).json();
  }

  async post(path: string): Promise<unknown> {
    return (await this.#ask(path, { method: 'POST' })).json();
  }

  async credits(): Promise<number> {
    return ((await this.get('/v1/me')) as { credits: number }).credits;
  }

  async batch(id: string): Promise<BatchView> {
    return (await this.get(`/v1/batches/${id}`)) as BatchView;
  }

  /** @returns the number of lines behind a link */
  async lines(url: string): Promise<number> {
    const { pathname, search } = new URL(url);
    let count = 0;
    for await (const chunk of (await this.#ask(pathname + search)).body!)
      for (const byte of chunk as Uint8Array) if (byte === 10) count += 1;
    return count;
  }

  async stream(): Promise<unknown> {
    const query = new URLSearchParams({ html: HTML });
    const answer = await this.#ask(`/v1/batches?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': values.format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
      body: Readable.toWeb(Readable.from(this.#parts(), { highWaterMark: 4 })) as ReadableStream,
      duplex: 'half',
    });
    return answer.json();
  }

  *#parts(): Generator<Buffer> {
    if (values.format === 'csv') yield Buffer.from(`${FIELDS.join(',')}\n`);
    let lines = '';
    for (let n = 1; n <= records; n += 1) {
      lines += `${recordOf(n)}\n`;
      if (n % WRITE !== 0 && n !== records) continue;
      const part = Buffer.from(lines);
      this.sent += part.length;
      lines = '';
      yield part;
    }
  }
}

function recordOf(n: number): string {
  const fields = [
    n,
    `Customer ${n}`,
    `Long Street ${n % 997}`,
    `City ${n % 89}`,
    '2024-11-21',
    (n * 37) % 10_007,
    TEXT,
  ];
  if (values.format === 'csv') return fields.map((field) => `"${field}"`).join(',');
  return JSON.stringify(Object.fromEntries(FIELDS.map((name, index) => [name, fields[index]])));
}

/** Resident memory of some processes. */
class Memory {
  constructor(private readonly pids: readonly number[]) {}

  now(): number {
    return this.pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
  }

  /** Waits until the threads have rendered what warms them up. */
  async settle(): Promise<void> {
    for (let last = 0; Math.abs(this.now() - last) > MB; await delay(2000)) last = this.now();
  }

  async during<T extends object>(work: () => Promise<T>) {
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(this.now()), LOOK);
    const done = await work();
    clearInterval(timer);
    samples.push(this.now());
    const byTenth = Array.from({ length: 10 }, (_, index) =>
      Math.round(
        Math.max(...samples.slice((index * samples.length) / 10, ((index + 1) * samples.length) / 10 + 1)) / MB,
      ),
    );
    return { ...done, max: Math.max(...samples), after: this.now(), byTenth };
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const since = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - since) / 1000 };
}

/** Milliseconds of health checks since the last call. */
function healthTimes() {
  const times = checks.splice(0);
  return { count: times.length, p99: percentile(times, 0.99), max: Math.max(...times) };
}

/** Median milliseconds of the views of a batch. */
async function viewTimes(api: Api, id: string) {
  const median = async (path: string) => {
    const times: number[] = [];
    for (let n = 0; n < TRIES; n += 1) times.push((await timed(() => api.get(path))).seconds * 1000);
    return percentile(times, 0.5);
  };
  return { one: await median(`/v1/batches/${id}`), list: await median('/v1/batches') };
}

async function databaseBytes(): Promise<number> {
  const { rows: found } = await database.query('select pg_database_size(current_database())::float8 as bytes');
  return found[0].bytes;
}

/** Of the batch, in each table. */
async function rows(): Promise<Readonly<Record<string, number>>> {
  const tables = ['batch', 'batch_chunk', 'batch_object', 'graphile_worker.jobs'];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`);
  return (await database.query(`select ${counts.join(', ')}`)).rows[0];
}

function fileCount(): number {
  return readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  processes.push(child);
  return child;
}

let health: Worker | undefined;
try {
  await database.connect();
  const server = start(['serve'], { ...env, PORT: String(port), BATCH_WORKERS: '0' });
  await untilReady(port, server);
  health = new Worker(new URL('./health-checks.js', import.meta.url), { workerData: { port, every: HEALTH } });
  health.on('message', (milliseconds: number) => checks.push(milliseconds));
  const result = await experiment(server);
  console.log(JSON.stringify({ load: loadavg()[0], records, format: values.format, ...result }, undefined, 1));
} finally {
  await health?.terminate();
  await database.end();
  for (const child of processes) child.kill('SIGKILL');
  await postgres.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
