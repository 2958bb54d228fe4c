/** The render log of an account, for its owner. */

import type { Database } from '../storage/database.js';
import { latestRenders, type RenderLogRow, type UsageDayRow, usageByDay } from './statements/usage.js';

interface UsageReport {
  /** Oldest first; today is the last. */
  readonly days: UsageDayRow[];
  /** Newest first. */
  readonly renders: RenderLogRow[];
}

/** Which renders are reported. */
export interface RenderFilter {
  readonly state?: string | undefined;
  readonly templateId?: string | undefined;
  /** Of the last so many times 24 hours. */
  readonly days?: number | undefined;
}

const DAYS = 30;
const RENDERS = 500;

export class RenderLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async report(accountId: string, filter: RenderFilter = {}): Promise<UsageReport> {
    const { state = null, templateId = null, days: age = null } = filter;
    const [days, renders] = await Promise.all([
      this.#database.rows(usageByDay, accountId, DAYS),
      this.#database.rows(latestRenders, accountId, RENDERS, state, templateId, age),
    ]);
    return { days, renders };
  }
}
