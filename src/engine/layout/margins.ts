/** Collapsing margins: the largest positive plus the most negative one. Source: https://www.w3.org/TR/CSS22/box.html#collapsing-margins */

import type { MarginStrut } from './types.js';

/** What a break leaves of the margins around it. */
export const DISCARDED_STRUT: MarginStrut = { positive: 0, negative: 0, discard: true };

export function addMargin(strut: MarginStrut, margin: number): MarginStrut {
  if (margin === 0 || strut.discard) return strut;
  return margin > 0
    ? margin > strut.positive
      ? { positive: margin, negative: strut.negative }
      : strut
    : margin < strut.negative
      ? { positive: strut.positive, negative: margin }
      : strut;
}

/** The one margin that adjoining ones collapse to. */
export function collapsed(strut: MarginStrut): number {
  return strut.positive + strut.negative;
}
