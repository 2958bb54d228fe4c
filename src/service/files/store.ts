/** Where the bytes of files are: PDFs of links, uploaded images. */

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Bytes by id; ids are UUIDs and never used twice. Rows in Postgres say which ids exist: bytes are put before their row
 * is made and removed after it is deleted, so that at worst bytes are left over.
 */
export interface FileStore {
  /** The bytes survive a loss of power once this has resolved. @throws ServiceError `storage_unavailable` */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined when there are none. @throws ServiceError `storage_unavailable` */
  read(id: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Ids without bytes are passed over. */
  remove(ids: readonly string[]): Promise<void>;
  /** Ids of bytes that were put longer ago than so many seconds, in batches. What was left half-written is removed. */
  olderThan(seconds: number): AsyncIterable<readonly string[]>;
}
