/** Takes jobs of one task from the queue and runs them. The only file that runs graphile-worker. */

import { EventEmitter } from 'node:events';
import { Logger, runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { registerWorker } from '../batches/statements/sweep.js';
import type { Data } from '../data.js';
import type { Log } from '../observe/log.js';
import { type ConnectionOptions, clientConfig } from '../storage/connection.js';
import { QueuePool } from './queue-pool.js';

export interface RunnerOptions {
  readonly connection: ConnectionOptions;
  readonly data: Pick<Data, 'database' | 'session'>;
  /** Jobs that run at the same time. */
  readonly concurrency: number;
  /** Connections to Postgres that jobs share to begin and end; default: one for each. */
  readonly connections?: number;
  readonly log: Log;
}

export interface Task {
  readonly name: string;
  /**
   * Runs a job, which is tried again later when this rejects.
   * @param attempt  its number, from 1
   * @param signal   aborted when the process ends
   */
  run(payload: unknown, attempt: number, signal: AbortSignal): Promise<void>;
}

export interface QueueWorker {
  /** Ends once what runs is aborted or done. */
  close(): Promise<void>;
}

/** Connections besides those of running jobs: one listens, one searches for jobs. */
const CONNECTIONS = 2;
/** Milliseconds after which the queue is searched even without a notification. */
const POLL_MS = 2000;

/** @throws ServiceError `storage_unavailable` */
export async function openRunner({ name, run }: Task, options: RunnerOptions): Promise<QueueWorker> {
  const { connection, data, concurrency, connections = concurrency, log } = options;
  const pool = new QueuePool({
    ...clientConfig(connection),
    types: undefined,
    max: connections + CONNECTIONS,
    // The queue waits as long as it takes: a failure to record a failed job would be an unhandled rejection.
    connectionTimeoutMillis: 0,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the queue lost a connection'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stop = new AbortController();
  const task = async (payload: unknown, { job }: { readonly job: { readonly attempts: number } }) => {
    // Each time: the process has another number after it lost its session.
    await data.database.count(registerWorker, workers.id, data.session.owner);
    await run(payload, job.attempts, stop.signal);
  };
  const workers: WorkerPool = runTaskList(
    {
      concurrency,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      logger: new Logger(() => (level, message) => log.debug({ queue: level }, message)),
      events: new EventEmitter() as WorkerEvents,
    },
    { [name]: task },
    pool,
  );
  // Or it would search only after POLL_MS, while nothing renders.
  data.session.onGap(() => {
    if (data.session.connected && !stop.signal.aborted) workers.nudge(concurrency);
  });
  workers.promise.catch((error: unknown) => log.error({ err: error }, 'the queue ended'));
  return {
    async close() {
      stop.abort();
      await workers.gracefulShutdown('the process ends');
      await pool.end();
    },
  };
}
