/** The render threads of one process. */

import { Piscina } from 'piscina';
import type { PdfBackend, PdfBackendChoice } from '../../engine/document.js';
import type { EngineLimits } from '../../engine/render.js';
import { RENDER_THREAD } from '../../entry-points.js';
import { loadFonts, shareFonts } from '../../fonts/fonts.js';
import { loadModule, resolveBackend } from '../../writers/writer.js';
import { ClientGone, ServiceError } from '../errors.js';
import { ThreadCounters } from '../observe/thread-counters.js';
import { AdaptiveLimit } from './adaptive-limit.js';
import { DecodingBudget } from './decoding-budget.js';
import type { Party } from './fair-queue.js';
import { type Entry, Gate, type Place } from './gate.js';
import type { IsolatedSetup } from './isolated-messages.js';
import { IsolatedRenders, tooLarge } from './isolated-renders.js';
import type { Marks, Outcome, ResultOf, Returned, Task, ThreadMessage, ThreadSetup } from './messages.js';
import { nameOf, type Suspects } from './suspects.js';
import { Threads } from './threads.js';
import { warmUp } from './warm-up.js';

export interface RenderPoolOptions {
  readonly backend: PdfBackendChoice;
  readonly threads: number;
  /** Renders that may wait for each thread, at most. */
  readonly queueLimit: number;
  /** Seconds by which renders may take longer than on an idle service before fewer may wait. Default 2. */
  readonly queueTarget?: number;
  /** Seconds that a render may wait for a thread. */
  readonly queueTimeout: number;
  /** Seconds that a render may run; what does not end itself by then (`EngineLimits.maxTime`) is ended with its thread. */
  readonly timeout: number;
  /** Bytes of JavaScript memory a thread may take, and again of memory of the PDF engine. */
  readonly memory: number;
  /** Bytes, decoded, of the images that its threads decode at a time; a larger one is decoded alone. Default 256 MB. */
  readonly decodingMemory?: number;
  /**
   * Bytes of the young generation of a thread's heap. Larger than Node's default, as nearly all objects of a render are
   * short-lived: a larger young generation copies fewer. Default 100 MB.
   */
  readonly youngMemory?: number;
  /** Bytes of an instance of the PDF engine after which a thread replaces it, between two documents; default half of `memory`. */
  readonly renewAt?: number | undefined;
  readonly limits: EngineLimits;
  readonly fontFolders: readonly string[];
  /** Whether its threads yield the processors to others; default false. */
  readonly isBackground?: boolean;
  /** From when on a document is rendered in a process of its own; default: never. */
  readonly marks?: Marks | undefined;
  /** Documents that are rendered in processes of their own, whatever their size; default: none. */
  readonly suspects?: Suspects | undefined;
  /** Whether its threads render a document before `open` resolves; default true. */
  readonly warmsUp?: boolean;
  /** Whether the spare thread is started with the others and kept, not when it may be needed soon; default false. */
  readonly keepsSpare?: boolean;
  /** Counts for its threads; default: nobody reads the counts. */
  readonly counters?: ThreadCounters;
  /** Called with failures that fail no request: threads that end unexpectedly, unusable fonts. */
  readonly onError?: (error: unknown) => void;
  /** Called when a thread does not end, which costs a processor: this process should be replaced when it has no requests. */
  readonly onStuck?: (() => void) | undefined;
  /** Called when threads end and cannot be replaced: this process should be. */
  readonly onBroken?: ((error: unknown) => void) | undefined;
}

/** The batch that a task belongs to; `onTime` and `urgency` are those of `admit`. */
interface Bulk {
  readonly party: Party;
  readonly onTime: (milliseconds: number) => void;
  readonly urgency: number;
  /** Whether it is rendered in a process of its own, as it may end it; default: if it is large. */
  readonly isIsolated?: boolean;
}

/** Where a task runs, and for how many seconds at most. */
interface Run {
  readonly timeout: number;
  /** In a process of its own; default: if it is large. */
  readonly isIsolated?: boolean;
}

export interface Finished<R> {
  readonly outcome: Outcome<R>;
  /** Milliseconds of waiting for a thread. */
  readonly queued: number;
}

const QUEUE_TARGET = 2;
/** Renders for each thread that are always admitted. */
const MIN_INSIDE = 2;
/**
 * After all threads have run documents for so many milliseconds, another account may use a spare thread. It takes
 * processor time from the others; most documents take less.
 */
const SPARE_AFTER_MS = 50;
/**
 * After so many milliseconds of a document that may keep another account waiting, the spare thread is started, as that
 * takes longer than most documents.
 */
