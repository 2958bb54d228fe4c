/**
 * The `MATH` table of a font: constants, italics corrections, size variants and glyph assemblies. Font units.
 * Source: https://learn.microsoft.com/typography/opentype/spec/math
 */

import { tableOffsets } from './sfnt.js';

/** The constants in the order of the table, and whether each is a value record (a number and a device table). */
const PLAIN = ['scriptPercentScaleDown', 'scriptScriptPercentScaleDown', 'delimitedSubFormulaMinHeight'] as const;
const RECORDS = [
  'mathLeading',
  'axisHeight',
  'accentBaseHeight',
  'flattenedAccentBaseHeight',
  'subscriptShiftDown',
  'subscriptTopMax',
  'subscriptBaselineDropMin',
  'superscriptShiftUp',
  'superscriptShiftUpCramped',
  'superscriptBottomMin',
  'superscriptBaselineDropMax',
  'subSuperscriptGapMin',
  'superscriptBottomMaxWithSubscript',
  'spaceAfterScript',
  'upperLimitGapMin',
  'upperLimitBaselineRiseMin',
  'lowerLimitGapMin',
  'lowerLimitBaselineDropMin',
  'stackTopShiftUp',
  'stackTopDisplayStyleShiftUp',
  'stackBottomShiftDown',
  'stackBottomDisplayStyleShiftDown',
  'stackGapMin',
  'stackDisplayStyleGapMin',
  'stretchStackTopShiftUp',
  'stretchStackBottomShiftDown',
  'stretchStackGapAboveMin',
  'stretchStackGapBelowMin',
  'fractionNumeratorShiftUp',
  'fractionNumeratorDisplayStyleShiftUp',
  'fractionDenominatorShiftDown',
  'fractionDenominatorDisplayStyleShiftDown',
  'fractionNumeratorGapMin',
  'fractionNumDisplayStyleGapMin',
  'fractionRuleThickness',
  'fractionDenominatorGapMin',
  'fractionDenomDisplayStyleGapMin',
  'skewedFractionHorizontalGap',
  'skewedFractionVerticalGap',
  'overbarVerticalGap',
  'overbarRuleThickness',
  'overbarExtraAscender',
  'underbarVerticalGap',
  'underbarRuleThickness',
  'underbarExtraDescender',
  'radicalVerticalGap',
  'radicalDisplayStyleVerticalGap',
  'radicalRuleThickness',
  'radicalExtraAscender',
  'radicalKernBeforeDegree',
  'radicalKernAfterDegree',
] as const;

export type MathConstant =
  | (typeof PLAIN)[number]
  | 'displayOperatorMinHeight'
  | (typeof RECORDS)[number]
  | 'radicalDegreeBottomRaisePercent';

export type StretchAxis = 'vertical' | 'horizontal';

/** A part of a glyph assembly. */
export interface GlyphPart {
  readonly glyph: number;
  readonly startConnector: number;
  readonly endConnector: number;
  readonly fullAdvance: number;
  readonly isExtender: boolean;
}

export interface GlyphConstruction {
  /** Size variants from small to large, without the glyph itself. */
  readonly variants: readonly number[];
  /** From the bottom up, or from left to right; undefined: there is no assembly. */
  readonly parts: readonly GlyphPart[] | undefined;
  /** Of the assembly. */
  readonly italicsCorrection: number;
}

export interface MathTable {
  readonly constants: Readonly<Record<MathConstant, number>>;
  readonly minConnectorOverlap: number;
  italicsCorrection(glyph: number): number;
  construction(glyph: number, axis: StretchAxis): GlyphConstruction | undefined;
}

// Offsets of fields by the names of the specification.
const MATH = { mathConstants: 4, mathGlyphInfo: 6, mathVariants: 8 } as const;
const MATH_CONSTANTS = { delimitedSubFormulaMinHeight: 4, displayOperatorMinHeight: 6, records: 8 } as const;
const MATH_VALUE_RECORD_SIZE = 4;
const MATH_VARIANTS = {
  minConnectorOverlap: 0,
  vertGlyphCoverage: 2,
  horizGlyphCoverage: 4,
  vertGlyphCount: 6,
  horizGlyphCount: 8,
  constructions: 10,
} as const;
const MATH_GLYPH_CONSTRUCTION = { glyphAssembly: 0, variantCount: 2, variants: 4, variantSize: 4 } as const;
const GLYPH_ASSEMBLY = { partCount: 4, parts: 6 } as const;
const GLYPH_PART = { startConnector: 2, endConnector: 4, fullAdvance: 6, partFlags: 8, size: 10 } as const;
const EXTENDER = 1;

/** Limits of what a font may have of a glyph; math fonts have 13 variants and 5 parts at most. */
const MAX_RECORDS = 20;

/** Reads the table; undefined for a font without one, or with a damaged one. Never throws. */
export function readMathTable(data: Uint8Array, index: number): MathTable | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return orUndefined(() => {
    const start = tableOffsets(view, index).get('MATH');
    return start === undefined ? undefined : new Reader(view, start);
  });
}

