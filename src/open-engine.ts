/** An engine with its fonts and PDF writer, on the calling thread. */

import { reservedBelow } from '../native/typst/wasm.js';
import { DEFAULT_CONCURRENCY } from './assets.js';
import { createWriter, loadModule, resolveBackend, type Writer } from './compile.js';
import { Engine } from './engine/render.js';
import { openFont } from './fonts/document-fonts.js';
import { loadFonts } from './fonts/fonts.js';
import { loadPatterns } from './hyphenation.js';
import type { RendererOptions } from './renderer-options.js';

export interface OpenEngine {
  readonly engine: Engine;
  /** Concurrent promises of one document's assets. */
  readonly concurrency: number;
  /** The writer, which is created when it is first needed. */
  getWriter(): Promise<Writer>;
  close(): Promise<void>;
}

/** @throws RangeError when `assets.concurrency` is not an integer of at least 1 */
export function openEngine(options: RendererOptions): OpenEngine {
  const concurrency = options.assets?.concurrency ?? DEFAULT_CONCURRENCY;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`assets.concurrency is ${concurrency}: it must be an integer of at least 1`);
  const fonts = loadFonts({
    folders: options.fontFolders ?? [],
    ...(options.onFontProblem && { onProblem: options.onFontProblem }),
  });
  const backend = resolveBackend(options.engine);
  const engine = new Engine({
    fonts,
    openFont,
    loadPatterns,
    clock: () => performance.now(),
    backend,
    ...(options.onStage && { onStage: options.onStage }),
    ...(options.limits && { limits: options.limits }),
  });
  let writer: Promise<Writer> | undefined;
  return {
    engine,
    concurrency,
    getWriter() {
      writer ??= (async () => {
        return createWriter(backend, { fonts, module: await loadModule(backend), reserved: reservedBelow() });
      })();
      return writer;
    },
    async close() {
      // A writer that could not be created has already rejected a render.
      (await writer?.catch(() => undefined))?.close();
    },
  };
}
