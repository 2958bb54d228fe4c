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

/** @param percentageWidth  width of the containing block; 0 while measuring */
export function inlineEdges(box: InlineBox, percentageWidth: number): InlineEdges {
  const margins = resolveMargins(box.style, percentageWidth);
  return {
    // Those of list markers on the line come from the browser, not from the style.
    margin: box.origin === '::marker' ? insideMarkerMargins(box.style, margins) : margins,
    border: resolveBorders(box.style),
    padding: resolvePadding(box.style, percentageWidth),
  };
}

/** The edges at a tag; a box that a block inside split has none on the sides of the split. */
export function tagEdges({ type, box }: TagItem, percentageWidth: number): InlineEdges {
  const isSplit = type === 'open' ? box.continuesBefore : box.continuesAfter;
  return isSplit ? NO_INLINE_EDGES : inlineEdges(box, percentageWidth);
}

/** The side of the box that a tag is. */
export function sideOf({ type, box }: TagItem): 'left' | 'right' {
  return (type === 'open') === (box.style.direction === 'ltr') ? 'left' : 'right';
}

export function edgeWidth({ margin, border, padding }: InlineEdges, side: 'left' | 'right'): number {
  return margin[side] + border[side] + padding[side];
}

/** `box-decoration-break: clone`: the box has all its edges on every line. */
export function isCloned(box: InlineBox): boolean {
  return box.style['box-decoration-break'] === 'clone';
}

/**
 * What cloned boxes that go on with the next line add at the end of this one. The line may end without room for it.
 * Source: measured in Chromium, where Blink's LineBreaker counts the edges at the start of such a box and not those at its end
 */
export function clonedEnds(open: readonly TagItem[], percentageWidth: number): number {
  return clonedEdges(open, percentageWidth, ({ direction }) => (direction === 'ltr' ? 'right' : 'left'));
}

/** What cloned boxes that go on from the line before add at the start of a line. */
export function clonedStarts(open: readonly TagItem[], percentageWidth: number): number {
  return clonedEdges(open, percentageWidth, ({ direction }) => (direction === 'ltr' ? 'left' : 'right'));
}

function clonedEdges(
  open: readonly TagItem[],
  percentageWidth: number,
  side: (style: InlineBox['style']) => 'left' | 'right',
): number {
  const cloned = open.filter(({ box }) => isCloned(box));
  return cloned.reduce((sum, { box }) => sum + edgeWidth(inlineEdges(box, percentageWidth), side(box.style)), 0);
}
