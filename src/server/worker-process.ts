/** A process that only renders batches: render threads, storage and the queue, without HTTP. */

import type { Config } from '../config.js';
import { openData } from '../service/data.js';
import { openLimiter } from '../service/limits/open.js';
import { ThreadTime } from '../service/limits/thread-time.js';
import { createLog } from '../service/observe/log.js';
import { RenderPool } from '../service/pool/pool.js';
import { connectionOptions } from '../service/storage/connection.js';
import { openQueue } from '../service/worker/queue.js';
import { poolOptions } from './pool-options.js';
import { configuredTracer } from './tracer.js';

interface WorkerProcess {
  readonly threads: number;
  /** Gives up what is being rendered, which another process does again. */
  stop(): Promise<void>;
}

interface WorkerProcessOptions {
  readonly databaseUrl: string;
  /** Called when its threads end and cannot be replaced: this process should end. */
  readonly onBroken: (error: unknown) => void;
}

/** Without Redis, a worker counts the thread time of accounts alone. */
const UNCONNECTED = { on: () => undefined, off: () => undefined };

/** @throws ServiceError `storage_unavailable` */
export async function openWorkerProcess(
  config: Config,
  { databaseUrl, onBroken }: WorkerProcessOptions,
): Promise<WorkerProcess> {
  const log = createLog(config.logLevel);
  const onError = (error: unknown) => log.warn({ err: error }, 'a background task failed');
  const threads = config.processes * config.threads;
  const pool = await RenderPool.open({ ...poolOptions(config), threads, onError, onBroken });
  const data = await openData(config, { databaseUrl, onError });
  const connection = connectionOptions(config, databaseUrl);
  // One more than threads: while the PDFs of one chunk are stored, another is rendered.
  const limiter = await openLimiter({ ...config, processes: 1 }, UNCONNECTED);
  const threadTime = new ThreadTime(limiter);
  const services = { data, pool, threadTime };
  const tracer = await configuredTracer(config, onError);
  const queue = await openQueue({ connection, services, threads, concurrency: threads + 1, log, tracer });
  log.info({ threads }, 'rendering batches');
  return {
    threads,
    async stop() {
      await queue.close();
      await pool.close();
      await threadTime.close();
      await limiter.close();
      await data.close();
      await tracer?.close().catch(onError);
    },
  };
}
