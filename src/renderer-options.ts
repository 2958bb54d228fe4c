/** The options of a renderer. */

import type { EngineLimits, PdfBackendChoice, Stage } from './engine/document.js';

export interface RendererOptions {
  /**
   * The backend that writes PDFs: the native core (`core`), the same as WebAssembly (`wasm`) or Typst as WebAssembly
   * (`typst`). Default `auto`: the native core if it is built, else WebAssembly.
   */
  readonly engine?: PdfBackendChoice;
  /** Folders with additional fonts. */
  readonly fontFolders?: readonly string[];
  /** Called for font files that cannot be used; default: they are ignored. */
  readonly onFontProblem?: (problem: { readonly file: string; readonly message: string }) => void;
  /** Called when a stage of a document starts, possibly several times; default: never. */
  readonly onStage?: (stage: Stage) => void;
  readonly limits?: Partial<EngineLimits>;
  /**
   * Renders in a process of its own, whose memory the operating system limits, one document at a time: a document may end
   * that process, but not yours. `memory`: bytes, default 2 GB. Default false: on the calling thread.
   */
  readonly isolate?: boolean | { readonly memory?: number };
  readonly assets?: {
    /** Concurrent promises of one document's `assets`; an integer, default 8. */
    readonly concurrency?: number;
  };
}
