/** Text as outlines: positions and shapes of glyphs, for effects that apply to paths only. */

import type { PathCommand } from '../css/values/values.js';
import type { FontFace, GlyphCluster } from './types.js';

/** A glyph with its origin relative to the start of the text on the baseline; px, y downwards. */
export interface GlyphShape {
  readonly x: number;
  readonly y: number;
  /** In font units, y upwards. */
  readonly outline: readonly PathCommand[];
}

/** A text of one face and direction. */
export interface GlyphText {
  readonly text: string;
  readonly face: FontFace;
  /** px, before `size-adjust`. */
  readonly size: number;
  readonly features: readonly string[];
  readonly rtl: boolean;
  readonly language: string | undefined;
  /** px; added after each character, and to each space. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  /** Glyphs, when the text is composed. */
  readonly clusters?: readonly GlyphCluster[];
}

/**
 * Shear of synthetic oblique, and stroke width of synthetic bold in em.
 * Source: Skia's SkFont (-skewX, kStdFakeBoldInterpValues)
 */
export const SLANT = 0.25;
export const EMBOLDENING = 1 / 32;

/** Joins the outlines of glyphs into one path, in px from `x`, `y` on the baseline. */
export function joinOutlines(
  glyphs: readonly GlyphShape[],
  { face, size }: Pick<GlyphText, 'face' | 'size'>,
  x: number,
  y: number,
): PathCommand[] {
  const scale = size / face.unitsPerEm;
  const slant = face.syntheticOblique ? SLANT * scale : 0;
  const path: PathCommand[] = [];
  for (const glyph of glyphs) {
    const [left, base] = [x + glyph.x, y + glyph.y];
    for (const [name, ...points] of glyph.outline) {
      const placed = (points as number[]).map((value, index) =>
        index % 2 === 0 ? left + value * scale + (points as number[])[index + 1]! * slant : base - value * scale,
      );
      path.push([name, ...placed] as unknown as PathCommand);
    }
  }
  return path;
}
