/**
 * Counters of render threads for the metrics of their process, in memory that they share: nothing is lost when a thread
 * ends in the middle of a document.
 */

import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import type { CacheUses } from '../../engine/collections/bounded-cache.js';
import type { EngineCache, WriterCache } from '../../engine/render.js';

export type ThreadCache = EngineCache | WriterCache;
type PauseKind = 'minor' | 'major' | 'incremental' | 'weak_callbacks';

/** Pauses of the garbage collector. */
export interface Pauses {
  readonly count: number;
  readonly milliseconds: number;
}

/** Time and caches that one document had in its thread. */
export interface ThreadUse {
  /** Milliseconds for which the garbage collector paused the thread. */
  readonly pauses: number;
  /** The caches that it asked. */
  readonly caches: readonly (readonly [ThreadCache, CacheUses])[];
}

const CACHES: readonly ThreadCache[] = [
  'template',
  'style_sheet',
  'rule_set',
  'text',
  'web_font',
  'image',
  'font_subset',
];
const PAUSE_KINDS: readonly PauseKind[] = ['minor', 'major', 'incremental', 'weak_callbacks'];

const KIND_OF: Readonly<Record<number, PauseKind>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak_callbacks',
};

/** Two counters for each cache (hits, misses) and for each kind of pause (number, microseconds). */
const LENGTH = (CACHES.length + PAUSE_KINDS.length) * 2;

export class ThreadCounters {
  readonly #values: BigInt64Array;

  /** @param memory  that of the process's other counters; default: new */
  constructor(readonly memory = new SharedArrayBuffer(LENGTH * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.#values = new BigInt64Array(memory);
  }

  addUses(cache: ThreadCache, { hits, misses }: CacheUses): void {
    this.#add(CACHES.indexOf(cache), hits, misses);
  }

  addPause(kind: PauseKind, milliseconds: number): void {
    this.#add(CACHES.length + PAUSE_KINDS.indexOf(kind), 1, Math.round(milliseconds * 1000));
  }

  get uses(): ReadonlyMap<ThreadCache, CacheUses> {
    return new Map(
      CACHES.map((cache, index) => [cache, { hits: this.#read(index * 2), misses: this.#read(index * 2 + 1) }]),
    );
  }

  get pauses(): ReadonlyMap<PauseKind, Pauses> {
    return new Map(
      PAUSE_KINDS.map((kind, position) => {
        const index = (CACHES.length + position) * 2;
        return [kind, { count: this.#read(index), milliseconds: this.#read(index + 1) / 1000 }];
      }),
    );
  }

  #add(pair: number, first: number, second: number): void {
    if (first > 0) Atomics.add(this.#values, pair * 2, BigInt(first));
    if (second > 0) Atomics.add(this.#values, pair * 2 + 1, BigInt(second));
  }

  #read(index: number): number {
    return Number(Atomics.load(this.#values, index));
  }
}

/** An entry of type `gc`; the types of Node 20 lack its `detail`. */
interface PauseEntry extends PerformanceEntry {
  readonly detail: { readonly kind: number };
}

/** The collector's pauses in the thread that makes it. */
export class PauseWatch {
  readonly #observer: PerformanceObserver;
  readonly #onPause: (kind: PauseKind, milliseconds: number) => void;

  constructor(onPause: (kind: PauseKind, milliseconds: number) => void) {
    this.#onPause = onPause;
    this.#observer = new PerformanceObserver((list) => void this.#count(list.getEntries(), 0));
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  /**
   * Counts what is known by now. Pauses become known in the turn of the event loop after them.
   * @param since  on the clock of `performance`
   * @returns      milliseconds of the pauses since then, of those that were not counted before
   */
  take(since: number): number {
    return this.#count(this.#observer.takeRecords(), since);
  }

  #count(entries: readonly PerformanceEntry[], since: number): number {
    let sum = 0;
    for (const entry of entries) {
      const { startTime, duration, detail } = entry as PauseEntry;
      const kind = KIND_OF[detail.kind];
      if (kind) this.#onPause(kind, duration);
      if (startTime >= since) sum += duration;
    }
    return sum;
  }
}
