/** One HTTP process: the render threads, storage and routes that answer requests. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config.js';
import { PORTAL_FOLDER } from '../entry-points.js';
import { openPortalRoutes } from '../portal/routes/index.js';
import type { EndState } from '../service/cluster/messages.js';
import { type Data, openData } from '../service/data.js';
import { ServiceError } from '../service/errors.js';
import { App } from '../service/http/app.js';
import type { Pace } from '../service/http/body.js';
import { ROUTES } from '../service/http/routes/index.js';
import { listen } from '../service/http/server.js';
import type { LifecycleState } from '../service/http/services.js';
import { OidcClient } from '../service/identity/oidc.js';
import type { Channel } from '../service/limits/messages.js';
import { openLimiter } from '../service/limits/open.js';
import { ThreadTime } from '../service/limits/thread-time.js';
import type { Log } from '../service/observe/log.js';
import { Metrics } from '../service/observe/metrics.js';
import { ThreadCounters } from '../service/observe/thread-counters.js';
import { Joins } from '../service/pool/joins.js';
import { RenderPool, type RenderPoolOptions } from '../service/pool/pool.js';
import { Previews } from '../service/pool/previews.js';
import type { Suspects } from '../service/pool/suspects.js';
import { connectionOptions } from '../service/storage/connection.js';
import { Destinations } from '../service/webhooks/destinations.js';
import { openQueue } from '../service/worker/queue.js';
import { openWebhookQueue } from '../service/worker/webhook-queue.js';
import { maxConnections } from './descriptors.js';
import { poolOptions } from './pool-options.js';
import { configuredTracer } from './tracer.js';

/** The settings that an HTTP process needs before the database is there: plain data, which is sent between processes. */
export interface HttpProcessPreparation {
  readonly config: Config;
  readonly port: number;
}

/** The rest that it needs to serve: plain data. */
export interface HttpProcessStart {
  readonly databaseUrl: string;
}

export interface HttpProcess {
  readonly data: Data;
  readonly metrics: Metrics;
  readonly port: number;
  /** Whether a thread goes on in native code: this process ends only when it is killed. */
  readonly isStuck: boolean;
  /** As many processes serve as are set. */
  complete(): void;
  /**
   * Answers the requests that have arrived, then releases everything.
   * @param state  `draining`: another process has taken over; `stopping`: none has
   */
  end(state: EndState): Promise<void>;
}

interface HttpProcessOptions {
  /** Resolves when the database is migrated; until then, render threads start. */
  readonly databaseUrl: string | Promise<string>;
  /** Default: the configured one. */
  readonly port?: number;
  readonly log: Log;
  /** To the primary, which counts requests for all processes; default: this process counts alone. */
  readonly channel?: Channel;
  /** It is not ready before `complete`; default: it is at once. */
  readonly awaitsOthers?: boolean;
  /** Called when this process cannot go on and should be replaced. */
  readonly onBroken?: (error: unknown) => void;
  /** Called when this process should be replaced once it has no requests. */
  readonly onStuck?: () => void;
  /** Documents that may end this process; default: none. */
  readonly suspects?: Suspects;
  /** Minimum speed of a request body. */
  readonly pace?: Pace;
  /** Default: where the build puts it. */
  readonly portalFolder?: string;
}

