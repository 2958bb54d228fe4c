/**
 * The layout contract, after Blink's LayoutNG: `layout(context, box, space, resume?) → LayoutResult`.
 * A box is read only, a fragment immutable and without a position of its own, a constraint space says everything from
 * outside, a break token says where a box stopped. Lengths are CSS px in multiples of 1/64 (units.ts).
 * `undefined` sizes are indefinite. Everything is in the frame of its writing mode (css/frames.ts):
 * inline = x, block = y; physical.ts makes it physical when a page is laid out.
 */

import type { Footnote } from '../../box/footnotes.js';
import type { RunningElement } from '../../box/running.js';
import type {
  BlockBox,
  BlockLevelBox,
  Box,
  InlineAncestor,
  MarkerBox,
  ReplacedBox,
  TableBox,
  TableRow,
  TableSection,
  TextBox,
} from '../../box/tree.js';
import type { Frame, Side } from '../../css/compute/frames.js';
import type { BreakBetween } from '../../css/properties/fragmentation.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import type { Report } from '../../diagnostics.js';
import type { FontLibrary } from '../../text/fonts.js';
import type { Hyphenators } from '../../text/hyphenation.js';
import type { TextShaper } from '../../text/shape.js';
import type { FontFace, GlyphCluster, ShapedRange, UprightCluster } from '../../text/types.js';

import type { OnPage } from '../page/page-references.js';

/** What every layout function may use besides its arguments. One per document. */
export interface LayoutContext {
  readonly fonts: FontLibrary;
  readonly shaper: TextShaper;
  /** Default: words are hyphenated at soft hyphens only. */
  readonly hyphenators?: Hyphenators;
  readonly report: Report;
  /** Of the first page's area; viewport units and quirks refer to it. */
  readonly viewport: Size;
  readonly quirks: boolean;
  readonly caches: LayoutCaches;
  readonly algorithms: Algorithms;
}

/** What the caller of layout has to bring; algorithms.ts makes a LayoutContext of it. */
export type LayoutInput = Omit<LayoutContext, 'algorithms'>;

/**
 * The layout algorithm of each kind of box. Boxes nest in any order, so algorithms reach each other through this
 * table (by layout.ts and intrinsic.ts) and not by importing each other.
 */
export interface Algorithms {
  readonly block: Algorithm<BlockBox>;
  readonly flex: Algorithm<BlockBox>;
  readonly grid: Algorithm<BlockBox>;
  readonly multicol: Algorithm<BlockBox>;
  readonly orthogonal: Algorithm<BlockBox>;
  readonly parallel: Algorithm<BlockBox>;
  readonly table: Algorithm<TableBox>;
  readonly replaced: Algorithm<ReplacedBox>;
}

export interface Algorithm<B extends BlockLevelBox> {
  layout(context: LayoutContext, box: B, space: ConstraintSpace, resume: BreakToken | undefined): LayoutResult;
  /** Of the border box, from the content alone: the box's own width, min-width and max-width do not count. */
  intrinsicSizes(context: LayoutContext, box: B, before?: FloatWidths, heights?: HeightSpace): MinMax;
  /** Border and padding, percentages 0, where they are not those of the style. */
  borderPadding?(context: LayoutContext, box: B): Edges;
}

/** Widths of floats side by side. */
export interface FloatWidths {
  readonly left: number;
  readonly right: number;
}

export const NO_FLOATS: FloatWidths = { left: 0, right: 0 };

/** Per document; arrays by box id where speed matters. */
export interface LayoutCaches {
  /** Owned by the modules that use them, keyed by their name. */
  readonly byModule: Map<string, unknown>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 };

/** min-content and max-content sizes of the BORDER box in the inline axis. */
export interface MinMax {
  readonly min: number;
  readonly max: number;
}

// ---- constraint space -------------------------------------------------------------------------------------------

