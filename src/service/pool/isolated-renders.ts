/**
 * Renders large documents in processes of their own, one document at a time in each: if V8 or the PDF engine ends the
 * process, no other request is concerned.
 */

import { ISOLATED_RENDERS } from '../../entry-points.js';
import { LimitedProcess, ProcessEnded } from '../../isolation/limited-process.js';
import { ServiceError } from '../errors.js';
import { type IsolatedAnswer, type IsolatedOrder, type IsolatedSetup, isIsolatedAnswer } from './isolated-messages.js';
import type { Outcome, Task } from './messages.js';

interface IsolatedRendersOptions {
  readonly setup: IsolatedSetup;
  /** Bytes that a process may take. */
  readonly memory: number;
  /** Called when a document ended its process. */
  readonly onEnd: (error: unknown) => void;
}

/** Milliseconds for which a process waits for another document: who sends one large document often sends more. */
const IDLE_MS = 60_000;
/** Documents after which a process is replaced. */
const MAX_USES = 100;

interface Waiting {
  readonly process: LimitedProcess;
  readonly uses: number;
  readonly timer: NodeJS.Timeout;
}

export class IsolatedRenders {
  readonly #options: IsolatedRendersOptions;
  readonly #idle: Waiting[] = [];
  readonly #running = new Set<LimitedProcess>();
  #isClosed = false;

  constructor(options: IsolatedRendersOptions) {
    this.#options = options;
  }

  /** Processes that run. */
  get size(): number {
    return this.#running.size + this.#idle.length;
  }

  /**
   * @param signal  aborted: the process is killed, and this rejects with its reason
   * @throws ServiceError `document_too_large`, `document_too_complex` when the document ended the process, `busy` when
   *   something else did; others as `RenderPool.run`
   */
  async run(task: Task, signal: AbortSignal): Promise<Outcome<unknown>> {
    if (this.#isClosed) throw new ServiceError('shutting_down');
    const { process, uses } = this.#take();
    this.#running.add(process);
    try {
      process.ref();
      const answer = await process.ask(
        { type: 'isolated:render', task } satisfies IsolatedOrder,
        isIsolatedAnswer,
        signal,
      );
      return outcomeOf(answer);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (this.#isClosed) throw new ServiceError('shutting_down');
      this.#options.onEnd(error);
      throw refusalOf(error);
    } finally {
      this.#running.delete(process);
      this.#keep(process, uses + 1);
    }
  }

  #take(): { readonly process: LimitedProcess; readonly uses: number } {
    for (let waiting = this.#idle.pop(); waiting; waiting = this.#idle.pop()) {
      clearTimeout(waiting.timer);
      if (waiting.process.isAlive) return waiting;
    }
    const { memory, setup } = this.#options;
    const process = new LimitedProcess({ entryPoint: ISOLATED_RENDERS, memory });
    process.post({ type: 'isolated:open', setup } satisfies IsolatedOrder);
    return { process, uses: 0 };
  }

  #keep(process: LimitedProcess, uses: number): void {
    if (!process.isAlive) return;
    if (this.#isClosed || uses >= MAX_USES) {
      process.kill();
      return;
    }
    process.unref();
    const timer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(waiting), 1);
      process.kill();
    }, IDLE_MS).unref();
    const waiting: Waiting = { process, uses, timer };
    this.#idle.push(waiting);
  }

  /** Kills the processes, those that render included. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    const processes = [...this.#running, ...this.#idle.splice(0).map(({ process }) => process)];
    for (const process of processes) process.kill();
    await Promise.all(processes.map((process) => process.closed()));
  }
}

function outcomeOf(answer: IsolatedAnswer): Outcome<unknown> {
  if (answer.type === 'isolated:outcome') return answer.outcome;
  if (answer.code === undefined) throw new Error(answer.message);
  throw new ServiceError(answer.code, answer.message);
}

function refusalOf(error: ProcessEnded): ServiceError {
  const { isOutOfMemory, isKilled } = error;
  if (isOutOfMemory) return tooLarge(error);
  // By the operating system, which had no memory left, or by its operator.
  if (isKilled) return new ServiceError('busy', undefined, { cause: error });
  const message = 'The document ended the process that rendered it. Split it.';
  return new ServiceError('document_too_complex', message, { cause: error });
}

/** The document takes more memory than there is for a render. */
export function tooLarge(cause?: unknown): ServiceError {
  const message = 'The document needs more memory than a render may use. Split it.';
  return new ServiceError('document_too_large', message, { cause });
}
