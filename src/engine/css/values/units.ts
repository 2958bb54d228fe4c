/** Units of length and resolution. Source: https://drafts.csswg.org/css-values-4/#dimensions */

/** CSS px of one absolute unit, by its name in lower case. */
export const PX_PER_UNIT: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

/** dppx of one unit of resolution. Source: https://drafts.csswg.org/css-values-4/#resolution */
export const DPPX_PER_UNIT: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

/**
 * Metrics of the primary font that font-relative units (`ex`, `ch`, `cap`, `lh`) refer to, in px.
 * Source: https://drafts.csswg.org/css-values-4/#font-relative-lengths
 */
export interface FontUnits {
  readonly xHeight: number;
  readonly capHeight: number;
  readonly zeroAdvance: number;
  /** `line-height: normal` */
  readonly lineSpacing: number;
  /** Factors of the first and second script level of a math font; default: the font is none. */
  readonly scriptScales?: ScriptScales | undefined;
}

export interface ScriptScales {
  readonly script: number;
  readonly scriptScript: number;
}
