/** Margins, borders and paddings of inline boxes. */

import type { InlineBox } from '../../box/tree.js';
import { type Edges, NO_EDGES } from '../algorithm/geometry.js';
import { resolveBorders, resolveMargins, resolvePadding } from '../sizing/edges.js';
import type { TagItem } from './inline-items.js';
import { insideMarkerMargins } from './symbols.js';

export interface InlineEdges {
  readonly margin: Edges;
  readonly border: Edges;
  readonly padding: Edges;
}

export const NO_INLINE_EDGES: InlineEdges = { margin: NO_EDGES, border: NO_EDGES, padding: NO_EDGES };

/** @param percentageWidth  width of the containing block; 0 for intrinsic sizes */
export function inlineEdges(box: InlineBox, percentageWidth: number): InlineEdges {
  const margins = resolveMargins(box.style, percentageWidth);
  return {
    // Inside list markers have the margins of `ListMarker::InlineMarginsForInside`.
    margin: box.origin === '::marker' ? insideMarkerMargins(box.style, margins) : margins,
    border: resolveBorders(box.style),
    padding: resolvePadding(box.style, percentageWidth),
  };
}

/** The edges at a tag; a box split by a block-in-inline has none on the sides of the split. */
export function tagEdges({ type, box }: TagItem, percentageWidth: number): InlineEdges {
  const isSplit = type === 'open' ? box.continuesBefore : box.continuesAfter;
  return isSplit ? NO_INLINE_EDGES : inlineEdges(box, percentageWidth);
}

/** The side of the box that a tag represents. */
export function sideOf({ type, box }: TagItem): 'left' | 'right' {
  return (type === 'open') === (box.style.direction === 'ltr') ? 'left' : 'right';
}

export function edgeWidth({ margin, border, padding }: InlineEdges, side: 'left' | 'right'): number {
  return margin[side] + border[side] + padding[side];
}

/** The edges with other ones on the inline sides; the same object where they do not differ. */
export function withInlineSides(edges: Edges, left: number, right: number): Edges {
  if (edges.left === left && edges.right === right) return edges;
  return { top: edges.top, right, bottom: edges.bottom, left };
}

/** Whether the box has all its edges on every line. */
export function isCloned(box: InlineBox): boolean {
  return box.style['box-decoration-break'] === 'clone';
}

/**
 * Width of the end edges of cloned boxes that continue on the next line, px. The line breaker ignores it, so these
 * edges may overflow the line.
 */
export function clonedEnds(open: readonly TagItem[], percentageWidth: number): number {
  return clonedEdges(open, percentageWidth, ({ direction }) => (direction === 'ltr' ? 'right' : 'left'));
}

/** Width of the start edges of cloned boxes that continue from the previous line, px. */
export function clonedStarts(open: readonly TagItem[], percentageWidth: number): number {
  return clonedEdges(open, percentageWidth, ({ direction }) => (direction === 'ltr' ? 'left' : 'right'));
}

function clonedEdges(
  open: readonly TagItem[],
  percentageWidth: number,
  side: (style: InlineBox['style']) => 'left' | 'right',
): number {
  let width = 0;
  for (const { box } of open) if (isCloned(box)) width += edgeWidth(inlineEdges(box, percentageWidth), side(box.style));
  return width;
}
