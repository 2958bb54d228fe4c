/** A face loaded into HarfBuzz. */

import { BoundedCache } from '../collections/bounded-cache.js';
import { hasTrueTypeOutlines } from './glyph-clusters.js';
import { HarfBuzzFont } from './harfbuzz.js';
import type { MathFont } from './math-font.js';
import type { PairShaper } from './pair-shaping.js';
import { type PunctuationShapes, punctuationShapes } from './text-spacing.js';
import type { FontFace } from './types.js';
import { UnusableFonts } from './unusable-fonts.js';
import type { VerticalMetrics } from './vertical.js';

/** Scripts, languages and lists of features of one font; documents have few. Each takes about 80 KB, of Chinese 300 KB. */
const MAX_PAIR_SHAPERS = 20;

export interface LoadedFont {
  /** Read on first use for formulas. */
  math?: MathFont;
  /** Read on first use for vertical text. */
  vertical?: VerticalMetrics;
  readonly font: HarfBuzzFont;
  /** By script, language and features; undefined inside: HarfBuzz shapes these texts. */
  readonly pairShapers: BoundedCache<string, { readonly shaper: PairShaper | undefined }>;
  /** TrueType outlines, see `hasOutlines`. */
  readonly hasOutlines: boolean;
  /** Set for faces with full-width punctuation that can be halved. */
  readonly punctuation: PunctuationShapes | undefined;
}

export function loadFont(face: FontFace, data: Uint8Array): LoadedFont {
  return guarded(face, () => {
    const font = new HarfBuzzFont(data, face.index);
    return {
      font,
      pairShapers: new BoundedCache(MAX_PAIR_SHAPERS),
      hasOutlines: hasTrueTypeOutlines(data, face),
      punctuation: punctuationShapes(font),
    };
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
