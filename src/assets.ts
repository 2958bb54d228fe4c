/** Assets that come as promises, for an engine that waits for nothing. */

import { AssetsPending } from './engine/assets.js';
import { type AssetAnswer, type AssetLookup, type AssetRequest, PENDING } from './engine/document.js';

/**
 * The bytes behind the URL of an image, font or style sheet; `blocked` when the document may not have it; nothing when
 * there is none. What it throws, or a promise rejects with, the call that renders rejects with.
 * @param url  resolved: absolute, or relative to the document (`img/logo.png`, for `../img/logo.png` in
 *             `css/print.css`); never a `data:` URL. Asked for once in a document, for each of what it is wanted as
 */
export type AssetSource = (url: string, request: AssetRequest) => AssetAnswer | Promise<AssetAnswer>;

export const DEFAULT_CONCURRENCY = 8;

/** Promises of one source that are waited for at a time; the others are not asked for until one of them is settled. */
export class AssetFetcher {
  readonly #answers = new Map<string, AssetAnswer>();
  /** Each waits for one asset; those that have begun come first. */
  readonly #waiting = new Map<string, () => Promise<AssetAnswer>>();
  #begun = 0;

  constructor(
    readonly source: AssetSource,
    readonly concurrency: number,
  ) {}

  readonly lookup: AssetLookup = (url, request) => {
    const key = `${request.for} ${url}`;
    if (this.#answers.has(key)) return this.#answers.get(key);
    if (this.#waiting.has(key)) return PENDING;
    if (this.#begun >= this.concurrency) {
      this.#waiting.set(key, async () => this.source(url, request));
      return PENDING;
    }
    const answer = this.source(url, request);
    if (!isPromise(answer)) {
      this.#answers.set(key, answer);
      return answer;
    }
    this.#begun += 1;
    this.#waiting.set(key, () => answer);
    return PENDING;
  };

  /** Waits for all that was asked for. @throws what the source does */
  async settle(): Promise<void> {
    const waiting = this.#waiting.entries();
    const work = async () => {
      try {
        for (const [key, answer] of waiting) this.#answers.set(key, await answer());
      } catch (error) {
        this.#waiting.clear(); // the others need not go on
        throw error;
      }
    };
    await Promise.all(Array.from({ length: this.concurrency }, work));
    this.#waiting.clear();
    this.#begun = 0;
  }
}

/**
 * Runs a document again and again, until it asks for nothing that is not there. Each round brings what the one before
 * found out: style sheets, what they import, then images and fonts.
 * @param run  @throws AssetsPending when what the lookup has not got yet is missing
 */
export async function withAssets<T>(
  source: AssetSource | undefined,
  concurrency: number,
  run: (lookup: AssetLookup | undefined) => T,
): Promise<T> {
  const fetcher = source && new AssetFetcher(source, concurrency);
  for (;;) {
    try {
      return run(fetcher?.lookup);
    } catch (error) {
      if (!(error instanceof AssetsPending) || !fetcher) throw error;
      await fetcher.settle();
    }
  }
}

function isPromise(answer: AssetAnswer | Promise<AssetAnswer>): answer is Promise<AssetAnswer> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function';
}
