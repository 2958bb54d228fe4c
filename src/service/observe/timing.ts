/** The duration of one request and of its stages, for the client and the metrics. */
export class Timing {
  readonly #since = performance.now();
  readonly #stages = new Map<string, number>();

  /** Milliseconds since the request arrived. */
  get total(): number {
    return performance.now() - this.#since;
  }

  /** Milliseconds by stage, in the order in which they began. */
  get stages(): ReadonlyMap<string, number> {
    return this.#stages;
  }

  add(stage: string, milliseconds: number): void {
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + milliseconds);
  }

  /** Adds the duration of `work`, whether it fails or not. */
  async measure<T>(stage: string, work: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work;
    } finally {
      this.add(stage, performance.now() - since);
    }
  }
}
