/** Compiled WebAssembly modules, with a memory limit for their instances. */

import { readFile } from 'node:fs/promises';
import { wasmPath } from './typst/glue.js';

/** Default memory limit of an instance: 2 GB, enough for some 1,400 dense pages. */
const DEFAULT_MAX_MEMORY = 2 * 1024 ** 3;

export const WASM_PAGE = 65536;
const HEADER = 8;
const MEMORY_SECTION = 5;

const modules = new Map<string, Promise<WebAssembly.Module>>();

/**
 * Reads and compiles the installed binary of Typst (30 MB, about 0.1 s), once per process and limit.
 * @param maxMemory  memory limit of an instance in bytes; a compile that exceeds it ends with a CompileError
 */
export function loadWasmModule(maxMemory = DEFAULT_MAX_MEMORY): Promise<WebAssembly.Module> {
  return compileOnce(wasmPath(), maxMemory);
}

/** Reads and compiles a binary, once per process and memory limit of its instances, in bytes. */
export function compileOnce(path: string, maxMemory: number): Promise<WebAssembly.Module> {
  const key = `${maxMemory} ${path}`;
  let module = modules.get(key);
  if (!module) {
    module = readFile(path).then((binary) => WebAssembly.compile(withMaxMemory(binary, maxMemory)));
    modules.set(key, module);
  }
  return module;
}

/**
 * Adds a maximum to the memory section of the binary, which has none (so 4 GB).
 * Source: https://webassembly.github.io/spec/core/binary/modules.html#memory-section
 */
export function withMaxMemory(binary: Uint8Array, maxMemory: number): Uint8Array {
  for (let at = HEADER; at < binary.length; ) {
    const size = readLeb(binary, at + 1);
    const end = size.next + size.value;
    if (binary[at] !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    const [count, flags] = binary.subarray(size.next);
    if (count !== 1 || (flags !== 0 && flags !== 1)) break;
    const initial = readLeb(binary, size.next + 2).value;
    const content = [1, 1, ...leb(initial), ...leb(Math.max(initial, Math.floor(maxMemory / WASM_PAGE)))];
    const section = Uint8Array.from([MEMORY_SECTION, ...leb(content.length), ...content]);
    return Buffer.concat([binary.subarray(0, at), section, binary.subarray(end)]);
  }
  throw new Error('the WebAssembly binary has an unexpected memory section');
}

/** Reads an unsigned LEB128 number. @returns it with the offset after it */
function readLeb(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(Math.floor(value / 0x80))];
}
