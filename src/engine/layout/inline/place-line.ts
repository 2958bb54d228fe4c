/** Inline-axis layout of a line: bidi reordering, alignment, justification; creates the line's fragments. */

import type { BlockLevelBox, InlineBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { isContainingBlockOf } from '../../css/style-queries.js';
import { resolveLength } from '../../css/values/values.js';
import { visualOrder } from '../../text/bidi.js';
import type { BoxFragment, LineFragment, Placed, TextFragment } from '../algorithm/fragment.js';
import type { Edges } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { movedAll, movedOutOfFlow, type OutOfFlow } from '../positioned/out-of-flow.js';
import { relativeShift } from '../positioned/relative.js';
import { staticPosition } from '../positioned/static-position.js';
import { horizontal } from '../sizing/edges.js';
import { withInlineSides } from './edges.js';
import type { InlineContent } from './inline-items.js';
import { justify } from './justify.js';
import { fillLeaders, leaderFragment } from './leader.js';
import type { BrokenLine } from './line.js';
import type { BoxEntry, Leaf, StackedLine } from './line-box.js';
import type { LineSpace } from './line-result.js';
import { shapedWidth, type TextPiece } from './pieces.js';
import { shapedRuns, textFragment } from './text-fragment.js';
import { needsTruncation, type PiecePlace, type Truncation, truncateLine } from './truncate-line.js';

type Child = Placed<BoxFragment | TextFragment>;

/** A part of an inline box on the line; bidi reordering may split the box. */
interface BoxNode {
  readonly entry: BoxEntry;
  readonly children: (BoxNode | Leaf)[];
  /** Whether it is the first, or last, part of the box from left to right: it has the box's edges there. */
  readonly isLeftmost: boolean;
  isRightmost: boolean;
}

export interface PlacedLine {
  readonly line: LineFragment;
  /** Static positions from the line's origin. */
  readonly outOfFlow: readonly OutOfFlow[];
  /** Floats of the line in visual order. */
  readonly floats: readonly BlockLevelBox[];
  /** An ellipsis replaces overflowing content. */
  readonly isTruncated: boolean;
}

export function placeLine(
  context: LayoutContext,
  content: InlineContent,
  broken: BrokenLine,
  stacked: StackedLine,
  space: LineSpace,
): PlacedLine {
  const { direction } = broken;
  const isLast = broken.endsWithForcedBreak || broken.next === undefined;
  const availableWidth = broken.opportunity.right - broken.opportunity.left;
  const align = alignmentOf(content.style.style, isLast);
  let rest = availableWidth - broken.width;
  if (rest > 0 && fillLeaders(broken.pieces, rest)) rest = 0;
  if (align === 'justify' && rest > 0 && justify(content, broken.pieces, rest)) rest = 0;
  const offset = broken.opportunity.left - space.bfcX + alignOffset(align, direction, rest);
  const start = direction === 'ltr' ? offset + broken.indent : offset;
  // What hangs at the end from right to left precedes the rest.
  const x = direction === 'ltr' ? start : start - broken.hanging;
  let placer = new LinePlacer(context, content, broken, stacked, space, undefined);
  let children = placer.place(x);
  const truncation = needsTruncation(content, broken, start, start + broken.width - broken.indent, space)
    ? truncateLine(context, content, placer.places, broken, space)
    : undefined;
  if (truncation) {
    placer = new LinePlacer(context, content, broken, stacked, space, truncation);
    children = placer.place(x);
  }
  const line: LineFragment = {
    kind: 'line',
    style: content.box.style,
    width: space.availableWidth,
    height: stacked.height,
    baseline: stacked.baseline,
    alphabeticBaseline: content.style.isCentral
      ? stacked.baseline - content.style.metrics.ascent + content.style.textAscent
      : undefined,
    children,
    isLast,
    isEmpty: broken.empty,
    hanging: broken.hanging,
    rotation: undefined,
  };
  const { outOfFlow, floats } = placer;
  return { line, outOfFlow, floats, isTruncated: truncation !== undefined };
}

/**
 * Inline offset of the content of a block's last line, px; undefined: the line is justified.
 * @param left  the content's start edge, from the container's content edge, px
 * @param rest  free space of the line, px
 */
export function lastLineStart({ style, direction }: InlineContent, left: number, rest: number): number | undefined {
  const align = alignmentOf(style.style, true);
  return align === 'justify' ? undefined : left + alignOffset(align, direction, rest);
}

/**
 * Aligns or justifies the only piece of a left-to-right line.
 * @param rest  free space of the line, px
 * @returns     its inline offset, px
 */
export function placeOnly(content: InlineContent, piece: TextPiece, isLast: boolean, rest: number): number {
  const align = alignmentOf(content.style.style, isLast);
  const isJustified = align === 'justify' && rest > 0 && justify(content, [piece], rest);
  return alignOffset(align, 'ltr', isJustified ? 0 : rest);
}

/**
 * Inline offset at which text would start on an empty line: the static position of an inline-level box, px.
 * @param left, right  edges of the layout opportunity, from the container's content edge
 * @param width        content-box width of the container
 */
export function emptyLineStart(style: LogicalStyle, left: number, right: number, width: number): number {
  const { length, hanging } = style['text-indent'];
  const indent = hanging ? 0 : snap(resolveLength(length, width));
  const x = left + alignOffset(alignmentOf(style, true), style.direction, right - left);
  return style.direction === 'ltr' ? x + indent : x - indent;
}

type LineAlignment = ComputedStyle['text-align'];

function alignmentOf(style: LogicalStyle, isLast: boolean): LineAlignment {
  const align = style['text-align'] === 'justify' && style['text-justify'] === 'none' ? 'start' : style['text-align'];
  if (!isLast) return align;
  const last = style['text-align-last'];
  if (last !== 'auto') return last;
  return align === 'justify' ? 'start' : align;
}

/** Offset of the line's content by alignment, px; overflowing lines are start-aligned. */
function alignOffset(align: LineAlignment, direction: 'ltr' | 'rtl', rest: number): number {
  const isLtr = direction === 'ltr';
  switch (align) {
    case 'left':
    case '-webkit-left':
      return isLtr ? 0 : Math.min(0, rest);
    case 'right':
    case '-webkit-right':
      return rest > 0 || !isLtr ? rest : 0;
    case 'center':
    case '-webkit-center':
      if (isLtr) return Math.max(0, snap(rest / 2));
      return rest > 0 ? snap(rest / 2) : rest;
    case 'end':
      return isLtr ? Math.max(0, rest) : Math.min(0, rest);
    default:
      return isLtr ? 0 : rest;
  }
}

class LinePlacer {
  readonly outOfFlow: OutOfFlow[] = [];
  readonly floats: BlockLevelBox[] = [];
  /** Text and atomic inlines in visual order. */
  readonly places: PiecePlace[] = [];
  /** Index of the first leaf with content: static positions of block-level boxes after it are below the line. */
  readonly #firstContent: number;
  #ellipsisX = 0;

  constructor(
    readonly context: LayoutContext,
    readonly content: InlineContent,
    readonly broken: BrokenLine,
    readonly stacked: StackedLine,
    readonly space: LineSpace,
    readonly truncation: Truncation | undefined,
  ) {
    const { leaves } = stacked;
    const index = leaves.findIndex(({ piece }) => piece !== undefined && piece.end > piece.start);
    this.#firstContent = index < 0 ? leaves.length : index;
  }

  place(x: number): Child[] {
    const children: Child[] = [];
    this.#placeAll(this.#tree(), x, 0, 0, children);
    if (this.truncation) children.push(this.#ellipsis(this.truncation));
    // `push` makes room for 17, which the only child of a line leaves empty.
    return children.length === 1 ? [children[0]!] : children;
  }

  #ellipsis({ ellipsis, box }: Truncation): Child {
    const { metrics, textAscent } = this.content.style;
    const { ascent, descent } = metrics;
    const fragment: TextFragment = {
      kind: 'text',
      box,
      style: box.style,
      width: shapedWidth(ellipsis),
      height: ascent + descent,
      baseline: textAscent,
      content: shapedRuns(ellipsis, 0),
      text: '',
      repeated: false,
      symbol: undefined,
      rotation: undefined,
    };
    return { fragment, x: this.#ellipsisX, y: this.stacked.baseline - ascent };
  }

  #ellipsisOffset({ ellipsis, kept }: Truncation, { width }: { readonly width: number }, x: number): number {
    const shown = kept?.width ?? width;
    return this.broken.direction === 'ltr' ? x + shown : x + width - shown - shapedWidth(ellipsis);
  }

  /** Leaves in visual order, nested in their inline boxes. */
  #tree(): (BoxNode | Leaf)[] {
    const { leaves } = this.stacked;
    const root: (BoxNode | Leaf)[] = [];
    const open: BoxNode[] = [];
    const isReordered = !this.content.isLeftToRight && leaves.some((leaf) => leaf.level > 0);
    const order = isReordered ? visualOrder(leaves.map((leaf) => leaf.level)).map((i) => leaves[i]!) : leaves;
    /** The last node of each box so far. */
    const parts = isReordered ? new Map<BoxEntry, BoxNode>() : undefined;
    for (const leaf of order) {
      const { parent } = leaf;
      if (open[open.length - 1]?.entry !== parent) openBoxes(open, parent, root, parts);
      (open[open.length - 1]?.children ?? root).push(leaf);
    }
    return root;
  }

  /**
   * @param x        inline offset of the first node, from the line's origin
   * @param originX  inline offset of the parent fragment, from the line's origin
   * @param children  the parent's, to which the nodes are added
   * @returns the inline offset after the last node
   */
  #placeAll(
    nodes: readonly (BoxNode | Leaf)[],
    x: number,
    originX: number,
    originY: number,
    children: Child[],
  ): number {
    let at = x;
    for (const node of nodes) {
      if ('children' in node) at = this.#placeBox(node, at, originX, originY, children);
      else at = this.#placeLeaf(node, at, originX, originY, children);
    }
    return at;
  }

  #placeLeaf(leaf: Leaf, x: number, originX: number, originY: number, children: Child[]): number {
    const { piece, y } = leaf;
    if (!piece) return x;
    if (piece.type === 'float') this.floats.push(piece.item.box);
    const { truncation } = this;
    if (piece.type === 'text' || piece.type === 'atomic') this.places.push({ piece, x });
    if (truncation?.hidden.has(piece)) return x + piece.width;
    if (truncation?.last === piece) this.#ellipsisX = this.#ellipsisOffset(truncation, piece, x);
    switch (piece.type) {
      case 'text': {
        const kept = truncation?.last === piece ? truncation.kept : undefined;
        const shown = kept ? keptPiece(piece, kept) : piece;
        // The kept text is at the side opposite the ellipsis.
        const left = this.broken.direction === 'ltr' ? x : x + piece.width - shown.width;
        children.push({ fragment: textFragment(this.context, this.content, shown), x: left - originX, y: y - originY });
        break;
      }
      case 'atomic': {
        const left = x + piece.margin.left;
        children.push({ fragment: piece.fragment, x: left - originX, y: y - originY });
        if (piece.outOfFlow.length > 0) this.outOfFlow.push(...movedAll(piece.outOfFlow, left, y));
        return x + piece.width;
      }
      case 'leader': {
        const { direction } = this.broken;
        const edge = { x: direction === 'ltr' ? this.space.availableWidth : 0, direction };
        children.push({ fragment: leaderFragment(this.context, piece, x, edge), x: x - originX, y: y - originY });
        break;
      }
      case 'out-of-flow':
        this.outOfFlow.push(this.#staticPosition(piece.item.box, x, leaf));
        break;
    }
    return x + piece.width;
  }

  #placeBox(node: BoxNode, x: number, originX: number, originY: number, children: Child[]): number {
    const { entry, isLeftmost, isRightmost } = node;
    const only = (edges: Edges): Edges =>
      withInlineSides(edges, isLeftmost ? edges.left : 0, isRightmost ? edges.right : 0);
    const margin = only(entry.margin);
    const border = only(entry.border);
    const padding = only(entry.padding);
    const left = x + margin.left;
    const firstOutOfFlow = this.outOfFlow.length;
    const inner: Child[] = [];
    const end = this.#placeAll(node.children, left + border.left + padding.left, left, entry.y, inner);
    const right = end + border.right + padding.right;
    const isLtr = entry.box.style.direction === 'ltr';
    const shift = relativeShift(
      entry.box.style,
      { availableWidth: this.space.availableWidth, availableHeight: this.space.percentageHeight },
      this.broken.direction === 'rtl',
    );
    const fragment: BoxFragment = {
      kind: 'box',
      box: entry.box,
      style: entry.box.style,
      width: Math.max(right - left, horizontal(border) + horizontal(padding)),
      height: entry.height,
      border,
      padding,
      children: inner,
      firstBaseline: undefined,
      lastBaseline: undefined,
      lineBaseline: undefined,
      isFirst: entry.startsHere && (isLtr ? isLeftmost : isRightmost),
      isLast: entry.endsHere && (isLtr ? isRightmost : isLeftmost),
      consumed: 0,
      overflow: undefined,
      repeated: false,
      shift,
      writingMode: undefined,
      details: undefined,
    };
    this.#contain(entry.box, firstOutOfFlow, shift);
    children.push({ fragment, x: left - originX, y: entry.y - originY });
    return right + margin.right;
  }

  /**
   * Static position of an inline-level box at its place in the line, and of a block-level one at the start of the line,
   * or below it after content.
   */
  #staticPosition(box: OutOfFlow['box'], x: number, leaf: Leaf): OutOfFlow {
    const { style } = this.content.box;
    const { height } = this.stacked;
    if (box.style.isOriginalDisplayInlineType)
      return staticPosition({ x, y: 0, width: 0, height }, box, style, leaf.level % 2 === 1);
    const isRtl = this.broken.direction === 'rtl';
    const isAfterContent = this.stacked.leaves.indexOf(leaf) > this.#firstContent;
    const start = isRtl ? this.space.availableWidth : 0;
    return staticPosition({ x: start, y: isAfterContent ? height : 0, width: 0, height }, box, style, isRtl);
  }

  /** Makes the box the containing block of its out-of-flow descendants, or applies its relative offset to them. */
  #contain(box: InlineBox, first: number, shift: BoxFragment['shift']): void {
    for (let i = first; i < this.outOfFlow.length; i++) {
      const item = this.outOfFlow[i]!;
      if (item.inlineContainer || item.within) continue;
      const { element, style } = box;
      if (isContainingBlockOf(style, item.box.style, true))
        this.outOfFlow[i] = { ...item, inlineContainer: { element, style } };
      else if (shift) this.outOfFlow[i] = movedOutOfFlow(item, shift.x, shift.y);
    }
  }
}

