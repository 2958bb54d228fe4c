/** A map bounded by weight that evicts the least recently used entries. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(private readonly maxWeight: number) {}

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Maps iterate in insertion order: move the entry to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param weight weight of the entry; one above the limit is not stored */
  set(key: Key, value: Value, weight = 1): void {
    const old = this.#entries.get(key);
    if (old) this.#remove(key, old.weight);
    if (weight > this.maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, { weight: oldWeight }] of this.#entries) {
      if (this.#weight <= this.maxWeight) return;
      this.#remove(oldest, oldWeight);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  #remove(key: Key, weight: number): void {
    this.#entries.delete(key);
    this.#weight -= weight;
  }
}
