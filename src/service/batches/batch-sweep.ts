import type { FileStore } from '../files/store.js';
import type { Database } from '../storage/database.js';
import { abandonBatches, deadBatchOwners, expireBatches, expireChunks, releaseJobs } from './statements/sweep.js';

/** Chunks deleted by one statement. */
const CHUNKS = 100;

/** Releases what ended processes held, and deletes expired batches. */
export class BatchSweep {
  readonly #database: Database;
  readonly #store: FileStore;
  #missing: ReadonlySet<number> = new Set();

  constructor(database: Database, store: FileStore) {
    this.#database = database;
    this.#store = store;
  }

  /**
   * One sweep. As for reservations, a process counts as ended once two sweeps in a row miss it.
   * @returns the number of workers whose jobs were released
   */
  async release(): Promise<number> {
    const missing = (await this.#database.rows(deadBatchOwners)).map(({ owner }) => owner);
    const ended = missing.filter((owner) => this.#missing.has(owner));
    this.#missing = new Set(missing);
    if (ended.length > 0) await this.#database.count(abandonBatches, ended);
    return (await this.#database.row(releaseJobs, ended))?.released ?? 0;
  }

  /** Deletes expired batches with the objects that hold their records and PDFs. */
  async expire(): Promise<void> {
    for (;;) {
      const { ids } = (await this.#database.row(expireChunks, CHUNKS))!;
      await this.#store.remove(ids);
      if (ids.length < CHUNKS) break;
    }
    await this.#database.count(expireBatches);
  }
}
