/**
 * The box tree of CSS 2.2 §9.2; immutable once built, but for what layout remembers at its boxes.
 * Invariants: a block container contains either block-level or inline-level boxes only, with anonymous boxes in place;
 * tables are fixed up (CSS Tables 3 §3.1); `display: none` and `contents` generate no box.
 */

import type { LogicalStyle } from '../css/compute/logical-style.js';
import type { PseudoName } from '../css/compute/styled-document.js';
import type { WritingModeChange } from '../css/compute/writing-mode.js';
import type { ElementNode } from '../html/dom.js';
import type { AppliedDecoration } from './decorations.js';
import type { Bookmark, NamedValue, PageSum, RunningElement } from './paged-media.js';
import type { Footnote, LayerOf, LayersOf, OrthogonalAvailableSpace, ReplacedContent } from './raw.js';

export interface BoxBase {
  /** Position in document order, unique in the tree; caches are arrays indexed by id. */
  readonly id: number;
  /** Layout's own: what it has computed of the box (`BoxMemo`). */
  memo?: object | undefined;
  /** In the writing mode of what contains the box. Of an anonymous box: the initial values and what it inherits. */
  readonly style: LogicalStyle;
  /** The element that generated the box; for anonymous and generated boxes the closest one around. */
  readonly element: ElementNode;
  /** undefined: the principal box of the element. */
  readonly origin: PseudoName | 'anonymous' | undefined;
  /** Relatively positioned inline boxes around a block or float, which offset it; innermost first. */
  readonly inlineAncestors?: readonly InlineAncestor[];
  /** Set when it differs from the default bookmark of the element. */
  readonly bookmark?: Bookmark;
  /** Named strings and amounts set where the box starts. */
  readonly values?: readonly NamedValue[];
  /** A writing-mode root: the box and its style are in the inner mode. Those of the root box are the same. */
  readonly writingModes?: WritingModeChange;
}

/** An inline box that is the containing block of absolutely positioned descendants. */
export interface InlineAncestor {
  readonly element: ElementNode;
  readonly style: LogicalStyle;
}

export type Box = BlockBox | TableBox | ReplacedBox | InlineBox | TextBox | BreakBox;
/** A block-level or atomic inline box, possibly floating or positioned; `style` tells which. */
export type BlockLevelBox = BlockBox | TableBox | ReplacedBox;
export type InlineLevelBox = InlineBox | TextBox | BreakBox | BlockLevelBox;

/**
 * How a container lays out its children. The one child of a container that is `orthogonal` or `parallel` has the
 * content, in another writing mode: in an orthogonal flow, or in one whose axes are the same and only mirrored.
 */
export type FormattingContext =
  | 'flow'
  | 'flex'
  | 'grid'
  | 'math'
  | 'multicol'
  | 'orthogonal'
  | 'parallel'
  | 'initial-letter';

export interface BlockBox extends BoxBase {
  readonly kind: 'block';
  /** A `multicol` container has one anonymous block as content: the flow that fragments into columns. */
  readonly context: FormattingContext;
  /** Whether it establishes a block formatting context (float, inline-block, overflow ≠ visible, cell, …). */
  readonly newFormattingContext: boolean;
  readonly content: BlockContent;
  /** The outside marker of a list item; an inside marker is the first inline child. */
  readonly marker: MarkerBox | undefined;
  /** The rendered legend of a fieldset, which lies in its border. */
  readonly legend?: BlockBox;
  /** An anonymous block after other content of its container; `text-indent` does not apply to its first line. */
  readonly continues?: boolean;
  /** Continues the lines before a block-in-inline, so that `orphans` and `widows` count them together. */
  readonly continuesLines?: boolean;
  /** A block-in-inline without inline content after it: the lines that it is one of end below its margin. */
  readonly endsInline?: boolean;
  /** The block with `::first-line` styles: the same content, for the first formatted line. */
  readonly firstLine?: BlockBox;
  /**
   * Baseline of form controls. `last`: the last baseline of a flex container, as for inline-blocks. `none`: the control
   * has no baseline of its own, so its bottom edge is used. `margin-edge`: that of its margin box is.
   */
  readonly baseline?: 'last' | 'none' | 'margin-edge';
  /** Intrinsic widths are rounded up to whole px. Source: Blink's MenuListIntrinsicInlineSize (block_node.cc) */
  readonly roundsUpWidth?: true;
  /** A ruby base, the first child, and its annotation. */
  readonly isRubyPair?: boolean;
  /** The anchor of a running element: a box out of flow, without content. */
  readonly running?: RunningElement;
  /** The anchor of a footnote, after its call. */
  readonly footnote?: Footnote;
  /** Of an `orthogonal` box. */
  readonly orthogonalAvailableSpace?: OrthogonalAvailableSpace;
  /**
   * Text combined by `text-combine-upright`, as in Blink's LayoutTextCombine: a line that is too long is compressed.
   * Source: https://drafts.csswg.org/css-writing-modes-4/#text-combine-compression
   */
  readonly isTextCombine?: boolean;
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
  /** A part of an inline box split by a block: no start edge (margin, border, padding) … */
  readonly continuesBefore?: boolean;
  /** … or no end edge. */
  readonly continuesAfter?: boolean;
}

/** `style` is that of the parent box, shared between texts: only inherited properties apply to the text. */
export interface TextBox extends BoxBase {
  readonly kind: 'text';
  /** White space is collapsed (phase I) and `text-transform` applied; forced breaks are "\n". */
  readonly text: string;
  /** Decorations of the boxes around the text, outermost first. Source: css-text-decor-4 §2.1 */
  readonly decorations: readonly AppliedDecoration[];
  /**
   * The text is the pattern of a leader, which fills the line.
   * Source: https://drafts.csswg.org/css-content-3/#leaders
   */
  readonly isLeader?: true;
  /** The text is a placeholder of a sum, which layout replaces on each page. */
  readonly pageSum?: PageSum | undefined;
}

/** `br` and `wbr`. */
export interface BreakBox extends BoxBase {
  readonly kind: 'break';
  /** False: `wbr`, a soft wrap opportunity. */
  readonly forced: boolean;
}

/** A replaced element. Natural sizes in CSS px; undefined when it has none. */
export interface ReplacedBox extends BoxBase {
  readonly kind: 'replaced';
  readonly content: ReplacedContent | Layers;
  readonly naturalWidth: number | undefined;
  readonly naturalHeight: number | undefined;
  /** width / height */
  readonly naturalRatio: number | undefined;
}

export type Layers = LayersOf<BlockBox, ReplacedBox>;
export type Layer = LayerOf<BlockBox, ReplacedBox>;

/** The table wrapper box with its grid. Source: https://drafts.csswg.org/css-tables-3/ */
export interface TableBox extends BoxBase {
  readonly kind: 'table';
  readonly captions: readonly BlockBox[];
  /** The grid columns described by `col` and `colgroup`, spans expanded. */
  readonly columns: readonly TableColumn[];
  /** In painting order: header first, footer last; further theads and tfoots are bodies. */
  readonly sections: readonly TableSection[];
  /** In a cell, flex or grid container: percentage columns do not contribute to its max-content width. */
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
