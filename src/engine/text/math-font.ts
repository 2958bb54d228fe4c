/** Glyphs of formulas: ink, size variants and assemblies. Source: https://w3c.github.io/mathml-core/#opentype-math-table */

import type { HarfBuzzFont } from './harfbuzz.js';
import type { GlyphConstruction, GlyphPart, MathTable, StretchAxis } from './math-table.js';
import type { FontFace, PlacedGlyph } from './types.js';

/** A glyph, a size variant or an assembly of glyphs that covers a size; px. */
export interface StretchedGlyph {
  /** Font units from the origin on the baseline, y upwards. */
  readonly glyphs: readonly PlacedGlyph[];
  readonly advance: number;
  readonly ascent: number;
  readonly descent: number;
  readonly italicsCorrection: number;
}

/** Extents of ink from the baseline, px. */
export interface InkHeights {
  /** Upwards and downwards. */
  readonly over: number;
  readonly under: number;
}

/** FreeType rounds the height of round letters up from 3/8 of a pixel on. */
const FITTING = 5 / 8;
/** px */
const OVERSHOOT = 0.5;

/** Limit of the glyphs of an assembly. Blink: `HarfBuzzRunGlyphData::kMaxGlyphs` is larger */
const MAX_GLYPHS = 2_000;

/** A face with what formulas need of it. */
export class MathFont {
  /** Height of the round letters, by which FreeType fits glyphs to whole px; 0: unknown. */
  readonly #roundHeight: number;

  readonly #face: Pick<FontFace, 'unitsPerEm' | 'ofDocument'>;

  /** @param table  undefined: the face is no math font */
  constructor(
    readonly font: HarfBuzzFont,
    face: Pick<FontFace, 'unitsPerEm' | 'ofDocument'>,
    readonly table: MathTable | undefined,
  ) {
    this.#face = face;
    const round = font.nominalGlyph(0x6f);
    this.#roundHeight = round === undefined ? 0 : (font.extents(round)?.yBearing ?? 0);
  }

  glyph(codePoint: number): number | undefined {
    return this.font.nominalGlyph(codePoint);
  }

  /**
   * The extents of a glyph in whole px, as FreeType has them that fits glyphs to the pixel grid lightly (`af_latin_metrics_scale_dim`):
   * scaled vertically so that round letters have a whole height.
   */
  ink(glyph: number, size: number): InkHeights {
    const extents = this.font.extents(glyph);
    if (!extents) return { over: 0, under: 0 };
    const scale = size / this.#face.unitsPerEm;
    const round = this.#roundHeight * scale;
    const fitted = Math.floor(round + FITTING);
    const px = fitted > 0 ? (scale * fitted) / round : scale;
    const over = extents.yBearing * px;
    const under = -(extents.yBearing + extents.height) * px;
    if (!this.#face.ofDocument) return { over: Math.round(over), under: Math.round(under) };
    // The overshoot of round letters is none; the edges of installed fonts alone are on whole px.
    const isRound = Math.abs(over - fitted) < OVERSHOOT;
    return { over: isRound ? fitted : Math.ceil(over), under: Math.abs(under) < OVERSHOOT ? 0 : Math.ceil(under) };
  }

  /** The widest advance of a character in any size, px. Source: #dfn-preferred-inline-size-of-a-glyph-stretched-along-the-block-axis */
  widestAdvance(codePoint: number, size: number): { readonly min: number; readonly max: number } {
    const base = this.glyph(codePoint);
    if (base === undefined) return { min: 0, max: 0 };
    const construction = this.table?.construction(base, 'vertical');
    const parts = construction?.parts?.map(({ glyph }) => glyph) ?? [];
    const advances = [base, ...(construction?.variants ?? []), ...parts].map((glyph) => this.#advance(glyph, size));
    const widest = Math.max(...advances);
    return { min: widest, max: widest };
  }

  /** Stretches a character to a size, px. Source: https://w3c.github.io/mathml-core/#dfn-shape-a-stretchy-glyph */
  stretch(codePoint: number, axis: StretchAxis, target: number, size: number): StretchedGlyph | undefined {
    const base = this.glyph(codePoint);
    if (base === undefined) return undefined;
    const construction = this.table?.construction(base, axis);
    let largest = base;
    for (const glyph of [base, ...(construction?.variants ?? [])]) {
      largest = glyph;
      if (this.#extent(glyph, axis, size) >= target) return this.#single(glyph, size);
    }
    return this.#assembly(construction, axis, target, size) ?? this.#single(largest, size);
  }

  #advance(glyph: number, size: number): number {
    return (this.font.horizontalAdvance(glyph) * size) / this.#face.unitsPerEm;
  }

  #extent(glyph: number, axis: StretchAxis, size: number): number {
    if (axis === 'horizontal') return ((this.font.extents(glyph)?.width ?? 0) * size) / this.#face.unitsPerEm;
    const { over, under } = this.ink(glyph, size);
    return over + under;
  }

  #single(glyph: number, size: number): StretchedGlyph {
    const { over, under } = this.ink(glyph, size);
    const correction = this.table?.italicsCorrection(glyph) ?? 0;
    return {
      glyphs: [{ id: glyph, x: 0, y: 0 }],
      advance: this.#advance(glyph, size),
      ascent: over,
      descent: under,
      italicsCorrection: (correction * size) / this.#face.unitsPerEm,
    };
  }

