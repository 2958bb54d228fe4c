/** The types between fonts, shaping and inline layout. Lengths are CSS px unless said; indices count UTF-16 units. */

import type { TaggedValue } from '../css/properties/fonts.js';
import type { Orientation } from './vertical.js';

export type FontStyle = 'normal' | 'italic' | 'oblique';

/** One face of a family as `src/fonts/fonts.ts` read it from a font file. Plain data: it crosses threads. */
export interface FontFace {
  /** Unique, stable between runs: the PostScript name, or a hash of the bytes. */
  readonly id: string;
  /** The family as CSS names it (compared without case). */
  readonly family: string;
  /** The family name Typst knows the face by; with weight, style and stretch it selects exactly this face there. */
  readonly typstFamily: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Percent: 100 is normal. */
  readonly stretch: number;
  readonly unitsPerEm: number;
  /** Font units, from hhea as Chromium on Linux reads them (or OS/2 typo with USE_TYPO_METRICS); all positive upwards,
   * descent positive downwards. */
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** Advance of "0"; 0.5em when the face has none. */
  readonly zeroAdvance: number;
  /** As OS/2 has it (`xAvgCharWidth`), and the width of the box that all glyphs are in: they make text fields wide. */
  readonly averageAdvance: number;
  readonly boundsWidth: number;
  /** Positive = below the baseline. */
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
  readonly strikeoutThickness: number;
  /** Sorted, disjoint, inclusive ranges of the code points the face covers: [first0, last0, first1, last1, …]. */
  readonly coverage: Uint32Array;
  /** Whether glyphs carry colour (emoji). */
  readonly color: boolean;
  /** The file's bytes; shared between threads, loaded once per process. */
  readonly data: () => Uint8Array;
  /** Index inside a collection file; 0 otherwise. */
  readonly index: number;
  /** The document brings the font itself: Typst has to be given it with the source. Default: no. */
  readonly ofDocument?: boolean;
  /** What the document's `@font-face` rule says of the font, as a key; faces of one `id` may differ in it. */
  readonly variant?: string;
  /** Only for some of the characters it has (`unicode-range`): the first face of a text only when it has the space. */
  readonly partial?: boolean;
  /** Ratio of the size that glyphs are set at to the font size (`size-adjust`); `unitsPerEm` counts it in. Default 1. */
  readonly sizeAdjust?: number;
  /** Made from a lighter face: glyphs are to be thickened. */
  readonly syntheticBold?: boolean;
  /** Made from an upright face: glyphs are to be slanted. */
  readonly syntheticOblique?: boolean;
}

/** What a font file says of its (first) face, and the font itself as HarfBuzz and Typst take it. */
export interface OpenedFont
  extends Pick<
    FontFace,
    | 'weight'
    | 'style'
    | 'stretch'
    | 'unitsPerEm'
    | 'ascent'
    | 'descent'
    | 'lineGap'
    | 'xHeight'
    | 'capHeight'
    | 'zeroAdvance'
    | 'averageAdvance'
    | 'boundsWidth'
    | 'underlinePosition'
    | 'underlineThickness'
    | 'strikeoutPosition'
    | 'strikeoutThickness'
    | 'coverage'
    | 'color'
  > {
  readonly bytes: Uint8Array;
  /** What the file can vary (`wght`, `wdth`, …), and how far; everything else here is of the instance asked for. */
  readonly axes: readonly { readonly tag: string; readonly min: number; readonly max: number }[];
}

/**
 * Reads a font a document brings: TrueType, OpenType, WOFF or WOFF2. Never throws.
 * @param location  of a variable font: where on its axes; those not named are at their defaults
 */
export type OpenFont = (
  file: Uint8Array,
  location?: ReadonlyMap<string, number>,
) => OpenedFont | { readonly failure: string };

/** What CSS asks of a font: the computed values of the font-* properties. */
export interface FontRequest {
  readonly families: readonly string[];
  readonly weight: number;
  readonly style: FontStyle;
  readonly stretch: number;
  /** px */
  readonly size: number;
  /** The content language (BCP 47): `sans-serif` and fallback follow it; default: unknown. */
  readonly language?: string;
  /** Places on axes of variable fonts, over those that the other properties come to. */
  readonly variations?: readonly TaggedValue[];
  /** Whether shapes for the size are used where a font has them; default: yes. */
  readonly opticalSizing?: boolean;
  /** What must not be made of faces that lack it (`font-synthesis`); default: nothing. */
  readonly unsynthesized?: { readonly bold: boolean; readonly oblique: boolean };
}

