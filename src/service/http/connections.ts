/** The connections of a server: how many are open, and how many may be. */

/** Counts the open connections, and closes those that are too many. */
export class Connections {
  #open = 0;
  #isFull = false;
  readonly #max: number;
  readonly #onFull: (() => void) | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(max = Number.POSITIVE_INFINITY, onFull?: () => void) {
    this.#max = max;
    this.#onFull = onFull;
  }

  /** @param change  1 when the connection has opened, -1 when it has ended */
  count(connection: { close(): void }, change: number): void {
    this.#open += change;
    if (this.#open > this.#max && change > 0) {
      this.#refuse(connection);
      return;
    }
    if (this.#open < this.#max / 2) this.#isFull = false;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #refuse(connection: { close(): void }): void {
    if (!this.#isFull) this.#onFull?.();
    this.#isFull = true;
    connection.close(); // counted as ended
  }

  /** Resolves when none is open. */
  none(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.add(resolve));
  }
}
