/** The core as a PDF writer. */

import { type Core, CoreComplexityError, CoreError, CoreLateError, CoreMemoryError } from '../../native/core.js';
import type { ImageResource } from '../engine/box/image-resources.js';
import { encodedListWriter } from '../engine/encode/display-list-writer.js';
import { EngineError } from '../engine/errors.js';
import type { DisplayListWriter } from '../engine/paint/display-list-writer.js';
import { UnusableFonts } from '../engine/text/unusable-fonts.js';
import { UndecodableImages } from '../engine/undecodable.js';
import { documentOf, undecodableInDrawings } from './images-in-drawings.js';
import { tooDeep, tooLarge, writingFailed } from './refusals.js';

/** Distinguishes undecodable images and unusable fonts from other failures, which are bugs of the engine. */
export const coreWriter = (core: Core): DisplayListWriter =>
  encodedListWriter((document) => {
    try {
      return core.write(document);
    } catch (error) {
      if (!(error instanceof CoreError) || error instanceof CoreLateError) throw error;
      if (error instanceof CoreMemoryError) throw tooLarge(error);
      if (error instanceof CoreComplexityError)
        throw new EngineError('document_too_complex', error.message, { cause: error });
      if (error.images.length > 0) throw new UndecodableImages(error.images);
      if (error.fonts.length > 0) throw new UnusableFonts(error.fonts, { cause: error });
      if (/ too deep in one another$/.test(error.message)) throw tooDeep(error);
      const drawings = document.images.filter(({ format }) => format === 'svg').map(({ bytes }) => bytes);
      const inside = undecodableInDrawings(drawings, (image) => decodes(core, image), document.deadline);
      if (inside.length > 0) throw new UndecodableImages(inside);
      throw writingFailed(error);
    }
  });

function decodes(core: Core, image: ImageResource): boolean {
  try {
    core.write(documentOf(image));
    return true;
  } catch (error) {
    if (error instanceof CoreError && error.images.length > 0) return false;
    throw error;
  }
}