/** Metrics of a face at a size, rounded as Blink's SimpleFontData does (ascent and descent to whole px). */
export interface FontMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** ascent + descent + lineGap: `line-height: normal`. */
  readonly lineSpacing: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly zeroAdvance: number;
  readonly averageAdvance: number;
  readonly boundsWidth: number;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
}

/** How a stretch of text is to be shaped; equal values give equal widths, so it is also the cache key's other half. */
export interface ShapeStyle {
  readonly font: FontRequest;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  /** OpenType features as HarfBuzz takes them, e.g. ['kern=0', 'smcp=1']; letter-spacing switches liga and clig off. */
  readonly features: readonly string[];
  readonly language: string;
  /**
   * 'normal' halves full-width punctuation beside more of it, as Chromium does by default; its glyph runs then carry
   * `features` that painting must honour. Default 'space-all': nothing is trimmed.
   */
  readonly textSpacingTrim?: 'normal' | 'space-all';
  /** Of vertical text: which characters stand upright, one below the other. Default: none, as in horizontal text. */
  readonly orientation?: Orientation;
}

/** A maximal stretch of one face, script and bidi level inside a shaped text. */
export interface GlyphRun {
  readonly start: number;
  readonly end: number;
  readonly face: FontFace;
  /** Even = left to right. */
  readonly level: number;
  /** False when no face has a glyph for some character in it. */
  readonly complete: boolean;
  /** OpenType features this run needs beside the style's; default: none. */
  readonly features?: readonly string[];
  /** Its script, ISO 15924. */
  readonly script: string;
  /**
   * It runs from right to left, or some of its characters are set as several glyphs or off the baseline: a PDF does
   * not say what such glyphs are to be read as. `TextShaper.clusters` tells the glyphs. Default: no.
   */
  readonly composed?: boolean;
  /** Of left-to-right runs that are neither composed nor upright: what is set. */
  readonly glyphs?: GlyphString;
  /** Its characters stand upright in a vertical line; `TextShaper.uprights` tells how. Default: no. */
  readonly upright?: boolean;
}

/** A cluster that stands upright in a vertical line. */
export interface UprightCluster {
  readonly text: string;
  /** Down the line, from the start of what was asked for; px. */
  readonly start: number;
  /** Down the line, spacing included; px. */
  readonly width: number;
  /** From `start` down to the baseline it is set on; px. */
  readonly baseline: number;
  /** Its width when it is set horizontally, which it is centred by; px. */
  readonly across: number;
}

/** Glyphs from left to right; lengths in font units. */
export interface GlyphString {
  /** The unit of the text that `clusters` count the string's first as. */
  readonly first: number;
  readonly ids: Uint16Array;
  /** Of each glyph the UTF-16 unit its cluster starts at. */
  readonly clusters: Uint32Array;
  readonly advances: Int32Array;
  /** Of each glyph x and y, upwards, from where the glyphs before it end; empty when there are none but 0. */
  readonly offsets: Int32Array;
}

/** A part of a shaped text that is in one of its runs. */
export interface ShapedRange {
  readonly shaped: ShapedText;
  readonly run: GlyphRun;
  readonly start: number;
  readonly end: number;
  /** A line starts or ends with it: its glyphs are not those of the whole where that matters. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

/** A glyph of a cluster; font units, upwards, from the cluster's origin. */
export interface PlacedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Characters that are set together. */
export interface GlyphCluster {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** Spacing included; px. */
  readonly width: number;
}

/**
 * A text shaped whole. `advances[i]` is the width of text[0..i): a cluster's width is put on its first unit, so
 * positions inside a cluster repeat; a ligature is cut into equal parts, one per character. Letter and word spacing are
 * included, after each character as CSS says.
 */
export interface ShapedText {
  readonly text: string;
  readonly runs: readonly GlyphRun[];
  /** length = text.length + 1; Float64, unrounded px. */
  readonly advances: Float64Array;
  /** Per index: 1 where the text breaks only after shaping the pieces again. */
  readonly unsafe: Uint8Array;
}
