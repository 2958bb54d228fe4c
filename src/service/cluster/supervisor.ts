/** Keeps the HTTP processes running: starts them, replaces those that end, ends them. */

import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../observe/log.js';
import { Member } from './member.js';
import type { Order } from './messages.js';

export interface SupervisorOptions {
  readonly processes: number;
  /** Makes a process that has the entry point for HTTP processes. */
  readonly fork: () => Worker;
  /** What a process is started with. */
  readonly start: Order;
  /** Seconds that a process has to finish what it does; some more, and it is killed. */
  readonly shutdownTimeout: number;
  readonly log: Log;
}

/** Milliseconds before a process that ended is replaced: doubled each time, until one has lived for a while. */
const BACK_OFF = { first: 100, longest: 10_000, livedLong: 30_000 } as const;
/** Seconds in which a process clears up after its last request. */
const EXIT_SECONDS = 10;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #members = new Set<Member>();
  readonly #stopping = new AbortController();
  #rolling: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /**
   * Starts all processes.
   * @throws StartError when one cannot start; then none is left
   */
  async start(): Promise<void> {
    const { processes } = this.#options;
    try {
      await Promise.all(Array.from({ length: processes }, () => this.#fork().ready));
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

  /** What all processes counted, each by itself. */
  measure(): Promise<(readonly object[])[]> {
    return Promise.all([...this.#members].map((member) => member.measure()));
  }

  /**
   * Replaces the processes one after the other, each once its successor serves. Asked while it does so, it does not
   * begin again.
   * @throws StartError when a successor cannot start: the processes that are left stay
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
      if (!this.#members.has(member)) continue; // it ended by itself, and was replaced
      await this.#fork().ready;
      await member.retire('draining', this.#options.shutdownTimeout + EXIT_SECONDS);
    }
  }

  /** Lets all processes finish what they do, and ends them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const seconds = this.#options.shutdownTimeout + EXIT_SECONDS;
    await Promise.all([...this.#members].map((member) => member.retire('stopping', seconds)));
  }

  /** @param backOff  milliseconds before it is replaced when it ends by itself */
  #fork(backOff: number = BACK_OFF.first): Member {
    const { fork, start, log } = this.#options;
    const member = new Member(fork(), start);
    this.#members.add(member);
    const since = performance.now();
    member.ready.then(
      () => log.info({ process: member.pid }, 'an HTTP process serves'),
      () => undefined,
    );
    void member.ended.then(async (end) => {
      this.#members.delete(member);
      if (member.isRetired || this.#stopping.signal.aborted) return;
      log.error({ process: member.pid, ...end }, 'an HTTP process ended by itself');
      const livedLong = performance.now() - since > BACK_OFF.livedLong;
      await this.#replace(livedLong ? BACK_OFF.first : backOff);
    });
    return member;
  }

  /** Does nothing when there are enough, as when a successor ended before it took over. */
  async #replace(wait: number): Promise<void> {
    const { signal } = this.#stopping;
    await delay(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || this.#members.size >= this.#options.processes) return;
    this.#fork(Math.min(wait * 2, BACK_OFF.longest));
  }
}