export interface ConstraintSpace {
  /** Content box of the containing block; the box's own margins are inside it. */
  readonly availableWidth: number;
  readonly availableHeight: number | undefined;
  /** What percentages refer to. */
  readonly percentageWidth: number;
  readonly percentageHeight: number | undefined;
  /** The parent (flex, grid, table) has decided the border-box size. */
  readonly fixedWidth?: number;
  readonly fixedHeight?: number;
  /** Whether percentages inside may resolve against a fixedHeight; default true. */
  readonly fixedHeightIsIndefinite?: boolean;
  /** Content that breaks have moved down may make the box higher than fixedHeight. */
  readonly fixedHeightIsLeast?: boolean;
  /** Only the content says how high the box is: its height, min-height and max-height are left out. */
  readonly contentHeight?: boolean;
  /** `width: auto` is fit-content (floats, inline-blocks, absolutes), not stretch. */
  readonly shrinkToFit?: boolean;
  /** The box establishes a formatting context of its own: no margins collapse through, no floats come in. */
  readonly newFormattingContext: boolean;
  /** A grid whose tracks are those of the grid it is an item of, in one axis or both. */
  readonly subgrid?: SubgridSpace | undefined;
  /** A table cell's content: heights and percentages follow CSS Tables' rules. */
  readonly tableCell?: TableCellSpace;
  /** For flow inside the parent's block formatting context. */
  readonly flow?: FlowSpace;
  /** undefined: unlimited, nothing breaks (measuring, unbreakable content). */
  readonly fragmentainer?: FragmentainerSpace;
}

/** What a box's height depends on. */
export type HeightSpace = Pick<
  ConstraintSpace,
  'percentageHeight' | 'fixedHeight' | 'fixedHeightIsIndefinite' | 'fixedHeightIsLeast' | 'tableCell' | 'contentHeight'
>;

export interface SubgridSpace {
  readonly columns?: SubgridAxis | undefined;
  readonly rows?: SubgridAxis | undefined;
}

/** The tracks of the parent grid that a subgrid spans, in one axis and in the subgrid's terms. */
export interface SubgridAxis {
  /** Sizes of the tracks within the subgrid's content box. */
  readonly sizes: readonly number[];
  /** Where they start, from its content edge. */
  readonly starts: readonly number[];
  /** Gutter that makes the tracks come out where the parent's are. */
  readonly gap: number;
  /** Lines of the parent that lie in the subgrid, by name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

export interface TableCellSpace {
  /** measure: row heights are not known yet, percentage heights are auto. */
  readonly phase: 'measure' | 'final';
  /** final: border-box height that percentages inside refer to, where the cell is as high as its content for now. */
  readonly height?: number;
  /** final: how far down `vertical-align` moves the content in flow. */
  readonly contentShift?: number;
  /** Used border widths in place of the style's: halves of the collapsed borders around the cell. */
  readonly border?: Edges;
}

/** The state of the block formatting context that a box in flow continues. */
export interface FlowSpace {
  /** Left edge of the box's border box in the formatting context. */
  readonly bfcX: number;
  /** Where the box would start without the margins in `strut`. */
  readonly bfcY: number;
  /** The box's own top margin and those before it that collapse with it; not yet part of bfcY. */
  readonly strut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  /** Set on the second pass, when the parent knows where the box's border edge goes. */
  readonly forcedBfcY?: number;
  /** The border edge goes no higher than this: the bottom of the floats that `clear` names. */
  readonly clearanceY?: number;
  /** Floats before the box were placed where its margin collapses to: what clears them ends that collapsing. */
  readonly adjoiningFloats?: FloatSides;
}

/** Whether there are floats on a side. */
export interface FloatSides {
  readonly left: boolean;
  readonly right: boolean;
}

export const NO_SIDES: FloatSides = { left: false, right: false };

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

/**
 * The floats of a block formatting context, immutable; read and extended by exclusions.ts only. A list from the
 * latest float back, so that adding one costs nothing.
 */
export interface ExclusionSpace {
  readonly float: Exclusion | undefined;
  /** The floats before; undefined for the space without any. */
  readonly earlier: ExclusionSpace | undefined;
  /** Lowest edges of all left and right floats; -Infinity: none. What `clear` goes below. */
  readonly leftBottom: number;
  readonly rightBottom: number;
  /** No float goes above the top of an earlier one. */
  readonly lastTop: number;
  /** A float goes on, or begins, on the next page. */
  readonly hasBreak: boolean;
}

