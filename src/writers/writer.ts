/** The PDF writers that the engine is used with: the core and Typst. */

import { createCore, type DecodingBudget } from '../../native/core.js';
import { coreAddonPath, openCoreAddon } from '../../native/core-addon.js';
import { loadCoreModule, openCoreInstance } from '../../native/core-webassembly.js';
import { createWasmCompiler, loadWasmModule, reservedBelow } from '../../native/typst/wasm.js';
import type { CacheUses } from '../engine/collections/bounded-cache.js';
import type { PdfBackend, PdfBackendChoice } from '../engine/document.js';
import { EngineError } from '../engine/errors.js';
import type { PdfWriter, WriterCache } from '../engine/render.js';
import type { FontFace } from '../engine/text/types.js';
import { applyFinishing } from '../pdf/apply.js';
import { ImportError } from '../pdf/imports/importer.js';
import { SignatureError } from '../pdf/signature/pkcs12.js';
import { coreWriter } from './core-writer.js';
import { decodedSizeOf } from './images-in-drawings.js';
import { typstWriter } from './typst-writer.js';

/** The backend for the public option `engine`. */
export const resolveBackend = (choice: PdfBackendChoice = 'auto'): PdfBackend =>
  choice !== 'auto' ? choice : coreAddonPath() === undefined ? 'wasm' : 'core';

/**
 * Reads and compiles the WebAssembly module of a backend, once per process and limit.
 * @param maxMemory  memory limit of an instance in bytes
 * @returns undefined for `core`, which has none
 */
export async function loadModule(backend: PdfBackend, maxMemory?: number): Promise<WebAssembly.Module | undefined> {
  if (backend === 'core') return undefined;
  return backend === 'typst' ? loadWasmModule(maxMemory) : loadCoreModule(maxMemory);
}

export type Writer = PdfWriter & {
  /** Creates ahead what the next document will need; for idle time. */
  warmUp(): void;
  /** How its caches were used by all documents so far; Typst's cannot be watched. */
  cacheUses(): Readonly<Partial<Record<WriterCache, CacheUses>>>;
  close(): void;
};

interface WriterOptions {
  readonly fonts: readonly FontFace[];
  /** From `loadModule`. */
  readonly module: WebAssembly.Module | undefined;
  /** Bytes that an instance of `core` may take for a document; others have their limit from `loadModule`. */
  readonly maxMemory?: number | undefined;
  /** Bytes above which an instance is replaced. */
  readonly memoryLimit?: number | undefined;
  readonly decoding?: DecodingBudget | undefined;
}

/** Throws an error with advice when the backend is not available. */
export function createWriter(backend: PdfBackend, options: WriterOptions): Writer {
  const { fonts, module, maxMemory, memoryLimit, decoding } = options;
  if (backend !== 'core' && !module) throw new Error(`the engine ${backend} needs its module`);
  if (backend !== 'typst') {
    const open = backend === 'core' ? () => openCoreAddon(maxMemory) : () => openCoreInstance(module!);
    const core = createCore({ fonts, open, decodedSize: decodedSizeOf, decoding, memoryLimit });
    return {
      ...coreWriter(core),
      finish,
      warmUp: () => core.prepare(),
      cacheUses: () => core.cacheUses(),
      close: () => core.close(),
    };
  }
  const compiler = createWasmCompiler({
    module: module!,
    fonts,
    ...(memoryLimit !== undefined && { memoryLimit }),
    reserved: reservedBelow(memoryLimit),
  });
  return {
    ...typstWriter(compiler, decoding),
    finish,
    warmUp: () => compiler.prepare(),
    cacheUses: () => ({}),
    close: () => compiler.close(),
  };
}

/** @throws EngineError `invalid_option` for another PDF that cannot be read, and a key that cannot be used */
const finish: Writer['finish'] = (pdf, finishing) => {
  try {
    return applyFinishing(pdf, finishing);
  } catch (error) {
    if (error instanceof ImportError || error instanceof SignatureError)
      throw new EngineError('invalid_option', error.message, { cause: error });
    throw error;
  }
};
