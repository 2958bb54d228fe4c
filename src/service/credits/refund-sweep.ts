import type { Database } from '../storage/database.js';
import { STALE_SECONDS } from './credits.js';
import { deadOwners } from './statements/dead-owners.js';
import { refundOwners } from './statements/refund-owners.js';

/** Refunds the reservations of processes that have ended. */
export class RefundSweep {
  readonly #database: Database;
  #missing: ReadonlySet<number> = new Set();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * One sweep. A process counts as ended once two sweeps in a row miss it: one that lost its connection, as all do when
   * Postgres restarts, takes its lock again in between.
   * @returns the number of reservations refunded
   */
  async run(): Promise<number> {
    const missing = (await this.#database.rows(deadOwners)).map(({ owner }) => owner);
    const ended = missing.filter((owner) => this.#missing.has(owner));
    this.#missing = new Set(missing);
    return (await this.#database.row(refundOwners, ended, STALE_SECONDS))!.refunded;
  }
}
