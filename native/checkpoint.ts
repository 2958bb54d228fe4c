/**
 * The state of a WebAssembly instance between two calls, to which it can be set back: a copy of what its memory holds.
 * The rest of its state is a stack that is empty then, and the objects its glue keeps for it.
 */

import type { GlueCopy } from './glue.js';
import { WASM_PAGE } from './wasm-module.js';

export interface Checkpoint {
  /** The memory has not grown since: of what it grew by the allocator as it was would know nothing. */
  readonly fits: boolean;
  /** Only while it fits, and between two calls. */
  restore(): void;
}

/** @param memory  of the instance that `copy` made; what follows its last byte in use but one page is taken as free */
export function takeCheckpoint(memory: WebAssembly.Memory, copy: GlueCopy): Checkpoint {
  const restoreObjects = copy.glue.keepObjects();
  const size = memory.buffer.byteLength;
  const last = size - WASM_PAGE; // where the allocator ends its last block
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