  #assembly(
    construction: GlyphConstruction | undefined,
    axis: StretchAxis,
    target: number,
    size: number,
  ): StretchedGlyph | undefined {
    if (!construction?.parts || !this.table) return undefined;
    const px = size / this.#face.unitsPerEm;
    const plan = planAssembly(construction.parts, target / px, this.table.minConnectorOverlap);
    if (!plan) return undefined;
    const italicsCorrection = construction.italicsCorrection * px;
    if (axis === 'horizontal') return { ...this.#row(plan, size), italicsCorrection };
    // Its ascent is its height. Source: https://w3c.github.io/mathml-core/#dfn-glyph-assembly-height
    const glyphs = plan.places.map(({ glyph, at }) => {
      const extents = this.font.extents(glyph);
      return { id: glyph, x: 0, y: at - (extents ? extents.yBearing + extents.height : 0) };
    });
    const advance = Math.max(...plan.places.map(({ glyph }) => this.#advance(glyph, size)));
    return { glyphs, advance, ascent: plan.size * px, descent: 0, italicsCorrection };
  }

  #row({ places, size: width }: AssemblyPlan, size: number): Omit<StretchedGlyph, 'italicsCorrection'> {
    const inks = places.map(({ glyph }) => this.ink(glyph, size));
    return {
      glyphs: places.map(({ glyph, at }) => ({ id: glyph, x: at, y: 0 })),
      advance: (width * size) / this.#face.unitsPerEm,
      ascent: Math.max(...inks.map(({ over }) => over)),
      descent: Math.max(...inks.map(({ under }) => under)),
    };
  }
}

interface AssemblyPlan {
  /** From the start of the stretch axis. */
  readonly places: readonly { readonly glyph: number; readonly at: number }[];
  readonly size: number;
}

/**
 * How often the extenders of an assembly repeat and how far parts overlap, so that it has at least a target size.
 * All lengths are in font units.
 * @returns undefined: the parts are not valid
 * Source: https://w3c.github.io/mathml-core/#the-glyphassembly-table
 */
export function planAssembly(
  parts: readonly GlyphPart[],
  target: number,
  minOverlap: number,
): AssemblyPlan | undefined {
  const extenders = parts.filter(({ isExtender }) => isExtender);
  const others = parts.length - extenders.length;
  const sum = (list: readonly GlyphPart[]) => list.reduce((total, { fullAdvance }) => total + fullAdvance, 0);
  const extenderSum = sum(extenders);
  const otherSum = sum(parts) - extenderSum;
  // Parts overlap within their connectors, but not at the ends of the assembly.
  let maxOverlap = Number.POSITIVE_INFINITY;
  for (const [i, { isExtender, startConnector, endConnector }] of parts.entries()) {
    if (isExtender || i > 0) maxOverlap = Math.min(maxOverlap, startConnector);
    if (isExtender || i < parts.length - 1) maxOverlap = Math.min(maxOverlap, endConnector);
  }
  const growth = extenderSum - minOverlap * extenders.length;
  if (extenders.length === 0 || maxOverlap < minOverlap || growth <= 0) return undefined;
  const needed = Math.ceil((target - otherSum + minOverlap * (others - 1)) / growth);
  const allowed = Math.floor((MAX_GLYPHS - others) / extenders.length);
  const repetitions = Math.min(Math.max(needed, 0), allowed);
  const count = others + repetitions * extenders.length;
  const length = otherSum + repetitions * extenderSum;
  const overlap = count > 1 ? Math.max(minOverlap, Math.min(maxOverlap, (length - target) / (count - 1))) : 0;
  const places: { glyph: number; at: number }[] = [];
  let at = 0;
  for (const { glyph, isExtender, fullAdvance } of parts) {
    for (let n = isExtender ? repetitions : 1; n > 0; n--) {
      places.push({ glyph, at });
      at += fullAdvance - overlap;
    }
  }
  return count === 0 ? undefined : { places, size: length - overlap * (count - 1) };
}
