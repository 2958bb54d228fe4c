/**
 * The manifest of a batch: one line of JSON for each record, in their order. It is written while the batch runs; a
 * batch that is run again reads the manifests of the earlier runs beside its records.
 */

import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Diagnostic } from '../../engine/diagnostics.js';

export type ManifestRow = DoneRow | FailedRow;

export interface DoneRow {
  /** Number of the record, from 1. */
  readonly record: number;
  readonly status: 'done';
  /** Name of the PDF, in the folder of the manifest. */
  readonly file: string;
  readonly pages: number;
  readonly bytes: number;
  /** Of the PDF, in hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of everything that determines the PDF: template, record, options, assets. */
  readonly input: string;
  /** URLs of the assets that the document asked for. */
  readonly assets?: readonly string[];
  readonly diagnostics?: readonly Diagnostic[];
}

export interface FailedRow {
  readonly record: number;
  readonly status: 'failed';
  readonly code: string;
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** The PDFs or their manifest cannot be written: a full disk, a folder that is gone. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
}

export const MANIFEST = 'manifest.ndjson';
/** Holds the rows of earlier runs until a run has ended. */
const EARLIER = '.manifest.earlier.ndjson';

/** The rows of earlier runs, read forward only. */
export class EarlierRows {
  readonly #rows: AsyncGenerator<ManifestRow> | undefined;
  #next: ManifestRow | undefined;

  private constructor(rows: AsyncGenerator<ManifestRow> | undefined) {
    this.#rows = rows;
  }

  /**
   * Moves the manifest of the last run out of the way. If that run was cut off, its rows replace the first of those
   * before it.
   */
  static async open(folder: string): Promise<EarlierRows> {
    const [manifest, earlier] = [join(folder, MANIFEST), join(folder, EARLIER)];
    if (existsSync(manifest) && existsSync(earlier)) await merge(manifest, earlier);
    else if (existsSync(manifest)) renameSync(manifest, earlier);
    return new EarlierRows(existsSync(earlier) ? readRows(earlier) : undefined);
  }

  get exist(): boolean {
    return this.#rows !== undefined;
  }

  /** @param record  larger than that of the call before */
  async of(record: number): Promise<ManifestRow | undefined> {
    while (this.#rows && (this.#next?.record ?? 0) < record) {
      const { value, done } = await this.#rows.next();
      if (done) return undefined;
      this.#next = value;
    }
    return this.#next?.record === record ? this.#next : undefined;
  }

  async close(): Promise<void> {
    await this.#rows?.return(undefined);
  }

  /** The new manifest is complete: those of earlier runs are no longer needed. */
  static discard(folder: string): void {
    rmSync(join(folder, EARLIER), { force: true });
  }
}

async function merge(manifest: string, earlier: string): Promise<void> {
  const merged = `${earlier}.tmp`;
  const writer = new RowWriter(merged);
  let last = 0;
  for await (const row of readRows(manifest)) {
    await writer.write(row);
    last = row.record;
  }
  for await (const row of readRows(earlier)) if (row.record > last) await writer.write(row);
  await writer.close();
  renameSync(merged, earlier);
  rmSync(manifest);
}

/** The last line may be cut off: what it describes is made again. */
async function* readRows(file: string): AsyncGenerator<ManifestRow> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = parseRow(line);
    if (!row) return;
    yield row;
  }
}

function parseRow(line: string): ManifestRow | undefined {
  try {
    const row = JSON.parse(line) as ManifestRow;
    return Number.isInteger(row.record) ? row : undefined;
  } catch {
    return undefined;
  }
}

export class RowWriter {
  readonly #stream: WriteStream;
  #failure: unknown;

  constructor(file: string) {
    this.#stream = createWriteStream(file);
    this.#stream.on('error', (error) => {
      this.#failure = error;
    });
  }

  /** @throws UnwritableError */
  async write(row: ManifestRow): Promise<void> {
    if (this.#failure) throw unwritable(this.#failure);
    if (!this.#stream.write(`${JSON.stringify(row)}\n`)) await once(this.#stream, 'drain').catch(rethrow);
  }

  /** @throws UnwritableError */
  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream).catch(rethrow);
  }
}

function unwritable(cause: unknown): UnwritableError {
  return new UnwritableError(`cannot write the manifest: ${(cause as Error).message}`, { cause });
}

function rethrow(cause: unknown): never {
  throw unwritable(cause);
}
