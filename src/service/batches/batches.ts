/**
 * Batches: one template rendered for many records. Each is charged one credit for every record that succeeds.
 *
 *   receive → reserve credits, queue chunks → run each chunk → done → retry what failed
 *
 * Records are stored in chunks, and a chunk is the unit of work: its results, charges and refunds are committed in one
 * SQL statement, so that a crash at any moment leaves each record with one result and one charge.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { DataRecord } from '../../records/record.js';
import { ServiceError } from '../errors.js';
import type { LinkCheck, LinkSigner } from '../files/links.js';
import type { ByteRange, FileStore } from '../files/store.js';
import type { Accounts } from '../identity/accounts.js';
import { isId, newId } from '../ids.js';
import type { Database, Queries } from '../storage/database.js';
import type { Session } from '../storage/session.js';
import { checkText } from '../storage/text.js';
import { newSecret } from '../webhooks/signature.js';
import { ChunkWriter } from './chunk-writer.js';
import { acceptBatch } from './statements/accept-batch.js';
import { beginChunk } from './statements/begin-chunk.js';
import { findReceiver, type ReceiverRow, recordAttempt, webhookSecret } from './statements/callback.js';
import { cancelBatch } from './statements/cancel-batch.js';
import { type ChunkResultsRow, chunkOfRecord, chunkResults, failedChunks } from './statements/chunk-results.js';
import { commitChunk } from './statements/commit-chunk.js';
import { enqueueChunks, postponeChunk } from './statements/enqueue-chunks.js';
import { findBatch } from './statements/find-batch.js';
import { insertBatch } from './statements/insert-batch.js';
import { insertChunk } from './statements/insert-chunk.js';
import { listBatches } from './statements/list-batches.js';
import { reserveCredits } from './statements/reserve-credits.js';
import { retryChunks } from './statements/retry-chunks.js';
import { abandonBatch } from './statements/sweep.js';
import type { Attempt, Batch, BatchRecord, BatchTemplate, ChunkOutcome, ChunkRun, RecordResult } from './types.js';

interface BatchesOptions {
  readonly database: Database;
  readonly session: Session;
  readonly accounts: Accounts;
  readonly store: FileStore;
  readonly signer: LinkSigner;
  /** Seconds that the results are kept. */
  readonly seconds: number;
}

interface NewBatch {
  readonly accountId: string;
  readonly keyId: string | null;
  readonly template: BatchTemplate;
  readonly records: AsyncIterable<DataRecord> | Iterable<DataRecord>;
  /** Among the batches of its account: from 0, the most urgent, to 7; default 3. From 4 on it comes after all others. */
  readonly urgency?: number | undefined;
  /** `merged`: one PDF of all records is offered, too; default `files`. */
  readonly output?: 'files' | 'merged' | undefined;
  /** Gets a message when the batch has ended. */
  readonly callbackUrl?: string | null | undefined;
  /** More to do in the transaction that accepts it; it is not accepted when this throws. */
  readonly onAccept?: (queries: Queries, batchId: string) => Promise<void>;
}

const MAX_RECORDS = { files: 1_000_000, merged: 100_000 } as const;
const DEFAULT_URGENCY = 3;
/** Batches of an account that are listed. */
const MAX_LISTED = 1000;
/** Chunks whose results are in memory at once. */
const CHUNKS_READ = 8;
/** A finished chunk is not discarded for a broken connection: the commit is retried for so long. */
const COMMIT_RETRY_MS = 3000;
const COMMIT_PAUSE_MS = 100;

export class Batches {
  readonly #options: BatchesOptions;

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /**
   * Stores the records as they arrive, then reserves their credits and queues them, all or nothing.
   * @throws ServiceError `invalid_request` when a record is faulty or there are none or too many; `no_credits`,
   * `storage_unavailable`
   */
  async create({
    accountId,
    keyId,
    template,
    records,
    urgency,
    callbackUrl,
    onAccept,
    output = 'files',
  }: NewBatch): Promise<Batch> {
    const { database, session } = this.#options;
    const id = newId();
    const { source, partials, locale, title, strict, standard, options, saved } = template;
    checkText('html', source);
    await database.count(
      insertBatch,
      id,
      accountId,
      keyId,
      session.owner,
      saved?.id ?? null,
      saved?.version ?? null,
      source,
      JSON.stringify(partials),
      locale,
      title?.replaceAll('\0', '') ?? null, // Postgres cannot store U+0000
      strict,
      standard,
      callbackUrl ?? null,
      urgency ?? DEFAULT_URGENCY,
      output,
      JSON.stringify(options),
    );
    try {
      const total = await this.#receive(id, accountId, records, output);
      await database.transaction(async (queries) => {
        await onAccept?.(queries, id);
        await this.#accept(queries, { id, accountId, total });
      });
    } catch (error) {
      await database.count(abandonBatch, id).catch(() => undefined); // the sweeper does it if this process ends
      throw error;
    }
    return (await this.find(id, accountId))!;
  }

