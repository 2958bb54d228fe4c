/** The renderer of the library: an engine with its fonts and PDF writer, on the calling thread. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AssetSource, withAssets } from './assets.js';
import type { Diagnostic } from './engine/diagnostics.js';
import type { DocumentInput as EngineInput, MergeInput as EngineMergeInput, StageTimes } from './engine/document.js';
import { notSupported } from './engine/errors.js';
import { IsolatedRenderer } from './isolation/isolated-renderer.js';
import { checkedConcurrency, openEngine } from './open-engine.js';
import type { RendererOptions } from './renderer-options.js';
import { type Signature, timestamped } from './sign.js';

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
  Letterhead,
  MergedDocument,
  PdfBackendChoice,
  PdfStandard,
  Permission,
  Protection,
  Stage,
  StageTimes,
} from './engine/document.js';
export { EngineError, type EngineErrorCode } from './engine/errors.js';
export type { RendererOptions } from './renderer-options.js';
export { type Signature, type SignOptions, sign, type TimestampAuthority } from './sign.js';

export interface DocumentInput extends Omit<EngineInput, 'assets' | 'signature'> {
  /**
   * Looks up the bytes of images, fonts and style sheets by URL, possibly asynchronously; default: nothing is found.
   */
  readonly assets?: AssetSource;
  /** Default: the PDF is not signed. */
  readonly signature?: Signature | null;
}

export interface MergeInput
  extends Omit<EngineMergeInput, 'assets' | 'signature'>,
    Pick<DocumentInput, 'assets' | 'signature'> {}

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Those of what makes no visible difference; only with `notices`. */
  readonly notices?: readonly Diagnostic[];
  /** Milliseconds by stage. */
  readonly times: StageTimes;
}

interface ValidateResult {
  /** Whether there are no diagnostics. */
  readonly ok: boolean;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Those of what makes no visible difference; only with `notices`. */
  readonly notices?: readonly Diagnostic[];
  readonly times: StageTimes;
}

export interface Renderer {
  /** @throws EngineError when the document or template is rejected; RangeError when options contradict one another */
  render(input: DocumentInput): Promise<RenderResult>;
  /** As `render`, with one PDF of several documents. */
  merge(input: MergeInput): Promise<RenderResult>;
  /** Diagnostics and pages as `render`, mostly without writing a PDF. @throws EngineError as `render` */
  validate(input: DocumentInput): Promise<ValidateResult>;
  close(): Promise<void>;
}

/**
 * Creates a renderer. It works on the calling thread and keeps fonts, caches and the PDF writer between documents:
 * create one and reuse it. With `isolate`, documents are rendered in a process of its own.
 * @throws RangeError when `assets.concurrency` is not an integer of at least 1
 */
export function createRenderer(options: RendererOptions = {}): Renderer {
  if (options.isolate) return createIsolated(options);
  const { engine, concurrency, getWriter, close } = openEngine(options);
  const readyWriter = async () => {
    const writer = await getWriter();
    // Memory of the native core is released between turns of the event loop, which awaited promises alone do not end.
    await nextTurn();
    return writer;
  };
  return {
    async render({ assets, ...input }) {
      const writer = await readyWriter();
      const result = await withAssets(assets, concurrency, (lookup) =>
        engine.render({ ...input, ...(lookup && { assets: lookup }) }, writer),
      );
      return withTimestamp(result, input.signature);
    },
    async merge({ assets, ...input }) {
      const writer = await readyWriter();
      const result = await withAssets(assets, concurrency, (lookup) =>
        engine.merge({ ...input, ...(lookup && { assets: lookup }) }, writer),
      );
      return withTimestamp(result, input.signature);
    },
    async validate({ assets, ...input }) {
      const writer = await readyWriter();
      const validated = await withAssets(assets, concurrency, (lookup) =>
        engine.validate({ ...input, ...(lookup && { assets: lookup }) }, writer),
      );
      const { diagnostics } = validated;
      if (input.strict && diagnostics.length > 0) throw notSupported(diagnostics);
      return { ok: diagnostics.length === 0, ...validated };
    },
    close,
  };
}

/** A renderer with a process of its own: callbacks stay here. */
function createIsolated(options: RendererOptions): Renderer {
  const isolated = new IsolatedRenderer(options, checkedConcurrency(options));
  const rendered = async (method: 'render' | 'merge', { assets, signature, ...input }: DocumentInput | MergeInput) => {
    const { timestamp: _, ...plain } = signature ?? {};
    const result = await isolated.call(method, { ...input, ...(signature && { signature: plain }) }, assets);
    return withTimestamp(result as RenderResult, signature);
  };
  return {
    render: (input) => rendered('render', input),
    merge: (input) => rendered('merge', input),
    async validate({ assets, signature, ...input }) {
      const { timestamp: _, ...plain } = signature ?? {};
      const call = isolated.call('validate', { ...input, ...(signature && { signature: plain }) }, assets);
      return (await call) as ValidateResult;
    },
    close: () => isolated.close(),
  };
}

/** The time stamp comes after the render, which touches no network. */
async function withTimestamp(result: RenderResult, signature: Signature | null | undefined): Promise<RenderResult> {
  return signature?.timestamp ? { ...result, pdf: await timestamped(result.pdf, signature) } : result;
}