const START_SPARE_AFTER_MS = 200;
/** Milliseconds after which an idle spare thread ends. Who sends one slow document often sends more. */
const SPARE_IDLE_MS = 300_000;
/** Tasks beyond the number of threads: on the spare one, and its warm-up. */
const SPARE_PLACES = 2;
/** A render may continue for so long after its client disconnected: a new thread costs more than a short render. */
const GRACE_MS = 1000;
/**
 * Milliseconds beyond its time limit in which a document ends itself, as nearly all do: its thread stays, and the next
 * document need not wait for another one.
 */
const LATE_MS = 500;
/** A thread that has not started after so long never will. */
const BOOT_SECONDS = 60;
/** Milliseconds in which a thread ends that is terminated, unless native code does not return. */
const STUCK_MS = 2000;
/** Of a process that renders large documents: what it takes besides the memory of a render. */
const PROCESS_MEMORY = 300e6;
const MB = 1024 * 1024;
const YOUNG_MEMORY = 100e6;
const DECODING_MEMORY = 256e6;

export class RenderPool {
  readonly #options: RenderPoolOptions;
  readonly #piscina: Piscina<ThreadMessage, Outcome<never> | Returned>;
  readonly #isolated: IsolatedRenders;
  readonly #gate: Gate;
  readonly #decoding: DecodingBudget;
  /** Of tasks that run, in the budget: those that are free. */
  readonly #places: number[];
  readonly #threads: Threads;
  /** Called when a thread is ready: slots of tasks that have ended their threads, which nobody else could use. */
  readonly #held: (() => void)[] = [];
  /** Of `ThreadSetup.warmsUp`. */
  readonly #warmsUp: Int32Array;
  #isClosing = false;

  /** The one that its threads write PDFs with. */
  readonly backend: PdfBackend;

