/**
 * Bold and oblique faces made from others, where a family has none.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-synthesis
 */

import type { FontFace } from './types.js';

export interface Synthesis {
  readonly bold: boolean;
  readonly oblique: boolean;
}

/** Faces made from others: the same object whenever the same is asked for, so that they can be told apart by identity. */
export class SyntheticFaces {
  readonly #made = new WeakMap<FontFace, Map<string, FontFace>>();

  /** The face itself when nothing is to be made of it; glyphs in colour stay as they are. */
  of(face: FontFace, { bold, oblique }: Synthesis): FontFace {
    if (face.color || (!bold && !oblique)) return face;
    let made = this.#made.get(face);
    if (!made) {
      made = new Map();
      this.#made.set(face, made);
    }
    const key = `${bold ? 'bold' : ''} ${oblique ? 'oblique' : ''}`;
    let synthetic = made.get(key);
    if (!synthetic) {
      synthetic = {
        ...face,
        variant: `${face.variant ?? ''} ${key}`,
        ...(bold && { syntheticBold: true }),
        ...(oblique && { syntheticOblique: true }),
      };
      made.set(key, synthetic);
    }
    return synthetic;
  }
}
