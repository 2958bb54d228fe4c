/**
 * Credits: reserved before a render, charged before its first byte is sent, given back when it fails. One statement per
 * step, so that whatever process ends when, a credit is taken for exactly the PDFs that were produced.
 *
 *   reserve → render → commit → send         reserve → render fails → refund
 *
 * A reservation belongs to a process, which holds a lock in Postgres for as long as it lives (storage/session.ts). What
 * an ended process had reserved is given back by the sweeper; a process that was only held for dead finds its
 * reservation gone, and does not deliver.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { Accounts } from '../identity/accounts.js';
import { newId } from '../ids.js';
import type { Database, Queries } from '../storage/database.js';
import type { Session } from '../storage/session.js';
import { RefundQueue } from './refund-queue.js';
import { claimKey } from './statements/claim-key.js';
import { commitRender } from './statements/commit-render.js';
import { findOutcome } from './statements/find-outcome.js';
import { refundRender } from './statements/refund-render.js';
import { releaseKey } from './statements/release-key.js';
import { renderState } from './statements/render-state.js';
import { reserveCredit } from './statements/reserve-credit.js';
import type { Commit, EarlierRequest, IdempotencyKey, Refund, Reserve, Reserved, StoredOutcome } from './types.js';

export const OUTCOME_SECONDS = 24 * 3600;

/** No render, with all its waiting, takes this long: its process has lost it. */
export const STALE_SECONDS = 3600;

/** How often a key may change hands while one request looks at it. */
const CLAIM_ATTEMPTS = 5;

/** What is rendered is not thrown away for a connection that broke: so long Postgres may take to be back. */
const COMMIT_PATIENCE_MS = 3000;
const COMMIT_PAUSE_MS = 100;

export interface CreditsOptions {
  readonly database: Database;
  readonly session: Session;
  readonly accounts: Accounts;
  /** Told of refunds that have to wait for Postgres; default: nobody. */
  readonly onError?: (error: unknown) => void;
}

export class Credits {
  readonly #database: Database;
  readonly #session: Session;
  readonly #accounts: Accounts;
  readonly #refunds: RefundQueue;

  constructor({ database, session, accounts, onError }: CreditsOptions) {
    this.#database = database;
    this.#session = session;
    this.#accounts = accounts;
    this.#refunds = new RefundQueue(database, onError);
  }

  /**
   * What an Idempotency-Key stands for already.
   * @returns undefined: nothing
   * @throws ServiceError `storage_unavailable`
   */
  async find(accountId: string, { key, bodyHash }: IdempotencyKey): Promise<EarlierRequest | undefined> {
    const row = await this.#database.row(findOutcome, accountId, key, bodyHash);
    if (!row) return undefined;
    if (row.is_abandoned) {
      await this.#database.row(refundRender, row.render_id, 'process_ended', null);
      return undefined;
    }
    if (!row.is_same_body) return { state: 'mismatch' };
    return row.outcome === null ? { state: 'running' } : { state: 'done', outcome: row.outcome as StoredOutcome };
  }

  /**
   * Reserves a credit for a render, and claims its Idempotency-Key with it.
   * @throws ServiceError `storage_unavailable`: nothing is reserved then, or will not be for long
   */
  async reserve(request: Reserve): Promise<Reserved> {
    const { accountId, idempotency } = request;
    const renderId = newId();
    try {
      if (!idempotency) return await this.#take(this.#database, renderId, request);
      for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt += 1) {
        const reserved = await this.#claimAndTake(renderId, request, idempotency);
        if (reserved) return reserved;
        const earlier = await this.find(accountId, idempotency);
        if (earlier) return earlier;
      }
      return { state: 'running' };
    } catch (error) {
      // The answer may be what was lost, not the question.
      if (isUnavailable(error)) this.#refunds.add({ renderId, code: error.code });
      throw error;
    }
  }

  /** @returns undefined when the key stands for another render */
  #claimAndTake(
    renderId: string,
    request: Reserve,
    { key, bodyHash }: IdempotencyKey,
  ): Promise<Exclude<Reserved, EarlierRequest> | undefined> {
    return this.#database.transaction(async (queries) => {
      if (!(await queries.row(claimKey, request.accountId, key, bodyHash, renderId, OUTCOME_SECONDS))) return undefined;
      const taken = await this.#take(queries, renderId, request);
      if (taken.state !== 'reserved') await queries.count(releaseKey, renderId);
      return taken;
    });
  }

  async #take(queries: Queries, renderId: string, request: Reserve): Promise<Exclude<Reserved, EarlierRequest>> {
    const { accountId, keyId, output, templateId = null, templateVersion = null } = request;
    const { owner } = this.#session;
    const reserve = () =>
      queries.row(reserveCredit, renderId, accountId, keyId, owner, output, templateId, templateVersion);
    // Without a row the account is empty, or its period is over: then it is looked at more closely.
    let charged = await reserve();
    if (!charged) {
      const account = await this.#accounts.current(accountId, queries);
      if (!account) throw new ServiceError('invalid_api_key');
      if (account.credits > 0) charged = await reserve();
      if (!charged) return { state: 'no_credits', balance: 0 };
    }
    return { state: 'reserved', renderId, creditsRemaining: charged.credits };
  }

  /**
   * Charges the reserved credit. To be called before the first byte is sent.
   * @returns false when the reservation is no more: what was rendered must not be delivered
   * @throws ServiceError `storage_unavailable`; the credit is given back then, if it was not charged
   */
  async commit(commit: Commit): Promise<boolean> {
    const deadline = performance.now() + COMMIT_PATIENCE_MS;
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        return await this.#charge(commit, isRepeated);
      } catch (error) {
        if (isUnavailable(error) && performance.now() < deadline) {
          await delay(COMMIT_PAUSE_MS);
          continue;
        }
        this.#refunds.add({ renderId: commit.renderId, code: 'storage_unavailable' });
        throw error;
      }
    }
  }

  async #charge(commit: Commit, isRepeated: boolean): Promise<boolean> {
    const { renderId, pages, bytes, diagnostics, milliseconds, file, outcome } = commit;
    const row = await this.#database.row(
      commitRender,
      renderId,
      pages,
      bytes,
      diagnostics,
      Math.round(milliseconds),
      outcome === undefined ? null : JSON.stringify(outcome),
      file?.id ?? null,
      file?.title ?? null,
      file?.bytes ?? null,
      file?.etag ?? null,
      file?.expiresAt ?? null,
    );
    if (row) return true;
    // The first time may have done it, and only its answer was lost.
    return isRepeated && (await this.#database.row(renderState, renderId))?.state === 'committed';
  }

  /** Gives the reserved credit back, now or as soon as Postgres answers. Never fails; does nothing after a commit. */
  refund(refund: Refund): Promise<void> {
    return this.#refunds.run(refund);
  }

  async close(): Promise<void> {
    await this.#refunds.close();
  }
}

function isUnavailable(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'storage_unavailable';
}
