/** What the rendering of templates keeps between documents. Made by the caller, handed in, bounded. */

import type { ParsedTemplate } from './parse.js';

/** A map that forgets what was not used for longest once the weights of its entries pass a limit. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  constructor(private readonly maxWeight: number) {}

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A map keeps the order of insertion: the entry used last goes to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param weight  what the entry counts against the limit; one that is heavier than all of it is not kept */
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

/** `Intl` objects are slow to make: some 50 µs each. */
export type Formatter =
  | Intl.NumberFormat
  | Intl.DateTimeFormat
  | Intl.RelativeTimeFormat
  | Intl.PluralRules
  | Intl.ListFormat
  | Intl.Segmenter;

export interface TemplateCacheOptions {
  /** UTF-16 units of template source whose compiled form is kept. Default 4,000,000. */
  readonly maxSource?: number;
  /** Kept number, date and other formatters. Default 500. */
  readonly maxFormatters?: number;
}

/** Compiled templates by their source, and formatters by their options. One per thread serves all documents. */
export class TemplateCache {
  readonly templates: LruMap<string, ParsedTemplate>;
  readonly formatters: LruMap<string, Formatter>;

  constructor({ maxSource = 4_000_000, maxFormatters = 500 }: TemplateCacheOptions = {}) {
    this.templates = new LruMap(maxSource);
    this.formatters = new LruMap(maxFormatters);
  }
}