  private constructor(options: RenderPoolOptions, setup: ThreadSetup) {
    const { threads, queueLimit, queueTimeout } = options;
    const { queueTarget = QUEUE_TARGET } = options;
    const max = threads * (1 + queueLimit);
    this.#options = options;
    this.backend = setup.backend;
    this.#decoding = new DecodingBudget(setup.decoding);
    this.#isolated = new IsolatedRenders({
      setup: isolatedSetup(options, setup.backend),
      memory: processMemory(options),
      onEnd: (error) => options.onError?.(error),
    });
    this.#places = Array.from({ length: threads + SPARE_PLACES }, (_, place) => place);
    this.#warmsUp = new Int32Array(setup.warmsUp);
    this.#gate = new Gate({
      slots: threads,
      spareAfter: SPARE_AFTER_MS,
      limit: new AdaptiveLimit({ min: Math.min(max, threads * MIN_INSIDE), max, target: queueTarget * 1000 }),
      maxWait: queueTimeout,
    });
    this.#piscina = new Piscina({
      filename: RENDER_THREAD,
      minThreads: keptThreads(options),
      maxThreads: threads + 1,
      idleTimeout: SPARE_IDLE_MS,
      // Between documents a thread's event loop runs, so that it can renew its WebAssembly instance.
      atomics: 'disabled',
      recordTiming: false,
      workerData: setup,
      resourceLimits: resourceLimits(options),
    });
    this.#threads = new Threads(() => this.#piscina.threads);
    this.#piscina.on('error', (error) => this.#check(error));
    // It says so when a thread is ready.
    this.#piscina.on('workerCreate', ({ id }: { readonly id: number }) => {
      this.#threads.add(id);
      this.#held.shift()?.();
    });
  }

  /** Starts the threads and warms each up with a render, so that the first requests are fast. */
  static async open(options: RenderPoolOptions): Promise<RenderPool> {
    const fonts = loadFonts({
      folders: options.fontFolders,
      onProblem: ({ file, message }) => options.onError?.(new Error(`font ${file}: ${message}`)),
    });
    const backend = resolveBackend(options.backend);
    const pool = new RenderPool(options, {
      backend,
      module: await loadModule(backend, options.memory),
      fonts: shareFonts(fonts),
      limits: options.limits,
      memory: options.memory,
      renewAt: options.renewAt ?? options.memory / 2,
      decoding: DecodingBudget.shared(options.decodingMemory ?? DECODING_MEMORY, options.threads + SPARE_PLACES),
      isBackground: options.isBackground ?? false,
      warmsUp: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
      marks: options.marks,
      counters: (options.counters ?? new ThreadCounters()).memory,
    });
    const never = new AbortController().signal;
    try {
      const { warmsUp = true } = options;
      const warmUps = Array.from({ length: warmsUp ? keptThreads(options) : 0 }, () =>
        pool.#start(warmUp(), never, { timeout: BOOT_SECONDS }),
      );
      await Promise.all(warmUps);
      if (warmsUp) Atomics.store(pool.#warmsUp, 0, 1);
      return pool;
    } catch (error) {
      await pool.close();
      if (!(error instanceof ServiceError)) throw error;
      const reason =
        error.code === 'document_too_large'
          ? `${options.memory / 1e6} MB of memory (RENDER_MEMORY) are too few to render a page`
          : error.message;
      throw new Error(`the render threads do not start: ${reason}`, { cause: error });
    }
  }

  /** Threads that run or start. */
  get threads(): number {
    return this.#piscina.threads.length;
  }

  /** Whether a thread that was terminated has not ended. */
  get isStuck(): boolean {
    return this.#threads.isStuck;
  }

  /** Processes that render large documents, or wait for them. */
  get isolated(): number {
    return this.#isolated.size;
  }

  /** Number of renders that are running and waiting, and that may be. */
  get load(): { readonly running: number; readonly waiting: number; readonly limit: number } {
    return { running: this.#gate.inside, waiting: this.#gate.waiting, limit: this.#gate.limit };
  }

  /**
   * @param onTime   called with the milliseconds that the task ran, also when it failed
   * @param urgency  among the tasks of its account: from 0, the most urgent, to 7; default 3
   * @throws ServiceError `busy`, `shutting_down`
   */
  admit(party: Party, onTime?: (milliseconds: number) => void, urgency?: number): Place {
    return this.#gate.admit(party, onTime, urgency);
  }

  /**
   * Runs a task on the next free thread. When its client disconnects, a waiting task is dropped and a running one is
   * aborted after a grace period.
   * @param place  is consumed
   * @throws ServiceError `busy`, `render_timeout`, `document_too_large`; ClientGone
   */
  async run<T extends Task>(place: Place, task: T, signal: AbortSignal): Promise<Finished<ResultOf<T>>> {
    const entry = await place.enter(signal);
    return { outcome: await this.#runInSlot(entry, task, signal), queued: entry.waited };
  }

  /**
   * Runs a task of a batch on a thread that no request waits for; batches of different accounts take turns.
   * @throws ServiceError `shutting_down`, `render_timeout`, `document_too_large`; ClientGone when `signal` is aborted
   */
  async runBulk<T extends Task>(
    { party, onTime, urgency, isIsolated }: Bulk,
    task: T,
    signal: AbortSignal,
  ): Promise<Outcome<ResultOf<T>>> {
    return this.#runInSlot(await this.#gate.enterBulk(party, signal, onTime, urgency), task, signal, isIsolated);
  }

  async #runInSlot<T extends Task>(
    entry: Entry,
    task: T,
    signal: AbortSignal,
    isCareful = false,
  ): Promise<Outcome<ResultOf<T>>> {
    const { timeout, suspects } = this.#options;
    const long = setTimeout(() => this.#startSpare(), START_SPARE_AFTER_MS);
    const document = suspects ? nameOf(task) : '';
    const isIsolated = isCareful || (suspects?.has(document) ?? false);
    const end = isIsolated ? undefined : suspects?.begin(document);
    try {
      return (await this.#start(task, signal, { timeout, isIsolated })) as Outcome<ResultOf<T>>;
    } finally {
      end?.();
      clearTimeout(long);
      this.#leave(entry);
    }
  }

  /** Leaves its slot to another task: where its thread has ended, once one is ready in its place. */
  #leave(entry: Entry): void {
    const end = performance.now();
    const leave = () => this.#gate.leave(entry, end);
    const missing = this.#options.threads - this.#threads.ready;
    if (this.#held.length < missing) this.#held.push(leave);
    else leave();
  }

  /** Starts the spare thread, if there are others who might wait for one. */
  #startSpare(): void {
    const { threads } = this.#options;
    if (this.#isClosing || this.threads > threads || this.#gate.inside < threads || !this.#gate.expectsOthers) return;
    // A failure is that of the thread, which `#check` gets.
    this.#start(warmUp(), new AbortController().signal, { timeout: BOOT_SECONDS }).catch(() => undefined);
  }

  async #start(task: Task, signal: AbortSignal, { timeout, isIsolated }: Run): Promise<Outcome<unknown>> {
    const stop = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const onGone = () => {
      grace = setTimeout(() => stop.abort(new ClientGone()), GRACE_MS);
    };
    signal.addEventListener('abort', onGone);
    const since = performance.now();
    try {
      const answer = isIsolated || this.#isLarge(task) ? returned(task) : await this.#onThread(task, stop, timeout);
      if (!('returned' in answer)) return answer;
      const whole = task.kind === 'template' ? task : { ...task, json: answer.returned };
      return await this.#inProcess(whole, stop, timeout - (performance.now() - since) / 1000);
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', onGone);
    }
  }

  /** Whether a task is not worth trying on a thread. */
  #isLarge(task: Task): boolean {
    const { size = Number.POSITIVE_INFINITY } = this.#options.marks ?? {};
    if (task.kind === 'template') return false;
    if (task.kind !== 'merge') return task.json.length + (task.source?.length ?? 0) > size;
    return [...task.files.values()].reduce((sum, { length }) => sum + length, task.json.length) > size;
  }

  async #onThread(task: Task, stop: AbortController, timeout: number): Promise<Outcome<unknown> | Returned> {
    const startedAt = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
    const deadline = watch(startedAt, stop, timeout);
    const place = this.#places.pop()!;
    try {
      const transferList = task.kind === 'template' ? [] : [task.json.buffer as ArrayBuffer];
      return await this.#piscina.run({ task, startedAt, place }, { signal: stop.signal, transferList });
    } catch (error) {
      if (this.#isClosing) throw new ServiceError('shutting_down');
      if (stop.signal.aborted) {
        setTimeout(() => this.isStuck && this.#options.onStuck?.(), STUCK_MS).unref();
        throw stop.signal.reason;
      }
      if (isOutOfMemory(error)) throw tooLarge(error);
      throw error;
    } finally {
      this.#decoding.release(place);
      this.#places.push(place);
      deadline.close();
    }
  }

  /** @param timeout  seconds that are left */
  async #inProcess(task: Task, stop: AbortController, timeout: number): Promise<Outcome<unknown>> {
    const late = () => stop.abort(tooLong(this.#options.timeout));
    const timer = setTimeout(late, Math.max(0, timeout) * 1000);
    try {
      return await this.#isolated.run(task, stop.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Piscina does not replace a thread that failed during its start. */
  #check(error: unknown): void {
    this.#options.onError?.(error);
    if (this.#isClosing) return;
    if (this.#piscina.threads.length < this.#options.threads) this.#options.onBroken?.(error);
  }

  /** Admits no further tasks; those admitted are finished. */
  shut(): void {
    this.#gate.shut();
  }

  /** Terminates the threads, running tasks included. One that is stuck goes on. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#gate.close();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STUCK_MS);
    });
    await Promise.all([Promise.race([this.#piscina.destroy(), late]), this.#isolated.close()]);
    clearTimeout(timer);
  }
}

const returned = (task: Task): Returned => ({ returned: task.kind === 'template' ? new Uint8Array() : task.json });

function isolatedSetup(options: RenderPoolOptions, backend: PdfBackend): IsolatedSetup {
  const { memory, youngMemory = YOUNG_MEMORY, limits, fontFolders, isBackground = false } = options;
  return { backend, memory, youngMemory, limits, fontFolders, isBackground };
}

/** Bytes that a process for large documents may take: what a thread may, and what the process itself needs. */
function processMemory({ memory, youngMemory = YOUNG_MEMORY }: RenderPoolOptions): number {
  return PROCESS_MEMORY + youngMemory + 2 * memory;
}

function resourceLimits({ memory, youngMemory = YOUNG_MEMORY }: RenderPoolOptions) {
  return { maxOldGenerationSizeMb: Math.ceil(memory / MB), maxYoungGenerationSizeMb: Math.ceil(youngMemory / MB) };
}

/** Threads that do not end when they are idle. */
function keptThreads({ threads, keepsSpare = false }: RenderPoolOptions): number {
  return threads + (keepsSpare ? 1 : 0);
}

/**
 * Aborts a task, and with it its thread, when it has not ended itself after `timeout` of run time; the time until it begins
 * does not count.
 * @param startedAt  the thread's clock when the task began, 0 before
 * @param timeout    seconds
 */
function watch(startedAt: BigInt64Array, stop: AbortController, timeout: number): { close(): void } {
  const submitted = process.hrtime.bigint();
  const check = (): void => {
    const started = Atomics.load(startedAt, 0);
    const elapsed = Number(process.hrtime.bigint() - (started || submitted)) / 1e9;
    const left = (started ? limit : BOOT_SECONDS) - elapsed;
    if (left > 0) timer = setTimeout(check, Math.min(left, limit) * 1000);
    else stop.abort(started ? tooLong(timeout) : new Error('a render thread does not start'));
  };
  const limit = timeout + LATE_MS / 1000;
  let timer = setTimeout(check, limit * 1000);
  return { close: () => clearTimeout(timer) };
}

function tooLong(seconds: number): ServiceError {
  return new ServiceError('render_timeout', `The document took longer to render than ${seconds} s. Split it.`);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
