/** A cache bounded in weight and in time. */

import type { CacheUses } from '../engine/collections/bounded-cache.js';

interface CacheOptions {
  /** Sum of the weights of what is kept. */
  readonly maxWeight: number;
  /** Seconds until an entry expires; default never. */
  readonly lifetime?: number;
}

interface Entry<V> {
  readonly value: V;
  readonly weight: number;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly until: number;
}

/** An LRU cache: evicts the least recently used entries once the sum of weights exceeds `maxWeight`. */
export class ExpiringCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>();
  readonly #maxWeight: number;
  readonly #lifetime: number;
  #weight = 0;
  #hits = 0;
  #misses = 0;

  constructor({ maxWeight, lifetime = Number.POSITIVE_INFINITY }: CacheOptions) {
    this.#maxWeight = maxWeight;
    this.#lifetime = lifetime * 1000;
  }

  get size(): number {
    return this.#entries.size;
  }

  get uses(): CacheUses {
    return { hits: this.#hits, misses: this.#misses };
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.until <= performance.now()) {
      this.#misses += 1;
      if (entry) this.delete(key);
      return undefined;
    }
    this.#hits += 1;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Does not store an entry heavier than the whole cache. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight, until: performance.now() + this.#lifetime });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
