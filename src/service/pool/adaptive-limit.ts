/**
 * How many renders may be inside at once, running and waiting, found from how long they take. While they take about as
 * long as on an idle service the limit grows; when they take longer than that by more than they may wait, it shrinks in
 * proportion. So a queue of fast documents is long and one of slow documents short, and a processor that others take
 * shortens both.
 * Source: the gradient limit of https://github.com/Netflix/concurrency-limits
 */

interface AdaptiveLimitOptions {
  readonly min: number;
  readonly max: number;
  /** Milliseconds that renders may take longer than on an idle service. */
  readonly target: number;
}

/** A render that has ended. */
export interface Sample {
  /** Milliseconds. */
  readonly waited: number;
  readonly ran: number;
}

/** A window ends after so many milliseconds, once it has so many samples. */
const WINDOW_MS = 500;
const MIN_SAMPLES = 10;
/** A service has rested when a render did not wait, and none ended for so many milliseconds before. */
const IDLE_MS = 10_000;
/** Windows whose shortest mean run time is that of an idle service: half a minute of load. */
const REMEMBERED = 60;
/** The limit shrinks at most to this fraction, by one window. */
const MIN_GRADIENT = 0.5;
/** A limit that is not exceeded grows by this fraction, and by one. */
const GROWTH = 0.05;
/** Weight of the latest window. */
const SMOOTHING = 0.4;

interface Window {
  readonly since: number;
  count: number;
  waited: number;
  ran: number;
}

export class AdaptiveLimit {
  readonly #options: AdaptiveLimitOptions;
  #limit: number;
  #window: Window | undefined;
  /** When the latest render ended. */
  #latest = Number.POSITIVE_INFINITY;
  /** Mean run times of the latest windows. */
  #runs: number[] = [];

  constructor(options: AdaptiveLimitOptions) {
    this.#options = options;
    this.#limit = options.max;
  }

  /** Renders that may be inside: an integer. */
  get current(): number {
    return Math.round(this.#limit);
  }

  /** @param now  milliseconds, of any clock */
  add({ waited, ran }: Sample, now: number): void {
    const hasRested = waited === 0 && now - this.#latest > IDLE_MS;
    this.#latest = now;
    if (hasRested) {
      this.#limit = this.#options.max;
      this.#runs = [];
      this.#window = undefined;
    }
    this.#window ??= { since: now, count: 0, waited: 0, ran: 0 };
    const window = this.#window;
    window.count += 1;
    window.waited += waited;
    window.ran += ran;
    if (window.count < MIN_SAMPLES || now - window.since < WINDOW_MS) return;
    this.#window = { since: now, count: 0, waited: 0, ran: 0 };
    this.#adapt(window);
  }

  #adapt({ count, waited, ran }: Window): void {
    const { min, max, target } = this.#options;
    this.#runs.push(ran / count);
    if (this.#runs.length > REMEMBERED) this.#runs.shift();
    const allowed = Math.min(...this.#runs) + target;
    const gradient = Math.min(1, Math.max(MIN_GRADIENT, (allowed * count) / (waited + ran)));
    const next = this.#limit * (gradient + GROWTH) + 1;
    this.#limit = Math.min(max, Math.max(min, this.#limit + (next - this.#limit) * SMOOTHING));
  }
}
