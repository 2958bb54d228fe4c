/** Absolute lengths. Source: https://drafts.csswg.org/css-values-4/#absolute-lengths */

/** px of one unit, by its name in lower case. */
export const PX_PER_UNIT: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};
