/** The render log of an account, for its owner. */

import type { Database } from '../storage/database.js';
import { latestRenders, type RenderLogRow, type UsageDayRow, usageByDay } from './statements/usage.js';

export interface UsageReport {
  /** Oldest first; today is the last. */
  readonly days: UsageDayRow[];
  /** Newest first. */
  readonly renders: RenderLogRow[];
}

const DAYS = 30;
const RENDERS = 500;

export class RenderLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async report(accountId: string): Promise<UsageReport> {
    const [days, renders] = await Promise.all([
      this.#database.rows(usageByDay, accountId, DAYS),
      this.#database.rows(latestRenders, accountId, RENDERS),
    ]);
    return { days, renders };
  }
}
