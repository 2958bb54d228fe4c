/** A renderer whose documents are rendered in a process of their own, which they may end. */

import type { AssetSource } from '../assets.js';
import { EngineError } from '../engine/errors.js';
import { ISOLATED_RENDERER } from '../entry-points.js';
import type { RendererOptions } from '../renderer-options.js';
import { LimitedProcess, ProcessEnded } from './limited-process.js';
import { type Failure, type FromRenderer, isEnded, type Method, type ToRenderer } from './renderer-messages.js';

/** Bytes that the process may take; half of it JavaScript. */
const MEMORY = 2e9;
const MAX_TIME = 60;
/** Seconds beyond `maxTime` after which a process that has not answered is killed: native code may not look at the time. */
const GRACE = 1;

/** Renders one document at a time. */
export class IsolatedRenderer {
  readonly #options: RendererOptions;
  readonly #concurrency: number;
  #process: LimitedProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  /** @param concurrency  of the promises of one document's assets */
  constructor(options: RendererOptions, concurrency: number) {
    this.#options = options;
    this.#concurrency = concurrency;
  }

  /** @param input  without functions */
  call(method: Method, input: object, assets: AssetSource | undefined): Promise<unknown> {
    const called = this.#last.then(() => this.#call(method, input, assets));
    this.#last = called.catch(() => undefined);
    return called;
  }

  async #call(method: Method, input: object, assets: AssetSource | undefined): Promise<unknown> {
    const process = this.#started();
    const work = new Work(process, assets, this.#options);
    const signal = AbortSignal.any([work.signal, this.#closing.signal]);
    try {
      process.ref();
      const message: ToRenderer = { type: 'call', method, input, hasAssets: assets !== undefined };
      work.expectAnswer();
      const end = await process.ask(message, isEnded, signal);
      if (work.assetError) throw work.assetError.reason;
      if (end.type === 'failed') throw errorOf(end.failure);
      return end.result;
    } catch (error) {
      throw error instanceof ProcessEnded ? refusalOf(error) : error;
    } finally {
      work.end();
      if (process.isAlive) process.unref(); // else `closed` waits for it
    }
  }

  #started(): LimitedProcess {
    if (this.#process?.isAlive) return this.#process;
    const { engine, fontFolders = [], limits, isolate } = this.#options;
    const { memory = MEMORY } = typeof isolate === 'object' ? isolate : {};
    this.#process = new LimitedProcess({ entryPoint: ISOLATED_RENDERER, memory });
    const setup = { engine, fontFolders, limits, concurrency: this.#concurrency, heap: memory / 2 };
    this.#process.post({ type: 'open', setup } satisfies ToRenderer);
    return this.#process;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the renderer was closed'));
    this.#process?.kill();
    await this.#process?.closed();
  }
}

/** One document: its callbacks, and the time that its process has to answer. */
class Work {
  readonly #stop = new AbortController();
  readonly #seconds: number;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #pending = 0;
  /** That `assets` has thrown. */
  assetError: { readonly reason: unknown } | undefined;

  constructor(process: LimitedProcess, assets: AssetSource | undefined, options: RendererOptions) {
    this.#seconds = options.limits?.maxTime ?? MAX_TIME;
    this.#stopListening = process.onMessage((message) => {
      const event = message as FromRenderer;
      if (event.type === 'stage') options.onStage?.(event.stage);
      else if (event.type === 'font problem') options.onFontProblem?.(event.problem);
      else if (event.type === 'asset') void this.#answer(event, process, assets!);
    });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** From now on, its process works; while it waits for assets, it does not. */
  expectAnswer(): void {
    clearTimeout(this.#timer);
    if (!Number.isFinite(this.#seconds)) return;
    const late = () => this.#stop.abort(new EngineError('render_timeout', tooLong(this.#seconds)));
    this.#timer = setTimeout(late, (this.#seconds + GRACE) * 1000);
  }

  async #answer({ id, url, request }: AssetEvent, process: LimitedProcess, assets: AssetSource): Promise<void> {
    this.#pending += 1;
    clearTimeout(this.#timer);
    try {
      process.post({ type: 'asset', id, answer: await assets(url, request) } satisfies ToRenderer);
    } catch (reason) {
      this.assetError ??= { reason };
      process.post({ type: 'no asset', id } satisfies ToRenderer);
    }
    this.#pending -= 1;
    if (this.#pending === 0) this.expectAnswer();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }
}

type AssetEvent = Extract<FromRenderer, { readonly type: 'asset' }>;

const tooLong = (seconds: number): string => `The document took longer to render than ${seconds} s. Split it.`;

function errorOf({ code, message, isRange, ...detail }: Failure): Error {
  if (code !== undefined) {
    const { line, column, diagnostics } = detail;
    return new EngineError(code, message, {
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(diagnostics && { diagnostics }),
    });
  }
  return isRange ? new RangeError(message) : new Error(message);
}

function refusalOf(error: ProcessEnded): EngineError {
  if (error.isOutOfMemory || error.isKilled) {
    const message = 'The document needs more memory than a render may use. Split it.';
    return new EngineError('document_too_large', message, { cause: error });
  }
  const message = 'The document ended the process that rendered it. Split it.';
  return new EngineError('document_too_complex', message, { cause: error });
}
