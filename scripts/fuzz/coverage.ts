/** Which inputs run code that no input before them ran: V8's coverage by blocks. */

import { Session } from 'node:inspector/promises';

/** Of functions that were called: blocks that no input ran, by the function. */
type Missed = Map<string, ReadonlySet<string>>;

export class Coverage {
  readonly #session = new Session();
  readonly #missed: Missed = new Map();
  /** Paths of the scripts that count. */
  readonly #counts: RegExp;

  private constructor(counts: RegExp) {
    this.#counts = counts;
    this.#session.connect();
  }

  /** @param counts  URLs of the scripts that count */
  static async start(counts: RegExp): Promise<Coverage> {
    const coverage = new Coverage(counts);
    await coverage.#session.post('Profiler.enable');
    await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return coverage;
  }

  /** Whether code has run since the last call that had not run before. */
  async hasGrown(): Promise<boolean> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    let hasGrown = false;
    for (const { url, functions } of result) {
      if (!this.#counts.test(url)) continue;
      for (const { ranges } of functions) {
        const [whole, ...blocks] = ranges;
        if (whole!.count === 0) continue;
        const name = `${url}:${whole!.startOffset}-${whole!.endOffset}`;
        const missed = blocks
          .filter(({ count }) => count === 0)
          .map((block) => `${block.startOffset}-${block.endOffset}`);
        const before = this.#missed.get(name);
        const still = new Set(before ? missed.filter((block) => before.has(block)) : missed);
        if (before && still.size === before.size) continue;
        hasGrown = true;
        this.#missed.set(name, still);
      }
    }
    return hasGrown;
  }
}