/** A read past the end of a damaged table is a RangeError. */
function orUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Reader implements MathTable {
  readonly constants: MathTable['constants'];
  readonly minConnectorOverlap: number;
  readonly #view: DataView;
  readonly #variants: number;
  /** 0: there are none. */
  readonly #italics: number;

  constructor(view: DataView, start: number) {
    this.#view = view;
    this.constants = readConstants(view, start + view.getUint16(start + MATH.mathConstants));
    this.#variants = start + view.getUint16(start + MATH.mathVariants);
    this.minConnectorOverlap = view.getUint16(this.#variants + MATH_VARIANTS.minConnectorOverlap);
    const info = start + view.getUint16(start + MATH.mathGlyphInfo);
    const italics = view.getUint16(info);
    this.#italics = italics === 0 ? 0 : info + italics;
  }

  italicsCorrection(glyph: number): number {
    const at = this.#italics;
    if (at === 0) return 0;
    const correction = orUndefined(() => {
      const index = coverageIndex(this.#view, at + this.#view.getUint16(at), glyph);
      return index === undefined ? 0 : this.#view.getInt16(at + 4 + MATH_VALUE_RECORD_SIZE * index);
    });
    return correction ?? 0;
  }

  construction(glyph: number, axis: StretchAxis): GlyphConstruction | undefined {
    return orUndefined(() => this.#construction(glyph, axis));
  }

  #construction(glyph: number, axis: StretchAxis): GlyphConstruction | undefined {
    const view = this.#view;
    const at = this.#variants;
    const isVertical = axis === 'vertical';
    const coverage = view.getUint16(at + MATH_VARIANTS[isVertical ? 'vertGlyphCoverage' : 'horizGlyphCoverage']);
    const index = coverage === 0 ? undefined : coverageIndex(view, at + coverage, glyph);
    if (index === undefined) return undefined;
    const before = isVertical ? 0 : view.getUint16(at + MATH_VARIANTS.vertGlyphCount);
    const own = at + view.getUint16(at + MATH_VARIANTS.constructions + 2 * (before + index));
    const count = Math.min(view.getUint16(own + MATH_GLYPH_CONSTRUCTION.variantCount), MAX_RECORDS);
    const { variants, variantSize } = MATH_GLYPH_CONSTRUCTION;
    const ids = Array.from({ length: count }, (_, i) => view.getUint16(own + variants + variantSize * i));
    const assembly = view.getUint16(own + MATH_GLYPH_CONSTRUCTION.glyphAssembly);
    if (assembly === 0) return { variants: ids, parts: undefined, italicsCorrection: 0 };
    return { variants: ids, parts: readParts(view, own + assembly), italicsCorrection: view.getInt16(own + assembly) };
  }
}

function readConstants(view: DataView, start: number): MathTable['constants'] {
  const { delimitedSubFormulaMinHeight, displayOperatorMinHeight, records } = MATH_CONSTANTS;
  const constants: Partial<Record<MathConstant, number>> = {
    scriptPercentScaleDown: view.getInt16(start),
    scriptScriptPercentScaleDown: view.getInt16(start + 2),
    delimitedSubFormulaMinHeight: view.getUint16(start + delimitedSubFormulaMinHeight),
    displayOperatorMinHeight: view.getUint16(start + displayOperatorMinHeight),
    radicalDegreeBottomRaisePercent: view.getInt16(start + records + MATH_VALUE_RECORD_SIZE * RECORDS.length),
  };
  for (const [i, name] of RECORDS.entries())
    constants[name] = view.getInt16(start + records + MATH_VALUE_RECORD_SIZE * i);
  return constants as MathTable['constants'];
}

function readParts(view: DataView, start: number): GlyphPart[] {
  const count = Math.min(view.getUint16(start + GLYPH_ASSEMBLY.partCount), MAX_RECORDS);
  return Array.from({ length: count }, (_, i) => {
    const at = start + GLYPH_ASSEMBLY.parts + GLYPH_PART.size * i;
    return {
      glyph: view.getUint16(at),
      startConnector: view.getUint16(at + GLYPH_PART.startConnector),
      endConnector: view.getUint16(at + GLYPH_PART.endConnector),
      fullAdvance: view.getUint16(at + GLYPH_PART.fullAdvance),
      isExtender: (view.getUint16(at + GLYPH_PART.partFlags) & EXTENDER) !== 0,
    };
  });
}

/** The index of a glyph in a coverage table. Source: https://learn.microsoft.com/typography/opentype/spec/chapter2#coverage-table */
function coverageIndex(view: DataView, start: number, glyph: number): number | undefined {
  const isRanges = view.getUint16(start) === 2;
  const size = isRanges ? 6 : 2;
  let low = 0;
  let high = view.getUint16(start + 2) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = start + 4 + size * middle;
    const first = view.getUint16(at);
    const last = isRanges ? view.getUint16(at + 2) : first;
    if (glyph < first) high = middle - 1;
    else if (glyph > last) low = middle + 1;
    else return isRanges ? view.getUint16(at + 4) + glyph - first : middle;
  }
  return undefined;
}