/**
 * Makes `parent` the innermost open box.
 * @param open   the open boxes, outermost first
 * @param parts  the last node of each box so far; undefined: no box has several
 */
function openBoxes(
  open: BoxNode[],
  parent: BoxEntry | undefined,
  root: (BoxNode | Leaf)[],
  parts: Map<BoxEntry, BoxNode> | undefined,
): void {
  const path: BoxEntry[] = [];
  for (let entry = parent; entry; entry = entry.parent) path.push(entry);
  path.reverse();
  let depth = 0;
  while (depth < open.length && depth < path.length && open[depth]!.entry === path[depth]) depth++;
  open.length = depth;
  for (const entry of path.slice(depth)) {
    const earlier = parts?.get(entry);
    if (earlier) earlier.isRightmost = false;
    const node: BoxNode = { entry, children: [], isLeftmost: earlier === undefined, isRightmost: true };
    parts?.set(entry, node);
    (open[open.length - 1]?.children ?? root).push(node);
    open.push(node);
  }
}

function keptPiece(piece: TextPiece, { start, end, width }: { start: number; end: number; width: number }): TextPiece {
  return {
    ...piece,
    start,
    end,
    width,
    startsLine: piece.startsLine || start > piece.start,
    endsLine: piece.endsLine || end < piece.end,
    hyphen: end < piece.end ? undefined : piece.hyphen,
  };
}
