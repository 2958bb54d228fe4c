/**
 * Edits objects of a PDF file.
 * Relies on how Typst writes files: no object streams, a single cross-reference table.
 * Source: ISO 32000-1, 7.5 (file structure)
 */

import { concatenated } from './syntax/write.js';

/** A byte range to be replaced. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

const ENTRY = 20;
const DIGITS = 10;
const ZERO = 0x30;

export class PdfFile {
  readonly bytes: Buffer;
  /** Offsets of objects by number; 0 for free ones. */
  readonly offsets: readonly number[];
  /** Offset of the cross-reference table. */
  readonly #table: number;
  readonly #changes: Change[] = [];

  /** @throws when the structure is unexpected */
  constructor(pdf: Uint8Array) {
    this.bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    const last = this.bytes.subarray(-64).toString('latin1');
    this.#table = Number(/startxref\s+(\d+)\s+%%EOF/.exec(last)?.[1]);
    const head = this.#tableHead();
    const first = this.#table + head[0].length;
    this.offsets = Array.from({ length: Number(head[1]) }, (_, number) => this.#offsetAt(first + ENTRY * number));
  }

  replace(change: Change): void {
    this.#changes.push(change);
  }

  /** @returns the file with all changes applied */
  write(): Uint8Array {
    const changes = this.#changes.sort((a, b) => a.start - b.start);
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, bytes } of changes) {
      pieces.push(this.bytes.subarray(at, start), bytes);
      at = end;
    }
    const moved = shiftBy(changes);
    const places = this.offsets.map((offset) => offset && offset + moved(offset));
    const trailer = this.#trailer(this.#table + moved(this.#table));
    pieces.push(this.bytes.subarray(at, this.#table), this.#updatedTable(places), Buffer.from(trailer, 'latin1'));
    return concatenated(pieces);
  }

  #tableHead(): RegExpExecArray {
    const head = /^xref\s+0 (\d+)\s/.exec(this.bytes.subarray(this.#table, this.#table + 40).toString('latin1'));
    if (!head) throw new Error('the PDF has no cross-reference table');
    return head;
  }

  #offsetAt(entry: number): number {
    let offset = 0;
    for (let digit = 0; digit < DIGITS; digit += 1) offset = offset * 10 + this.bytes[entry + digit]! - ZERO;
    return this.bytes[entry + 17] === 0x6e ? offset : 0; // `n`: in use
  }

  #updatedTable(places: readonly number[]): Buffer {
    const first = this.#tableHead()[0].length;
    const table = Buffer.from(this.bytes.subarray(this.#table, this.#table + first + ENTRY * places.length));
    places.forEach((place, number) => {
      let rest = place;
      if (rest === 0) return;
      for (let digit = DIGITS - 1; digit >= 0; digit -= 1) {
        table[first + ENTRY * number + digit] = ZERO + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    });
    return table;
  }

  #trailer(table: number): string {
    const start = this.#table + this.#tableHead()[0].length + ENTRY * this.offsets.length;
    return this.bytes
      .subarray(start)
      .toString('latin1')
      .replace(/startxref\s+\d+/, `startxref\n${table}`);
  }
}

/** Maps an offset to its shift by the changes before it. */
function shiftBy(changes: readonly Change[]): (offset: number) => number {
  let total = 0;
  const sums = changes.map(({ start, end, bytes }) => {
    total += bytes.length - (end - start);
    return total;
  });
  return (offset) => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (changes[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : sums[low - 1]!;
  };
}
