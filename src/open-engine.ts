/** An engine with its fonts and PDF writer, on the calling thread. */

import { getHeapStatistics } from 'node:v8';
import { DEFAULT_CONCURRENCY } from './assets.js';
import { EngineError } from './engine/errors.js';
import { Engine } from './engine/render.js';
import { openFont } from './fonts/document-fonts.js';
import { loadFonts } from './fonts/fonts.js';
import { loadPatterns } from './hyphenation.js';
import type { RendererOptions } from './renderer-options.js';
import { createWriter, loadModule, resolveBackend, type Writer } from './writers/writer.js';

export interface OpenEngine {
  readonly engine: Engine;
  /** Concurrent promises of one document's assets. */
  readonly concurrency: number;
  /** The writer, which is created when it is first needed. */
  getWriter(): Promise<Writer>;
  close(): Promise<void>;
}

/** @throws RangeError when `assets.concurrency` is not an integer of at least 1 */
export function checkedConcurrency({ assets }: RendererOptions): number {
  const concurrency = assets?.concurrency ?? DEFAULT_CONCURRENCY;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`assets.concurrency is ${concurrency}: it must be an integer of at least 1`);
  return concurrency;
}

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 50;
/** Bytes by which the heap shrinks when all of it is collected, and not its young generation alone. */
const COLLECTED = 64e6;
/** The share of the heap that may be in use after that. */
const MAX_USED = 0.8;

/**
 * The clock, which the engine reads between all parts of its work. V8 ends the process when it has no memory left: where it
 * can be told before, the document is refused.
 */
function memoryGuard(): () => number {
  let looked = 0;
  let last = 0;
  return () => {
    const now = performance.now();
    if (now - looked < LOOK_MS) return now;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const isLive = last - used > COLLECTED && used > limit * MAX_USED;
    looked = now;
    last = used;
    if (isLive) throw new EngineError('document_too_large', NO_MEMORY);
    return now;
  };
}

const NO_MEMORY =
  'The document needs more memory than this process has. Split it, render it with `isolate`, or raise --max-old-space-size.';

/** @throws RangeError when `assets.concurrency` is not an integer of at least 1 */
export function openEngine(options: RendererOptions): OpenEngine {
  const concurrency = checkedConcurrency(options);
  const fonts = loadFonts({
    folders: options.fontFolders ?? [],
    ...(options.onFontProblem && { onProblem: options.onFontProblem }),
  });
  const backend = resolveBackend(options.engine);
  const engine = new Engine({
    fonts,
    openFont,
    loadPatterns,
    clock: memoryGuard(),
    ...(options.onStage && { onStage: options.onStage }),
    ...(options.limits && { limits: options.limits }),
  });
  let writer: Promise<Writer> | undefined;
  return {
    engine,
    concurrency,
    getWriter() {
      writer ??= (async () => {
        return createWriter(backend, { fonts, module: await loadModule(backend) });
      })();
      return writer;
    },
    async close() {
      // A writer that could not be created has already rejected a render.
      (await writer?.catch(() => undefined))?.close();
    },
  };
}
