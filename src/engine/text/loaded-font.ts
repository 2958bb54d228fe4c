/** A face loaded into HarfBuzz. */

import { hasTrueTypeOutlines } from './glyph-clusters.js';
import { HarfBuzzFont } from './harfbuzz.js';
import { type PunctuationShapes, punctuationShapes } from './text-spacing.js';
import type { FontFace } from './types.js';
import { UnusableFonts } from './unusable-fonts.js';
import type { VerticalMetrics } from './vertical.js';

export interface LoadedFont {
  /** Read on first use for vertical text. */
  vertical?: VerticalMetrics;
  readonly font: HarfBuzzFont;
  /** TrueType outlines, see `hasOutlines`. */
  readonly hasOutlines: boolean;
  /** Set for faces with full-width punctuation that can be halved. */
  readonly punctuation: PunctuationShapes | undefined;
}

export function loadFont(face: FontFace, data: Uint8Array): LoadedFont {
  return guarded(face, () => {
    const font = new HarfBuzzFont(data, face.index);
    return { font, hasOutlines: hasTrueTypeOutlines(data, face), punctuation: punctuationShapes(font) };
  });
}

/** HarfBuzz may abort on a malformed font; for a font of the document that is an error of its own. */
export function guarded<T>(face: FontFace, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw face.ofDocument ? new UnusableFonts([face.id], { cause }) : cause;
  }
}
