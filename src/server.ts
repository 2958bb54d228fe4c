/** The composition root of the service: the only place that constructs its parts. */

import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.js';
import type { EngineLimits } from './engine/render.js';
import { StartError } from './service/cluster/member.js';
import { Supervisor } from './service/cluster/supervisor.js';
import { type Data, openData } from './service/data.js';
import { App } from './service/http/app.js';
import type { Pace } from './service/http/body.js';
import { ROUTES } from './service/http/routes/index.js';
import type { LifecycleState } from './service/http/services.js';
import { listen } from './service/http/uws.js';
import { DEMO_EMAIL } from './service/identity/accounts.js';
import { serveLimits } from './service/limits/ipc.js';
import { MemoryLimiter } from './service/limits/memory.js';
import type { Channel } from './service/limits/messages.js';
import { openLimiter } from './service/limits/open.js';
import { serveMetrics } from './service/observe/admin.js';
import { createLog, type Log } from './service/observe/log.js';
import { Metrics } from './service/observe/metrics.js';
import { RenderPool } from './service/pool/pool.js';
import { connectionOptions } from './service/storage/connection.js';
import { openEmbeddedPostgres } from './service/storage/embedded/server.js';
import { migrate } from './service/storage/migrate.js';
import { startSweeper } from './service/sweeper.js';

/** Everything that answers requests, in one process. */
export interface HttpProcess {
  readonly data: Data;
  readonly metrics: Metrics;
  readonly port: number;
  /**
   * Answers what has been asked, then ends.
   * @param state  `draining`: another process has taken over; `stopping`: none has
   */
  end(state: Exclude<LifecycleState, 'serving'>): Promise<void>;
}

export interface HttpProcessOptions {
  readonly databaseUrl: string;
  /** Default: the configured one. */
  readonly port?: number;
  readonly log: Log;
  /** To the primary, which counts requests for all processes; default: this process counts alone. */
  readonly channel?: Channel;
  /** Told when this process is of no use any more; default: nobody. */
  readonly onBroken?: (error: unknown) => void;
  /** How fast a body must come. */
  readonly pace?: Pace;
}

/** @throws ServiceError `storage_unavailable`; Error when the address cannot be listened on */
export async function openHttpProcess(config: Config, options: HttpProcessOptions): Promise<HttpProcess> {
  const { log, databaseUrl, port = config.port } = options;
  const onError = (error: unknown) => log.warn({ err: error }, 'something failed that no request waits for');
  const pool = await RenderPool.open({
    engine: config.renderEngine,
    threads: config.threads,
    queueLimit: config.queueLimit,
    queueTimeout: config.queueTimeout,
    timeout: config.renderTimeout,
    memory: config.renderMemory,
    limits: engineLimits(config),
    fontFolders: config.fontFolders ?? [],
    onError,
    ...(options.onBroken && { onBroken: options.onBroken }),
  });
  const data = await openData(config, { databaseUrl, onError });
  const limiter = await openLimiter(config, options.channel ?? UNCONNECTED, (state, error) => {
    log.warn({ limiter: state, ...(error && { err: error }) }, 'rate limits are counted elsewhere now');
  });
  const metrics = new Metrics(() => pool.load);
  const lifecycle: { state: LifecycleState } = { state: 'serving' };
  const app = new App({
    routes: ROUTES,
    services: { data, pool, limiter, lifecycle },
    log,
    metrics,
    corsOrigins: config.corsOrigins ?? [],
    publicUrl: config.publicUrl,
    limits: { json: config.maxBody, image: config.maxImage },
  });
  let ended: Promise<void> | undefined;
  const listener = await listen({
    host: config.host,
    port,
    onRequest: app.handle,
    ...(options.pace && { pace: options.pace }),
  });
  return {
    data,
    metrics,
    port: listener.port,
    end(state) {
      ended ??= end(state);
      return ended;
    },
  };

  async function end(state: LifecycleState): Promise<void> {
    lifecycle.state = state;
    if (state === 'draining') {
      // Right after the event loop took the connections that were waiting: those are lost when it stops listening.
      await nextTurn();
      listener.stop();
      await within(config.shutdownTimeout, listener.empty());
    } else {
      // Whoever asks a service that stops is told so for as long as anybody still waits for an answer.
      pool.shut();
      await within(config.shutdownTimeout, app.idle());
    }
    listener.stop();
    await pool.close();
    await within(LAST_SECONDS, app.idle());
    listener.close();
    await limiter.close();
    await data.close();
  }
}

