/** Fragments: laid-out boxes, lines and text. Immutable; the parent fragment keeps the offset (`Placed`). */

import type { Box, MarkerBox, TableRow, TableSection, TextBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { PhysicalSide, WritingMode } from '../../css/compute/writing-mode.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { FontFace, GlyphCluster, ShapedRange, ShapedText, UprightCluster } from '../../text/types.js';
import type { Edges, Rect } from './geometry.js';

/** Fragments during layout, in the axes of a writing mode. */
export type Fragment = FragmentOf<LogicalStyle>;
export type BoxFragment = BoxFragmentOf<LogicalStyle>;
export type LineFragment = LineFragmentOf<LogicalStyle>;
export type TextFragment = TextFragmentOf<LogicalStyle>;

/** Fragments of finished pages, in physical coordinates. */
export type PhysicalFragment = FragmentOf<ComputedStyle>;
export type PhysicalBoxFragment = BoxFragmentOf<ComputedStyle>;
export type PhysicalLineFragment = LineFragmentOf<ComputedStyle>;
export type PhysicalTextFragment = TextFragmentOf<ComputedStyle>;
export type PhysicalPlaced<F extends PhysicalFragment = PhysicalFragment> = PlacedOf<F>;

type FragmentOf<Style> = BoxFragmentOf<Style> | LineFragmentOf<Style> | TextFragmentOf<Style>;

/** A fragment with its offset from the parent fragment's border box. */
export type Placed<F extends Fragment = Fragment> = PlacedOf<F>;

interface PlacedOf<F> {
  readonly fragment: F;
  readonly x: number;
  readonly y: number;
}

/**
 * A box, or the part of it on one page, column or line. Sizes are of the border box, px.
 * Literals name all fields in this order, so that all fragments have one hidden class.
 */
interface BoxFragmentOf<Style> {
  readonly kind: 'box';
  readonly box: Box | TableRow | TableSection | MarkerBox;
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** Used widths; 0 on the sides that a break cuts (`box-decoration-break: slice`). */
  readonly border: Edges;
  readonly padding: Edges;
  readonly children: readonly PlacedOf<FragmentOf<Style>>[];
  /** Baselines from the border box's top, px; undefined: none. */
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  /** Baseline of the last line box, which an inline-block aligns with. */
  readonly lineBaseline: number | undefined;
  /** Whether the box starts and ends in this fragment. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Block offset of this fragment in the unfragmented box, for sliced backgrounds and radii. */
  readonly consumed: number;
  /** Scrollable overflow relative to the border box; undefined: none. */
  readonly overflow: Rect | undefined;
  /** Repeated header or footer: an artifact for assistive technology. */
  readonly repeated: boolean;
  /** Relative offset (`position: relative | sticky`), not part of x and y of Placed. */
  readonly shift: { readonly x: number; readonly y: number } | undefined;
  /** Physical fragments only: the writing mode of the layout, if vertical. */
  readonly writingMode: WritingMode | undefined;
  /** Data of one kind of box. */
  readonly details: FragmentDetailsOf<Style> | undefined;
}

/** Rectangles are relative to the border box. */
type FragmentDetailsOf<Style> =
  | TableDetailsOf<Style>
  | TableCellDetails
  | GridDetails
  | MathDetails
  | MulticolDetails
  | FieldsetDetails;
export type FragmentDetails = FragmentDetailsOf<LogicalStyle>;
export type PhysicalFragmentDetails = FragmentDetailsOf<ComputedStyle>;

interface TableDetailsOf<Style> {
  readonly kind: 'table';
  /** The table grid box of a table with captions; it has the background, border, columns and collapsed borders. */
  readonly gridRect: Rect | undefined;
  /** undefined: `border-collapse: separate`. */
  readonly collapsedBorders: readonly CollapsedBorder[] | undefined;
  /** Columns and column groups with a background. */
  readonly columns: readonly { readonly style: Style; readonly rect: Rect }[];
}

/** A cell with `empty-cells: hide` and no content: it has neither border nor background. */
interface TableCellDetails {
  readonly kind: 'hidden-table-cell';
}

interface GridDetails {
  readonly kind: 'grid';
  /** Bounds of all tracks, which count as in-flow content. */
  readonly tracksRect: Rect;
}

/** A box of a formula. */
interface MathDetails {
  readonly kind: 'math';
  /** Bars of fractions and radicals; they are painted centred on their top edge. */
  readonly bars: readonly Rect[];
  /** Of a large or stretched operator, px. */
  readonly italicsCorrection: number;
}

interface MulticolDetails {
  readonly kind: 'multicol';
  /** Rectangles of the column rules. */
  readonly columnRules: readonly Rect[];
  /** Height of the tallest unbreakable content, as far as the layout without a limit of the height knows it. */
  readonly tallestUnbreakable: number;
}

/** A fieldset with a legend. */
interface FieldsetDetails {
  readonly kind: 'fieldset';
  readonly legendGap: LegendGap;
}

/** The gap in a fieldset's border at its legend; offsets from the border box. */
export interface LegendGap {
  readonly x: number;
  readonly width: number;
  /** Block-start edge of the painted border and background. Blink: `border_outsets` of FieldsetPaintInfo. */
  readonly borderOutset: number;
  /** Physical fragments only: the side with the legend. Default: top. */
  readonly side?: PhysicalSide;
}

export interface CollapsedBorder {
  readonly rect: Rect;
  readonly side: 'horizontal' | 'vertical';
  readonly style: ComputedStyle['border-top-style'];
  readonly color: ComputedStyle['border-top-color'];
}

/** A line box. Its children are text, inline boxes and atomic inlines. */
interface LineFragmentOf<Style> {
  readonly kind: 'line';
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** Offset from the line's top, px. */
  readonly baseline: number;
  /** Alphabetic baseline of the root inline box, if `baseline` is another one. */
  readonly alphabeticBaseline: number | undefined;
  readonly children: readonly PlacedOf<BoxFragmentOf<Style> | TextFragmentOf<Style>>[];
  /** The line ends with a forced break or is the last of the block. */
  readonly isLast: boolean;
  /** A line box that is treated as zero-height (CSS 2 §9.4.2). */
  readonly isEmpty: boolean;
  /** Width of the spaces and the mark that hang at its end, which are no overflow, px. */
  readonly hanging: number;
  /** Physical fragments only: rotation by 90°. `baseline` is measured from the side that was the top before it. */
  readonly rotation: LineRotation | undefined;
}

/** The rotation of the lines of a vertical writing mode. */
export type LineRotation = 'clockwise' | 'counterclockwise';

/** A range of a text box on one line. The height is ascent + descent of the font, not the line height. */
interface TextFragmentOf<Style> {
  readonly kind: 'text';
  readonly box: TextBox;
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** Ascent: offset of the baseline from the fragment's top. */
  readonly baseline: number;
  /** Its runs in visual order, or the shape result that it is all of, if that has one plain run: see `runsOf`. */
  readonly content: readonly TextRun[] | ShapedText;
  /** The text in logical order, for extraction; without inserted hyphens. */
  readonly text: string;
  /** The second part of text cut at a page edge: an artifact for assistive technology. */
  readonly repeated: boolean;
  /** A list marker drawn as a shape in the text's colour, in place of its content. */
  readonly symbol: MarkerSymbol | undefined;
  /** Physical fragments only: rotation by 90°. Only width and height are those after it. */
  readonly rotation: LineRotation | undefined;
}

/** A filled circle, a 1px stroked circle, a filled square, or a triangle inscribed in a square. */
export interface MarkerSymbol {
  readonly shape: 'disc' | 'circle' | 'square' | 'disclosure-open' | 'disclosure-closed';
  readonly rtl: boolean;
  /** Offsets from the fragment's top left corner, px. */
  readonly rect: Rect;
}

/** Text of one font face and one direction. */
export interface TextRun {
  readonly text: string;
  readonly face: FontFace;
  readonly rtl: boolean;
  /** Offset from the fragment's left edge, px, not rounded to layout units. */
  readonly x: number;
  readonly width: number;
  /** Expansion per space by `text-align: justify`, px; excludes `word-spacing`. */
  readonly justify: number;
  /** Contains a character without a glyph in any font. */
  readonly incomplete: boolean;
  /** OpenType features in addition to those of the style. */
  readonly features: readonly string[] | undefined;
  /** The range of a shape result with its glyphs. Default: the run is shaped in isolation. */
  readonly shaped: ShapedRange | undefined;
  /** Composed runs only: shapes the run again and returns its glyph clusters, left to right. */
  readonly clusters: (() => readonly GlyphCluster[]) | undefined;
  /** Upright runs of vertical lines only: the clusters. Default: the run is rotated with the line. */
  readonly uprights: (() => readonly UprightCluster[]) | undefined;
}
