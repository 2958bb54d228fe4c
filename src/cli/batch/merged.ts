/** One PDF of all records of a batch. */

import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JoinError, joinPdfs } from '../../pdf/join/join.js';
import { OperatorError, UsageError } from '../outcome.js';
import { MANIFEST, type ManifestRow } from './manifest.js';

/**
 * Joins the PDFs of a manifest in its order; records that failed are left out. The file is replaced once it is whole.
 * @throws OperatorError, UsageError when it cannot be written
 */
export async function writeMerged(folder: string, path: string): Promise<void> {
  const unfinished = `${path}.tmp`;
  try {
    await pipeline(Readable.from(joinPdfs(pdfsOf(folder))), createWriteStream(unfinished));
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (error instanceof OperatorError) throw error;
    const { message } = error as Error;
    if (error instanceof JoinError) throw new OperatorError(`${path} is not written: ${message}`, { cause: error });
    throw new UsageError(`cannot write ${path}: ${message}`, { cause: error });
  }
}

async function* pdfsOf(folder: string): AsyncGenerator<Uint8Array> {
  const lines = createInterface({
    input: createReadStream(join(folder, MANIFEST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const row = JSON.parse(line) as ManifestRow;
    if (row.status !== 'done') continue;
    const pdf = join(folder, row.file);
    if (!existsSync(pdf)) throw new OperatorError(`${pdf} is missing; run the batch without --failed-only`);
    yield readFileSync(pdf);
  }
}
