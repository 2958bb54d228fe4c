/** Messages between an HTTP process and its render threads. */

import type { Diagnostic } from '../../engine/diagnostics.js';
import type { PdfBackend, PdfStandard } from '../../engine/document.js';
import type { EngineErrorCode } from '../../engine/errors.js';
import type { EngineLimits, PreviewedDocument, RenderedDocument, ValidatedDocument } from '../../engine/render.js';
import type { SharedFace } from '../../fonts/fonts.js';
import type { ThreadUse } from '../observe/thread-counters.js';
import type { SavedOptions } from '../saved-options.js';
import type { SharedBudget } from './decoding-budget.js';

/** The workerData of a thread: plain data, and memory that all threads share. */
export interface ThreadSetup {
  readonly backend: PdfBackend;
  /** That of the backend, compiled once per process. */
  readonly module: WebAssembly.Module | undefined;
  readonly fonts: readonly SharedFace[];
  readonly limits: EngineLimits;
  /** Bytes that an instance of the PDF engine may take; as WebAssembly it has its limit from the module. */
  readonly memory: number;
  /** Bytes that an instance may hold before it is replaced, between two documents. */
  readonly renewAt: number;
  readonly decoding: SharedBudget;
  /** Yields the processors to other threads. */
  readonly isBackground: boolean;
  /** A 32-bit number: unless it is 0, a thread renders a document before it takes any. */
  readonly warmsUp: SharedArrayBuffer;
  /** From when on a document is returned, to be rendered in a process of its own; undefined: never. */
  readonly marks: Marks | undefined;
  /** Memory of `ThreadCounters`. */
  readonly counters: SharedArrayBuffer;
}

/** Bounds beyond which a document is large: it is rendered in a process of its own, which it may end. */
export interface Marks {
  /** Characters of its HTML after expansion, and bytes of its request. */
  readonly size: number;
  /** Bytes of JavaScript memory of its thread. */
  readonly memory: number;
}

/** A document to render or validate. */
export interface DocumentTask {
  readonly kind: 'render' | 'validate' | 'preview';
  /** The account, so that none can tell by the time of its documents what others have rendered (`Scoped`). */
  readonly scope: string;
  /**
   * The request body, with `data`, the options of `BodyOptions`, and `html` unless there is a `source`. Transferring
   * bytes is cheaper than cloning objects.
   */
  readonly json: Uint8Array;
  /** The source of a saved template. */
  readonly source?: string;
  readonly locale: string;
  readonly title: string | null;
  readonly strict: boolean;
  /** Default false. */
  readonly notices?: boolean;
  readonly standard: readonly PdfStandard[];
  /** Those of a saved template or a batch, unless the body has its own. */
  readonly options?: SavedOptions;
  readonly partials: Readonly<Record<string, string>>;
  /** Uploaded files by their URL. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
  /** Milliseconds since 1970, for the template helper `relative`. */
  readonly now: number;
}

/** A template whose syntax is to be checked. */
export interface TemplateTask {
  readonly kind: 'template';
  readonly source: string;
}

/** PDFs to join into one. */
export interface MergeTask {
  readonly kind: 'merge';
  /** The request body, with `pdfs`. */
  readonly json: Uint8Array;
  readonly title: string | null;
  /** Stored PDFs by their reference, in lower case. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export type Task = DocumentTask | TemplateTask | MergeTask;

export interface ThreadMessage {
  readonly task: Task;
  /** One element, which the thread sets to `process.hrtime.bigint()` when it begins. */
  readonly startedAt: BigInt64Array;
  /** The place of the task in the budget of images that are decoded. */
  readonly place: number;
}

/** The result of a task that was not refused. */
export type ResultOf<T extends Task> = T extends { readonly kind: 'render' | 'merge' }
  ? RenderedDocument
  : T extends { readonly kind: 'preview' }
    ? PreviewedDocument
    : T extends { readonly kind: 'validate' }
      ? ValidatedDocument
      : T extends TemplateTask
        ? Checked
        : never;

/** A template that compiles has no further result. */
export type Checked = Record<never, never>;

/** The document is refused: plain data, since structured cloning loses classes. */
export interface Refusal {
  readonly code:
    | Exclude<EngineErrorCode, 'compile_failed' | 'invalid_asset' | 'invalid_option' | 'invalid_timestamp'>
    | 'invalid_request';
  readonly message: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/** A thread gives back the request body of a document that is larger than the marks. */
export interface Returned {
  readonly returned: Uint8Array;
}

export type Outcome<R> = ({ readonly result: R } | { readonly refusal: Refusal }) & { readonly use?: ThreadUse };
