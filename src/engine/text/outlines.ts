/** Text as shapes: where a face's glyphs go, and what they look like. For effects that a PDF knows for shapes only. */

import type { PathCommand } from '../css/values/values.js';
import type { FontFace, GlyphCluster } from './types.js';

/** One glyph of a text set in one face; x and y of its origin from the text's start on the baseline, y downwards, px. */
export interface GlyphShape {
  readonly x: number;
  readonly y: number;
  /** In the face's own units, y upwards. */
  readonly outline: readonly PathCommand[];
}

/** A text of one face and direction, as it is to be set. */
export interface GlyphText {
  readonly text: string;
  readonly face: FontFace;
  /** px, `size-adjust` not counted in. */
  readonly size: number;
  readonly features: readonly string[];
  readonly rtl: boolean;
  readonly language: string | undefined;
  /** Added after each character, and to each space. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  /** Glyphs that are known already. */
  readonly clusters?: readonly GlyphCluster[];
}

/** How far a synthetic oblique leans, and how thick a stroke makes a synthetic bold, in em: as Skia does both. */
export const SLANT = 0.25;
export const EMBOLDENING = 1 / 32;

/** The outlines of glyphs in one path, in px from `x`, `y` on the baseline. */
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
