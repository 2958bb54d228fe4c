/** Reads the records of a batch from a stream of NDJSON or CSV, one at a time: memory does not grow with their number. */

import { parseCsv } from './csv.js';
import { type DataRecord, RecordsError, type Row } from './record.js';

export const RECORD_FORMATS = ['ndjson', 'csv'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

interface RecordsOptions {
  readonly format: RecordFormat;
  /** Maximum number of characters of one record. */
  readonly maxLength: number;
  /** Called with each record of NDJSON before it is parsed. @throws what is to end the stream */
  readonly check?: (json: string) => void;
}

/**
 * @param chunks  UTF-8, with or without a byte order mark
 * @throws RecordsError when the stream cannot be read on: not UTF-8, a record that is too long, a CSV without a header
 * Source: https://github.com/ndjson/ndjson-spec, https://www.rfc-editor.org/rfc/rfc4180
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  { format, maxLength, check }: RecordsOptions,
): AsyncGenerator<DataRecord> {
  let number = 0;
  const rows =
    format === 'csv' ? parseCsv(decoded(chunks), maxLength) : parseLines(decoded(chunks), { maxLength, check });
  for await (const { line, json = '', fault } of rows) {
    number += 1;
    yield fault === undefined ? { number, line, json } : { number, line, fault };
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new RecordsError('the records are not UTF-8', { cause: error });
    throw error;
  }
}

/** Lines without a value are skipped. */
async function* parseLines(texts: AsyncIterable<string>, bounds: LineBounds): AsyncGenerator<Row> {
  const { maxLength } = bounds;
  let line = 1;
  let rest = '';
  for await (const text of texts) {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const row = lineToRow(rest + text.slice(start, end), line, bounds);
      if (row) yield row;
      rest = '';
      line += 1;
      start = end + 1;
    }
    rest += text.slice(start);
    if (rest.length > maxLength) throw tooLong(line, maxLength);
  }
  const last = lineToRow(rest, line, bounds);
  if (last) yield last;
}

interface LineBounds extends Pick<RecordsOptions, 'maxLength'> {
  readonly check: RecordsOptions['check'];
}

function lineToRow(text: string, line: number, { maxLength, check }: LineBounds): Row | undefined {
  if (text.length > maxLength) throw tooLong(line, maxLength);
  const json = text.trim();
  if (json === '') return undefined;
  check?.(json);
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, json };
    return { line, fault: 'must be a JSON object, like {"name": "value"}' };
  } catch (error) {
    return { line, fault: `is not JSON: ${(error as Error).message}` };
  }
}

function tooLong(line: number, maxLength: number): RecordsError {
  return new RecordsError(`line ${line}: the record has more than ${maxLength.toLocaleString('en-US')} characters`);
}
