/** Asynchronous assets for the synchronous engine. */

import { AssetsPending } from './engine/assets.js';
import { type AssetAnswer, type AssetLookup, type AssetRequest, PENDING } from './engine/document.js';

/**
 * Looks up the bytes behind the URL of an image, font or style sheet. `blocked`: the document may not read it;
 * undefined or null: it does not exist. Exceptions and rejections propagate to the render call.
 * @param url  resolved: absolute, or relative to the document (`img/logo.png`, for `../img/logo.png` in
 * `css/print.css`);
 *             never a `data:` URL. Called once per document for each use (image, font, style sheet)
 */
export type AssetSource = (url: string, request: AssetRequest) => AssetAnswer | Promise<AssetAnswer>;

export const DEFAULT_CONCURRENCY = 8;

/** Resolves promises of one source with limited concurrency; others start when one settles. */
class AssetFetcher {
  readonly #answers = new Map<string, AssetAnswer>();
  /** Pending assets: the first ones are being fetched, the others are requested as those settle. */
  readonly #pending = new Map<string, () => Promise<AssetAnswer>>();
  /** Number of pending assets that are being fetched. */
  #fetching = 0;

  constructor(
    readonly source: AssetSource,
    readonly concurrency: number,
  ) {}

  readonly lookup: AssetLookup = (url, request) => {
    const key = `${request.for} ${url}`;
    if (this.#answers.has(key)) return this.#answers.get(key);
    if (this.#pending.has(key)) return PENDING;
    if (this.#fetching >= this.concurrency) {
      this.#pending.set(key, async () => this.source(url, request));
      return PENDING;
    }
    const answer = this.source(url, request);
    if (!isPromise(answer)) {
      this.#answers.set(key, answer);
      return answer;
    }
    this.#fetching += 1;
    this.#pending.set(key, () => answer);
    return PENDING;
  };

  /** Waits for all requested assets. @throws errors of the source */
  async settle(): Promise<void> {
    const pending = this.#pending.entries();
    const work = async () => {
      try {
        for (const [key, fetch] of pending) this.#answers.set(key, await fetch());
      } catch (error) {
        this.#pending.clear(); // the others need not start
        throw error;
      }
    };
    await Promise.all(Array.from({ length: this.concurrency }, work));
    this.#pending.clear();
    this.#fetching = 0;
  }
}

/**
 * Runs a document repeatedly until all assets are loaded: style sheets first, then their imports, then images and
 * fonts.
 * @param run  @throws AssetsPending when it needs assets that are not loaded yet
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
