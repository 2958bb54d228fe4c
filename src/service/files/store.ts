/** The storage of bytes: stored PDFs and uploaded images. */

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** Headers of an answer of the store. */
export interface AnswerHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/**
 * Bytes by id; ids are UUIDs and never reused. Rows in Postgres are authoritative: bytes are stored before their row is
 * inserted and removed after it is deleted, so a crash leaves at worst orphaned bytes.
 */
export interface FileStore {
  /** Resolves once the bytes would survive a power failure. @throws ServiceError `storage_unavailable` */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined when they do not exist. @throws ServiceError `storage_unavailable` */
  read(id: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** A URL at which the store itself answers with the bytes, for a minute. @returns undefined when clients do not reach it */
  urlOf?(id: string, headers: AnswerHeaders): Promise<string | undefined>;
  /** Ignores ids without bytes. */
  remove(ids: readonly string[]): Promise<void>;
  /** Ids of bytes older than so many seconds, in batches. Also removes incomplete writes of that age. */
  olderThan(seconds: number): AsyncIterable<readonly string[]>;
}
