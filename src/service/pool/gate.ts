/**
 * Admission to the render threads: a bounded queue with a time limit. Piscina's own queue has neither bound nor time
 * limit for abortable tasks, so it never gets more tasks than it has threads.
 */

import { ClientGone, ServiceError } from '../errors.js';

export interface GateOptions {
  /** Tasks that may run at once. */
  readonly slots: number;
  /** Tasks that may wait. */
  readonly maxWaiting: number;
  /** Seconds that a task may wait. */
  readonly maxWait: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** Weight of the latest task in the moving average of the run time. */
const SMOOTHING = 0.1;
/** Assumed run time before the first task has ended. */
const FIRST_GUESS_MS = 100;

export class Gate {
  readonly #options: GateOptions;
  readonly #waiting = new Set<Waiting>();
  #reserved = 0;
  #inside = 0;
  #meanMs = FIRST_GUESS_MS;
  #isShut = false;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting.size + this.#reserved;
  }

  /**
   * Takes a place in the queue, or refuses at once.
   * @throws ServiceError `busy`, `shutting_down`
   */
  admit(): Place {
    if (this.#isShut) throw new ServiceError('shutting_down');
    const { slots, maxWaiting, maxWait } = this.#options;
    const ahead = this.#inside + this.waiting - slots; // in the queue
    const expected = ahead < 0 ? 0 : ((ahead + 1) * this.#meanMs) / slots / 1000;
    if (ahead >= maxWaiting || expected > maxWait) throw this.#busy(expected);
    this.#reserved += 1;
    return new Place(() => {
      this.#reserved -= 1;
    }, this);
  }

  /**
   * Waits for a slot. Leave it with `leave`.
   * @returns milliseconds of waiting
   * @throws ServiceError `busy` after `maxWait`; ClientGone
   */
  enter(signal: AbortSignal): Promise<number> {
    if (signal.aborted) return Promise.reject(new ClientGone());
    if (this.#inside < this.#options.slots) {
      this.#inside += 1;
      return Promise.resolve(0);
    }
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const stop = () => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', onGone);
      };
      const refuse = (error: Error) => {
        stop();
        reject(error);
      };
      const onGone = () => refuse(new ClientGone());
      const timer = setTimeout(() => refuse(this.#busy(this.#options.maxWait)), this.#options.maxWait * 1000);
      const waiting: Waiting = {
        enter() {
          stop();
          resolve(performance.now() - since);
        },
        refuse,
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', onGone);
    });
  }

  /** @param milliseconds  run time of the task */
  leave(milliseconds: number): void {
    this.#meanMs += (milliseconds - this.#meanMs) * SMOOTHING;
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#inside -= 1;
  }

  /** Admits no further tasks; those admitted may still enter. */
  shut(): void {
    this.#isShut = true;
  }

  /** Refuses waiting tasks, too. */
  close(): void {
    this.shut();
    for (const { refuse } of [...this.#waiting]) refuse(new ServiceError('shutting_down'));
  }

  #busy(expectedSeconds: number): ServiceError {
    return new ServiceError('busy', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(expectedSeconds)) });
  }
}

/** A place in the queue, either used for one entry or released. */
export class Place {
  readonly #release: () => void;
  readonly #gate: Gate;
  #isHeld = true;

  constructor(release: () => void, gate: Gate) {
    this.#release = release;
    this.#gate = gate;
  }

  /** As `Gate.enter`. */
  enter(signal: AbortSignal): Promise<number> {
    if (!this.#isHeld) throw new Error('the place was used or released');
    this.release();
    return this.#gate.enter(signal);
  }

  /** Releases the place, unless it was used. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#release();
  }
}
