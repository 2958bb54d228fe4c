/** Images and fonts that a writer refuses, though their headers are sound: the document goes on without them. */

import type { Assets } from './assets.js';
import { UnusableFonts } from './text/unusable-fonts.js';

/** Thrown by a `PdfWriter` when embedded images do not decode. */
export class UndecodableImages extends Error {
  override readonly name = 'UndecodableImages';
  constructor(
    /** File names of the images, ImageResource.key for those of the document; at least one. */
    readonly keys: readonly string[],
  ) {
    super(`${keys.length} images do not decode`);
  }
}

/** Retries without images and fonts that turn out to be unusable. @param run receives their keys and ids */
export function retryWithoutBroken<T>(assets: readonly Assets[], run: (broken: ReadonlySet<string>) => T): T {
  const broken = new Set<string>();
  for (;;) {
    try {
      return run(broken);
    } catch (error) {
      for (const each of assets) each.throwIfPending(); // the failure may be due to missing assets
      const found = error instanceof UndecodableImages ? error.keys : error instanceof UnusableFonts ? error.ids : [];
      if (found.every((key) => broken.has(key))) throw error;
      for (const key of found) broken.add(key);
    }
  }
}
