/**
 * Who may render when: a bounded queue in front of the threads. Piscina's own queue is neither bounded nor timed for
 * tasks that can be aborted, so it never gets more than it has threads for.
 */

import { ClientGone, ServiceError } from '../errors.js';

export interface GateOptions {
  /** How many may be inside at once. */
  readonly slots: number;
  /** How many may wait. */
  readonly maxWaiting: number;
  /** Seconds that one may wait. */
  readonly maxWait: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** How much of the mean time inside the latest one makes up. */
const SMOOTHING = 0.1;
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
    const ahead = this.#inside + this.waiting - slots; // of those who would still wait
    const expected = ahead < 0 ? 0 : ((ahead + 1) * this.#meanMs) / slots / 1000;
    if (ahead >= maxWaiting || expected > maxWait) throw this.#busy(expected);
    this.#reserved += 1;
    return new Place(() => {
      this.#reserved -= 1;
    }, this);
  }

  /**
   * Waits for a slot. Leave it with `leave`.
   * @returns milliseconds that were waited
   * @throws ServiceError `busy` after too long; ClientGone
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

  /** @param milliseconds  spent inside */
  leave(milliseconds: number): void {
    this.#meanMs += (milliseconds - this.#meanMs) * SMOOTHING;
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#inside -= 1;
  }

  /** Lets nobody in any more but those who were admitted. */
  shut(): void {
    this.#isShut = true;
  }

  /** Refuses those who wait, too. */
  close(): void {
    this.shut();
    for (const { refuse } of [...this.#waiting]) refuse(new ServiceError('shutting_down'));
  }

  #busy(expectedSeconds: number): ServiceError {
    return new ServiceError('busy', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(expectedSeconds)) });
  }
}

/** A place in the queue. It is either used for one entry or given back. */
export class Place {
  readonly #giveBack: () => void;
  readonly #gate: Gate;
  #isHeld = true;

  constructor(giveBack: () => void, gate: Gate) {
    this.#giveBack = giveBack;
    this.#gate = gate;
  }

  /** As `Gate.enter`. */
  enter(signal: AbortSignal): Promise<number> {
    if (!this.#isHeld) throw new Error('the place was used or given back');
    this.release();
    return this.#gate.enter(signal);
  }

  /** Gives the place back, if it was not used. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#giveBack();
  }
}
