/**
 * Clears up, on every host, what ended processes and time leave behind. Sweepers need not know of each other: whatever
 * one of them does to a row, it does in the statement that finds the row.
 */

import { STALE_SECONDS } from './credits/credits.js';
import { deadOwners } from './credits/statements/dead-owners.js';
import { expireOutcomes } from './credits/statements/expire-outcomes.js';
import { expireRenders } from './credits/statements/expire-renders.js';
import { refundOwners } from './credits/statements/refund-owners.js';
import type { Files } from './files/files.js';
import type { Database } from './storage/database.js';

export interface SweeperOptions {
  readonly database: Database;
  readonly files: Files;
  readonly renderLogDays: number;
  /** Told of sweeps that failed, e.g. while Postgres is away; default: nobody. */
  readonly onError?: (error: unknown) => void;
}

export interface Sweeper {
  /** Waits for the sweep that is running. */
  close(): Promise<void>;
}

const REFUND_SECONDS = 5;
const EXPIRY_SECONDS = 60;
const ORPHAN_SECONDS = 3600;
const BATCH = 1000;

export function startSweeper(options: SweeperOptions): Sweeper {
  const { database, files, renderLogDays, onError } = options;
  const refunds = new RefundSweep(database);
  const closers = [
    repeat(REFUND_SECONDS, () => refunds.run(), onError),
    repeat(
      EXPIRY_SECONDS,
      async () => {
        await files.sweepExpired();
        await inBatches((limit) => database.count(expireOutcomes, limit));
        await inBatches((limit) => database.count(expireRenders, renderLogDays, limit));
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

/** Gives back what ended processes had reserved. */
export class RefundSweep {
  readonly #database: Database;
  #missing: ReadonlySet<number> = new Set();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * One sweep. A process counts as ended when it was missing in the sweep before too: one that lost its connection,
   * as all do when Postgres restarts, takes its lock again within the time between.
   * @returns how many reservations were given back
   */
  async run(): Promise<number> {
    const missing = (await this.#database.rows(deadOwners)).map(({ owner }) => owner);
    const ended = missing.filter((owner) => this.#missing.has(owner));
    this.#missing = new Set(missing);
    return (await this.#database.row(refundOwners, ended, STALE_SECONDS))!.refunded;
  }
}

async function inBatches(sweep: (limit: number) => Promise<number>): Promise<void> {
  while ((await sweep(BATCH)) === BATCH);
}

/**
 * Runs `work` again and again, never twice at once.
 * @returns ends it
 */
function repeat(
  seconds: number,
  work: () => Promise<unknown>,
  onError?: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = work()
      .then(() => undefined, onError)
      .finally(() => {
        isRunning = false;
      });
  }, seconds * 1000);
  let isRunning = false;
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
