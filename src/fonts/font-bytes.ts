/** The bytes of a face: planned when its header is read, loaded when a thread first needs them. */

import { closeSync, openSync, readSync } from 'node:fs';
import { unifyLineMetrics } from './line-metrics.js';
import { layOutTables, type Table } from './table-directory.js';

/** The ranges to read, as plain data that can be sent between threads. */
export interface FontBytes {
  readonly file: string;
  /** Ranges to copy: `length` bytes at offset `from` in the file to offset `at` in the font. */
  readonly pieces: readonly { readonly from: number; readonly at: number; readonly length: number }[];
  /** Bytes that are not in the file: the table directory of a face extracted from a collection. */
  readonly head: Uint8Array;
  /** Bytes of the font. */
  readonly length: number;
}

/** Font bytes with the memory that threads share. */
export interface SharedFontBytes extends FontBytes {
  /** A 32-bit state (loaded or not), padding, then the font. Untouched pages take no physical memory. */
  readonly memory: SharedArrayBuffer;
}

/** Of the font in `memory`; a multiple of the alignment of the state. */
const FONT_OFFSET = 8;
/** The state of loaded bytes. */
const FILLED = 1;

/**
 * @param content  the size of a file with one font, or the tables of a face in a collection, which become a font of
 *                 their own, so that the rest of the program need not handle collections
 */
export function planBytes(file: string, content: number | readonly Table[]): FontBytes {
  if (typeof content === 'number') {
    const pieces = [{ from: 0, at: 0, length: content }];
    return { file, pieces, head: new Uint8Array(0), length: content };
  }
  const { head, places, length } = layOutTables(content);
  const pieces = content.map((table, i) => ({ from: table.offset, at: places[i]!, length: table.length }));
  return { file, pieces, head, length };
}

/** Reserves the memory, unless that is done. */
export function sharedBytes(bytes: FontBytes | SharedFontBytes): SharedFontBytes {
  return 'memory' in bytes ? bytes : { ...bytes, memory: new SharedArrayBuffer(FONT_OFFSET + bytes.length) };
}

/** Loads the file on the first call in any thread. Throws when it cannot be read. */
export function readBytes({ file, pieces, head, memory }: SharedFontBytes): Uint8Array {
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
