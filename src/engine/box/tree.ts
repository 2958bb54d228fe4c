/**
 * The box tree: what CSS 2.2 §9.2 makes of the element tree. Read only once built.
 * Invariants: a block container holds either block-level boxes only or inline-level boxes only (anonymous boxes are
 * there already); table boxes are fixed up (CSS Tables 3 §3.1); `display: none | contents` have no boxes.
 */

import type { FrameChange } from '../css/compute/frames.js';
import type { PseudoName } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color, LengthPercentage } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import type { FontRequest } from '../text/types.js';
import type { Bookmark } from './bookmarks.js';
import type { Footnote } from './footnotes.js';
import type { RunningElement } from './running.js';

export interface BoxBase {
  /** Position in document order, unique in the tree: caches are arrays by id. */
  readonly id: number;
  /** In the frame of what is around. Of an anonymous box: the initial values and what it inherits. */
  readonly style: ComputedStyle;
  /** The element that made the box; of anonymous and generated boxes the nearest one around. */
  readonly element: ElementNode;
  /** undefined: the element's principal box. */
  readonly origin: PseudoName | 'anonymous' | undefined;
  /** Absolutely positioned, and inline-level without that: its static position is in the line. */
  readonly wasInline?: boolean;
  /** Relatively positioned inline boxes that the block or float is in and moves with, the innermost first. */
  readonly inlineAncestors?: readonly InlineAncestor[];
  /** In quirks mode: margins that vanish at the start and end of `body` and table cells. */
  readonly quirkyMargins?: { readonly top: boolean; readonly bottom: boolean };
  /** Where it is not the one that a heading has by itself. */
  readonly bookmark?: Bookmark;
  /** Named strings that are set where the box begins. */
  readonly strings?: readonly NamedString[];
  /** The box and its style are in the inner frame. Of the root box, which is in its own, they are the same. */
  readonly frames?: FrameChange;
}

/** Source: https://www.w3.org/TR/css-gcpm-3/#named-strings */
export interface NamedString {
  readonly name: string;
  readonly value: string;
  /** Set where the box ends. */
  readonly atEnd?: true;
}

/** An inline box that is the containing block of what is absolutely positioned in it. */
export interface InlineAncestor {
  readonly element: ElementNode;
  readonly style: ComputedStyle;
}

export type Box = BlockBox | TableBox | ReplacedBox | InlineBox | TextBox | BreakBox;
/** Takes part in a block formatting context, or is an atomic inline, or floats or is positioned: see `style`. */
export type BlockLevelBox = BlockBox | TableBox | ReplacedBox;
export type InlineLevelBox = InlineBox | TextBox | BreakBox | BlockLevelBox;

/**
 * How a container lays out its children. The one child of a container that is `orthogonal` or `parallel` has the
 * content, in another frame: one in which widths are heights, or one that is merely mirrored.
 */
export type FormattingContext = 'flow' | 'flex' | 'grid' | 'multicol' | 'orthogonal' | 'parallel';

export interface BlockBox extends BoxBase {
  readonly kind: 'block';
  /** Of a `multicol` container the content is one anonymous block: the flow that its columns are cut from. */
  readonly context: FormattingContext;
  /** Whether it establishes a new block formatting context (float, inline-block, overflow ≠ visible, cell, …). */
  readonly newFormattingContext: boolean;
  readonly content: BlockContent;
  /** The outside marker of a list item; an inside one is the first inline child. */
  readonly marker: MarkerBox | undefined;
  /** The rendered legend of a fieldset, which is in its border. */
  readonly legend?: BlockBox;
  /** An anonymous block after other content of its container: `text-indent` is not for its first line. */
  readonly continues?: boolean;
  /** Such a block after a block that stands in an inline box: its lines go on those before, as `orphans` counts them. */
  readonly continuesLines?: boolean;
  /** The block as its first line has it (`::first-line`): the same content in other styles. */
  readonly firstLine?: BlockBox;
  /**
   * For boxes of form controls. `last`: on a line it stands by its last baseline, though its content is that of a flex
   * container. `none`: the block around it has none from it.
   */
  readonly baseline?: 'last' | 'none';
  /** Its intrinsic widths are whole px, rounded up, as those of a drop-down menu. Source: Blink's MenuListIntrinsicInlineSize */
  readonly roundsUpWidth?: true;
  /** A base, the first child, and the annotation over it. */
  readonly isRubyPair?: boolean;
  /** Stands where the element would be, out of flow and without content. */
  readonly running?: RunningElement;
  /** Stands behind the call of a footnote, as above. */
  readonly footnote?: Footnote;
  /** Of an `orthogonal` box: what its parent's style says of the height of its content box. */
  readonly room?: OrthogonalRoom;
  /** Of an `orthogonal` box: a line that is too long is set narrower. */
  readonly squeezes?: boolean;
}

