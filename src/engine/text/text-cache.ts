/** Values by style and text, bounded by the length of the texts. */

/** Fixed cost of an entry, in UTF-16 units of text. */
const ENTRY_UNITS = 16;

/**
 * Two generations instead of records of use: what is not used while texts of half the capacity are added is dropped. A
 * look-up hashes nothing but the text, whose hash V8 keeps.
 */
export class TextCache<V extends object> {
  /** Number of the current generation. */
  #generation = 0;
  /** Units of its texts. */
  #units = 0;
  /** The styles with texts in the current generation, and in the one before. */
  #current: TextsOfStyle<V>[] = [];
  #previous: TextsOfStyle<V>[] = [];

  /** @param capacity  UTF-16 units of text */
  constructor(readonly capacity: number) {}

  /** @returns an empty map for the texts of one style, which counts towards this cache */
  style(): TextsOfStyle<V> {
    return new TextsOfStyle(this);
  }

  get generation(): number {
    return this.#generation;
  }

  /** Called by a style that has its first text in the current generation. */
  enter(style: TextsOfStyle<V>): void {
    this.#current.push(style);
  }

  /** Called by a style for each text in the current generation. */
  add(text: string): void {
    this.#units += text.length + ENTRY_UNITS;
    if (this.#units <= this.capacity / 2) return;
    this.#generation += 1;
    this.#units = 0;
    for (const style of this.#previous) style.dropUnused();
    this.#previous = this.#current;
    this.#current = [];
  }

  /** Whether a text may be kept: not one that would push out most others. */
  accepts(text: string): boolean {
    return text.length + ENTRY_UNITS <= this.capacity / 4;
  }
}

/** The cached texts of one style. */
export class TextsOfStyle<V extends object> {
  #generation = -1;
  #current = new Map<string, V>();
  #previous: Map<string, V> | undefined;

  constructor(readonly cache: TextCache<V>) {}

  get(text: string): V | undefined {
    if (this.#generation !== this.cache.generation) this.#enterGeneration();
    const known = this.#current.get(text);
    if (known !== undefined) return known;
    const before = this.#previous?.get(text);
    if (before !== undefined) this.#add(text, before);
    return before;
  }

  set(text: string, value: V): void {
    if (!this.cache.accepts(text)) return;
    if (this.#generation !== this.cache.generation) this.#enterGeneration();
    this.#add(text, value);
  }

  /** Drops the texts of generations before the previous one. */
  dropUnused(): void {
    if (this.#generation >= this.cache.generation - 1) return;
    this.#current = new Map();
    this.#previous = undefined;
  }

  #add(text: string, value: V): void {
    this.#current.set(text, value);
    this.cache.add(text);
  }

  #enterGeneration(): void {
    const { generation } = this.cache;
    this.#previous = this.#generation === generation - 1 ? this.#current : undefined;
    this.#current = new Map();
    this.#generation = generation;
    this.cache.enter(this);
  }
}
