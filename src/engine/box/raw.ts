/** Raw boxes: the intermediate form of the box tree, with a node per element, text and generated box, before fix-up. */

import { type LogicalStyle, logicalStyle } from '../css/compute/logical-style.js';
import type { PseudoName, StyledDocument } from '../css/compute/styled-document.js';
import type { Matrix } from '../css/compute/transform-matrix.js';
import type { WritingMode, WritingModeChange } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isFloating as isFloatingStyle, isOutOfFlow as isOutOfFlowStyle } from '../css/style-queries.js';
import type { ElementNode } from '../html/dom.js';
import type { AppliedDecoration } from './decorations.js';
import type { ImageResource } from './image-resources.js';
import type { Bookmark, NamedValue, PageSum, RunningElement } from './paged-media.js';

export type RawNode = RawBox | RawText | RawBreak | RawReplaced;

interface RawBase {
  /** The boxes of BoxBase's `inlineAncestors`. */
  readonly inlineAncestors?: readonly RawBox[];
  readonly style: ComputedStyle;
  /** The writing mode of what contains the node, whose axes its position and size follow. Default: `horizontal-tb`. */
  readonly writingMode?: WritingMode;
  readonly element: ElementNode;
  readonly origin: PseudoName | 'anonymous' | undefined;
  /** A block that splits the inline box around it. */
  readonly splitsInline?: boolean;
  /** The last of these blocks, without inline content after it. */
  readonly endsInline?: boolean;
  /** See BoxBase. */
  bookmark?: Bookmark;
  values?: readonly NamedValue[];
}

export interface RawBox extends RawBase {
  readonly kind: 'box';
  children: RawNode[];
  /** The outside marker of a list item. */
  marker?: RawBox;
  /** Set on the parts of an inline box split by a block: no start or end edge on the side that continues. */
  continuesBefore?: boolean;
  continuesAfter?: boolean;
  /** See BlockBox. */
  readonly baseline?: 'last' | 'none' | 'margin-edge';
  readonly roundsUpWidth?: true;
  readonly isRubyPair?: boolean;
  readonly running?: RunningElement;
  readonly footnote?: Footnote;
  /** A page-margin box, where `vertical-align` aligns the content as in a table cell. */
  isMarginBox?: boolean;
  readonly writingModes?: WritingModeChange;
  /** The one child has the content, in another writing mode. */
  readonly flow?: 'orthogonal' | 'parallel' | 'initial-letter';
  /** See BlockBox. */
  readonly isTextCombine?: boolean;
  readonly orthogonalAvailableSpace?: OrthogonalAvailableSpace;
}

export interface RawText extends RawBase {
  readonly kind: 'text';
  text: string;
  readonly decorations: readonly AppliedDecoration[];
  /** See TextBox. */
  readonly isLeader?: true;
  pageSum?: PageSum;
}

interface RawBreak extends RawBase {
  readonly kind: 'break';
  readonly forced: boolean;
}

export interface RawReplaced extends RawBase {
  readonly kind: 'replaced';
  readonly content: ReplacedContent | RawLayers;
  readonly naturalWidth: number | undefined;
  readonly naturalHeight: number | undefined;
  readonly naturalRatio: number | undefined;
}

export interface NaturalSizes {
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** width / height */
  readonly ratio: number | undefined;
}

export type ReplacedContent =
  | { readonly type: 'image'; readonly image: ImageResource; readonly alt: string | undefined }
  /** Serialised, self-contained SVG with styles resolved. */
  | { readonly type: 'svg'; readonly source: string; readonly alt: string | undefined }
  /** Takes up space and paints nothing. */
  | { readonly type: 'blank' }
  /** An image that cannot be shown: an icon, in a frame if the image has a size; only the frame if it names no file. */
  | {
      readonly type: 'placeholder';
      readonly alt: string | undefined;
      readonly icon: 'none' | 'bare' | 'framed' | 'frame';
    };

