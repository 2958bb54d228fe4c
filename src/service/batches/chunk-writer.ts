/** Collects records into chunks. */

/** Some records in succession. */
export interface Chunk {
  /** From 0. */
  readonly position: number;
  /** Number of its first record, from 1. */
  readonly first: number;
  readonly count: number;
  /** Records as NDJSON. */
  readonly bytes: Uint8Array;
}

/**
 * Chunks grow with their position: a small batch has several, which threads share; a large one has few for its size. A
 * chunk is rendered again as a whole when its process ends, so it takes a second or a few.
 */
const RECORDS = { first: 10, growth: 5, max: 100 } as const;
/** UTF-16 units after which a chunk ends. */
const MAX_LENGTH = 1_000_000;

export class ChunkWriter {
  readonly #write: (chunk: Chunk) => Promise<void>;
  #lines: string[] = [];
  #length = 0;
  #position = 0;
  #first = 1;

  /** @param write  called with one chunk after the other */
  constructor(write: (chunk: Chunk) => Promise<void>) {
    this.#write = write;
  }

  /** @param json  the text of a JSON object, without line breaks outside of strings that need them */
  async add(json: string): Promise<void> {
    this.#lines.push(/[\r\n]/.test(json) ? JSON.stringify(JSON.parse(json)) : json);
    this.#length += json.length;
    const records = Math.min(RECORDS.max, RECORDS.first + RECORDS.growth * this.#position);
    if (this.#lines.length >= records || this.#length >= MAX_LENGTH) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#lines.length > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const count = this.#lines.length;
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`);
    await this.#write({ position: this.#position, first: this.#first, count, bytes });
    this.#position += 1;
    this.#first += count;
    this.#lines = [];
    this.#length = 0;
  }
}
