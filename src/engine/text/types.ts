/** Types shared by fonts, shaping and inline layout. Lengths are CSS px unless noted; indices count UTF-16 units. */

import type { FontSizeAdjust, TaggedValue } from '../css/properties/fonts.js';
import type { ScriptScales } from '../css/values/units.js';
import type { Orientation } from './vertical.js';

export type FontStyle = 'normal' | 'italic' | 'oblique';

/** A face as `src/fonts/fonts.ts` reads it from a font file. Plain data, so that it can be sent between threads. */
export interface FontFace {
  /** Unique and stable: the PostScript name, or a hash of the bytes. */
  readonly id: string;
  /** Family name in CSS (compared ignoring case). */
  readonly family: string;
  /** A family name that no other face has, by which PDF writers and drawings select it. */
  readonly uniqueFamily: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** Percent: 100 is normal. */
  readonly stretch: number;
  readonly unitsPerEm: number;
  /**
   * Font units, all positive upwards but descent, which is positive downwards. From `hhea`, or from OS/2 with
   * USE_TYPO_METRICS, as FreeType reads them.
   */
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** Advance of "0"; 0.5em when the face has none. */
  readonly zeroAdvance: number;
  /** OS/2 `xAvgCharWidth`, and the width of the font's bounding box; they determine the width of text fields. */
  readonly averageAdvance: number;
  readonly boundsWidth: number;
  /** How far the font's bounding box reaches above and below the baseline; default: as ascent and descent. */
  readonly bounds?: { readonly over: number; readonly under: number };
  /** Of a face whose ascent or descent its `@font-face` rule overrides: how far its glyphs reach at most. */
  readonly ink?: { readonly over: number; readonly under: number };
  /** Of a math font: see FontUnits. */
  readonly scriptScales?: ScriptScales | undefined;
  /** Positive below the baseline. */
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
  readonly strikeoutThickness: number;
  /** Code points with a glyph, as sorted, disjoint, inclusive ranges: [first0, last0, first1, last1, …]. */
  readonly coverage: Uint32Array;
  /** Whether glyphs are coloured (emoji). */
  readonly color: boolean;
  /** The bytes of the file; loaded once per process and shared between threads. */
  readonly data: () => Uint8Array;
  /** Index in a font collection; otherwise 0. */
  readonly index: number;
  /** Whether the document brings the font (`@font-face`), so that the compiler needs its bytes. Default: no. */
  readonly ofDocument?: boolean;
  /** Key of the descriptors of the `@font-face` rule; faces with the same `id` may differ in it. */
  readonly variant?: string;
  /** Restricted by `unicode-range`: the primary face only if it covers the space. */
  readonly partial?: boolean;
  /** `size-adjust` and `font-size-adjust` as a ratio; included in `unitsPerEm`. Default 1. */
  readonly sizeAdjust?: number;
  /** Synthesized from a lighter face: glyphs are emboldened. */
  readonly syntheticBold?: boolean;
  /** Synthesized from an upright face: glyphs are slanted. */
  readonly syntheticOblique?: boolean;
}

/** Properties of a font file (its first face), and its bytes in a format for HarfBuzz and Typst. */
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
    | 'bounds'
    | 'scriptScales'
    | 'underlinePosition'
    | 'underlineThickness'
    | 'strikeoutPosition'
    | 'strikeoutThickness'
    | 'coverage'
    | 'color'
  > {
  readonly bytes: Uint8Array;
  /** Variation axes of the file; all other values belong to the requested instance. */
  readonly axes: readonly { readonly tag: string; readonly min: number; readonly max: number }[];
}

/**
 * Opens a font of a document: TrueType, OpenType, WOFF or WOFF2. Never throws.
 * @param location  of a variable font: axis values; other axes have their defaults
 */
export type OpenFont = (
  file: Uint8Array,
  location?: ReadonlyMap<string, number>,
) => OpenedFont | { readonly failure: string };

/** A request for a font: the computed values of the font-* properties. */
export interface FontRequest {
  readonly families: readonly string[];
  readonly weight: number;
  readonly style: FontStyle;
  readonly stretch: number;
  /** px */
  readonly size: number;
  /** Content language (BCP 47), which generic families and fallback depend on; default: unknown. */
  readonly language?: string;
  /** Axis values of variable fonts, which override those of other properties. */
  readonly variations?: readonly TaggedValue[];
  /** Whether the optical size axis follows the font size; default: yes. */
  readonly opticalSizing?: boolean;
  /** Faces that must not be synthesized (`font-synthesis`); default: all may be. */
  readonly unsynthesized?: { readonly bold: boolean; readonly oblique: boolean };
  /** The aspect value that the size of each face is adjusted to; default: it is not. */
  readonly sizeAdjust?: FontSizeAdjust;
}

