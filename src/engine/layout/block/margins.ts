/** Collapsing margins: the largest positive plus the most negative one. Source: https://www.w3.org/TR/CSS22/box.html#collapsing-margins */

import type { MarginStrut } from '../algorithm/types.js';

/** What a break leaves of the margins around it. */
export const DISCARDED_STRUT: MarginStrut = { positive: 0, negative: 0, discard: true };

/** @param isQuirky  a default margin that vanishes in places, in quirks mode */
export function addMargin(strut: MarginStrut, margin: number, isQuirky = false): MarginStrut {
  if (margin === 0 || strut.discard) return strut;
  if (margin < 0) return margin < strut.negative ? { ...strut, negative: margin } : strut;
  if (isQuirky) return margin > (strut.quirky ?? 0) ? { ...strut, quirky: margin } : strut;
  return margin > strut.positive ? { ...strut, positive: margin } : strut;
}

/** The one margin that adjoining ones collapse to. */
export function collapsed(strut: MarginStrut): number {
  return strut.ignoresQuirky
    ? collapsedWithoutQuirky(strut)
    : Math.max(strut.positive, strut.quirky ?? 0) + strut.negative;
}

/** What is left of margins at the end of `body` or a table cell, in quirks mode. */
export function collapsedWithoutQuirky({ positive, negative }: MarginStrut): number {
  return positive + negative;
}