/** Margin box of a float in the formatting context. */
export interface Exclusion {
  readonly side: 'left' | 'right';
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

// ---- lines -------------------------------------------------------------------------------------------------------

/** Where inline content goes on. Opaque to everybody but inline.ts; equal positions need not be equal objects. */
export interface InlineToken {
  readonly kind: 'inline-token';
}

/** What a line needs to know of the block container it is in. */
export interface LineSpace {
  /** Content box of the block container. */
  readonly availableWidth: number;
  /** What percentage heights of atomic inlines and floats refer to; undefined: they are auto. */
  readonly percentageHeight: number | undefined;
  /** The container's content left edge and the line's top in the block formatting context. */
  readonly bfcX: number;
  readonly bfcY: number;
  readonly exclusions: ExclusionSpace;
  /** The last line that shows (`line-clamp`): what comes after it gives way to an ellipsis. */
  readonly isClamped?: boolean;
  /** Where bfcY = 0 is on the page: only for floats that may break. */
  readonly fragmentainer?: FragmentainerSpace;
}

/** One line. Offsets are from the container's content left edge and `LineSpace.bfcY`. */
export interface LineResult {
  /** x of its children starts at the content left edge: alignment, indent and floats are in there. */
  readonly line: LineFragment;
  /** How far floats pushed the line down. */
  readonly y: number;
  /** How much the line takes, from its own top; 0 for an empty one. */
  readonly height: number;
  /** Nothing on the line counts (only floats, absolutes, collapsed space): margins collapse through it. */
  readonly empty: boolean;
  /** undefined: the content is finished. */
  readonly next: InlineToken | undefined;
  /** With the floats met on the line. */
  readonly exclusions: ExclusionSpace;
  readonly floats: readonly PlacedFloat[];
  /** Floats met on the line that go to the next page as a whole. */
  readonly floatTokens: readonly BreakToken[];
  /** x and y as above. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** `<br clear>`: what follows goes below these floats. */
  readonly clearAfter: 'none' | 'left' | 'right' | 'both';
  /** Ink-independent extent beyond [0, availableWidth] x [0, height], from the line's top; undefined: none. */
  readonly overflow: Rect | undefined;
}

/** A float with its place: of the border box, in the block formatting context. */
export interface PlacedFloat {
  readonly fragment: BoxFragment;
  readonly bfcX: number;
  readonly bfcY: number;
  readonly breakToken?: BreakToken;
  /** How well it breaks, and how much more room it would need. */
  readonly breaks?: { readonly appeal: BreakAppealValue; readonly spaceShortage: number | undefined };
  readonly outOfFlow: readonly OutOfFlow[];
}

/** The outside marker of a list item. */
export interface MarkerResult {
  readonly fragment: BoxFragment;
  /** Left edge, from the item's content left edge (right edge, and leftwards negative too, when it is rtl: from the left). */
  readonly x: number;
  /** From the fragment's top. */
  readonly baseline: number;
}

/** The page or column that content is being put on. */
export interface FragmentainerSpace {
  readonly kind: 'page' | 'column';
  /** Block size of this fragmentainer's content area. */
  readonly size: number;
  /**
   * Where y = 0 of the block formatting context is in the fragmentainer: of the one the box continues (`flow`), or of
   * its own, i.e. its border box's top. May be < 0.
   */
  readonly offset: number;
  /** A break inside this box that an earlier pass found better: stop there. */
  readonly earlyBreak?: EarlyBreak;
  /** Used value of the parent's `page` property. */
  readonly pageName: string;
  /** Nothing was put on the page before: whatever comes first has to stay on this one, however badly it breaks. */
  readonly mustProgress?: boolean;
  /**
   * Column only: how well the columns before it broke. Rather than break worse, what goes on here goes on on the next
   * page. Default: the worst.
   */
  readonly leastAppeal?: BreakAppealValue;
  /** Column only: the boxes that span all columns; the flow stops before each of them. */
  readonly spanners?: ReadonlySet<Box>;
  /** Content is repeated on every fragmentainer (thead, tfoot): must not break, consumes nothing. */
  readonly repeated?: boolean;
  /** In a box that clips, moves or fades its content: absolutely positioned boxes that reach over the end stay in it. */
  readonly confines?: boolean;
}

// ---- breaks ------------------------------------------------------------------------------------------------------

/** How good a break is, ascending. Source: https://drafts.csswg.org/css-break-3/#unforced-breaks */
export const BreakAppeal = {
  /** Would lose content or make no progress. */
  last: 0,
  /** Against `break-before`, `break-after` or `break-inside: avoid`. */
  violatesBreakAvoid: 1,
  violatesOrphansAndWidows: 2,
  perfect: 3,
} as const;
export type BreakAppealValue = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** A break point found on the way, to come back to if the later ones are worse. */
export interface EarlyBreak {
  readonly appeal: BreakAppealValue;
  /** The box before which to break, or the line (`line` > 0: number of lines kept) inside `box`. */
  readonly box: Box | TableRow | TableSection;
  readonly line?: number;
  /** The path down to it. */
  readonly inside?: EarlyBreak;
}

/** Where a box stopped. Opaque to everybody but the algorithm that made it. */
export interface BreakToken {
  readonly box: Box | TableRow | TableSection;
  /** Block size of the border box already laid out in earlier fragmentainers. */
  readonly consumed: number;
  /** Fragments made so far. */
  readonly sequence: number;
  /** The break is before the box: nothing of it is laid out yet. */
  readonly before: boolean;
  /** Forced by a break property, so that margins after it are kept. */
  readonly forced: boolean;
  /** Which page a forced break asks for. */
  readonly forcedBreak?: BreakBetween;
  /** Children to resume, in order; parallel flows (cells of a row, floats) have one each. */
  readonly children: readonly BreakToken[];
  /** All children were begun already: only those in `children`, or the rest of the box's own size, are left. */
  readonly seenAll: boolean;
  /** The box's own size is used up: only content that overflows it is left. */
  readonly atEnd: boolean;
  /** End padding and border still to come, where they are all that is left. Default: they are whole. */
  readonly endEdges?: number;
  /** The algorithm's own data: an inline position, a row number, … */
  readonly data?: unknown;
}

// ---- results -----------------------------------------------------------------------------------------------------

export interface LayoutResult {
  readonly status: LayoutStatus;
  readonly fragment: BoxFragment;
  readonly breakToken?: BreakToken;
  /** Only for boxes in flow of the parent's formatting context. */
  readonly flow?: FlowResult;
  /** Values of break-before/after that travelled up from first and last children, the box's own among them. */
  readonly breakBefore: BreakBetween;
  readonly breakAfter: BreakBetween;
  readonly appeal: BreakAppealValue;
  /** A better break point than where it stopped, for the parent to return to. */
  readonly earlyBreak?: EarlyBreak;
  /** How much more space would have let the next piece fit: steps of column balancing. */
  readonly spaceShortage?: number;
  readonly tallestUnbreakable?: number;
  /** How far content that cannot break reaches below the fragmentainer's end: the next one keeps that much free. */
  readonly monolithicOverflow?: number;
  /** Stopped before this box, which spans all columns; the token goes on after it. */
  readonly spanner?: BlockLevelBox;
  /** Absolutely positioned descendants that no box inside contains. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** The `page` name of the first and last in-flow box inside (css-page-3 §8.1). */
  readonly startPage?: string;
  readonly endPage?: string;
}

export type LayoutStatus =
  | 'done'
  /** The box's place in the formatting context turned out to be another than was assumed: lay out again. */
  | 'bfc-offset-resolved';

export interface FlowResult {
  /** Offset of the border box in the formatting context; undefined for an empty box whose margins collapse through. */
  readonly bfcY: number | undefined;
  /** Margins at the end that may collapse with what follows. */
  readonly endStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly selfCollapsing: boolean;
  /** Floats were placed while bfcY was still unknown, on the assumption that it is this; NaN: on several ones. */
  readonly floatsAssume?: number;
  /** Which floats those are. */
  readonly floatSides?: FloatSides;
}

/** An absolutely or fixed positioned box with its static position, on the way up to its containing block. */
export interface OutOfFlow {
  readonly box: BlockLevelBox;
  /** Static position: of the margin box, relative to the border box of the fragment that carries this. */
  readonly x: number;
  readonly y: number;
  /** Which edge of the box x stands for: `end` for right-to-left or end-aligned static positions. */
  readonly xEdge: 'start' | 'center' | 'end';
  readonly yEdge: 'start' | 'center' | 'end';
  /**
   * Its containing block is on several pages, so that it is placed once all of them are known: its place from the
   * border edge of the whole box, as if that were not broken.
   */
  readonly within?: { readonly box: Box; readonly x: number; readonly y: number };
  /** The inline box that contains it, when that is an inline one. */
  readonly inlineContainer?: InlineAncestor;
}

// ---- fragments ---------------------------------------------------------------------------------------------------

export type Fragment = BoxFragment | LineFragment | TextFragment;

/** A fragment with its place: the offset of its border box from the parent fragment's border box. */
export interface Placed<F extends Fragment = Fragment> {
  readonly fragment: F;
  readonly x: number;
  readonly y: number;
}

/** A box, or the part of it on one page, column or line. Sizes are of the border box. */
export interface BoxFragment {
  readonly kind: 'box';
  readonly box: Box | TableRow | TableSection | MarkerBox;
  readonly style: ComputedStyle;
  readonly width: number;
  readonly height: number;
  /** Used widths; 0 on the sides that a break cut off (`box-decoration-break: slice`). */
  readonly border: Edges;
  readonly padding: Edges;
  readonly children: readonly Placed[];
  /** From the border box's top; undefined: none. */
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  /** Where an inline-block has its last line, if that is not `lastBaseline`; undefined: it has none. */
  readonly lineBaseline?: number | undefined;
  /** Whether the box starts and ends in this fragment. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** For sliced backgrounds and radii: height of the whole box so far and how far into it this fragment starts. */
  readonly consumed: number;
  /** Scrollable overflow relative to the border box; undefined: none beyond it. */
  readonly overflow: Rect | undefined;
  /** Table with captions only: the table grid box; background, border, columns and collapsed borders are its. */
  readonly gridRect?: Rect;
  /** Table only: collapsed borders to paint, relative to the border box. */
  readonly collapsedBorders?: readonly CollapsedBorder[];
  /** Table only: rectangles of columns and column groups, for their backgrounds. */
  readonly columns?: readonly { readonly style: ComputedStyle; readonly rect: Rect }[];
  /** Multi-column container only: lines between columns, relative to the border box. */
  readonly columnRules?: readonly Rect[];
  /** Grid container only: all of its tracks, relative to the border box; what counts as its content in flow. */
  readonly tracksRect?: Rect;
  /** Table cell with `empty-cells: hide` and no content: neither border nor background. */
  readonly hideEmptyCell?: boolean;
  /** Repeated header or footer: an artifact for assistive technology. */
  readonly repeated?: boolean;
  /** Fieldset with a legend only. */
  readonly legendGap?: LegendGap;
  /** Relative offset (`position: relative | sticky`), not part of x and y of Placed. */
  readonly shift?: { readonly x: number; readonly y: number };
  /** Of a physical fragment: the frame it was laid out in, when that is a vertical one. */
  readonly frame?: Frame;
}

/** Where a fieldset's border gives way to its legend; from the border box's corner. */
export interface LegendGap {
  readonly x: number;
  readonly width: number;
  /** Border and background begin here. */
  readonly frameTop: number;
  /** Of a physical fragment: the side that all this is measured along. Default: top. */
  readonly side?: Side;
}

export interface CollapsedBorder {
  readonly rect: Rect;
  readonly side: 'horizontal' | 'vertical';
  readonly style: ComputedStyle['border-top-style'];
  readonly color: ComputedStyle['border-top-color'];
}

/** One line box. Its children are text, inline boxes and atomic inlines; y is from the line's top. */
export interface LineFragment {
  readonly kind: 'line';
  readonly style: ComputedStyle;
  readonly width: number;
  readonly height: number;
  /** From the line's top. */
  readonly baseline: number;
  /** That of the root inline box's letters, when text is aligned by another one. */
  readonly alphabeticBaseline?: number;
  readonly children: readonly Placed<BoxFragment | TextFragment>[];
  /** The line ends with a forced break or is the block's last. */
  readonly isLast: boolean;
  /** Nothing on it counts: it takes no height. */
  readonly isEmpty: boolean;
  /** Of a physical fragment, by a right angle: the baseline is from the side that the turn has made of the top. */
  readonly turn?: Turn;
}

export type Turn = 'clockwise' | 'counterclockwise';

/** A stretch of one text box on one line. Height is that of the font (ascent + descent), not of the line. */
export interface TextFragment {
  readonly kind: 'text';
  readonly box: TextBox;
  readonly style: ComputedStyle;
  readonly width: number;
  readonly height: number;
  /** Ascent: baseline from the fragment's top. */
  readonly baseline: number;
  /** In visual order, left to right. */
  readonly runs: readonly TextRun[];
  /** Source order text of the fragment, for extraction; without a hyphen that was added. */
  readonly text: string;
  /** A list marker that is drawn in the text's colour, not written: then there are no runs. */
  readonly symbol?: MarkerSymbol;
  /** Of a physical fragment: width and height are those after the turn, all else is as before it. */
  readonly turn?: Turn;
}

/** A filled circle, a circle line 1px wide, a filled square, or a triangle in a square. */
export interface MarkerSymbol {
  readonly shape: 'disc' | 'circle' | 'square' | 'disclosure-open' | 'disclosure-closed';
  readonly rtl: boolean;
  /** From the fragment's top left. */
  readonly rect: Rect;
}

/** Text of one face and one direction, ready to paint. */
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
  readonly features?: readonly string[];
  /** Where its glyphs are; default: it is shaped by itself. */
  readonly shaped?: ShapedRange;
  /** Of a composed run: what it is put together from, left to right; shapes it anew. */
  readonly clusters?: () => readonly GlyphCluster[];
  /** Of a run that stands upright in a vertical line: its clusters. Default: it is turned with the line. */
  readonly uprights?: () => readonly UprightCluster[];
}

