/** Items by urgency, from 0, the most urgent, to 7. Source: https://www.rfc-editor.org/rfc/rfc9218#section-4.1 */

const DEFAULT_URGENCY = 3;
const LEVELS = 8;

export class UrgentFirst<T> {
  readonly #levels: readonly Set<T>[] = Array.from({ length: LEVELS }, () => new Set<T>());

  get size(): number {
    return this.#levels.reduce((sum, { size }) => sum + size, 0);
  }

  add(item: T, urgency = DEFAULT_URGENCY): void {
    this.#levels[urgency]!.add(item);
  }

  /** @returns whether it was there */
  delete(item: T): boolean {
    return this.#levels.some((level) => level.delete(item));
  }

  /** The urgency of `first`; LEVELS when there are no items. */
  get urgency(): number {
    const level = this.#levels.findIndex(({ size }) => size > 0);
    return level < 0 ? LEVELS : level;
  }

  /** The earliest of the most urgent items. */
  get first(): T | undefined {
    return this.#levels[this.urgency]?.values().next().value;
  }

  /** The latest of the least urgent items. */
  get last(): T | undefined {
    return [...(this.#levels.findLast(({ size }) => size > 0) ?? [])].at(-1);
  }
}
