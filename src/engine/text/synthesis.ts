/**
 * Synthesizes bold and oblique faces.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-synthesis
 */

import type { FontFace } from './types.js';

/** Weight from which text is bold. Blink: `kBoldThreshold` */
export const BOLD = 600;

export interface Synthesis {
  readonly bold: boolean;
  readonly oblique: boolean;
}

/** Creates synthetic faces, one object per face and synthesis, so that faces compare by identity. */
export class SyntheticFaces {
  readonly #made = new WeakMap<FontFace, Map<string, FontFace>>();

  /** @returns the face itself when there is nothing to synthesize; colour faces are never synthesized */
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
