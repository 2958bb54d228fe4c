/** Counter scopes. Source: https://drafts.csswg.org/css-lists-3/#auto-numbering */

import type { CounterChange } from '../css/values/values.js';

interface Counter {
  value: number;
  /** Nesting depth of the element that made it; siblings at the same depth replace it. */
  readonly depth: number;
  /** -1 for `reversed()` counters, whose implicit increment counts down. */
  readonly step: 1 | -1;
}

/**
 * The counters in scope while elements are visited in document order. Depth counts elements and pseudo-elements: a
 * counter lives for its element's descendants, following siblings and their descendants.
 */
export class CounterScopes {
  readonly #stacks = new Map<string, Counter[]>();
  #depth = 0;

  /** The counters as they are, to go on from there later. */
  copy(): CounterScopes {
    const copy = new CounterScopes();
    copy.#depth = this.#depth;
    for (const [name, stack] of this.#stacks)
      copy.#stacks.set(
        name,
        stack.map((counter) => ({ ...counter })),
      );
    return copy;
  }

  /** Visits an element's (or pseudo-element's) inside. */
  enter(): void {
    this.#depth += 1;
  }

  /** Counters that children made go out of scope. */
  leave(): void {
    this.#depth -= 1;
    for (const stack of this.#stacks.values()) {
      while (stack.length > 0 && stack.at(-1)!.depth > this.#depth) stack.pop();
    }
  }

  apply(changes: {
    reset: readonly CounterChange[];
    increment: readonly CounterChange[];
    set: readonly CounterChange[];
  }): void {
    for (const change of changes.reset) this.reset(change);
    for (const { name, value } of changes.increment) this.#current(name).value += value;
    for (const { name, value } of changes.set) this.#current(name).value = value;
  }

  reset({ name, value, reversed }: CounterChange): void {
    const stack = this.#stacks.get(name) ?? [];
    this.#stacks.set(name, stack);
    if (stack.at(-1)?.depth === this.#depth) stack.pop();
    stack.push({ value, depth: this.#depth, step: reversed ? -1 : 1 });
  }

  /** Instantiates the counter where none is in scope. */
  #current(name: string): Counter {
    const known = this.#stacks.get(name)?.at(-1);
    if (known) return known;
    this.reset({ name, value: 0 });
    return this.#stacks.get(name)!.at(-1)!;
  }

  /** What an element of `display: list-item` adds to `list-item` unless it says otherwise. */
  step(name: string): 1 | -1 {
    return this.#stacks.get(name)?.at(-1)?.step ?? 1;
  }

  value(name: string): number {
    return this.#stacks.get(name)?.at(-1)?.value ?? 0;
  }

  /** Outermost first; `[0]` when none is in scope. */
  values(name: string): number[] {
    const stack = this.#stacks.get(name);
    return stack && stack.length > 0 ? stack.map((counter) => counter.value) : [0];
  }
}