/** For answers to renders that were given up on. */
const LAST_SECONDS = 2;

const UNCONNECTED: Channel = { on: () => undefined, off: () => undefined };

function engineLimits(config: Config): EngineLimits {
  return {
    maxTemplateLength: config.maxTemplate,
    maxHtmlLength: config.maxHtml,
    maxPages: config.maxPages,
    maxBytes: config.maxImage,
    maxPixels: config.maxImagePixels,
  };
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** The whole service, as its primary process has it. */
export interface Server {
  /** E.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** With the embedded database: the account for trying the service out; its key only at the first start. */
  readonly demo: { readonly email: string; readonly key: string | undefined } | undefined;
  /** Replaces the HTTP processes one by one. */
  roll(): Promise<void>;
  /** Finishes what is being rendered, and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the service, from its primary process.
 * @throws StartError, EmbeddedPostgresError, SchemaTooNew, ServiceError: messages for the operator
 */
export async function startServer(config: Config): Promise<Server> {
  const log = createLog(config.logLevel);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.reverse()) await one();
  };
  try {
    const port = await claim(config.host, config.port);
    const embedded = config.embedded ? await openEmbedded(config, log) : undefined;
    if (embedded) closers.push(() => embedded.close());
    const databaseUrl = embedded?.url ?? config.databaseUrl!;
    const applied = await migrate(connectionOptions(config, databaseUrl));
    if (applied.length > 0) log.info({ applied }, 'the database was brought up to date');
    const onError = (error: unknown) => log.warn({ err: error }, 'something failed that no request waits for');
    const data = await openData({ ...config, databasePool: PRIMARY_POOL }, { databaseUrl, onError });
    closers.push(() => data.close());
    const sweeper = startSweeper({ ...data, renderLogDays: config.renderLogDays, onError });
    closers.push(() => sweeper.close());
    const supervisor = supervise(config, { databaseUrl, port, log });
    await supervisor.start();
    closers.push(() => supervisor.stop());
    const metrics = await serveMetrics(config, () => supervisor.measure(), log);
    closers.push(() => metrics.close());
    // Last, since a key is shown but once.
    const demo = embedded && (await demoAccount(data));
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return { url: `http://${host}:${port}`, demo, roll: () => supervisor.roll(), stop: close };
  } catch (error) {
    await close().catch((failure) => log.error({ err: failure }, 'clearing up failed'));
    throw error;
  }
}

/** Sweeps and account commands are all that the primary asks Postgres for. */
const PRIMARY_POOL = 2;

function openEmbedded({ dataDir }: Config, log: Log) {
  return openEmbeddedPostgres({
    dataDir,
    onRestart: (error) =>
      log.warn({ ...(error !== undefined && { err: error }) }, 'Postgres ended and is started again'),
  });
}

async function demoAccount({ accounts, keys }: Data): Promise<Server['demo']> {
  const made = await accounts.createDemo(keys);
  return { email: DEMO_EMAIL, key: made?.key.key };
}

function supervise(
  config: Config,
  { databaseUrl, port, log }: { databaseUrl: string; port: number; log: Log },
): Supervisor {
  const limits = new MemoryLimiter();
  cluster.setupPrimary({ exec: HTTP_PROCESS, args: [] });
  return new Supervisor({
    processes: config.processes,
    shutdownTimeout: config.shutdownTimeout,
    log,
    start: { type: 'cluster:start', config, databaseUrl, port },
    fork() {
      const worker = cluster.fork();
      if (config.redisUrl === undefined) serveLimits(worker, limits);
      return worker;
    },
  });
}

/** Beside this module in the source as in the build. */
const HTTP_PROCESS = fileURLToPath(
  new URL(`../workers/http${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

/**
 * The HTTP processes share their port, and would share it with another service's as well: requests would go to either.
 * @param port  0: any free one
 * @returns     the port, which is free
 * @throws StartError when it is in use
 */
function claim(host: string, port: number): Promise<number> {
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
