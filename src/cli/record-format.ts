/** The format of a file of records. */

import { extname } from 'node:path';
import { RECORD_FORMATS, type RecordFormat } from '../records/records.js';
import { UsageError } from './outcome.js';

const EXTENSIONS: Readonly<Record<string, RecordFormat>> = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv' };

/** @returns undefined when the extension is another one */
export function formatByExtension(file: string): RecordFormat | undefined {
  return EXTENSIONS[extname(file).toLowerCase()];
}

/** @param given  `--format` @throws UsageError */
export function formatOf(data: string, given: string | undefined): RecordFormat {
  const format = given === undefined ? formatByExtension(data) : RECORD_FORMATS.find((name) => name === given);
  if (format) return format;
  if (given !== undefined) throw new UsageError(`--format is one of ${RECORD_FORMATS.join(', ')}, not "${given}"`);
  throw new UsageError(`the extension of ${data} does not say its format: set --format to ndjson or csv`);
}
