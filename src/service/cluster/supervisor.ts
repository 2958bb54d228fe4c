/** Starts the HTTP processes, replaces those that end, and stops them. */

import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../observe/log.js';
import { Member, StartError, type StartOrders } from './member.js';

interface SupervisorOptions extends StartOrders {
  readonly processes: number;
  /** Starts a process at the entry point of HTTP processes. */
  readonly fork: () => Worker;
  /** Seconds that a process has to finish its requests; it is killed `EXIT_SECONDS` later. */
  readonly shutdownTimeout: number;
  readonly log: Log;
}

/** Milliseconds before a process that ended is replaced: doubled each time, until one has run for `reset`. */
const BACK_OFF = { first: 100, max: 10_000, reset: 30_000 } as const;
/** Starts that fail for the same reason one after the other, before the service has ever served, end it. */
const MAX_FAILURES = 3;
/** Milliseconds in which a process answers that hears its orders, whatever its threads do. */
const ANSWER_MS = 4000;
/** Documents that may have ended a process: the latest are remembered. */
const MAX_SUSPECTS = 1000;
/** Seconds that a process has for cleaning up after its last request. */
const EXIT_SECONDS = 10;

/** Starts that failed one after the other for the same reason. */
interface Failures {
  readonly reason: string | undefined;
  readonly count: number;
}

const NO_FAILURES: Failures = { reason: undefined, count: 0 };

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #members = new Set<Member>();
  /** Documents that were being rendered when a process ended. */
  readonly #suspects = new Set<string>();
  readonly #stopping = new AbortController();
  #rolling: Promise<void> | undefined;
  /** Settled when as many processes serve as are set, or none can. */
  readonly #complete = new Deferred();

  constructor(options: SupervisorOptions) {
    this.#options = options;
    options.start.catch(() => undefined); // it may fail before a process is there to wait for it
  }

  /**
   * Starts all processes. One that ends before it serves is replaced, as later.
   * @throws StartError when none can start, e.g. for a setting, or this is stopped; the others are then killed
   */
  async start(): Promise<void> {
    const { processes } = this.#options;
    try {
      for (let i = 0; i < processes; i += 1) this.#fork();
      await this.#complete.promise;
    } catch (error) {
      this.#stopping.abort();
      await Promise.all(
        [...this.#members].map((member) => {
          member.kill();
          return member.ended;
        }),
      );
      throw error;
    }
  }

  /** The metrics of each process. */
  measure(): Promise<(readonly object[])[]> {
    return Promise.all([...this.#members].map((member) => member.measure()));
  }

  /**
   * Replaces the processes one after the other, each once its successor serves. A call during a roll joins it.
   * @throws StartError when a successor cannot start: the processes not yet replaced keep running
   */
  roll(): Promise<void> {
    this.#rolling ??= this.#replaceAll().finally(() => {
      this.#rolling = undefined;
    });
    return this.#rolling;
  }

  async #replaceAll(): Promise<void> {
    for (const member of [...this.#members]) {
      if (this.#stopping.signal.aborted) return;
      if (!this.#members.has(member)) continue; // it ended by itself and was replaced
      await this.#fork().ready;
      await member.retire('draining', this.#options.shutdownTimeout + EXIT_SECONDS);
    }
  }

  /** Orders all processes to finish their requests and end; those that do not serve, or do not hear it, are killed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#complete.reject(new StartError('the service was stopped while it started'));
    const seconds = this.#options.shutdownTimeout + EXIT_SECONDS;
    await Promise.all(
      [...this.#members].map(async (member) => {
        if (!member.isServing) {
          member.kill();
          return member.ended;
        }
        void member.measure(ANSWER_MS).then((metrics) => metrics.length === 0 && member.kill());
        return member.retire('stopping', seconds);
      }),
    );
  }

  /**
   * @param backOff  milliseconds before the process is replaced should it end by itself
   * @param before   the failures of those that it replaces
   */
  #fork(backOff: number = BACK_OFF.first, before: Failures = NO_FAILURES): Member {
    const { fork, log } = this.#options;
    const member = new Member(fork(), this.#options);
    this.#members.add(member);
    const since = performance.now();
    let failures = NO_FAILURES;
    member.ready.then(
      () => {
        log.info({ process: member.pid }, 'an HTTP process is serving');
        if (this.#suspects.size > 0) member.warn([...this.#suspects]);
        this.#announce(member);
      },
      (error: StartError) => {
        failures = { reason: error.message, count: error.message === before.reason ? before.count + 1 : 1 };
        if (error.isLasting) this.#complete.reject(error);
        else if (failures.count >= MAX_FAILURES)
          this.#complete.reject(new StartError(error.message, { cause: error, isRepeated: true }));
      },
    );
    void member.ended.then(async (end) => {
      this.#members.delete(member);
      await member.ready.catch(() => undefined); // which counts the failure
      if (member.isRetired || this.#stopping.signal.aborted) return;
      log.error({ process: member.pid, ...end }, 'an HTTP process ended unexpectedly');
      this.#suspect(member.documents);
      const isStable = performance.now() - since > BACK_OFF.reset;
      await this.#replace(isStable ? BACK_OFF.first : backOff, failures);
    });
    void member.stuck.then(() => this.#replaceStuck(member));
    return member;
  }

  /** From now on, no process renders these documents in its threads. */
  #suspect(documents: readonly string[]): void {
    if (documents.length === 0) return;
    for (const document of documents) {
      this.#suspects.delete(document);
      this.#suspects.add(document);
    }
    for (const oldest of this.#suspects) {
      if (this.#suspects.size <= MAX_SUSPECTS) break;
      this.#suspects.delete(oldest);
    }
    for (const member of this.#members) member.warn([...this.#suspects]);
  }

  /** A thread that does not end takes a processor: its process answers what it has, and is killed. */
  async #replaceStuck(member: Member): Promise<void> {
    const { log, shutdownTimeout } = this.#options;
    if (member.isRetired || this.#stopping.signal.aborted) return;
    log.error({ process: member.pid }, 'a thread of an HTTP process does not end: the process is replaced');
    this.#suspect(member.documents);
    try {
      await this.#fork().ready;
    } catch {
      return; // another one is being started, and the old one better than none
    }
    await member.retire('draining', shutdownTimeout + EXIT_SECONDS);
  }

  /** Tells the processes when they are complete for the first time, and later ones at once. */
  #announce(member: Member): void {
    const serving = [...this.#members].filter(({ isServing }) => isServing);
    if (this.#complete.isResolved) member.complete();
    else if (serving.length >= this.#options.processes) {
      this.#complete.resolve();
      for (const one of serving) one.complete();
    }
  }

  /** Does nothing when there are enough processes, as when a successor ended before it took over. */
  async #replace(wait: number, failures: Failures): Promise<void> {
    const { signal } = this.#stopping;
    await delay(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || this.#members.size >= this.#options.processes) return;
    this.#fork(Math.min(wait * 2, BACK_OFF.max), failures);
  }
}

class Deferred {
  isResolved = false;
  resolve: () => void = () => undefined;
  reject: (error: Error) => void = () => undefined;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = () => {
      this.isResolved = true;
      resolve();
    };
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => undefined); // it may fail when nobody waits any more
  }
}
