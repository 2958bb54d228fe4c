/** The bytes of a face: planned when its header is read, loaded when a thread first needs them. */

import { closeSync, openSync, readSync } from 'node:fs';
import { type FontFile, faceOffsets, lineMetrics, OpenTypeError, readOs2, readTables, type Table } from './opentype.js';

/** Plain data that can be sent between threads; the memory is shared. */
export interface FontBytes {
  readonly file: string;
  /** Ranges to copy: `length` bytes at offset `from` in the file to offset `at` in the font. */
  readonly pieces: readonly { readonly from: number; readonly at: number; readonly length: number }[];
  /** Bytes that are not in the file: the table directory of a face extracted from a collection. */
  readonly head: Uint8Array;
  /** A state byte (loaded or not), padding, then the font. Untouched pages take no physical memory. */
  readonly memory: SharedArrayBuffer;
}

const FONT_OFFSET = 8;
const SFNT_HEADER = 12;
const TABLE_RECORD = 16;
const FILLED = 1;

/**
 * @param content  the size of a file with one font, or the tables of a face in a collection, which are extracted to a font
 *                 of their own, so that the rest of the program need not handle collections
 */
export function planBytes(file: string, content: number | readonly Table[]): FontBytes {
  if (typeof content === 'number') {
    const pieces = [{ from: 0, at: 0, length: content }];
    return { file, pieces, head: new Uint8Array(0), memory: new SharedArrayBuffer(FONT_OFFSET + content) };
  }
  const { head, places, length } = layOutTables(content);
  const pieces = content.map((table, i) => ({ from: table.offset, at: places[i]!, length: table.length }));
  return { file, pieces, head, memory: new SharedArrayBuffer(FONT_OFFSET + length) };
}

/** Loads the file on the first call in any thread. Throws when it cannot be read. */
export function readBytes({ file, pieces, head, memory }: FontBytes): Uint8Array {
  const state = new Int32Array(memory, 0, 1);
  const font = new Uint8Array(memory, FONT_OFFSET);
  if (Atomics.load(state, 0) === FILLED) return font;
  // Concurrent threads write the same bytes to the same place.
  font.set(head);
  const descriptor = openSync(file, 'r');
  try {
    for (const { from, at, length } of pieces) {
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, font, at + done, length - done, from + done);
        if (count === 0) throw new Error(`${file} was truncated while it was read`);
        done += count;
      }
    }
  } finally {
    closeSync(descriptor);
  }
  unifyLineMetrics(font);
  Atomics.store(state, 0, FILLED);
  return font;
}

/** A table directory for consecutive tables, and their offsets. */
export function layOutTables(tables: readonly Omit<Table, 'offset'>[]): {
  head: Uint8Array;
  places: number[];
  length: number;
} {
  const head = new Uint8Array(SFNT_HEADER + tables.length * TABLE_RECORD);
  const view = new DataView(head.buffer);
  const power = 31 - Math.clz32(tables.length);
  view.setUint32(0, tables.some(({ tag }) => tag === 'CFF ' || tag === 'CFF2') ? 0x4f54544f : 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 << power);
  view.setUint16(8, power);
  view.setUint16(10, (tables.length - (1 << power)) * 16);
  const places: number[] = [];
  let end = head.length;
  for (const [i, { tag, checksum, length }] of tables.entries()) {
    const at = SFNT_HEADER + i * TABLE_RECORD;
    for (let n = 0; n < 4; n++) view.setUint8(at + n, tag.charCodeAt(n));
    view.setUint32(at + 4, checksum);
    view.setUint32(at + 8, end);
    view.setUint32(at + 12, length);
    places.push(end);
    end += Math.ceil(length / 4) * 4;
  }
  return { head, places, length: end };
}

/**
 * Copies the line metrics in use to the typographic metrics of OS/2: Typst writes these into the PDF, where viewers use them
 * for the height of selected text.
 * @param font  a single font, not a collection; changed in place
 */
export function unifyLineMetrics(font: Uint8Array): void {
  const file = fileOf(font);
  const tables = readTables(file, 0);
  const [hhea, os2] = [tables.get('hhea'), tables.get('OS/2')];
  if (!hhea || !os2 || hhea.length < 36 || os2.length < 78) return;
  const view = file.read(os2.offset, os2.length);
  const { ascent, descent, lineGap } = lineMetrics(file.read(hhea.offset, hhea.length), readOs2(view));
  view.setInt16(68, ascent);
  view.setInt16(70, -descent);
  view.setInt16(72, lineGap);
}

/**
 * Copies a face under another name.
 * @param font   the bytes of a font file; `index` selects a face of a collection
 * @param name   printable ASCII; becomes the family name and the PostScript name
 */
export function renameFont(font: Uint8Array, index: number, name: string): Uint8Array {
  const file = fileOf(font);
  const offset = faceOffsets(file)[index];
  if (offset === undefined) throw new OpenTypeError(`no face with index ${index}`);
  const names = nameTable(name);
  const tables = [...readTables(file, offset).values()].map((table) => {
    if (table.tag === 'name') return { ...table, checksum: 0, length: names.length, bytes: names };
    return { ...table, bytes: font.subarray(table.offset, table.offset + table.length) };
  });
  const { head, places, length } = layOutTables(tables);
  const renamed = new Uint8Array(length);
  renamed.set(head);
  for (const [i, { bytes }] of tables.entries()) renamed.set(bytes, places[i]);
  return renamed;
}

/** Random access to a font in memory. */
export function fileOf(bytes: Uint8Array): FontFile {
  return {
    size: bytes.length,
    read(offset, length) {
      if (offset + length > bytes.length) throw new OpenTypeError('the file is truncated');
      return new DataView(bytes.buffer, bytes.byteOffset + offset, length);
    },
  };
}

/** A `name` table with the family (1) and PostScript (6) names, which are the same. */
export function nameTable(name: string): Uint8Array {
  const ids = [1, 6];
  const storage = 6 + ids.length * 12;
  const table = new Uint8Array(storage + name.length * 2);
  const view = new DataView(table.buffer);
  view.setUint16(2, ids.length);
  view.setUint16(4, storage);
  for (const [i, id] of ids.entries()) {
    const record = [3, 1, 0x409, id, name.length * 2, 0]; // Windows, Unicode, US English, name, length, offset
    for (const [n, value] of record.entries()) view.setUint16(6 + i * 12 + n * 2, value);
  }
  for (let i = 0; i < name.length; i++) view.setUint16(storage + i * 2, name.charCodeAt(i));
  return table;
}
