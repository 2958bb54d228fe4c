/**
 * Lets chunks of one party render in the order in which they came, so many at a time. All that have begun when their process
 * ends are rendered again from their first record.
 */

import { getOrMake } from '../../engine/collections/maps.js';
import { ClientGone } from '../errors.js';

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export class Turns {
  readonly #max: number;
  readonly #lines = new Map<string, Line>();

  /** @param max  works of a party at a time */
  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Works once it is its turn.
   * @throws ClientGone when `signal` is aborted before
   */
  async run<T>(party: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const line = getOrMake(this.#lines, party, () => ({ running: 0, waiting: new Set<() => void>() }));
    if (line.running < this.#max) line.running += 1;
    else await handover(line, signal);
    try {
      return await work();
    } finally {
      this.#pass(party, line);
    }
  }

  /** To the next one, if any waits. */
  #pass(party: string, line: Line): void {
    const [next] = line.waiting;
    if (next) next();
    else line.running -= 1;
    if (line.running === 0) this.#lines.delete(party);
  }
}

/** Resolves when another passes its turn on. */
function handover({ waiting }: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      waiting.delete(enter);
      signal.removeEventListener('abort', onAbort);
    };
    const enter = () => {
      stop();
      resolve();
    };
    const onAbort = () => {
      stop();
      reject(new ClientGone());
    };
    if (signal.aborted) return onAbort();
    waiting.add(enter);
    signal.addEventListener('abort', onAbort);
  });
}