/**
 * Metrics of a face at a size, rounded as in Blink's SimpleFontData::PlatformInit (whole px for ascent and descent).
 */
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
  readonly scriptScales: ScriptScales | undefined;
  readonly underlinePosition: number;
  readonly underlineThickness: number;
  readonly strikeoutPosition: number;
}

/** Shaping parameters of a text; equal values give equal widths, so it is part of the cache key. */
export interface ShapeStyle {
  readonly font: FontRequest;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  /** OpenType features in HarfBuzz's syntax, e.g. ['kern=0', 'smcp=1']; letter spacing disables liga and clig. */
  readonly features: readonly string[];
  readonly language: string;
  /**
   * 'normal' trims adjacent full-width punctuation; the glyph runs then carry `features` for painting.
   * Default 'space-all': no trimming.
   */
  readonly textSpacingTrim?: 'normal' | 'space-all';
  /** For vertical text: which characters are upright. Default: none, as in horizontal text. */
  readonly orientation?: Orientation;
}

/** A maximal range of one face, script and bidi level in a shaped text. */
export interface GlyphRun {
  readonly start: number;
  readonly end: number;
  readonly face: FontFace;
  /** Even = left to right. */
  readonly level: number;
  /** False when no face has a glyph for one of its characters. */
  readonly complete: boolean;
  /** OpenType features in addition to the style's; default: none. */
  readonly features?: readonly string[];
  /** Its script, ISO 15924. */
  readonly script: string;
  /**
   * Right-to-left text, or characters with several glyphs or glyphs off the baseline, for which a PDF cannot state the
   * text glyph by glyph. `TextShaper.clusters` gives the glyphs. Default: no.
   */
  readonly composed?: boolean;
  /** The glyphs of a left-to-right run that is neither composed nor upright. */
  readonly glyphs?: GlyphString;
  /** Upright characters in a vertical line; `TextShaper.uprights` gives the clusters. Default: no. */
  readonly upright?: boolean;
}

/** An upright cluster in a vertical line. */
export interface UprightCluster {
  readonly text: string;
  /** Offset down the line, from the start of the requested range; px. */
  readonly start: number;
  /** Advance down the line, including spacing; px. */
  readonly width: number;
  /** From `start` down to the horizontal baseline of the glyph; px. */
  readonly baseline: number;
  /** Horizontal advance, by which the cluster is centred; px. */
  readonly across: number;
}

/** Glyphs from left to right; font units. Plain arrays, since typed ones cost more than most texts are long. */
export interface GlyphString {
  /** Index in the text that cluster 0 corresponds to. */
  readonly first: number;
  readonly ids: readonly number[];
  /** Cluster of each glyph: the UTF-16 unit it starts at; undefined: each unit has one glyph, from `first` on. */
  readonly clusters: readonly number[] | undefined;
  readonly advances: readonly number[];
  /** x and y offset of each glyph from the pen position, y upwards; empty when all are 0. */
  readonly offsets: readonly number[];
}

/** A range of glyphs: those from index `from` to before `to`, of the text from UTF-16 unit `start` on. */
export interface GlyphRange {
  readonly glyphs: GlyphString;
  readonly from: number;
  readonly to: number;
  readonly start: number;
}

/** A range of one run of a shaped text. */
export interface ShapedRange {
  readonly shaped: ShapedText;
  readonly run: GlyphRun;
  readonly start: number;
  readonly end: number;
  /** Whether a line starts or ends here, so that the glyphs at unsafe positions differ from those of the whole text. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

/** A glyph of a cluster; font units from the origin of the cluster, y upwards. */
export interface PlacedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Characters and the glyphs that represent them together. */
export interface GlyphCluster {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** Includes spacing; px. */
  readonly width: number;
}

/**
 * A shaped text. `advances[i]` is the width of text[0..i). The width of a cluster is on its first unit, so that
 * positions inside a cluster are equal; a ligature is divided evenly between its characters. Letter and word spacing
 * are included, after each character as CSS specifies.
 */
export interface ShapedText {
  readonly text: string;
  readonly runs: readonly GlyphRun[];
  /** length = text.length + 1; unrounded px. */
  readonly advances: readonly number[];
  /** Per index: 1 where a break requires shaping both sides again. */
  readonly unsafe: Uint8Array;
  /** By ascending start; undefined: there are none. */
  readonly ligatures: readonly Ligature[] | undefined;
}

/** Range of characters that one cluster of glyphs represents. */
export interface Ligature {
  readonly start: number;
  readonly end: number;
}
