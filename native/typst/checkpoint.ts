/**
 * A snapshot of a WebAssembly instance between calls: a copy of its used memory. The rest of its state is an empty
 * stack and the objects that the glue holds for it.
 */

import { WASM_PAGE } from '../wasm-module.js';
import type { GlueCopy } from './glue.js';

export interface Checkpoint {
  /** Whether the memory has kept its size: the restored allocator would not know additional memory. */
  readonly fits: boolean;
  /** Only while it fits, and between calls. */
  restore(): void;
}

/**
 * @param memory memory of the instance of `copy`; bytes after the last used one, except for the last page, count as
 * free
 */
export function takeCheckpoint(memory: WebAssembly.Memory, copy: GlueCopy): Checkpoint {
  const restoreObjects = copy.glue.saveObjects();
  const size = memory.buffer.byteLength;
  const last = size - WASM_PAGE; // the allocator marks the end of its last block here
  const used = new Uint8Array(memory.buffer, 0, lastUsed(new BigUint64Array(memory.buffer, 0, last / 8)) * 8).slice();
  const end = new Uint8Array(memory.buffer, last).slice();
  return {
    get fits() {
      return memory.buffer.byteLength === size;
    },
    restore() {
      const bytes = new Uint8Array(memory.buffer);
      bytes.set(used);
      bytes.set(end, last);
      restoreObjects();
    },
  };
}

function lastUsed(words: BigUint64Array): number {
  let count = words.length;
  while (count > 0 && words[count - 1] === 0n) count--;
  return count;
}
