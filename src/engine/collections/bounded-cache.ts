/** Fraction of the maximum weight that must be added before a hit moves an entry to the end again. */
const STEP = 1 / 8;

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /** Total weight added when the entry last moved to the end. */
  since: number;
}

/** Lookups of a cache: of entries that it had, and of others. */
export interface CacheUses {
  readonly hits: number;
  readonly misses: number;
}

/** A map bounded by weight that evicts the approximately least recently used entries. */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  /** Stays behind evicted entries: a new iterator would pass over every deleted one until the map is rehashed. */
  readonly #oldest = this.#entries.entries();
  #weight = 0;
  /** Weight of all entries ever added. */
  #total = 0;

  #hits = 0;
  #misses = 0;

  constructor(readonly maxWeight: number) {}

  get uses(): CacheUses {
    return { hits: this.#hits, misses: this.#misses };
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#misses += 1;
      return undefined;
    }
    this.#hits += 1;
    // Moving on every hit would churn the map.
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
    while (this.#weight > this.maxWeight && this.#entries.size > 1) {
      const [oldest, entry]: [K, Entry<V>] = this.#oldest.next().value!;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
  }

  /** @returns the cached value, or the result of `make`, which is then cached */
  getOrMake(key: K, make: () => V, weight = 1): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value, weight);
    return value;
  }
}
