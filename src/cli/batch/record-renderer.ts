/** Renders the records of a batch in a thread, and writes their PDFs. */

import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedCache } from '../../engine/collections/bounded-cache.js';
import type { AssetAnswer } from '../../engine/document.js';
import { EngineError } from '../../engine/errors.js';
import { createRenderer, type Renderer } from '../../renderer.js';
import { folderAssets } from '../assets.js';
import type { DoneRow } from './manifest.js';
import type { Failure, ThreadAnswer, ThreadSetup, ThreadTask } from './messages.js';

/** Digits of the number in a file name: files sort by record up to ten million. */
const DIGITS = 7;
/** Assets whose digest is kept. */
const MAX_DIGESTS = 10_000;

export class RecordRenderer {
  readonly #setup: ThreadSetup;
  readonly #renderer: Renderer;
  readonly #lookup: (url: string) => AssetAnswer;
  readonly #digests = new BoundedCache<string, string>(MAX_DIGESTS);

  constructor(setup: ThreadSetup) {
    this.#setup = setup;
    const { engine, fontFolders } = setup;
    const limits = { maxTime: Number.POSITIVE_INFINITY }; // --timeout ends the thread
    this.#renderer = createRenderer({ ...(engine && { engine }), fontFolders, limits });
    this.#lookup = folderAssets(setup.assetFolder);
  }

  async run({ record, json, earlier }: ThreadTask): Promise<ThreadAnswer> {
    if (earlier?.status === 'done' && this.#isCurrent(earlier, json)) return { row: earlier, isKept: true };
    const file = `${String(record).padStart(DIGITS, '0')}.pdf`;
    const path = join(this.#setup.target, file);
    let row: DoneRow;
    let pdf: Uint8Array;
    try {
      ({ row, pdf } = await this.#render(json, { record, file }));
    } catch (error) {
      rmSync(path, { force: true }); // the PDF of an earlier run is not that of this record
      return { row: { record, status: 'failed', ...failureOf(error) }, isKept: false };
    }
    try {
      writeFileSync(`${path}.tmp`, pdf);
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      return { unwritable: (error as Error).message };
    }
    return { row, isKept: false };
  }

  async #render(json: string, { record, file }: Pick<DoneRow, 'record' | 'file'>) {
    const { html, partials, locale, title, strict, standard } = this.#setup;
    const urls = new Set<string>();
    const { pdf, pages, diagnostics } = await this.#renderer.render({
      html,
      data: JSON.parse(json),
      ...(partials && { partials }),
      ...(locale !== undefined && { locale }),
      ...(title !== undefined && { title }),
      strict,
      ...(standard && { standard }),
      assets: (url) => {
        urls.add(url);
        return this.#lookup(url);
      },
    });
    const assets = [...urls].sort();
    const row: DoneRow = {
      record,
      status: 'done',
      file,
      pages,
      bytes: pdf.length,
      sha256: sha256(pdf),
      input: this.#inputOf(json, assets),
      ...(assets.length > 0 && { assets }),
      ...(diagnostics.length > 0 && { diagnostics }),
    };
    return { row, pdf };
  }

  /** Whether the PDF of an earlier run is there, unchanged, and would be made the same again. */
  #isCurrent({ file, sha256: digest, input, assets = [] }: DoneRow, json: string): boolean {
    if (this.#inputOf(json, assets) !== input) return false;
    try {
      return sha256(readFileSync(join(this.#setup.target, file))) === digest;
    } catch {
      return false;
    }
  }

  #inputOf(json: string, assets: readonly string[]): string {
    return sha256(JSON.stringify([this.#setup.digest, json, assets.map((url) => [url, this.#digestOf(url)])]));
  }

  #digestOf(url: string): string {
    const known = this.#digests.get(url);
    if (known !== undefined) return known;
    const answer = this.#lookup(url);
    const digest = answer instanceof Uint8Array ? sha256(answer) : 'none';
    this.#digests.set(url, digest);
    return digest;
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** @throws an error that is no fault of the document */
function failureOf(error: unknown): Failure {
  if (error instanceof RangeError && /call stack/i.test(error.message))
    return { code: 'document_too_complex', message: 'The document is nested too deeply.' };
  if (!(error instanceof EngineError)) throw error;
  const { code, message, diagnostics } = error;
  return { code, message, ...(diagnostics && { diagnostics }) };
}
