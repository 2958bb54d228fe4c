/** The metrics of one process, for Prometheus. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheUses } from '../../engine/collections/bounded-cache.js';
import { type Pauses, PauseWatch, ThreadCounters } from './thread-counters.js';

/** Upper bounds of histogram buckets, seconds: from a cached answer to the default render timeout. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Milliseconds. */
const LOOP_RESOLUTION = 10;

interface RequestEnd {
  /** The route's pattern, or `none`. */
  readonly route: string;
  readonly method: string;
  /** 499: the client disconnected. */
  readonly status: number;
  readonly seconds: number;
  /** Milliseconds by stage. */
  readonly stages: ReadonlyMap<string, number>;
}

export interface Load {
  readonly running: number;
  readonly waiting: number;
  readonly limit: number;
}

/** The state of a process, to be read at each collection. */
interface MetricsSources {
  /** Renders that are running and waiting, and that may be. */
  readonly load: () => Load;
  /** Those of its render threads. */
  readonly threads: Pick<ThreadCounters, 'uses' | 'pauses'>;
  /** Caches of the process itself. */
  readonly caches: () => Readonly<Record<string, CacheUses>>;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'platen_http_requests_total',
    help: 'Requests answered; status 499: the client disconnected first.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.#registry],
  });
  readonly #seconds = new Histogram({
    name: 'platen_http_request_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'method'] as const,
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #stages = new Histogram({
    name: 'platen_stage_seconds',
    help: 'Time of each stage of renders and validations.',
    labelNames: ['stage'] as const,
    buckets: BUCKETS,
    registers: [this.#registry],
  });

  /** Those of the thread that answers requests. */
  readonly #pauses = new ThreadCounters();

  constructor({ load, threads, caches }: MetricsSources) {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.#registry],
        collect() {
          this.set(read());
        },
      });
    gauge('platen_renders_running', 'Renders that run now.', () => load().running);
    gauge('platen_renders_waiting', 'Renders that wait for a thread now.', () => load().waiting);
    gauge('platen_renders_limit', 'Renders that may run and wait now.', () => load().limit);
    const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION });
    delay.enable();
    new Gauge({
      name: 'platen_event_loop_delay_seconds',
      help: 'Longest time since the last collection for which an HTTP process answered nothing.',
      registers: [this.#registry],
      aggregator: 'max',
      collect() {
        // What the timer itself waits is measured, too.
        this.set(Math.max(0, delay.max / 1e9 - LOOP_RESOLUTION / 1000));
        delay.reset();
      },
    });
    this.#countCaches(threads, caches);
    this.#countPauses(threads);
    gauge('platen_process_memory_bytes', 'Resident memory of the HTTP processes.', () => process.memoryUsage.rss());
  }

  #countCaches(threads: MetricsSources['threads'], caches: MetricsSources['caches']): void {
    new Counter({
      name: 'platen_cache_lookups_total',
      help: 'What caches were asked for: hits had it, misses had to make it.',
      labelNames: ['cache', 'result'] as const,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [cache, { hits, misses }] of [...threads.uses, ...Object.entries(caches())]) {
          this.inc({ cache, result: 'hit' }, hits);
          this.inc({ cache, result: 'miss' }, misses);
        }
      },
    });
  }

  #countPauses(threads: MetricsSources['threads']): void {
    new PauseWatch((kind, milliseconds) => this.#pauses.addPause(kind, milliseconds));
    const sources = [
      { thread: 'http', of: this.#pauses },
      { thread: 'render', of: threads },
    ];
    const counter = (name: string, help: string, read: (pauses: Pauses) => number) =>
      new Counter({
        name,
        help,
        labelNames: ['thread', 'kind'] as const,
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const { thread, of } of sources) {
            for (const [kind, pauses] of of.pauses) this.inc({ thread, kind }, read(pauses));
          }
        },
      });
    counter('platen_gc_pauses_total', 'Pauses of the garbage collector.', ({ count }) => count);
    const seconds = ({ milliseconds }: Pauses) => milliseconds / 1000;
    counter('platen_gc_pause_seconds_total', 'Time of the pauses of the garbage collector.', seconds);
  }

  count({ route, method, status, seconds, stages }: RequestEnd): void {
    this.#requests.inc({ route, method, status });
    this.#seconds.observe({ route, method }, seconds);
    for (const [stage, milliseconds] of stages) this.#stages.observe({ stage }, milliseconds / 1000);
  }

  /** Plain data, which the primary aggregates. */
  snapshot(): Promise<object[]> {
    return this.#registry.getMetricsAsJSON();
  }
}
