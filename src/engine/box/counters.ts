/** Counter scopes. Source: https://drafts.csswg.org/css-lists-3/#auto-numbering */

import type { CounterChange } from '../css/values/values.js';

interface Counter {
  value: number;
  /** Nesting depth of the element that created it; a sibling at the same depth replaces it. */
  readonly depth: number;
  /** -1 for `reversed()` counters, whose implicit increment counts down. */
  readonly step: 1 | -1;
}

/**
 * Counters in scope during a traversal in document order. Depth counts elements and pseudo-elements: the scope of a
 * counter is its element's descendants, following siblings and their descendants.
 */
export class CounterScopes {
  readonly #stacks = new Map<string, Counter[]>();
  #depth = 0;
  /** Depths of the contents with style containment; counters outside of them are read, but not changed. */
  readonly #contained: number[] = [];

  /** A snapshot of all counters. */
  copy(): CounterScopes {
    const copy = new CounterScopes();
    copy.#depth = this.#depth;
    copy.#contained.push(...this.#contained);
    for (const [name, stack] of this.#stacks)
      copy.#stacks.set(
        name,
        stack.map((counter) => ({ ...counter })),
      );
    return copy;
  }

  /**
   * Enters the content of an element or pseudo-element.
   * @param isContained  whether style containment applies: https://drafts.csswg.org/css-contain-2/#containment-style
   */
  enter(isContained = false): void {
    this.#depth += 1;
    if (isContained) this.#contained.push(this.#depth);
  }

  /** Leaves the content; counters created inside go out of scope. */
  leave(): void {
    if (this.#contained.at(-1) === this.#depth) this.#contained.pop();
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
    for (const change of changes.increment) this.increment(change);
    for (const change of changes.set) this.set(change);
  }

  reset({ name, value, reversed }: CounterChange): void {
    const stack = this.#stacks.get(name) ?? [];
    this.#stacks.set(name, stack);
    if (stack.at(-1)?.depth === this.#depth) stack.pop();
    stack.push({ value, depth: this.#depth, step: reversed ? -1 : 1 });
  }

  increment({ name, value }: CounterChange): void {
    this.#current(name).value += value;
  }

  set({ name, value }: CounterChange): void {
    this.#current(name).value = value;
  }

  /** The innermost counter of a name; instantiated when none is in scope, or when containment protects it. */
  #current(name: string): Counter {
    const known = this.#stacks.get(name)?.at(-1);
    if (known && known.depth >= (this.#contained.at(-1) ?? 0)) return known;
    this.reset({ name, value: 0 });
    return this.#stacks.get(name)!.at(-1)!;
  }

  /** The implicit increment of `list-item` on list items. */
  step(name: string): 1 | -1 {
    return this.#stacks.get(name)?.at(-1)?.step ?? 1;
  }

  value(name: string): number {
    return this.#stacks.get(name)?.at(-1)?.value ?? 0;
  }

  /** Values from the outermost scope inwards; `[0]` when no counter is in scope. */
  values(name: string): number[] {
    const stack = this.#stacks.get(name);
    return stack && stack.length > 0 ? stack.map((counter) => counter.value) : [0];
  }
}
