/**
 * The lane of previews: a render thread of its own with short limits and low priority, so that templates that are being
 * written delay no render. It starts with the first preview.
 */

import { ServiceError } from '../errors.js';
import type { DocumentTask, ResultOf } from './messages.js';
import type { Finished, RenderPool } from './pool.js';

type PreviewTask = DocumentTask & { readonly kind: 'preview' };

/** Previews of one account that may run and wait at once: one of each of its open editors. */
const MAX_OF_ACCOUNT = 3;

export class Previews {
  readonly #open: (onBroken: () => void) => Promise<RenderPool>;
  #pool: Promise<RenderPool> | undefined;
  readonly #counts = new Map<string, number>();
  #isClosed = false;
  /** The pool, once it is open. */
  #running: RenderPool | undefined;

  /** @param open  opens the pool, which calls back when it has to be replaced */
  constructor(open: (onBroken: () => void) => Promise<RenderPool>) {
    this.#open = open;
  }

  /** Whether a thread that was terminated has not ended. */
  get isStuck(): boolean {
    return this.#running?.isStuck ?? false;
  }

  /** Starts the thread, so that the first preview is fast. */
  warmUp(): void {
    this.#opened().catch(() => undefined); // the first preview reports it
  }

  #opened(): Promise<RenderPool> {
    if (this.#isClosed) return Promise.reject(new ServiceError('shutting_down'));
    if (this.#pool) return this.#pool;
    const pool = this.#open(() => this.#replace(pool)).catch((error) => {
      if (this.#pool === pool) this.#pool = undefined;
      throw error;
    });
    this.#pool = pool;
    pool.then(
      (running) => {
        this.#running = running;
      },
      () => undefined,
    );
    return pool;
  }

  #replace(broken: Promise<RenderPool>): void {
    if (this.#pool === broken) this.#pool = undefined;
    void broken.then((pool) => pool.close());
  }

  /** @throws ServiceError `busy`, `render_timeout`, `document_too_large`, `shutting_down`; ClientGone */
  async run(accountId: string, task: PreviewTask, signal: AbortSignal): Promise<Finished<ResultOf<PreviewTask>>> {
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= MAX_OF_ACCOUNT) throw new ServiceError('busy', 'Other previews of this account are running');
    this.#counts.set(accountId, count + 1);
    try {
      const pool = await this.#opened();
      return await pool.run(pool.admit({ account: accountId, key: accountId }), task, signal);
    } finally {
      const left = this.#counts.get(accountId)! - 1;
      if (left > 0) this.#counts.set(accountId, left);
      else this.#counts.delete(accountId);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.close();
  }
}
