/** An HTTP process from the side of the primary: starts, measures and ends it. */

import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type EndState, isReport, type Order, type Report } from './messages.js';

/** An HTTP process ended before it could serve. The message is for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Another process would fail as well, e.g. for a setting. */
  readonly isLasting: boolean;
  /** Others have failed for the same reason, which may pass: an init system may try again. */
  readonly isRepeated: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { readonly isLasting?: boolean; readonly isRepeated?: boolean } = {},
  ) {
    super(message, options);
    this.isLasting = options.isLasting ?? false;
    this.isRepeated = options.isRepeated ?? false;
  }
}

/** How an HTTP process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The orders that a process is started with: plain data. */
export interface StartOrders {
  readonly preparation: unknown;
  /** Resolves when processes may start to serve. */
  readonly start: Promise<unknown>;
}

interface Listeners {
  readonly onReady: () => void;
  readonly onStuck: () => void;
}

/** Time limit for the metrics of a process. */
const MEASURE_MS = 2000;

/** One HTTP process, as the primary sees it. */
export class Member {
  /** Resolves once it serves. @throws StartError */
  readonly ready: Promise<void>;
  readonly ended: Promise<End>;
  isServing = false;
  /** It was ordered to end. */
  isRetired = false;
  /** Resolves when it should be replaced. */
  readonly stuck: Promise<void>;
  /** Documents that it has been rendering for a while; those of the same name are counted. */
  readonly #documents = new Map<string, number>();
  readonly #worker: Worker;
  readonly #asked = new Map<number, (metrics: readonly object[]) => void>();
  #lastId = 0;
  #failure: Extract<Report, { readonly type: 'cluster:failed' }> | undefined;

  constructor(worker: Worker, orders: StartOrders) {
    this.#worker = worker;
    let onStuck: () => void = () => undefined;
    this.stuck = new Promise((resolve) => {
      onStuck = resolve;
    });
    this.ended = once(worker, 'exit').then(([code, signal]) => ({ code, signal }));
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message) => {
        if (isReport(message)) this.#receive(message, orders, { onReady: resolve, onStuck });
      });
      void this.ended.then(({ code, signal }) =>
        reject(
          new StartError(
            this.#failure?.reason ?? `an HTTP process ended with ${signal ?? `code ${code}`} while it started`,
            { isLasting: this.#failure?.isLasting ?? false },
          ),
        ),
      );
    });
    this.ready.catch(() => undefined); // the caller awaits it later
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  #receive(report: Report, { preparation, start }: StartOrders, { onReady, onStuck }: Listeners): void {
    if (report.type === 'cluster:began') this.#count(report.document, 1);
    else if (report.type === 'cluster:ended') this.#count(report.document, -1);
    else if (report.type === 'cluster:stuck') onStuck();
    else if (report.type === 'cluster:online') {
      this.#send({ type: 'cluster:prepare', preparation });
      start.then(
        (start) => this.#send({ type: 'cluster:start', start }),
        () => undefined, // whoever starts the service has the error, and ends the processes
      );
    } else if (report.type === 'cluster:ready') {
      this.isServing = true;
      onReady();
    } else if (report.type === 'cluster:failed') this.#failure = report;
    else this.#asked.get(report.id)?.(report.metrics);
  }

  #count(document: string, change: 1 | -1): void {
    const count = (this.#documents.get(document) ?? 0) + change;
    if (count > 0) this.#documents.set(document, count);
    else this.#documents.delete(document);
  }

  #send(order: Order): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => undefined);
  }

  get documents(): readonly string[] {
    return [...this.#documents.keys()];
  }

  /** Tells it which documents may end it. */
  warn(documents: readonly string[]): void {
    this.#send({ type: 'cluster:suspects', documents });
  }

  /** Tells it that as many processes serve as are set. */
  complete(): void {
    this.#send({ type: 'cluster:complete' });
  }

  /**
   * Its metrics; empty when it does not answer.
   * @param milliseconds  that it has to answer
   */
  measure(milliseconds: number = MEASURE_MS): Promise<readonly object[]> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const answer = (metrics: readonly object[]) => {
        clearTimeout(timer);
        this.#asked.delete(id);
        resolve(metrics);
      };
      const timer = setTimeout(answer, milliseconds, []).unref();
      this.#asked.set(id, answer);
      this.#send({ type: 'cluster:measure', id });
    });
  }

  /**
   * Orders it to finish its requests and end.
   * @param seconds  after which it is killed
   */
  async retire(state: EndState, seconds: number): Promise<void> {
    this.isRetired = true;
    this.#send({ type: 'cluster:end', state });
    const timer = new AbortController();
    const late = delay(seconds * 1000, 'late', { signal: timer.signal }).catch(() => undefined);
    if ((await Promise.race([this.ended, late])) === 'late') this.kill();
    timer.abort();
    await this.ended;
  }

  kill(): void {
    this.isRetired = true;
    this.#worker.process.kill('SIGKILL');
  }
}