/** Lines that run down wrap in it. px */
export interface OrthogonalRoom {
  /** What percentages refer to; undefined: they are not definite. */
  readonly definite: number | undefined;
  /** Not higher than this. */
  readonly most: number | undefined;
}

export type BlockContent =
  | { readonly type: 'blocks'; readonly children: readonly BlockLevelBox[] }
  | { readonly type: 'inlines'; readonly children: readonly InlineLevelBox[] };

export interface MarkerBox extends BoxBase {
  readonly kind: 'marker';
  /** Text or an image. */
  readonly children: readonly InlineLevelBox[];
}

export interface InlineBox extends BoxBase {
  readonly kind: 'inline';
  readonly children: readonly InlineLevelBox[];
  /** A block inside split the box: this part has no start edge (margin, border, padding) … */
  readonly continuesBefore?: boolean;
  /** … or no end edge. */
  readonly continuesAfter?: boolean;
}

/** `style` is that of the box around the text, which other text of it shares: only its inherited values are the text's. */
export interface TextBox extends BoxBase {
  readonly kind: 'text';
  /** White space collapsed (phase I) and text-transform applied; forced breaks are "\n". */
  readonly text: string;
  /** Decorations of this and the boxes around it, outermost first. Source: css-text-decor-4 §2.1 */
  readonly decorations: readonly AppliedDecoration[];
  /** The text is a pattern that fills the line: https://drafts.csswg.org/css-content-3/#leaders */
  readonly isLeader?: true;
}

/** `br` and `wbr`. */
export interface BreakBox extends BoxBase {
  readonly kind: 'break';
  /** False: `wbr`, an opportunity only. */
  readonly forced: boolean;
}

export interface AppliedDecoration {
  readonly lines: readonly ('underline' | 'overline' | 'line-through')[];
  readonly style: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy';
  readonly color: Color;
  readonly thickness: 'auto' | 'from-font' | LengthPercentage;
  readonly underlineOffset: 'auto' | LengthPercentage;
  readonly underlinePosition: 'auto' | 'from-font' | 'under' | 'left' | 'right';
  readonly skipInk: boolean;
  /** The decorating box's font: gives auto thickness and position. */
  readonly font: FontRequest;
}

/** An image or drawing with sizes of its own. Sizes in CSS px; undefined: has none. */
export interface ReplacedBox extends BoxBase {
  readonly kind: 'replaced';
  readonly content: ReplacedContent;
  readonly naturalWidth: number | undefined;
  readonly naturalHeight: number | undefined;
  /** width / height */
  readonly naturalRatio: number | undefined;
}

export type ReplacedContent =
  | { readonly type: 'image'; readonly image: ImageResource; readonly alt: string | undefined }
  /** Serialised, self-contained SVG with styles resolved. */
  | { readonly type: 'svg'; readonly source: string; readonly alt: string | undefined }
  /** Takes room and shows nothing. */
  | { readonly type: 'blank' }
  /** Could not be shown: an outlined box of the size it would have, with its alternative text. */
  | { readonly type: 'placeholder'; readonly alt: string | undefined };

/** A decoded-enough image: header checked, bytes untouched. */
export interface ImageResource {
  /** Hash of the bytes: equal images are embedded once. */
  readonly key: string;
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'svg';
  readonly bytes: Uint8Array;
  /** CSS px; undefined for an SVG without size. EXIF orientation applied. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** width / height of an SVG that has a ratio but not both sizes. */
  readonly ratio?: number;
  /** EXIF orientation 1..8. */
  readonly orientation: number;
}

/** The table wrapper box with its grid. Source: https://drafts.csswg.org/css-tables-3/ */
export interface TableBox extends BoxBase {
  readonly kind: 'table';
  readonly captions: readonly BlockBox[];
  /** One per grid column that a `col` or `colgroup` describes, spans expanded. */
  readonly columns: readonly TableColumn[];
  /** In painting order: header first, footer last; further theads and tfoots count as bodies. */
  readonly sections: readonly TableSection[];
  /** In a cell, a flex or a grid container: percentage columns do not widen it while its container is measured. */
  readonly isConfined?: true;
}

export interface TableColumn {
  readonly box: BoxBase | undefined;
  readonly group: BoxBase | undefined;
}

export interface TableSection extends BoxBase {
  readonly kind: 'table-section';
  readonly role: 'header' | 'body' | 'footer';
  readonly rows: readonly TableRow[];
}

export interface TableRow extends BoxBase {
  readonly kind: 'table-row';
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly box: BlockBox;
  /** 1..1000, as HTML clamps it. */
  readonly colspan: number;
  /** 0 = to the end of the section; else 1..65534. */
  readonly rowspan: number;
}
