/** Previews documents in a thread, with the partials and assets of the disk. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { withAssets } from '../../assets.js';
import { EngineError, messageWithPlace } from '../../engine/errors.js';
import { type OpenEngine, openEngine } from '../../open-engine.js';
import { folderAssets } from '../assets.js';
import { UsageError } from '../outcome.js';
import { readPartials } from '../partials.js';
import { ReadFiles, recordingAssets } from '../read-files.js';
import type { PreviewAnswer, PreviewRefusal, PreviewSetup, PreviewTask } from './messages.js';

export class DocumentPreviewer {
  readonly #setup: PreviewSetup;
  readonly #open: OpenEngine;

  constructor(setup: PreviewSetup) {
    this.#setup = setup;
    const { engine, fontFolders, maxTime } = setup;
    this.#open = openEngine({ ...(engine && { engine }), fontFolders, limits: { maxTime } });
  }

  /** The first document takes several times as long as others, and does not count against the time limit. */
  async warmUp(): Promise<void> {
    await this.run({ html: '<style>p { font-weight: bold }</style><p>{{text}}</p>', data: { text: 'Platen' } });
  }

  async run(task: PreviewTask): Promise<PreviewAnswer> {
    const files = new ReadFiles();
    try {
      return { result: { previewed: await this.#preview(task, files) }, files: files.states };
    } catch (error) {
      return { result: { refusal: refusalOf(error) }, files: files.states };
    }
  }

  async #preview(task: PreviewTask, files: ReadFiles) {
    const { assetFolder, partials, title } = this.#setup;
    const { engine, concurrency, getWriter } = this.#open;
    const writer = await getWriter();
    // Memory of the native core is released between turns of the event loop.
    await nextTurn();
    const input = {
      ...task,
      ...(title !== undefined && { title }),
      ...(partials !== undefined && { partials: readPartials(partials, files) }),
    };
    const source = recordingAssets(folderAssets(assetFolder), assetFolder, files);
    return withAssets(source, concurrency, (assets) => engine.preview({ ...input, ...(assets && { assets }) }, writer));
  }
}

/** @throws an error that is no fault of the document */
function refusalOf(error: unknown): PreviewRefusal {
  if (error instanceof RangeError && /call stack/i.test(error.message))
    return { code: 'document_too_complex', message: 'The document is nested too deeply.' };
  if (error instanceof UsageError) return { code: 'invalid_partials', message: error.message };
  if (!(error instanceof EngineError) || error.code === 'compile_failed') throw error;
  const { code, diagnostics } = error;
  return { code, message: messageWithPlace(error), ...(diagnostics && { diagnostics }) };
}
