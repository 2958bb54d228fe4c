/** The renderer of the library: an engine with its fonts and PDF writer, on the calling thread. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadWasmModule, reservedBelow } from '../native/wasm.js';
import { type AssetSource, DEFAULT_CONCURRENCY, withAssets } from './assets.js';
import { createWriter, resolveBackend, type Writer } from './compile.js';
import type { Diagnostic } from './engine/diagnostics.js';
import type {
  DocumentInput as EngineInput,
  EngineLimits,
  PdfBackendChoice,
  Stage,
  StageTimes,
} from './engine/document.js';
import { Engine, notSupported } from './engine/render.js';
import { openFont } from './fonts/document-fonts.js';
import { loadFonts } from './fonts/fonts.js';
import { loadPatterns } from './hyphenation.js';

export type { AssetSource } from './assets.js';
export type { Diagnostic, DiagnosticKind } from './engine/diagnostics.js';
export type {
  AssetAnswer,
  AssetRequest,
  Attachment,
  AttachmentRelationship,
  EngineLimits,
  Facturx,
  FacturxProfile,
  PdfBackendChoice,
  PdfStandard,
  Stage,
  StageTimes,
} from './engine/document.js';
export { EngineError, type EngineErrorCode } from './engine/errors.js';

export interface RendererOptions {
  /**
   * The backend that writes PDFs: the native core (`core`), Typst as WebAssembly (`wasm`, sandboxed) or Typst as a
   * native addon (`native`, an optional dependency). Default `auto`: the core if it is built, else WebAssembly.
   */
  readonly engine?: PdfBackendChoice;
  /** Folders with additional fonts. */
  readonly fontFolders?: readonly string[];
  /** Called for font files that cannot be used; default: they are ignored. */
  readonly onFontProblem?: (problem: { readonly file: string; readonly message: string }) => void;
  /** Called when a stage of a document starts, possibly several times; default: never. */
  readonly onStage?: (stage: Stage) => void;
  readonly limits?: Partial<EngineLimits>;
  readonly assets?: {
    /** Concurrent promises of one document's `assets`; an integer, default 8. */
    readonly concurrency?: number;
  };
}

export interface DocumentInput extends Omit<EngineInput, 'assets'> {
  /**
   * Looks up the bytes of images, fonts and style sheets by URL, possibly asynchronously; default: nothing is found.
   */
  readonly assets?: AssetSource;
}

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage. */
  readonly times: StageTimes;
}

export interface ValidateResult {
  /** Whether there are no diagnostics. */
  readonly ok: boolean;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly times: StageTimes;
}

export interface Renderer {
  /** @throws EngineError when the document or template is rejected; RangeError when options contradict one another */
  render(input: DocumentInput): Promise<RenderResult>;
  /** Lays out the document without writing a PDF. @throws EngineError as `render` */
  validate(input: DocumentInput): Promise<ValidateResult>;
  close(): Promise<void>;
}

/**
 * Creates a renderer. It works on the calling thread and keeps fonts, caches and the PDF writer between documents:
 * create one and reuse it.
 * @throws RangeError when `assets.concurrency` is not an integer of at least 1
 */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const concurrency = options.assets?.concurrency ?? DEFAULT_CONCURRENCY;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(`assets.concurrency is ${concurrency}: it must be an integer of at least 1`);
  const fonts = loadFonts({
    folders: options.fontFolders ?? [],
    ...(options.onFontProblem && { onProblem: options.onFontProblem }),
  });
  const engine = new Engine({
    fonts,
    openFont,
    loadPatterns,
    clock: () => performance.now(),
    ...(options.onStage && { onStage: options.onStage }),
    ...(options.limits && { limits: options.limits }),
  });
  let writer: Promise<Writer> | undefined;
  const getWriter = () => {
    writer ??= (async () => {
      const backend = resolveBackend(options.engine);
      const module = backend === 'wasm' ? await loadWasmModule() : undefined;
      return createWriter(backend, { fonts, module, reserved: reservedBelow() });
    })();
    return writer;
  };
  return {
    async render({ assets, ...input }) {
      const writer = await getWriter();
      // Memory of the native core is released between turns of the event loop, which awaited promises alone do not end.
      await nextTurn();
      return withAssets(assets, concurrency, (lookup) =>
        engine.render({ ...input, ...(lookup && { assets: lookup }) }, writer),
      );
    },
    async validate({ assets, ...input }) {
      const { pages, diagnostics, times } = await withAssets(assets, concurrency, (lookup) =>
        engine.validate({ ...input, ...(lookup && { assets: lookup }) }),
      );
      if (input.strict && diagnostics.length > 0) throw notSupported(diagnostics);
      return { ok: diagnostics.length === 0, pages, diagnostics, times };
    },
    async close() {
      // A writer that could not be created has already rejected a render.
      (await writer?.catch(() => undefined))?.close();
    },
  };
}
