/** Files in Postgres, for hosts that share no folder. Suits files of up to about a megabyte. */

import type { Database } from '../storage/database.js';
import { contentOlderThan } from './statements/content-older-than.js';
import { insertContent } from './statements/insert-content.js';
import { readContent } from './statements/read-content.js';
import { readContentPart } from './statements/read-content-part.js';
import { removeContent } from './statements/remove-content.js';
import type { ByteRange, FileStore } from './store.js';

const BATCH = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class PostgresStore implements FileStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    await this.#database.count(insertContent, id, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  async read(id: string, range?: ByteRange): Promise<Buffer | undefined> {
    const row = range
      ? await this.#database.row(readContentPart, id, range.start + 1, range.end - range.start + 1)
      : await this.#database.row(readContent, id);
    return row?.content;
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#database.count(removeContent, ids);
  }

  async *olderThan(seconds: number): AsyncIterable<readonly string[]> {
    for (let after = FIRST_ID; ; ) {
      const ids = (await this.#database.rows(contentOlderThan, seconds, after, BATCH)).map(({ id }) => id);
      if (ids.length === 0) return;
      yield ids;
      after = ids.at(-1)!;
    }
  }
}
