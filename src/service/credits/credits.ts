/**
 * Credits: reserved before a render, charged before its first byte is sent, refunded when it fails. Each step is one
 * SQL statement, so that a crash at any moment charges exactly the PDFs that were produced.
 *
 *   reserve → render → commit → send         reserve → render fails → refund
 *
 * A reservation belongs to a process, which holds an advisory lock in Postgres while it lives (storage/session.ts). The
 * sweeper refunds the reservations of processes that have ended. A process that only seemed to have ended finds its
 * reservation refunded, and does not deliver.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import type { Accounts } from '../identity/accounts.js';
import { newId } from '../ids.js';
import type { Database, Queries } from '../storage/database.js';
import type { Session } from '../storage/session.js';
import { RefundQueue } from './refund-queue.js';
import { claimKey } from './statements/claim-key.js';
import { claimKeyForBatch } from './statements/claim-key-for-batch.js';
import { commitRender } from './statements/commit-render.js';
import { findOutcome } from './statements/find-outcome.js';
import { refundRender } from './statements/refund-render.js';
import { releaseKey } from './statements/release-key.js';
import { renderState } from './statements/render-state.js';
import { reserveCredit } from './statements/reserve-credit.js';
import type {
  BatchClaim,
  Commit,
  EarlierRequest,
  IdempotencyKey,
  Refund,
  Reserve,
  Reserved,
  StoredOutcome,
} from './types.js';

/** How long a request with the same Idempotency-Key gets the stored outcome; docs/service.md promises 24 hours. */
export const OUTCOME_SECONDS = 24 * 3600;

/** No render takes this long, waiting included: its process has lost it. */
export const STALE_SECONDS = 3600;

/** Attempts to claim a key that other requests claim and release at the same time. */
const CLAIM_ATTEMPTS = 5;

/** A finished render is not discarded for a broken connection: the commit is retried for so long. */
const COMMIT_RETRY_MS = 3000;
const COMMIT_PAUSE_MS = 100;

interface CreditsOptions {
  readonly database: Database;
  readonly session: Session;
  readonly accounts: Accounts;
  /** Called when a refund has to wait for Postgres. */
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
   * The earlier request with an Idempotency-Key.
   * @returns undefined when there is none
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
   * @throws ServiceError `storage_unavailable`: then nothing is reserved, or it is refunded
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
      // The statement may have run, and only its result been lost.
      if (isUnavailable(error)) this.#refunds.add({ renderId, code: error.code });
      throw error;
    }
  }

  /**
   * Claims an Idempotency-Key for a batch, in the transaction that accepts it.
   * @returns whether it was free
   */
  async claimForBatch(queries: Queries, { accountId, batchId, idempotency }: BatchClaim): Promise<boolean> {
    const { key, bodyHash } = idempotency;
    const outcome: StoredOutcome = { kind: 'batch', batchId };
    const stored = JSON.stringify(outcome);
    return (
      (await queries.row(claimKeyForBatch, accountId, key, bodyHash, batchId, stored, OUTCOME_SECONDS)) !== undefined
    );
  }

  /** @returns undefined when the key belongs to another render */
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
    // No row: the account has no credits, or its period is over and has to be renewed first.
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
   * Charges the reserved credit. Must be called before the first byte is sent.
   * @returns false when the reservation no longer exists: the PDF must not be delivered
   * @throws ServiceError `storage_unavailable`; then the credit is refunded unless it was charged
   */
  async commit(commit: Commit): Promise<boolean> {
    const deadline = performance.now() + COMMIT_RETRY_MS;
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
    const { renderId, pages, bytes, diagnostics, milliseconds, stages, file, outcome } = commit;
    const row = await this.#database.row(
      commitRender,
      renderId,
      pages,
      bytes,
      diagnostics,
      Math.round(milliseconds),
      JSON.stringify(stages, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)),
      outcome === undefined ? null : JSON.stringify(outcome),
      file?.id ?? null,
      file?.title ?? null,
      file?.bytes ?? null,
      file?.etag ?? null,
      file?.expiresAt ?? null,
    );
    if (row) return true;
    // An earlier attempt may have charged it, and only its result been lost.
    return isRepeated && (await this.#database.row(renderState, renderId))?.state === 'committed';
  }

  /** Refunds the reserved credit, now or as soon as Postgres answers. Never rejects; does nothing after a commit. */
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
