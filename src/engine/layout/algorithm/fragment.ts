/** Fragments: laid out boxes, lines and texts. Immutable, and without a place of their own: their parent has that. */

import type { Box, MarkerBox, TableRow, TableSection, TextBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { PhysicalSide, WritingMode } from '../../css/compute/writing-mode.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { FontFace, GlyphCluster, ShapedRange, UprightCluster } from '../../text/types.js';
import type { Edges, Rect } from './geometry.js';

/** Of layout, by the axes of a writing mode. */
export type Fragment = FragmentOf<LogicalStyle>;
export type BoxFragment = BoxFragmentOf<LogicalStyle>;
export type LineFragment = LineFragmentOf<LogicalStyle>;
export type TextFragment = TextFragmentOf<LogicalStyle>;

/** Of finished pages. */
export type PhysicalFragment = FragmentOf<ComputedStyle>;
export type PhysicalBoxFragment = BoxFragmentOf<ComputedStyle>;
export type PhysicalLineFragment = LineFragmentOf<ComputedStyle>;
export type PhysicalTextFragment = TextFragmentOf<ComputedStyle>;
export type PhysicalPlaced<F extends PhysicalFragment = PhysicalFragment> = PlacedOf<F>;

type FragmentOf<Style> = BoxFragmentOf<Style> | LineFragmentOf<Style> | TextFragmentOf<Style>;

/** A fragment with its place: the offset of its border box from the parent fragment's border box. */
export type Placed<F extends Fragment = Fragment> = PlacedOf<F>;

interface PlacedOf<F> {
  readonly fragment: F;
  readonly x: number;
  readonly y: number;
}

/**
 * A box, or the part of it on one page, column or line. Sizes are of the border box.
 * All fields are always there, and literals name them in this order: fragments have one shape.
 */
interface BoxFragmentOf<Style> {
  readonly kind: 'box';
  readonly box: Box | TableRow | TableSection | MarkerBox;
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** Used widths; 0 on the sides that a break cut off (`box-decoration-break: slice`). */
  readonly border: Edges;
  readonly padding: Edges;
  readonly children: readonly PlacedOf<FragmentOf<Style>>[];
  /** From the border box's top; undefined: none. */
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  /** Of the last line, which an inline-block stands on. */
  readonly lineBaseline: number | undefined;
  /** Whether the box starts and ends in this fragment. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** For sliced backgrounds and radii: height of the whole box so far and how far into it this fragment starts. */
  readonly consumed: number;
  /** Scrollable overflow relative to the border box; undefined: none beyond it. */
  readonly overflow: Rect | undefined;
  /** Repeated header or footer: an artifact for assistive technology. */
  readonly repeated: boolean;
  /** Relative offset (`position: relative | sticky`), not part of x and y of Placed. */
  readonly shift: { readonly x: number; readonly y: number } | undefined;
  /** Of a physical fragment: the writing mode it was laid out in, when that is a vertical one. */
  readonly writingMode: WritingMode | undefined;
  /** What only this kind of box has. */
  readonly details: FragmentDetailsOf<Style> | undefined;
}

/** Rectangles are relative to the border box. */
type FragmentDetailsOf<Style> =
  | TableDetailsOf<Style>
  | TableCellDetails
  | GridDetails
  | MulticolDetails
  | FieldsetDetails;
export type FragmentDetails = FragmentDetailsOf<LogicalStyle>;
export type PhysicalFragmentDetails = FragmentDetailsOf<ComputedStyle>;

interface TableDetailsOf<Style> {
  readonly kind: 'table';
  /** The table grid box, where there are captions; background, border, columns and collapsed borders are its. */
  readonly gridRect: Rect | undefined;
  /** To paint; undefined: borders are separate. */
  readonly collapsedBorders: readonly CollapsedBorder[] | undefined;
  /** Of columns and column groups, for their backgrounds. */
  readonly columns: readonly { readonly style: Style; readonly rect: Rect }[];
}

/** A cell with `empty-cells: hide` and no content: neither border nor background. */
interface TableCellDetails {
  readonly kind: 'hidden-table-cell';
}

interface GridDetails {
  readonly kind: 'grid';
  /** All of its tracks: what counts as its content in flow. */
  readonly tracksRect: Rect;
}

interface MulticolDetails {
  readonly kind: 'multicol';
  /** Lines between columns. */
  readonly columnRules: readonly Rect[];
}

/** A fieldset with a legend. */
interface FieldsetDetails {
  readonly kind: 'fieldset';
  readonly legendGap: LegendGap;
}

/** Where a fieldset's border gives way to its legend; from the border box's corner. */
export interface LegendGap {
  readonly x: number;
  readonly width: number;
  /** Border and background begin here. */
  readonly frameTop: number;
  /** Of a physical fragment: the side that all this is measured along. Default: top. */
  readonly side?: PhysicalSide;
}

export interface CollapsedBorder {
  readonly rect: Rect;
  readonly side: 'horizontal' | 'vertical';
  readonly style: ComputedStyle['border-top-style'];
  readonly color: ComputedStyle['border-top-color'];
}

/** One line box. Its children are text, inline boxes and atomic inlines; y is from the line's top. */
interface LineFragmentOf<Style> {
  readonly kind: 'line';
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** From the line's top. */
  readonly baseline: number;
  /** That of the root inline box's letters, when text is aligned by another one. */
  readonly alphabeticBaseline: number | undefined;
  readonly children: readonly PlacedOf<BoxFragmentOf<Style> | TextFragmentOf<Style>>[];
  /** The line ends with a forced break or is the block's last. */
  readonly isLast: boolean;
  /** Nothing on it counts: it takes no height. */
  readonly isEmpty: boolean;
  /** Of a physical fragment, by a right angle: the baseline is from the side that the turn has made of the top. */
  readonly turn: Turn | undefined;
}

export type Turn = 'clockwise' | 'counterclockwise';

/** A stretch of one text box on one line. Height is that of the font (ascent + descent), not of the line. */
interface TextFragmentOf<Style> {
  readonly kind: 'text';
  readonly box: TextBox;
  readonly style: Style;
  readonly width: number;
  readonly height: number;
  /** Ascent: baseline from the fragment's top. */
  readonly baseline: number;
  /** In visual order, left to right. */
  readonly runs: readonly TextRun[];
  /** Source order text of the fragment, for extraction; without a hyphen that was added. */
  readonly text: string;
  /** The rest of a text that a page border cuts: an artifact for assistive technology. */
  readonly repeated: boolean;
  /** A list marker that is drawn in the text's colour, not written: then there are no runs. */
  readonly symbol: MarkerSymbol | undefined;
  /** Of a physical fragment: width and height are those after the turn, all else is as before it. */
  readonly turn: Turn | undefined;
}

/** A filled circle, a circle line 1px wide, a filled square, or a triangle in a square. */
export interface MarkerSymbol {
  readonly shape: 'disc' | 'circle' | 'square' | 'disclosure-open' | 'disclosure-closed';
  readonly rtl: boolean;
  /** From the fragment's top left. */
  readonly rect: Rect;
}

/** Text of one face and one direction, ready to paint. All fields are always there, so that runs have one shape. */
export interface TextRun {
  readonly text: string;
  readonly face: FontFace;
  readonly rtl: boolean;
  /** From the fragment's left edge; unsnapped. */
  readonly x: number;
  readonly width: number;
  /** Added to each space by `text-align: justify`, besides word-spacing. */
  readonly justify: number;
  /** Some character has no glyph in any font. */
  readonly incomplete: boolean;
  /** OpenType features besides those of the style. */
  readonly features: readonly string[] | undefined;
  /** Where its glyphs are; default: it is shaped by itself. */
  readonly shaped: ShapedRange | undefined;
  /** Of a composed run: what it is put together from, left to right; shapes it anew. */
  readonly clusters: (() => readonly GlyphCluster[]) | undefined;
  /** Of a run that stands upright in a vertical line: its clusters. Default: it is turned with the line. */
  readonly uprights: (() => readonly UprightCluster[]) | undefined;
}
