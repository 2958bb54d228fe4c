/** Collapsing margins: the largest positive plus the most negative one. Source: https://www.w3.org/TR/CSS22/box.html#collapsing-margins */

/** Adjoining margins: largest positive and most negative. Collapsed = positive + negative. */
export interface MarginStrut {
  readonly positive: number;
  readonly negative: number;
  /** Quirks mode: the largest positive default margin; such margins are not part of `positive`. */
  readonly quirky?: number;
  /** At the start of `body` or a table cell: default margins count for nothing. */
  readonly ignoresQuirky?: boolean;
  /** After an unforced break: whatever is added, the sum stays 0. */
  readonly discard?: boolean;
}

export const EMPTY_STRUT: MarginStrut = { positive: 0, negative: 0 };

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