/** Boxes, one over the other, are painted in place of the element: an `svg` with HTML inside. */
export interface LayersOf<Block, Drawing> {
  readonly type: 'layers';
  readonly alt: string | undefined;
  /** Back to front. */
  readonly layers: readonly LayerOf<Block, Drawing>[];
  /** The coordinate system of the drawings and of what is between them; undefined: the px of the content box. */
  readonly viewBox: ViewBox | undefined;
  /** The writing mode of what contains the element, whose axes its size follows. */
  readonly writingMode: WritingMode;
}

export type LayerOf<Block, Drawing> =
  /** As large as the whole: a part of the drawing, or layers that an effect of the box applies to together. */
  { readonly type: 'drawing'; readonly box: Drawing } | ForeignLayer<Block>;

/** The box of a `foreignObject`, or of a nested document. */
interface ForeignLayer<Block> {
  readonly type: 'foreign';
  readonly box: Block;
  /** From the px of the box to the coordinate system of the outermost `svg`. */
  readonly matrix: Matrix;
  /** Of the border box; px. undefined: the content box of the whole. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** The document of the content, whose viewport the box is; default: the one around. */
  readonly document?: StyledDocument;
}

/** Source: https://www.w3.org/TR/SVG2/coords.html#ViewBoxAttribute */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of `preserveAspectRatio`; 'none': the axes are scaled on their own. */
  readonly fit: 'none' | 'meet' | 'slice';
  /** Share of the free space before the content: 0, ½ or 1. */
  readonly alignX: number;
  readonly alignY: number;
}

export type RawLayers = LayersOf<RawBox, RawReplaced>;
export type RawLayer = LayerOf<RawBox, RawReplaced>;

/** An element with `float: footnote`. */
export interface Footnote {
  readonly element: ElementNode;
  readonly style: ComputedStyle;
  /** The footnote element's box with its footnote marker. */
  readonly content: readonly RawNode[];
  /** Value of the `footnote` counter. */
  readonly number: number;
  /** Number of footnotes before it in the document. */
  readonly index: number;
}

/**
 * The available space of an orthogonal flow's inline axis, as far as the style of its parent determines it; px.
 * Source: https://drafts.csswg.org/css-writing-modes-4/#orthogonal-auto
 */
export interface OrthogonalAvailableSpace {
  /** The height of the content box, which is the basis of percentages; undefined: indefinite. */
  readonly definite: number | undefined;
  /** Its limit, from `height` or `max-height`; undefined: none. */
  readonly max: number | undefined;
}

export function isInlineLevel(node: RawNode): boolean {
  if (node.kind === 'text' || node.kind === 'break') return true;
  return isInlineDisplay(node.style.display) && !isOutOfFlow(node) && !isFloating(node);
}

function isInlineDisplay(display: ComputedStyle['display']): boolean {
  return display.startsWith('inline') || display.startsWith('ruby');
}

/** Whether the node is a non-atomic inline box, whose children take part in the line. */
export function isInlineBox(node: RawNode): node is RawBox {
  return (
    node.kind === 'box' &&
    (node.style.display === 'inline' ||
      node.style.display === 'inline-list-item' ||
      node.style.display.startsWith('ruby')) &&
    !isOutOfFlow(node) &&
    !isFloating(node)
  );
}

export function isOutOfFlow(node: RawNode): boolean {
  return node.kind !== 'text' && isOutOfFlowStyle(node.style);
}

export function isFloating(node: RawNode): boolean {
  return node.kind !== 'text' && isFloatingStyle(node.style);
}

export function isWhiteSpace(node: RawNode): node is RawNode & { kind: 'text' } {
  return node.kind === 'text' && !node.isLeader && /^[ \t\n\r\f]*$/.test(node.text);
}

/** White space that collapses away between blocks. */
export function isCollapsibleSpace(node: RawNode): boolean {
  if (!isWhiteSpace(node)) return false;
  const collapse = node.style['white-space-collapse'];
  return collapse === 'collapse' || (collapse === 'preserve-breaks' && !node.text.includes('\n'));
}

/** The logical style of a node, in the writing mode of what contains it. */
export const styleInFlow = ({ style, writingMode }: Pick<RawBox, 'style' | 'writingMode'>): LogicalStyle =>
  logicalStyle(style, writingMode ?? 'horizontal-tb');