// ---- pages -------------------------------------------------------------------------------------------------------

export interface PageLayout {
  /** Page box, px. */
  readonly width: number;
  readonly height: number;
  /** Page area (content box of the page). */
  readonly area: Rect;
  /** Of the page context: background, border, padding. */
  readonly style: ComputedStyle;
  readonly margin: Edges;
  readonly border: Edges;
  readonly padding: Edges;
  /** < 1 when the document is wider than the page area and was laid out on an enlarged one; margin boxes excluded. */
  readonly scale: number;
  /** Relative to the page area's origin, unscaled. */
  readonly content: readonly Placed<BoxFragment>[];
  /** Relative to the page box. */
  readonly marginBoxes: readonly Placed<BoxFragment>[];
  readonly name: string;
  /** Made only to get to the right side. */
  readonly blank: boolean;
  readonly side: 'left' | 'right';
  /** See PageQuery. */
  readonly groups: ReadonlyMap<string, number>;
  /** Elements that were taken out of the flow here, for page-margin boxes. */
  readonly running: readonly OnPage<RunningElement>[];
  /** Those whose calls are on the page, in document order. */
  readonly footnotes: readonly Footnote[];
}

export interface DocumentLayout {
  readonly pages: readonly PageLayout[];
  /** Targets of internal links by id: page index and place in the page area. */
  readonly anchors: ReadonlyMap<string, { readonly page: number; readonly x: number; readonly y: number }>;
}
