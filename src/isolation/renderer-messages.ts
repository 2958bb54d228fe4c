/** Messages between a renderer and the process that renders for it. */

import type { Diagnostic } from '../engine/diagnostics.js';
import type { AssetAnswer, AssetRequest, EngineLimits, PdfBackendChoice, Stage } from '../engine/document.js';
import type { EngineErrorCode } from '../engine/errors.js';

export type Method = 'render' | 'merge' | 'validate';

/** Those options of a renderer that are plain data. */
export interface RendererSetup {
  readonly engine: PdfBackendChoice | undefined;
  readonly fontFolders: readonly string[];
  readonly limits: Partial<EngineLimits> | undefined;
  readonly concurrency: number;
  /** Bytes of the heap of JavaScript. */
  readonly heap: number;
}

/** From a renderer; `input` is plain data. */
export type ToRenderer =
  | { readonly type: 'open'; readonly setup: RendererSetup }
  | { readonly type: 'call'; readonly method: Method; readonly input: unknown; readonly hasAssets: boolean }
  | { readonly type: 'asset'; readonly id: number; readonly answer: AssetAnswer }
  /** `assets` has thrown: the call ends. */
  | { readonly type: 'no asset'; readonly id: number };

export interface Failure {
  readonly message: string;
  /** Of an EngineError. */
  readonly code?: EngineErrorCode;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** A RangeError. */
  readonly isRange?: boolean;
}

export type FromRenderer =
  | { readonly type: 'asset'; readonly id: number; readonly url: string; readonly request: AssetRequest }
  | { readonly type: 'stage'; readonly stage: Stage }
  | { readonly type: 'font problem'; readonly problem: { readonly file: string; readonly message: string } }
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'failed'; readonly failure: Failure };

type Ended = Extract<FromRenderer, { readonly type: 'done' | 'failed' }>;

export const isEnded = (message: unknown): message is Ended =>
  ['done', 'failed'].includes((message as FromRenderer).type);
