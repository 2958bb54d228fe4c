/** Runs a batch: records in, PDFs and a manifest out, in memory that does not grow with the number of records. */

import { join } from 'node:path';
import type { DataRecord } from '../../records/record.js';
import { EarlierRows, MANIFEST, type ManifestRow, RowWriter, UnwritableError } from './manifest.js';
import type { ThreadAnswer, ThreadTask } from './messages.js';
import type { Threads } from './threads.js';

interface BatchRun {
  readonly records: AsyncIterable<DataRecord>;
  /** Folder of the PDFs and the manifest. */
  readonly target: string;
  readonly threads: Threads;
  readonly earlier: EarlierRows;
  /** Renders only the records that failed in earlier runs. */
  readonly failedOnly: boolean;
  /** Records that may be read ahead of the first without a row in the manifest. */
  readonly readAhead: number;
  /** Aborted: what has begun is finished. */
  readonly signal: AbortSignal;
  readonly onRow: (row: ManifestRow, isKept: boolean) => void;
}

/** @throws UnwritableError, RecordsError */
export async function runBatch(run: BatchRun): Promise<void> {
  const { records, target, readAhead, signal, onRow } = run;
  const manifest = new RowWriter(join(target, MANIFEST));
  /** Results in the order of the records. */
  const pending: Promise<ThreadAnswer | undefined>[] = [];
  const writeNext = async () => {
    const answer = await pending.shift();
    if (!answer) return;
    if ('unwritable' in answer) throw new UnwritableError(`cannot write to ${target}: ${answer.unwritable}`);
    await manifest.write(answer.row);
    onRow(answer.row, answer.isKept);
  };
  try {
    for await (const record of records) {
      if (signal.aborted) break;
      if (pending.length >= readAhead) await writeNext();
      pending.push((await begin(record, run)).answer);
    }
    while (pending.length > 0) await writeNext();
  } finally {
    await Promise.allSettled(pending);
    await manifest.close();
    await run.earlier.close();
  }
  if (!signal.aborted) EarlierRows.discard(target);
}

async function begin(
  record: DataRecord,
  { threads, earlier, failedOnly }: BatchRun,
): Promise<{ readonly answer: Promise<ThreadAnswer | undefined> }> {
  const row = await earlier.of(record.number);
  if (failedOnly && row?.status !== 'failed') return given(row && { row, isKept: true });
  if (!('json' in record)) {
    const message = `The record on line ${record.line} ${record.fault}`;
    return given({ row: { record: record.number, status: 'failed', code: 'invalid_record', message }, isKept: false });
  }
  return threads.submit({ record: record.number, json: record.json, earlier: row } satisfies ThreadTask);
}

/** In an object, since a promise of a promise is one. */
function given(answer: ThreadAnswer | undefined) {
  return { answer: Promise.resolve(answer) };
}
