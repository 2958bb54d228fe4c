/** The worker of the queue: takes chunks of batches and renders them. The only file that runs graphile-worker. */

import { EventEmitter } from 'node:events';
import { Logger, runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import pg from 'pg';
import { CHUNK_TASK, MAX_ATTEMPTS } from '../batches/statements/enqueue-chunks.js';
import { registerWorker } from '../batches/statements/sweep.js';
import type { Data } from '../data.js';
import type { Log } from '../observe/log.js';
import { type ConnectionOptions, clientConfig } from '../storage/connection.js';
import { failedChunk, runChunk, type WorkerServices } from './chunk-runner.js';

export interface QueueOptions {
  readonly connection: ConnectionOptions;
  readonly services: WorkerServices & { readonly data: Data };
  /** Chunks that are rendered at the same time. */
  readonly concurrency: number;
  readonly log: Log;
}

export interface QueueWorker {
  /** Ends once what runs is aborted or done. */
  close(): Promise<void>;
}

/** Connections besides those of running jobs: one listens, one searches for jobs. */
const CONNECTIONS = 2;
/** From this attempt on, a chunk is given up: it ended its process, or failed, again and again. */
const LAST_ATTEMPT = MAX_ATTEMPTS - 5;
/** Milliseconds after which the queue is searched even without a notification. */
const POLL_MS = 2000;

interface Payload {
  readonly chunk: string;
  readonly run: number;
}

/** @throws ServiceError `storage_unavailable` */
export async function openQueue({ connection, services, concurrency, log }: QueueOptions): Promise<QueueWorker> {
  const { database, session, batches } = services.data;
  const pool = new pg.Pool({
    ...clientConfig(connection),
    types: undefined,
    max: concurrency + CONNECTIONS,
    // The queue waits as long as it takes: a failure to record a failed job would be an unhandled rejection.
    connectionTimeoutMillis: 0,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stop = new AbortController();
  const task = async (payload: unknown, { job }: { readonly job: { readonly attempts: number } }) => {
    const { chunk, run: number } = payload as Payload;
    // Each time: the process has another number after it lost its session.
    await database.count(registerWorker, workers.id, session.owner);
    const run = await batches.beginChunk(chunk, number);
    if (!run) return;
    const outcome = job.attempts >= LAST_ATTEMPT ? failedChunk(run) : await runChunk(run, services, stop.signal);
    if (await batches.commitChunk(chunk, number, outcome)) return;
    log.info({ chunk }, 'a chunk was cancelled, or committed by another worker, while it was rendered');
  };
  const workers: WorkerPool = runTaskList(
    {
      concurrency,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      logger: new Logger(() => (level, message) => log.debug({ queue: level }, message)),
      events: new EventEmitter() as WorkerEvents,
    },
    { [CHUNK_TASK]: task },
    pool,
  );
  workers.promise.catch((error: unknown) => log.error({ err: error }, 'the queue ended'));
  return {
    async close() {
      stop.abort();
      await workers.gracefulShutdown('the process ends');
      await pool.end();
    },
  };
}
