/**
 * Refunds reservations of ended processes and deletes what has expired, on every host. Sweepers need no coordination:
 * each statement changes the rows that it finds, and skips those that another sweeper has locked.
 */

import { BatchSweep } from './batches/batch-sweep.js';
import { RefundSweep } from './credits/refund-sweep.js';
import { expireOutcomes } from './credits/statements/expire-outcomes.js';
import { expireRenders } from './credits/statements/expire-renders.js';
import type { Files } from './files/files.js';
import type { FileStore } from './files/store.js';
import { SIGN_IN_LOG_DAYS } from './identity/sessions.js';
import { expireSignIns } from './identity/statements/expire-sign-ins.js';
import type { Database } from './storage/database.js';

interface SweeperOptions {
  readonly database: Database;
  readonly files: Files;
  readonly store: FileStore;
  readonly renderLogDays: number;
  /** Called when a sweep fails, e.g. while Postgres is unreachable. */
  readonly onError?: (error: unknown) => void;
}

interface Sweeper {
  /** Waits for the sweep that is running. */
  close(): Promise<void>;
}

/** Intervals of the sweeps: refunds, chunks, expired rows and files, bytes without a row. */
const REFUND_SECONDS = 5;
/** Chunks of a batch wait for it after their worker has ended. */
const RELEASE_SECONDS = 2;
const EXPIRY_SECONDS = 60;
const ORPHAN_SECONDS = 3600;
/** Rows deleted by one statement, so that it does not hold its locks for long. */
const BATCH = 1000;

export function startSweeper(options: SweeperOptions): Sweeper {
  const { database, files, store, renderLogDays, onError } = options;
  const refunds = new RefundSweep(database);
  const batches = new BatchSweep(database, store);
  const closers = [
    repeat(REFUND_SECONDS, () => refunds.run(), onError),
    repeat(RELEASE_SECONDS, () => batches.release(), onError),
    repeat(
      EXPIRY_SECONDS,
      async () => {
        await files.sweepExpired();
        await batches.expire();
        await inBatches((limit) => database.count(expireOutcomes, limit));
        await inBatches((limit) => database.count(expireRenders, renderLogDays, limit));
        await database.count(expireSignIns, SIGN_IN_LOG_DAYS);
      },
      onError,
    ),
    repeat(ORPHAN_SECONDS, () => files.sweepOrphans(), onError),
  ];
  return {
    async close() {
      await Promise.all(closers.map((close) => close()));
    },
  };
}

async function inBatches(sweep: (limit: number) => Promise<number>): Promise<void> {
  while ((await sweep(BATCH)) === BATCH);
}

/**
 * Runs `work` periodically; a run that takes longer than the period delays the next one.
 * @returns ends the repetition once the current run is over
 */
function repeat(
  seconds: number,
  work: () => Promise<unknown>,
  onError?: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = work()
      .then(() => undefined, onError)
      .finally(() => {
        isRunning = false;
      });
  }, seconds * 1000).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
