/** Where the time of one request went, as the client and the metrics are told. */
export class Timing {
  readonly #since = performance.now();
  readonly #stages = new Map<string, number>();

  /** Milliseconds since the request came. */
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

  /** Counts what `work` takes, whether it fails or not. */
  async measure<T>(stage: string, work: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work;
    } finally {
      this.add(stage, performance.now() - since);
    }
  }

  /** Source: https://www.w3.org/TR/server-timing/#the-server-timing-header-field */
  toHeader(): string {
    const stages: [string, number][] = [...this.#stages, ['total', this.total]];
    return stages.map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(1)}`).join(', ');
  }
}