/** @throws ServiceError `storage_unavailable`; Error when it cannot listen on the address */
export async function openHttpProcess(config: Config, options: HttpProcessOptions): Promise<HttpProcess> {
  const { log, databaseUrl, onBroken, onStuck, suspects, port = config.port } = options;
  const connections = maxConnections(); // before there are connections, whose names the report would look up
  const onError = (error: unknown) => log.warn({ err: error }, 'a background task failed');
  const counters = new ThreadCounters();
  const rendering: RenderPoolOptions = { ...poolOptions(config), counters, onError, onBroken, onStuck, suspects };
  const tracer = await configuredTracer(config, onError);
  const pool = await RenderPool.open(rendering);
  const previews = new Previews((onBroken) => RenderPool.open({ ...rendering, ...PREVIEW_LANE, onBroken }));
  const data = await openData(config, { databaseUrl: await databaseUrl, onError });
  const connection = connectionOptions(config, await databaseUrl);
  const limiter = await openLimiter(config, options.channel ?? UNCONNECTED, (state, error) => {
    log.warn({ limiter: state, ...(error && { err: error }) }, 'the state of the rate limiter changed');
  });
  const threadTime = new ThreadTime(limiter);
  const queue =
    config.batchWorkers === 0
      ? undefined
      : await openQueue({
          connection,
          services: { data, pool, threadTime },
          threads: config.threads,
          concurrency: config.batchWorkers ?? config.threads + 1,
          log,
          tracer,
        });
  const destinations = new Destinations({
    hosts: config.webhookHosts,
    isPrivateAllowed: config.webhookPrivate === 'on',
  });
  const webhooks =
    config.webhookHosts &&
    (await openWebhookQueue({ connection, data, destinations, timeout: config.webhookTimeout, log }));
  const metrics = new Metrics({
    load: () => pool.load,
    threads: counters,
    caches: () => ({ key: data.auth.uses, asset: data.assets.uses }),
  });
  const lifecycle: { state: LifecycleState } = { state: options.awaitsOthers ? 'starting' : 'serving' };
  const app = new App({
    routes: [...ROUTES, ...openPortalRoutes(options.portalFolder ?? PORTAL_FOLDER)],
    services: {
      data,
      pool,
      previews,
      joins: new Joins(),
      destinations,
      limiter,
      threadTime,
      lifecycle,
      portal: { isSignUpOpen: config.portalSignup === 'on', oidc: oidcClient(config, log) },
    },
    log,
    metrics,
    tracer,
    corsOrigins: config.corsOrigins ?? [],
    publicUrl: config.publicUrl,
    allowedHosts: config.allowedHosts,
    trustsProxy: config.trustProxy === 'on',
    limits: { json: config.maxBody, image: config.maxImage },
    bodyMemory: config.bodyMemory,
  });
  let ended: Promise<void> | undefined;
  const listening = {
    host: config.host,
    port,
    onRequest: app.handle,
    maxConnections: connections,
    onFull: () => log.warn({ connections }, 'as many connections are open as may be: others are closed at once'),
    ...(options.pace && { pace: options.pace }),
  };
  const listener = await listen(listening, config.httpServer);
  if (listener.reason) log.warn({ server: 'node:http' }, `${listener.reason}: the slower server of Node.js serves`);
  return {
    data,
    metrics,
    port: listener.port,
    get isStuck() {
      return pool.isStuck || previews.isStuck;
    },
    complete() {
      if (lifecycle.state === 'starting') lifecycle.state = 'serving';
    },
    end(state) {
      ended ??= end(state);
      return ended;
    },
  };

  async function end(state: EndState): Promise<void> {
    lifecycle.state = state;
    const queueClosed = Promise.all([queue?.close(), webhooks?.close()]);
    queueClosed.catch(() => undefined); // awaited below
    if (state === 'draining') {
      // Connections that the kernel has accepted are lost when the listener stops: the event loop takes them first.
      await nextTurn();
      listener.stop();
      await settledOrTimeout(config.shutdownTimeout, listener.empty());
    } else {
      // New requests are answered 503 `shutting_down` until the last render has ended.
      pool.shut();
      await settledOrTimeout(config.shutdownTimeout, app.idle());
    }
    listener.stop();
    await queueClosed;
    await pool.close();
    await previews.close();
    await settledOrTimeout(ABORTED_SECONDS, app.idle());
    listener.close();
    await threadTime.close();
    await limiter.close();
    await data.close();
    await tracer?.close().catch(onError);
  }
}

/**
 * Previews: seconds that one may run and wait; they are made while somebody types. A slow template of one account delays
 * the previews of others by a moment only: the spare thread is there.
 */
const PREVIEW_LANE = {
  threads: 1,
  queueLimit: 16,
  queueTimeout: 10,
  timeout: 5,
  isBackground: true,
  keepsSpare: true,
} as const;

function oidcClient(
  { oidcIssuer, oidcClientId, oidcClientSecret, oidcName }: Config,
  log: Log,
): OidcClient | undefined {
  if (oidcIssuer === undefined || oidcClientId === undefined) return undefined;
  const onError = (error: unknown) => log.warn({ err: error }, 'the sign-in provider failed');
  return new OidcClient(
    { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, name: oidcName },
    onError,
  );
}

/** Whether an error of `openHttpProcess` comes from settings or the machine; those of the storage pass. */
export function isLasting(error: unknown): boolean {
  return !(error instanceof ServiceError);
}

/** For the answers to renders that the shutdown aborted. */
const ABORTED_SECONDS = 2;

const UNCONNECTED: Channel = { on: () => undefined, off: () => undefined };

/** Waits for `work`, for at most so many seconds. */
async function settledOrTimeout(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
