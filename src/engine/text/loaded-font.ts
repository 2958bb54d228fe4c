/** A face loaded into HarfBuzz, and the outlines of its glyphs. */

import * as hb from 'harfbuzzjs';
import type { PathCommand } from '../css/values/values.js';
import { hasTrueTypeOutlines } from './glyph-clusters.js';
import { type PunctuationShapes, punctuationShapes } from './text-spacing.js';
import type { FontFace } from './types.js';
import { UnusableFonts } from './unusable-fonts.js';
import type { VerticalMetrics } from './vertical.js';

export interface LoadedFont {
  /** Read on first use for vertical text. */
  vertical?: VerticalMetrics;
  readonly font: hb.Font;
  /** TrueType outlines, see `hasOutlines`. */
  readonly hasOutlines: boolean;
  /** Set for faces with full-width punctuation that can be halved. */
  readonly punctuation: PunctuationShapes | undefined;
}

export function loadFont(face: FontFace, data: Uint8Array): LoadedFont {
  return guarded(face, () => {
    const hbFace = new hb.Face(new hb.Blob(data), face.index);
    const font = new hb.Font(hbFace);
    return { font, hasOutlines: hasTrueTypeOutlines(data, face), punctuation: punctuationShapes(hbFace, font) };
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

/** The outline of a glyph in font units, y upwards; quadratic curves become cubic. */
export function outlineOf(font: hb.Font, glyph: number): PathCommand[] {
  let [x, y] = [0, 0];
  return font.glyphToJson(glyph).map(({ type, values }): PathCommand => {
    if (type === 'Z') return ['Z'];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    const [fromX, fromY] = [x, y];
    if (type === 'Q') {
      [x, y] = [c, d];
      const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
      return ['C', third(fromX, a), third(fromY, b), third(c, a), third(d, b), c, d];
    }
    if (type === 'C') {
      [x, y] = [e, f];
      return ['C', a, b, c, d, e, f];
    }
    [x, y] = [a, b];
    return [type === 'L' ? 'L' : 'M', a, b];
  });
}
