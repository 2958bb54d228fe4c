/**
 * Appends changed objects to a PDF, whose own bytes stay as they are.
 * Source: ISO 32000-1, 7.5.6 (incremental updates)
 */

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { type Dict, dict, PdfString, Ref } from './objects.js';
import type { OpenedPdf } from './read.js';
import { differences } from './rows.js';
import {
  bodyOf,
  bytesOf,
  concatenated,
  crossReferenceStream,
  ENTRY,
  type Encryption,
  endOfFile,
  entry,
  type ObjectFormat,
} from './write.js';

interface UpdateOptions {
  /** Numbers of the objects of the file to write again; those that were added are written as well. */
  readonly changed: ReadonlySet<number>;
  /** That of the file. */
  readonly encryption: Encryption | undefined;
  /** The bytes of a string that is not encrypted. */
  readonly clear?: Uint8Array | undefined;
}

/** Entries of a trailer that each section repeats. */
const REPEATED = ['Root', 'Info', 'Encrypt'];

/**
 * @param pdf  the bytes that `opened` was read from
 * @returns    them, and a revision with the changed objects, each outside of object streams
 */
export function updatePdf(
  pdf: Uint8Array,
  opened: OpenedPdf,
  { changed, encryption, clear }: UpdateOptions,
): Uint8Array {
  const { file, generations } = opened;
  const generation = ({ number }: Ref) => generations.get(number) ?? 0;
  const text = (bytes: Uint8Array) => (encryption && bytes !== clear ? encryption.encrypt(bytes) : bytes);
  const format: ObjectFormat = { number: (ref) => ref.number, generation, text };
  const pieces: Uint8Array[] = [pdf];
  let length = pdf.length;
  const push = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.length;
  };
  if (pdf.at(-1) !== 0x0a) push(Buffer.from('\n'));
  const offsets = new Map<number, number>();
  const added = [...file.objects.keys()].filter((number) => number >= opened.size);
  const numbers = [...new Set([...changed, ...added])].sort((a, b) => a - b);
  for (const number of numbers) {
    offsets.set(number, length);
    push(Buffer.from(`${number} ${generation(new Ref(number))} obj\n`, 'latin1'));
    for (const piece of bodyOf(file.objects.get(number) ?? null, format)) push(piece);
    push(Buffer.from('\nendobj\n', 'latin1'));
  }
  const start = length;
  const entries = repeatedEntries(opened, pieces.slice(1));
  const size = Math.max(opened.size, ...numbers.slice(-1).map((number) => number + 1));
  if (opened.section.isStream) push(sectionStream({ entries, size, start, offsets, generations }));
  else push(sectionTable({ entries, size, offsets, generations }));
  push(Buffer.from(endOfFile(start), 'latin1'));
  return concatenated(pieces);
}

/** The second part of the identifier is that of the revision. Source: ISO 32000-1, 14.4 */
function repeatedEntries({ file, trailer, section }: OpenedPdf, added: readonly Uint8Array[]): Dict {
  const entries = new Map([...trailer].filter(([key]) => REPEATED.includes(key)));
  const hash = createHash('sha256');
  for (const piece of added) hash.update(piece);
  const own = new PdfString(hash.digest().subarray(0, 16));
  const [first] = file.array(trailer.get('ID')) ?? [];
  entries.set('ID', [first instanceof PdfString ? first : own, own]);
  entries.set('Prev', section.offset);
  return entries;
}

interface Section {
  readonly entries: Dict;
  /** One more than the largest number of an object. */
  readonly size: number;
  /** By number, in its order. */
  readonly offsets: ReadonlyMap<number, number>;
  readonly generations: ReadonlyMap<number, number>;
}

/** The numbers of a section in runs without gaps. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}

/** As in the file, without encryption: trailers are not encrypted. */
const PLAIN: ObjectFormat = { number: (ref) => ref.number, text: (bytes) => bytes };

/** Source: ISO 32000-1, 7.5.8 */
function sectionStream({ entries, size, start, offsets, generations }: Section & { readonly start: number }): Buffer {
  const all = new Map([...offsets, [size, start]]);
  const rows = [...all].map(([number, offset]) => entry(1, offset, generations.get(number) ?? 0));
  const data = deflateSync(differences(Buffer.concat(rows), ENTRY), { level: 9 });
  const index = runsOf([...all.keys()]).flatMap((run) => [run[0]!, run.length]);
  const trailer = new Map([...entries, ['Index', index]]);
  const stream = crossReferenceStream(size + 1, { identifier: Buffer.alloc(16), trailer, data });
  return Buffer.concat([
    Buffer.from(`${size} 0 obj\n`, 'latin1'),
    ...bodyOf(stream, PLAIN),
    Buffer.from('\nendobj\n', 'latin1'),
  ]);
}

/** Source: ISO 32000-1, 7.5.4 */
function sectionTable({ entries, size, offsets, generations }: Section): Buffer {
  const digits = (value: number, width: number) => String(value).padStart(width, '0');
  const parts = runsOf([...offsets.keys()]).map((run) => {
    const rows = run.map(
      (number) => `${digits(offsets.get(number)!, 10)} ${digits(generations.get(number) ?? 0, 5)} n \n`,
    );
    return `${run[0]} ${run.length}\n${rows.join('')}`;
  });
  const trailer = new Map([...dict({ Size: size }), ...entries]);
  const head = Buffer.from(`xref\n${parts.join('')}trailer\n`, 'latin1');
  return Buffer.concat([head, bytesOf(trailer, PLAIN), Buffer.from('\n')]);
}
