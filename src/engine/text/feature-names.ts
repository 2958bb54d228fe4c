import type { ShapeStyle } from './types.js';

/** Letter spacing disables optional ligatures. Source: https://drafts.csswg.org/css-text-3/#letter-spacing-property */
const NO_LIGATURES = ['liga=0', 'clig=0'];

/** The OpenType features of a style, in the syntax of HarfBuzz. */
export function featureNames({ letterSpacing, features }: ShapeStyle): readonly string[] {
  return letterSpacing === 0 ? features : [...NO_LIGATURES, ...features];
}
