/**
 * Adjusts faces to an aspect value (`font-size-adjust`).
 * Source: https://drafts.csswg.org/css-fonts-4/#font-size-adjust-prop
 */

import { BoundedCache } from '../collections/bounded-cache.js';
import type { FontFace, FontRequest } from './types.js';

/** Adjustments kept for a face. */
const MAX_ADJUSTED = 50;

/** Sizes of fonts in px are rounded down to a fraction. Source: Blink's FontDescription::EffectiveFontSize */
const STEPS = 100;

/** A size of nothing, by which lengths can still be divided. */
const MIN_FACTOR = 1e-6;

/** Creates adjusted faces, one object per face and adjustment, so that faces compare by identity. */
export class AdjustedFaces {
  readonly #made = new WeakMap<FontFace, BoundedCache<string, FontFace>>();

  /** @returns the face itself when it has no such metric */
  of(face: FontFace, { sizeAdjust: adjust, size }: FontRequest): FontFace {
    const aspect = adjust && (adjust.metric === 'em' ? (face.sizeAdjust ?? 1) : face[adjust.metric] / face.unitsPerEm);
    if (!adjust || !aspect || size === 0) return face;
    let made = this.#made.get(face);
    if (!made) {
      made = new BoundedCache(MAX_ADJUSTED);
      this.#made.set(face, made);
    }
    const adjusted = Math.floor((size * adjust.aspect * STEPS) / aspect) / STEPS;
    const factor = Math.max(adjusted / size, MIN_FACTOR);
    return made.getOrMake(String(factor), () => ({
      ...face,
      variant: `${face.variant ?? ''} ${factor}`,
      sizeAdjust: (face.sizeAdjust ?? 1) * factor,
      unitsPerEm: face.unitsPerEm / factor,
    }));
  }
}
