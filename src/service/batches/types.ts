/** Batches as their parts exchange them. */

import type { Diagnostic } from '../../engine/diagnostics.js';
import type { PdfStandard } from '../../engine/document.js';
import type { SavedOptions } from '../saved-options.js';
import type { BatchRow } from './statements/batch-columns.js';

/** The template of a batch and its options, which all records share. */
export interface BatchTemplate {
  readonly source: string;
  /** By name. */
  readonly partials: Readonly<Record<string, string>>;
  /** Canonical. */
  readonly locale: string;
  readonly title: string | null;
  readonly strict: boolean;
  readonly standard: readonly PdfStandard[];
  readonly options: SavedOptions;
  /** The saved template that it is a copy of. */
  readonly saved: { readonly id: string; readonly version: number } | undefined;
}

/** The result of one record, as stored in Postgres. Changing its fields needs a migration. */
export type RecordResult = DoneResult | FailedResult;

export interface DoneResult {
  readonly status: 'done';
  /** Id of the object of the file store that holds the PDF. */
  readonly object: string;
  readonly offset: number;
  readonly bytes: number;
  /** Of the PDF, in hexadecimal. */
  readonly sha256: string;
  /** CRC-32 of the PDF, for ZIP archives. */
  readonly crc: number;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FailedResult {
  readonly status: 'failed';
  readonly code: string;
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** A record of a batch with what came of it: `pending` while it is to be rendered. */
export type BatchRecord = { readonly record: number } & (
  | RecordResult
  | { readonly status: 'pending' }
  | { readonly status: 'cancelled' }
);

/** One run of a chunk: what a worker has to do. */
export interface ChunkRun {
  readonly id: string;
  readonly batchId: string;
  readonly run: number;
  readonly accountId: string;
  readonly keyId: string | null;
  /** Seconds of render threads that the account may use each minute. */
  readonly renderSeconds: number;
  /** Among the batches of its account: from 0, the most urgent, to 7. */
  readonly urgency: number;
  readonly template: Omit<BatchTemplate, 'saved'>;
  /** When the batch was created, in Unix seconds: the present of its documents. */
  readonly createdAt: number;
  /** Number of records. */
  readonly records: number;
  /** Those of the last run; only failed records are rendered again. */
  readonly earlier: readonly RecordResult[] | undefined;
}

/** The outcome of a run. */
export interface ChunkOutcome {
  /** Of all records of the chunk, in order. */
  readonly results: readonly RecordResult[];
  /** Ids of the objects with PDFs of this run. */
  readonly objects: readonly string[];
  /** Records of this run, like the other numbers. */
  readonly succeeded: number;
  readonly failed: number;
  readonly pages: number;
  readonly bytes: number;
  readonly objectsInPdfs: number;
}

/** The latest attempt to send a message. */
export interface Attempt {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Why it was not delivered. */
  readonly reason?: string;
}

export type Batch = BatchRow;
