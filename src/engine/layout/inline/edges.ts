/** Margins, borders and paddings of inline boxes. */

import type { InlineBox } from '../../box/tree.js';
import { resolveBorders, resolveMargins, resolvePadding } from '../edges.js';
import { type Edges, NO_EDGES } from '../types.js';
import type { TagItem } from './content.js';
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

/** At the end of a line cloned boxes that go on have their margins too; those need no room. */
export function clonedMargins(open: readonly TagItem[], percentageWidth: number): number {
  return open
    .filter(({ box }) => isCloned(box))
    .reduce(
      (sum, { box }) =>
        sum + inlineEdges(box, percentageWidth).margin[box.style.direction === 'ltr' ? 'right' : 'left'],
      0,
    );
}

/** What a cloned box adds to a line with its start; the margin at its end comes only with that. */
export function clonedWidth(edges: InlineEdges, start: 'left' | 'right'): number {
  const end = start === 'left' ? 'right' : 'left';
  return edgeWidth(edges, start) + edges.border[end] + edges.padding[end];
}
