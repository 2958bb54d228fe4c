/** Of the weight it may hold, how much has to come in before an entry that is asked for moves to the end again. */
const STEP = 1 / 8;

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /** What had come in when it moved to the end. */
  since: number;
}

/** A map that forgets what was asked for longest ago, more or less, once it holds more than its weight. */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  #weight = 0;
  /** Weight of everything that ever came in. */
  #total = 0;

  constructor(readonly maxWeight: number) {}

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moving at every request would have the map rebuilt all the time.
    if (this.#total - entry.since > this.maxWeight * STEP) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      entry.since = this.#total;
    }
    return entry.value;
  }

  set(key: K, value: V, weight = 1): void {
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0);
    this.#total += weight;
    this.#entries.delete(key);
    this.#entries.set(key, { value, weight, since: this.#total });
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.maxWeight || this.#entries.size === 1) break;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
  }

  /** @returns the value kept for the key, else what `make` returns, kept from now on. */
  getOrMake(key: K, make: () => V, weight = 1): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value, weight);
    return value;
  }
}
