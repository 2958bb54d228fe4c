/** The results of a finished batch as streams. */

import type { Batches } from './batches.js';
import type { Batch, DoneResult } from './types.js';
import { type ZipEntry, zip } from './zip.js';

/** Bytes of the manifest that are sent at once. */
const PIECE = 64 * 1024;
/** Digits of the number in a file name. */
const DIGITS = 7;

/** The name of a record's PDF. */
export function fileNameOf(record: number): string {
  return `${String(record).padStart(DIGITS, '0')}.pdf`;
}

/**
 * One line of JSON for each record.
 * @param urlOf  the link to a record's PDF
 */
export async function* manifest(
  batches: Batches,
  batchId: string,
  urlOf: (record: number) => string,
): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const record of batches.records(batchId)) {
    if (record.status !== 'done') text += `${JSON.stringify(record)}\n`;
    else {
      const { record: number, status, pages, bytes, sha256, diagnostics } = record;
      const file = fileNameOf(number);
      const url = urlOf(number);
      text += `${JSON.stringify({ record: number, status, file, pages, bytes, sha256, url, diagnostics })}\n`;
    }
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** A ZIP archive of all PDFs. */
export function archive(batches: Batches, batchId: string): AsyncGenerator<Uint8Array> {
  return zip(() => entries(batches, batchId));
}

/** Beyond these, readers refuse a PDF, and so does PDF/A. Source: ISO 19005-2, 6.1.13 */
const MAX_MERGED = { bytes: 2 * 1024 ** 3, objects: 8_388_607 } as const;

/** Whether the PDFs of a batch can be one. The limits are on what they are before equal fonts and images are shared. */
export function isMergeable({ bytes, objects }: Pick<Batch, 'bytes' | 'objects'>): boolean {
  return bytes <= MAX_MERGED.bytes && objects <= MAX_MERGED.objects;
}

/** All PDFs, in order. */
export async function* pdfsOf(batches: Batches, batchId: string): AsyncGenerator<Uint8Array> {
  for await (const record of batches.records(batchId))
    if (record.status === 'done') yield await readPdf(batches, record);
}

async function* entries(batches: Batches, batchId: string): AsyncGenerator<ZipEntry> {
  for await (const record of batches.records(batchId)) {
    if (record.status !== 'done') continue;
    const { bytes, crc } = record;
    yield { name: fileNameOf(record.record), bytes, crc, read: () => readPdf(batches, record) };
  }
}

/** @throws Error when its bytes are missing */
export async function readPdf(
  batches: Pick<Batches, 'read'>,
  { object, offset, bytes }: DoneResult,
): Promise<Uint8Array> {
  const pdf = await batches.read(object, { start: offset, end: offset + bytes - 1 });
  if (pdf?.length !== bytes) throw new Error(`a PDF in the object ${object} is missing`);
  return pdf;
}
