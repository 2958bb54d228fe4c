/**
 * Starts the service: the primary process, which migrates and sweeps the database and supervises the HTTP processes
 * (server/http-process.ts). These two files are the composition root of the service.
 */

import cluster from 'node:cluster';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.js';
import { HTTP_PROCESS } from './entry-points.js';
import type { HttpProcessPreparation, HttpProcessStart } from './server/http-process.js';
import { StartError } from './service/cluster/member.js';
import { Supervisor } from './service/cluster/supervisor.js';
import { type Data, openData } from './service/data.js';
import { createDemoAccount, DEMO_EMAIL } from './service/identity/demo-account.js';
import { serveLimits } from './service/limits/ipc.js';
import { MemoryLimiter } from './service/limits/memory.js';
import { serveMetrics } from './service/observe/admin.js';
import { createLog, type Log } from './service/observe/log.js';
import { connectionOptions } from './service/storage/connection.js';
import { openEmbeddedPostgres } from './service/storage/embedded/server.js';
import { migrate } from './service/storage/migrate.js';
import { startSweeper } from './service/sweeper.js';

/** A running service, seen from its primary process. */
export interface Server {
  /** E.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The demo account of the embedded database, with its key and the token of a sign-in link at the first start. */
  readonly demo:
    | { readonly email: string; readonly key: string | undefined; readonly linkToken: string | undefined }
    | undefined;
  /** Replaces the HTTP processes one by one. */
  roll(): Promise<void>;
  /** Finishes running renders, then ends all processes. */
  stop(): Promise<void>;
}

/**
 * Starts the service from its primary process.
 * @param signal  aborted: the start is given up
 * @throws StartError, AdminError, EmbeddedPostgresError, SchemaTooNew, ServiceError: messages for the operator
 */
export async function startServer(config: Config, signal?: AbortSignal): Promise<Server> {
  const log = createLog(config.logLevel);
  const stopped = stoppedBy(signal);
  const closers: (() => Promise<unknown>)[] = [];
  let supervisor: Supervisor | undefined;
  const close = async () => {
    await supervisor?.stop();
    for (const one of closers.reverse()) await one();
  };
  try {
    const port = await claim(config.host, config.port);
    const metrics = await serveMetrics(config, async () => (await supervisor?.measure()) ?? [], log);
    closers.push(() => metrics.close());
    const embedded = config.embedded ? openEmbedded(config, log) : undefined;
    const database = migrated(config, { embedded, log });
    supervisor = supervise(config, { start: database.then((databaseUrl) => ({ databaseUrl })), port, log });
    const started = supervisor.start();
    started.catch(() => undefined); // awaited below, unless the database fails first
    if (embedded)
      closers.push(() =>
        embedded.then(
          (server) => server.close(),
          () => undefined,
        ),
      );
    const databaseUrl = await Promise.race([database, stopped]);
    const onError = (error: unknown) => log.warn({ err: error }, 'a background task failed');
    const data = await openData({ ...config, databasePool: PRIMARY_POOL }, { databaseUrl, onError });
    closers.push(() => data.close());
    const sweeper = startSweeper({ ...data, renderLogDays: config.renderLogDays, onError });
    closers.push(() => sweeper.close());
    await Promise.race([started, stopped]);
    const processes = supervisor;
    // Last, as the key is shown once and a failed start would lose it.
    const demo = embedded && (await demoAccount(data));
    if (config.publicUrl === undefined && config.allowedHosts === undefined && !isLoopback(config.host))
      log.warn('links in answers follow the Host header of requests: set PUBLIC_URL, or ALLOWED_HOSTS');
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return { url: `http://${host}:${port}`, demo, roll: () => processes.roll(), stop: close };
  } catch (error) {
    await close().catch((failure) => log.error({ err: failure }, 'cleaning up failed'));
    throw error;
  }
}

const isLoopback = (host: string): boolean => /^(?:127\.|::1$|localhost$)/.test(host);

/** Never resolves. @throws StartError when `signal` is aborted */
function stoppedBy(signal: AbortSignal | undefined): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new StartError('the service was stopped while it started')));
  });
  stopped.catch(() => undefined); // nobody may wait for it any more
  return stopped;
}

/** Connections: the primary needs Postgres for the sweeper and the demo account only. */
const PRIMARY_POOL = 2;

/** @returns the URL of the database once it has the current schema */
async function migrated(
  config: Config,
  { embedded, log }: { embedded: Promise<{ readonly url: string }> | undefined; log: Log },
): Promise<string> {
  const databaseUrl = embedded ? (await embedded).url : config.databaseUrl!;
  const applied = await migrate(connectionOptions(config, databaseUrl));
  if (applied.length > 0) log.info({ applied }, 'migrated the database');
  return databaseUrl;
}

function openEmbedded({ dataDir }: Config, log: Log) {
  return openEmbeddedPostgres({
    dataDir,
    onRestart: (error) => log.warn({ ...(error !== undefined && { err: error }) }, 'Postgres ended; restarting it'),
  });
}

async function demoAccount(data: Data): Promise<Server['demo']> {
  const made = await createDemoAccount(data);
  return { email: DEMO_EMAIL, key: made?.key, linkToken: made?.linkToken };
}

/** Each thread of glibc's malloc keeps memory of its own, of which an HTTP process has a dozen. Source: man mallopt(3) */
const ARENAS = '2';

function supervise(
  config: Config,
  { start, port, log }: { start: Promise<HttpProcessStart>; port: number; log: Log },
): Supervisor {
  const limits = new MemoryLimiter();
  cluster.setupPrimary({ exec: HTTP_PROCESS, args: [] });
  return new Supervisor({
    processes: config.processes,
    shutdownTimeout: config.shutdownTimeout,
    log,
    preparation: { config, port } satisfies HttpProcessPreparation,
    start,
    fork() {
      const worker = cluster.fork({ MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? ARENAS });
      if (config.redisUrl === undefined) serveLimits(worker, limits);
      return worker;
    },
  });
}

/**
 * Ports from which 0 takes one: the kernel gives those to no outgoing connection (Linux and IANA begin at 32,768 and
 * 49,152), so none is lost between the claim and the moment when the HTTP processes listen.
 */
const FREE_PORTS = { from: 20_000, to: 32_768 };
const FREE_PORT_TRIES = 20;

/** Milliseconds for which a port that is in use is tried again. */
const CLAIM_MS = 3000;
const CLAIM_PAUSE_MS = 100;

/**
 * Checks that a port is free. The HTTP processes share it (SO_REUSEPORT) and would otherwise share it with another
 * service. The processes of a primary that was killed hold it for a moment after they lost it.
 * @param port  0: any free port
 * @returns     the port
 * @throws StartError when it is in use
 */
async function claim(host: string, port: number): Promise<number> {
  if (port === 0) return claimFree(host);
  const since = performance.now();
  for (;;) {
    try {
      return await listenOnce(host, port);
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' || performance.now() - since > CLAIM_MS) throw error;
      await delay(CLAIM_PAUSE_MS);
    }
  }
}

/** @throws StartError when no port is free */
async function claimFree(host: string): Promise<number> {
  for (let tries = 0; tries < FREE_PORT_TRIES; tries++) {
    const claimed = await listenOnce(host, randomInt(FREE_PORTS.from, FREE_PORTS.to)).catch(() => undefined);
    if (claimed !== undefined) return claimed;
  }
  return listenOnce(host, 0);
}

function listenOnce(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) => {
      reject(new StartError(`cannot listen on ${host}:${port}: ${cause.message}`, { cause }));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