  /** @returns the number of records */
  async #receive(
    batchId: string,
    accountId: string,
    records: NewBatch['records'],
    output: keyof typeof MAX_RECORDS,
  ): Promise<number> {
    const { database, store } = this.#options;
    const writer = new ChunkWriter(async ({ position, first, count, bytes }) => {
      const id = newId();
      // Before the row, as a crash must leave bytes without a row at worst.
      await store.put(id, bytes);
      await database.count(insertChunk, id, batchId, position, first, count);
    });
    let total = 0;
    let affordable = 0;
    for await (const record of records) {
      total = record.number;
      if (!('json' in record)) throw invalid(`record ${record.number} (line ${record.line}) ${record.fault}`);
      if (total > MAX_RECORDS[output]) {
        const limit = MAX_RECORDS[output].toLocaleString('en-US');
        throw invalid(`a batch with the output "${output}" has at most ${limit} records`);
      }
      // Not only once all have arrived: records that cannot be paid for must not fill the store.
      if (total > affordable) affordable = await this.#affordable(accountId, total);
      await writer.add(record.json);
    }
    if (total === 0) throw invalid('data: must have at least one record');
    await writer.end();
    return total;
  }

  /** @returns the credits of the account. @throws ServiceError `no_credits` when they do not suffice */
  async #affordable(accountId: string, total: number): Promise<number> {
    const account = await this.#options.accounts.get(accountId);
    if (!account) throw new ServiceError('invalid_api_key');
    const { credits } = account;
    if (total <= credits) return credits;
    throw new ServiceError('no_credits', `The batch has more records than the account has credits: ${credits}`, {
      balance: credits,
    });
  }

  async #accept(queries: Queries, { id, accountId, total }: { id: string; accountId: string; total: number }) {
    await this.#reserve(queries, accountId, total);
    if (!(await queries.row(acceptBatch, id, total))) throw new ServiceError('storage_unavailable');
    await queries.row(enqueueChunks, id);
  }

  /** @throws ServiceError `no_credits` */
  async #reserve(queries: Queries, accountId: string, amount: number): Promise<void> {
    if (await queries.row(reserveCredits, accountId, amount)) return;
    // The account's period may be over.
    const account = await this.#options.accounts.current(accountId, queries);
    if (!account) throw new ServiceError('invalid_api_key');
    if (await queries.row(reserveCredits, accountId, amount)) return;
    throw new ServiceError('no_credits', `The batch needs ${amount} credits, the account has ${account.credits}`, {
      balance: account.credits,
    });
  }

  /** @param accountId  default: of any account, for signed links */
  async find(id: string, accountId?: string): Promise<Batch | undefined> {
    return isId(id) ? this.#options.database.row(findBatch, id, accountId ?? null) : undefined;
  }

  /** Newest first. */
  list(accountId: string): Promise<Batch[]> {
    return this.#options.database.rows(listBatches, accountId, MAX_LISTED);
  }

  /**
   * Cancels what has not run and refunds it; a batch that has ended stays as it is.
   * @returns undefined when the account has no such batch
   */
  async cancel(id: string, accountId: string): Promise<Batch | undefined> {
    if (isId(id)) await this.#options.database.row(cancelBatch, id, accountId, this.#options.seconds);
    return this.find(id, accountId);
  }

  /**
   * Queues the failed records of a finished batch again.
   * @returns undefined when the account has no such batch
   * @throws ServiceError `batch_not_finished`, `no_credits`
   */
  async retry(id: string, accountId: string): Promise<Batch | undefined> {
    const batch = await this.find(id, accountId);
    if (!batch) return undefined;
    if (batch.finished_at === null) throw new ServiceError('batch_not_finished');
    await this.#options.database.transaction(async (queries) => {
      const { records } = (await queries.row(retryChunks, id, accountId))!;
      if (records === 0) return;
      await this.#reserve(queries, accountId, records);
      await queries.row(enqueueChunks, id);
    });
    return this.find(id, accountId);
  }

  /** @returns undefined when the chunk is done or cancelled, or its run is over */
  async beginChunk(id: string, run: number): Promise<ChunkRun | undefined> {
    const row = await this.#options.database.row(beginChunk, id, run);
    if (!row) return undefined;
    const { batch_id, account_id, key_id, plan, urgency, created_at, records, results } = row;
    const { source, partials, locale, title, strict, standard, options } = row;
    return {
      id,
      batchId: batch_id,
      run,
      accountId: account_id,
      keyId: key_id,
      renderSeconds: this.#options.accounts.planOf(plan).renderSeconds,
      urgency,
      template: { source, partials, locale, title, strict, standard, options },
      createdAt: created_at,
      records,
      earlier: (results as readonly RecordResult[] | null) ?? undefined,
    };
  }

  /** Queues a chunk again, to be run in so many seconds. */
  async postponeChunk(id: string, run: number, seconds: number): Promise<void> {
    await this.#options.database.row(postponeChunk, id, run, seconds);
  }

  /** The records of a chunk, as texts of JSON objects. */
  async recordsOf(chunkId: string): Promise<readonly string[]> {
    const bytes = await this.#options.store.read(chunkId);
    if (!bytes) throw new Error(`the records of the chunk ${chunkId} are missing`);
    return bytes.toString().trimEnd().split('\n');
  }

  /** Stores PDFs of a chunk, one after the other. @returns the id of the object */
  async storePdfs(bytes: Uint8Array): Promise<string> {
    const id = newId();
    await this.#options.store.put(id, bytes);
    return id;
  }

  /**
   * Commits a run of a chunk, at most once.
   * @returns false when the run is over: it was cancelled, or another worker has committed it
   * @throws ServiceError `storage_unavailable`
   */
  async commitChunk(id: string, run: number, outcome: ChunkOutcome): Promise<boolean> {
    const { results, objects, succeeded, failed, pages, bytes, objectsInPdfs } = outcome;
    const failedInChunk = results.filter(({ status }) => status === 'failed').length;
    const { database, seconds } = this.#options;
    const counts = [failedInChunk, objects, succeeded, failed, pages, bytes, objectsInPdfs] as const;
    const parameters = [JSON.stringify(results), ...counts] as const;
    const deadline = performance.now() + COMMIT_RETRY_MS;
    for (;;) {
      try {
        return (await database.row(commitChunk, id, run, ...parameters, seconds)) !== undefined;
      } catch (error) {
        const isUnavailable = error instanceof ServiceError && error.code === 'storage_unavailable';
        if (!isUnavailable || performance.now() > deadline) throw error;
        await delay(COMMIT_PAUSE_MS);
      }
    }
  }

  /** Where a message goes. @returns undefined when the batch has expired, or is rendered again */
  receiverOf(batchId: string, messageId: string): Promise<ReceiverRow | undefined> {
    return this.#options.database.row(findReceiver, batchId, messageId, newSecret());
  }

  /** Records an attempt to send a message, unless the batch is rendered again. */
  async recordAttempt(batchId: string, messageId: string, { state, attempts, reason }: Attempt): Promise<void> {
    await this.#options.database.count(recordAttempt, batchId, messageId, state, attempts, reason ?? null);
  }

  /** The secret that signs the messages of an account. @returns undefined when it does not exist */
  async webhookSecret(accountId: string): Promise<string | undefined> {
    return (await this.#options.database.row(webhookSecret, accountId, newSecret()))?.secret;
  }

  /** The query of links to the results of a finished batch. */
  linkQuery({ id }: Pick<Batch, 'id'>, expiresAt: number): string {
    return this.#options.signer.query(subjectOf(id), expiresAt);
  }

  /** Checks the query of a link. */
  check(id: string, query: URLSearchParams): LinkCheck {
    const now = Math.floor(Date.now() / 1000);
    return this.#options.signer.check(subjectOf(id), query.get('exp') ?? '', query.get('sig') ?? '', now);
  }

  /** All records, in order. */
  async *records(batchId: string): AsyncGenerator<BatchRecord> {
    for (let after = -1; ; ) {
      const chunks = await this.#options.database.rows(chunkResults, batchId, after, CHUNKS_READ);
      for (const chunk of chunks) yield* recordsIn(chunk);
      if (chunks.length < CHUNKS_READ) return;
      after = chunks.at(-1)!.position;
    }
  }

  /** The first failed records, at most so many. */
  async failures(batchId: string, limit: number): Promise<BatchRecord[]> {
    const chunks = await this.#options.database.rows(failedChunks, batchId, limit);
    return chunks.flatMap((chunk) => [...recordsIn(chunk)].filter(({ status }) => status === 'failed')).slice(0, limit);
  }

  /** @param record  its number, from 1 */
  async record(batchId: string, record: number): Promise<BatchRecord | undefined> {
    const chunk = await this.#options.database.row(chunkOfRecord, batchId, record);
    return chunk && [...recordsIn(chunk)].find((one) => one.record === record);
  }

  /** @returns undefined when the bytes do not exist */
  async read(object: string, range: ByteRange): Promise<Buffer | undefined> {
    return this.#options.store.read(object, range);
  }
}

/** Not the id alone: a link to a file is no link to a batch. */
const subjectOf = (id: string): string => `batch ${id.toLowerCase()}`;

function* recordsIn({ first, records, state, results }: ChunkResultsRow): Generator<BatchRecord> {
  const known = results as readonly RecordResult[] | null;
  for (let index = 0; index < records; index += 1) {
    const record = first + index;
    const result = known?.[index];
    if (result && !(result.status === 'failed' && state === 'pending')) yield { record, ...result };
    else yield { record, status: state === 'cancelled' ? 'cancelled' : 'pending' };
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}
