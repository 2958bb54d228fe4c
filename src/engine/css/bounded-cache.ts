/** A map that forgets what was asked for longest ago once it holds more than its weight. */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  #weight = 0;

  constructor(readonly maxWeight: number) {}

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V, weight = 1): void {
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, weight });
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
