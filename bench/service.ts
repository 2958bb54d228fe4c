/**
 * Throughput and latency of the service with invoices of 20 rows: `platen serve` as operators start it, and a client on
 * the same machine that keeps N requests in flight.
 *
 *   npm run bench:service -- [--concurrency N] [--seconds N] [--engine auto|core|wasm|native] [--json]
 *
 * DATABASE_URL and REDIS_URL select the servers; default: the embedded ones. A second run sends the same requests to the
 * render threads directly, to measure the cost of HTTP and storage.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usableCores } from '../src/cores.js';
import { PDF_BACKENDS } from '../src/engine/document.js';
import { DEFAULT_LIMITS } from '../src/engine/render.js';
import { RenderPool } from '../src/service/pool/pool.js';
import { resolveBackend } from '../src/writers/writer.js';
import { invoice } from './documents/invoice.js';
import { percentile } from './measure.js';
import { freePort, renderPdf, untilReady } from './service-client.js';

const { values } = parseArgs({
  options: {
    concurrency: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '20' },
    engine: { type: 'string', default: 'auto' },
    json: { type: 'boolean' },
  },
});
const concurrency = Number(values.concurrency);
const seconds = Number(values.seconds);
const choice = PDF_BACKENDS.find((name) => name === values.engine) ?? 'auto';

/** Seconds before the measurement, in which threads compile their JavaScript. */
const WARM_UP = 15;
const EMAIL = 'bench@localhost';
const CLI = 'dist/src/cli.js';

interface Load {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds of a request. */
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
try {
  const service = await throughService();
  const pool = await throughPool();
  const result = {
    backend: resolveBackend(choice),
    concurrency,
    seconds,
    service,
    pool,
    share: service.rate / pool.rate,
  };
  if (values.json) console.log(JSON.stringify(result, undefined, 1));
  else {
    const line = (name: string, { rate, median, p95, p99 }: Load) =>
      `${name.padEnd(16)} ${rate.toFixed(1).padStart(8)}/s   median ${median.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`;
    console.log(`Invoice of 20 rows, ${concurrency} requests at a time, ${result.backend}`);
    console.log(`${line('service', service)}\n${line('render threads', pool)}`);
    console.log(`The service reaches ${Math.round(result.share * 100)} % of its threads' rate.`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function throughService(): Promise<Load> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'error',
    PLATEN_DATA_DIR: folder,
    RENDER_ENGINE: choice,
  };
  const service = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<never>((_, reject) => {
    service.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
  });
  ended.catch(() => {});
  try {
    await Promise.race([untilReady(port), ended]);
    const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { env, encoding: 'utf8' });
    command('account', 'create', '--email', EMAIL, '--plan', 'self-hosted');
    const key = command('key', 'create', '--email', EMAIL).trim();
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
    const send = (html: string) => renderPdf({ port, agent, key, html });
    const measured = await Promise.race([load(send), ended]);
    // Of a database that outlives the run.
    command('account', 'delete', '--email', EMAIL, '--yes');
    return measured;
  } finally {
    const exit = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    await exit;
  }
}

async function throughPool(): Promise<Load> {
  const pool = await RenderPool.open({
    backend: choice,
    threads: usableCores(),
    queueLimit: concurrency,
    queueTimeout: 60,
    timeout: 60,
    memory: 512 * 2 ** 20,
    limits: DEFAULT_LIMITS,
    fontFolders: [],
  });
  try {
    return await load(async (html) => {
      const task = {
        kind: 'render',
        scope: '',
        json: new TextEncoder().encode(JSON.stringify({ html })),
        locale: 'en-US',
        title: null,
        strict: false,
        standard: [],
        partials: {},
        assets: new Map(),
        now: 0,
      } as const;
      const { outcome } = await pool.run(
        pool.admit({ account: 'account', key: 'key' }),
        task,
        new AbortController().signal,
      );
      if ('refusal' in outcome) throw new Error(outcome.refusal.message);
    });
  } finally {
    await pool.close();
  }
}

/** Keeps `concurrency` requests in flight. */
async function load(send: (html: string) => Promise<void>): Promise<Load> {
  const start = performance.now() + WARM_UP * 1000;
  const end = start + seconds * 1000;
  const times: number[] = [];
  let seed = 0;
  const worker = async () => {
    while (performance.now() < end) {
      seed += 1;
      const html = invoice(20, seed);
      const sent = performance.now();
      await send(html);
      const now = performance.now();
      if (sent >= start && now <= end) times.push(now - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return {
    rate: times.length / seconds,
    median: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}
