/** Stored PDFs: behind links, and for requests that repeat an Idempotency-Key. */

import { createHash } from 'node:crypto';
import { isId, newId } from '../ids.js';
import type { Database } from '../storage/database.js';
import type { LinkCheck, LinkSigner } from './links.js';
import { expireFiles } from './statements/expire-files.js';
import { findFile } from './statements/find-file.js';
import { findFiles } from './statements/find-files.js';
import { knownIds } from './statements/known-ids.js';
import type { AnswerHeaders, ByteRange, FileStore } from './store.js';

/** A file whose bytes are stored. It exists once `Credits.commit` has inserted its row. */
export interface StoredFile {
  readonly id: string;
  readonly title: string | null;
  readonly bytes: number;
  /** Without quotes. */
  readonly etag: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

interface FilesOptions {
  readonly database: Database;
  readonly store: FileStore;
  readonly signer: LinkSigner;
  /** Seconds that a link works. */
  readonly linkSeconds: number;
}

const EXPIRY_BATCH = 500;
/** Younger bytes without a row may belong to a render that is not committed yet. */
const ORPHAN_SECONDS = 3600;

export class Files {
  readonly #options: FilesOptions;

  constructor(options: FilesOptions) {
    this.#options = options;
  }

  /**
   * Stores the bytes of a PDF.
   * @param seconds  lifetime; default: that of a link
   * @throws ServiceError `storage_unavailable`
   */
  async put(pdf: Uint8Array, title: string | null, seconds = this.#options.linkSeconds): Promise<StoredFile> {
    const id = newId();
    await this.#options.store.put(id, pdf);
    return {
      id,
      title: title?.replaceAll('\0', '') ?? null, // Postgres cannot store U+0000
      bytes: pdf.length,
      etag: createHash('sha256').update(pdf).digest('hex').slice(0, 32),
      expiresAt: Math.floor(Date.now() / 1000 + seconds),
    };
  }

  /** Removes the bytes of a file that is not committed. Never fails: the sweeper removes orphans. */
  async discard(file: StoredFile): Promise<void> {
    await this.#options.store.remove([file.id]).catch(() => undefined);
  }

  /** Path and query of the link to a file. */
  link({ id, expiresAt }: Pick<StoredFile, 'id' | 'expiresAt'>): string {
    return this.#options.signer.path(id, expiresAt);
  }

  /** Checks the query of a link. */
  check(id: string, expiry: string, signature: string): LinkCheck {
    return this.#options.signer.check(id, expiry, signature, Math.floor(Date.now() / 1000));
  }

  /** @returns undefined when it does not exist or has expired */
  async find(id: string): Promise<StoredFile | undefined> {
    const row = isId(id) ? await this.#options.database.row(findFile, id) : undefined;
    if (!row) return undefined;
    return { id: row.id, title: row.title, bytes: row.bytes, etag: row.etag, expiresAt: row.expires_at };
  }

  /**
   * The files of an account among those of the ids.
   * @param hold  called with the bytes of all of them before they are read
   * @returns by id, in lower case
   * @throws ServiceError `storage_unavailable`; errors of `hold`
   */
  async load(accountId: string, ids: Iterable<string>, hold: (bytes: number) => void): Promise<Map<string, Buffer>> {
    const wanted = [...new Set(ids)].filter(isId);
    const rows = wanted.length > 0 ? await this.#options.database.rows(findFiles, accountId, wanted) : [];
    hold(rows.reduce((sum, { bytes }) => sum + bytes, 0));
    const loaded = new Map<string, Buffer>();
    for (const { id } of rows) {
      const bytes = await this.read(id);
      if (bytes) loaded.set(id, bytes);
    }
    return loaded;
  }

  /** @returns undefined when the bytes do not exist. @throws ServiceError `storage_unavailable` */
  read(id: string, range?: ByteRange): Promise<Buffer | undefined> {
    return this.#options.store.read(id, range);
  }

  /**
   * A URL at which the store itself answers with the bytes, for a minute.
   * @returns undefined when clients do not reach it
   * @throws ServiceError `storage_unavailable`
   */
  async urlOf(id: string, headers: AnswerHeaders): Promise<string | undefined> {
    return this.#options.store.urlOf?.(id, headers);
  }

  /** Deletes expired files. @returns their number */
  async sweepExpired(): Promise<number> {
    const { database, store } = this.#options;
    for (let total = 0; ; ) {
      const ids = (await database.rows(expireFiles, EXPIRY_BATCH)).map(({ id }) => id);
      await store.remove(ids);
      total += ids.length;
      if (ids.length < EXPIRY_BATCH) return total;
    }
  }

  /** Deletes bytes without a row. @returns their number */
  async sweepOrphans(olderThanSeconds = ORPHAN_SECONDS): Promise<number> {
    const { database, store } = this.#options;
    let total = 0;
    for await (const ids of store.olderThan(olderThanSeconds)) {
      const known = new Set((await database.rows(knownIds, ids)).map(({ id }) => id));
      const orphans = ids.filter((id) => !known.has(id));
      await store.remove(orphans);
      total += orphans.length;
    }
    return total;
  }
}
