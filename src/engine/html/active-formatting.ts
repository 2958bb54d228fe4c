/**
 * The list of active formatting elements, which are reopened when their end tags come too early or not at all.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements
 */

import type { ElementNode } from './dom.js';

interface Entry {
  element: ElementNode;
  /** Equal for elements with equal names and attributes. */
  readonly key: string;
}

const MARKER = null;

/** Equal entries after the last marker ("Noah's Ark clause"). */
const MAX_EQUAL_ENTRIES = 3;

export class ActiveFormattingElements {
  readonly #entries: (Entry | typeof MARKER)[] = [];
  /** Number of entries by name and by key, so that most lookups need no search. */
  readonly #counts = new Map<string, number>();

  get length(): number {
    return this.#entries.length;
  }

  /** The element at an index, null for a marker. */
  at(index: number): ElementNode | null {
    return this.#entries[index]?.element ?? null;
  }

  push(element: ElementNode): void {
    const key = keyOf(element);
    if ((this.#counts.get(key) ?? 0) >= MAX_EQUAL_ENTRIES) this.#dropEarliest(key);
    this.#insert(this.#entries.length, { element, key });
  }

  insertAt(index: number, element: ElementNode): void {
    this.#insert(index, { element, key: keyOf(element) });
  }

  pushMarker(): void {
    this.#entries.push(MARKER);
  }

  clearToLastMarker(): void {
    while (this.#entries.length > 0) {
      const entry = this.#entries.pop();
      if (!entry) return;
      this.#uncount(entry);
    }
  }

  /** The last element with this name after the last marker. */
  findAfterMarker(name: string): ElementNode | undefined {
    if ((this.#counts.get(name) ?? 0) === 0) return undefined;
    for (let index = this.#entries.length - 1; index >= 0; index -= 1) {
      const entry = this.#entries[index];
      if (!entry) return undefined;
      if (entry.element.name === name) return entry.element;
    }
    return undefined;
  }

  indexOf(element: ElementNode): number {
    if ((this.#counts.get(element.name) ?? 0) === 0) return -1;
    return this.#entries.findLastIndex((entry) => entry?.element === element);
  }

  /** Replaces an element by its clone. */
  replace(index: number, element: ElementNode): void {
    const entry = this.#entries[index];
    if (entry) entry.element = element;
  }

  remove(element: ElementNode): void {
    const index = this.indexOf(element);
    if (index !== -1) this.#removeAt(index);
  }

  #insert(index: number, entry: Entry): void {
    this.#entries.splice(index, 0, entry);
    for (const text of [entry.key, entry.element.name]) this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  #removeAt(index: number): void {
    const [entry] = this.#entries.splice(index, 1);
    if (entry) this.#uncount(entry);
  }

  #uncount(entry: Entry): void {
    for (const text of [entry.key, entry.element.name]) this.#counts.set(text, (this.#counts.get(text) ?? 0) - 1);
  }

  #dropEarliest(key: string): void {
    let found = 0;
    for (let index = this.#entries.length - 1; index >= 0; index -= 1) {
      const entry = this.#entries[index];
      if (!entry) return;
      if (entry.key !== key) continue;
      found += 1;
      if (found === MAX_EQUAL_ENTRIES) {
        this.#removeAt(index);
        return;
      }
    }
  }
}

/** Starts with `<`, unlike names, so that keys and names can share a map. */
function keyOf(element: ElementNode): string {
  if (element.attributes.size === 0) return `<${element.name}`;
  const attributes = [...element.attributes].map(([name, value]) => JSON.stringify([name, value]));
  return `<${element.name} ${attributes.sort().join('')}`;
}
