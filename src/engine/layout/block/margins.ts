/** Margin collapsing. Source: https://www.w3.org/TR/CSS22/box.html#collapsing-margins */

/** Adjoining margins, px: the largest positive and the most negative one. Modelled on Blink's `MarginStrut`. */
export interface MarginStrut {
  readonly positive: number;
  readonly negative: number;
  /** Quirks mode: the largest positive default margin; `positive` excludes default margins. */
  readonly quirky?: number;
  /** At the start of `body` or a table cell: default margins are ignored. */
  readonly ignoresQuirky?: boolean;
  /** After an unforced break: added margins are discarded. */
  readonly discard?: boolean;
}

export const EMPTY_STRUT: MarginStrut = { positive: 0, negative: 0 };

/** The strut after an unforced break. */
export const DISCARDED_STRUT: MarginStrut = { positive: 0, negative: 0, discard: true };

/** @param isQuirky  a default margin subject to the margin collapsing quirks */
export function addMargin(strut: MarginStrut, margin: number, isQuirky = false): MarginStrut {
  if (margin === 0 || strut.discard) return strut;
  if (margin < 0) return margin < strut.negative ? { ...strut, negative: margin } : strut;
  if (isQuirky) return margin > (strut.quirky ?? 0) ? { ...strut, quirky: margin } : strut;
  return margin > strut.positive ? { ...strut, positive: margin } : strut;
}

/** The collapsed margin, px. */
export function collapsed(strut: MarginStrut): number {
  return strut.ignoresQuirky
    ? collapsedWithoutQuirky(strut)
    : Math.max(strut.positive, strut.quirky ?? 0) + strut.negative;
}

/** The collapsed margin at the end of `body` or a table cell in quirks mode. */
export function collapsedWithoutQuirky({ positive, negative }: MarginStrut): number {
  return positive + negative;
}
