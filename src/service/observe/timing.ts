import type { ThreadUse } from './thread-counters.js';

/** When a stage ran, in milliseconds on the clock of `performance`. */
export interface Interval {
  readonly stage: string;
  readonly since: number;
  readonly until: number;
}

/** The duration of one request and of its stages, for the client and the metrics. */
export class Timing {
  readonly since = performance.now();
  readonly #stages = new Map<string, number>();
  readonly #intervals: Interval[] = [];
  /** Of the document, once its render thread has answered. */
  thread: ThreadUse | undefined;

  /** Milliseconds since the request arrived. */
  get total(): number {
    return performance.now() - this.since;
  }

  /** Milliseconds by stage, in the order in which they began. */
  get stages(): ReadonlyMap<string, number> {
    return this.#stages;
  }

  /** For traces. */
  get intervals(): readonly Interval[] {
    return this.#intervals;
  }

  /** @param until  when it ended, on the clock of `performance` */
  add(stage: string, milliseconds: number, until = performance.now()): void {
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + milliseconds);
    this.#intervals.push({ stage, since: until - milliseconds, until });
  }

  /** Adds the duration of `work`, whether it fails or not. */
  async measure<T>(stage: string, work: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work;
    } finally {
      this.add(stage, performance.now() - since);
    }
  }
}
