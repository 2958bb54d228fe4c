/**
 * Bounds the images that the render threads of a process decode at a time, in memory that they share. What a task holds
 * is noted in its place, so that the pool gives it back when its thread is ended.
 */

const TAKEN = 0;
/** The places follow. */
const FIRST_PLACE = 1;
/** Bytes of a unit: the counters have 32 bits. */
const UNIT = 1024;

export interface SharedBudget {
  readonly memory: SharedArrayBuffer;
  /** Bytes. */
  readonly limit: number;
}

export class DecodingBudget {
  readonly #counters: Int32Array;
  readonly #limit: number;

  /** @param limit  bytes of decoded images; a larger image waits until no other is decoded */
  constructor({ memory, limit }: SharedBudget) {
    this.#counters = new Int32Array(memory);
    this.#limit = Math.ceil(limit / UNIT);
  }

  /** @param places  tasks that run at a time */
  static shared(limit: number, places: number): SharedBudget {
    return { limit, memory: new SharedArrayBuffer((FIRST_PLACE + places) * Int32Array.BYTES_PER_ELEMENT) };
  }

  /** For a render thread: blocks it until there is room. */
  hold<T>(place: number, bytes: number, decode: () => T): T {
    if (bytes === 0) return decode();
    const counters = this.#counters;
    const units = Math.min(Math.ceil(bytes / UNIT), this.#limit);
    for (;;) {
      const taken = Atomics.load(counters, TAKEN);
      if (taken + units > this.#limit) Atomics.wait(counters, TAKEN, taken);
      else if (Atomics.compareExchange(counters, TAKEN, taken, taken + units) === taken) {
        // At once: a thread can be ended where a function or a turn of a loop begins.
        Atomics.store(counters, FIRST_PLACE + place, units);
        break;
      }
    }
    try {
      return decode();
    } finally {
      this.release(place);
    }
  }

  /** Gives back what a task holds, if it does: for the pool, when the task has ended. */
  release(place: number): void {
    const units = Atomics.exchange(this.#counters, FIRST_PLACE + place, 0);
    if (units === 0) return;
    Atomics.sub(this.#counters, TAKEN, units);
    Atomics.notify(this.#counters, TAKEN);
  }
}
