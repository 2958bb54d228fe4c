/**
 * Several servers on one machine, with one Postgres and one Redis: rate, and the processor time that a render takes in each
 * of them, which does not depend on what else the machine does.
 *
 *   DATABASE_URL=… REDIS_URL=… npm run bench:scaling -- [--servers 1,2,4] [--seconds N] [--concurrency N] [--json]
 *
 * Postgres and Redis must run on this machine, and the database be empty.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import pg from 'pg';
import { usableCores } from '../src/cores.js';
import { invoice } from './documents/invoice.js';
import { percentile } from './measure.js';
import { freePort, renderPdf, untilReady } from './service-client.js';
import { simulate } from './simulation.js';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '8' },
    json: { type: 'boolean' },
  },
});
const seconds = Number(values.seconds);
const concurrency = Number(values.concurrency);
const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;
if (!databaseUrl || !redisUrl) throw new Error('set DATABASE_URL and REDIS_URL');

const CLI = 'dist/src/cli.js';
const WARM_UP = 8;
const EMAIL = 'scaling@localhost';
/** Of the kernel's clock for processor time, per second. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const postgres = new pg.Client(databaseUrl);
await postgres.connect();
const redis = new Redis(redisUrl);

interface Snapshot {
  /** Seconds of processor time. */
  readonly host: number;
  readonly postgres: number;
  readonly redis: number;
  readonly transactions: number;
  /** Bytes of the write-ahead log. */
  readonly log: number;
  readonly commands: number;
}

const rows = [];
for (const count of values.servers.split(',').map(Number)) rows.push(await measure(count));
const [first] = rows;
if (values.json) console.log(JSON.stringify({ cores: usableCores(), seconds, concurrency, rows }, undefined, 1));
else {
  console.log(`${usableCores()} processors, ${concurrency} requests in flight, ${seconds} s each`);
  for (const row of rows) {
    const { servers, load, rate, p50, p99, costs, cores, connections, transactions, log, commands } = row;
    // From the costs with one server, and the processors that the others left.
    const farm = { hosts: 1, hostCores: 2, postgresCores: 1, inFlight: concurrency, network: 0, isOneMachine: true };
    const predicted = (simulate(first!.costs, farm).rate * cores) / 2;
    console.log(
      `${servers} servers: ${rate.toFixed(1)}/s (model ${predicted.toFixed(1)}), p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
        `ms a render: host ${costs.host.toFixed(2)}, Postgres ${costs.postgres.toFixed(3)}, Redis ${costs.redis.toFixed(3)}; ` +
        `${cores.toFixed(2)} processors used, load ${load.toFixed(1)} before; ` +
        `${connections} connections, ${transactions.toFixed(2)} transactions, ${log.toFixed(0)} bytes of log, ${commands.toFixed(2)} commands`,
    );
  }
}
await postgres.end();
redis.disconnect();

async function measure(servers: number) {
  const load = loadavg()[0]!;
  const started = await Promise.all(Array.from({ length: servers }, start));
  try {
    const command = (...args: string[]) => execFileSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
    command('account', 'create', '--email', EMAIL, '--plan', 'self-hosted');
    const key = command('key', 'create', '--email', EMAIL).trim();
    const ports = started.map(({ port }) => port);
    await run(ports, key, WARM_UP);
    const before = await snapshot(started.map(({ child }) => child));
    const { rows: sessions } = await postgres.query(
      "select count(*)::int from pg_stat_activity where application_name <> '' or backend_type = 'client backend'",
    );
    const since = performance.now();
    const times = await run(ports, key, seconds);
    const elapsed = (performance.now() - since) / 1000;
    const after = await snapshot(started.map(({ child }) => child));
    const per = (name: keyof Snapshot) => (after[name] - before[name]) / times.length;
    const used = (['host', 'postgres', 'redis'] as const).reduce((sum, name) => sum + after[name] - before[name], 0);
    command('account', 'delete', '--email', EMAIL, '--yes');
    return {
      servers,
      load,
      rate: times.length / elapsed,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      costs: { host: per('host') * 1000, postgres: per('postgres') * 1000, redis: per('redis') * 1000 },
      cores: used / elapsed,
      connections: sessions[0].count - 1,
      transactions: per('transactions'),
      log: per('log'),
      commands: per('commands'),
    };
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    await Promise.all(started.map(({ ended }) => ended));
  }
}

async function start() {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    ADMIN_PORT: '0',
    LOG_LEVEL: 'error',
    FILE_STORE: 'postgres',
    PROCESSES: '1',
    THREADS: '1',
  };
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilReady(port, child);
  return { child, port, ended };
}

/** Keeps requests in flight, evenly at all servers. @returns milliseconds of each */
async function run(ports: readonly number[], key: string, forSeconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + forSeconds * 1000;
  const times: number[] = [];
  let seed = 0;
  const client = async (port: number) => {
    while (performance.now() < until) {
      seed += 1;
      const since = performance.now();
      await renderPdf({ port, key, agent, html: invoice(20, seed) });
      times.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => client(ports[index % ports.length]!)));
  agent.destroy();
  return times;
}

async function snapshot(servers: readonly ChildProcess[]): Promise<Snapshot> {
  const { rows } = await postgres.query(`select pg_backend_pid() as pid, pg_current_wal_lsn() - '0/0'::pg_lsn as log,
    (select sum(xact_commit) from pg_stat_database) as transactions`);
  const own = rows[0].pid as number;
  const info = await redis.info();
  const field = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)![1]);
  return {
    host: servers.reduce((sum, { pid }) => sum + processorTime(pid!), 0),
    postgres: processorTime(parentOf(own)) - processorTime(own),
    redis: field('used_cpu_user') + field('used_cpu_sys'),
    transactions: Number(rows[0].transactions),
    log: Number(rows[0].log),
    commands: field('total_commands_processed'),
  };
}

/** Fields of /proc/PID/stat after the name, which may have spaces. Source: man proc_pid_stat */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Seconds of processor time of a process and of its descendants, those that have ended included. */
function processorTime(root: number): number {
  let ticks = 0;
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = parentOf(Number(name));
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended.
    }
  }
  const visit = (pid: number): void => {
    try {
      ticks += statOf(pid)
        .slice(11, 15)
        .reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return; // it has ended
    }
    for (const child of children.get(pid) ?? []) visit(child);
  };
  visit(root);
  return ticks / TICKS;
}
