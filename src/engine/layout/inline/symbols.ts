/** List markers that are drawn and not written: their sizes and margins, in whole px of the font's ascent, as Blink's ListMarker. */

import type { ComputedStyle } from '../../css/properties/table.js';
import type { Edges, Rect } from '../types.js';

export type SymbolShape = 'disc' | 'circle' | 'square';

/** Between a marker image and the text. */
export const MARKER_PADDING = 7;

/** undefined: the marker is text, an image, or given by `content`. */
export function markerSymbol(style: ComputedStyle): SymbolShape | undefined {
  const type = style['list-style-type'];
  if (style.content !== 'normal' || style['list-style-image'] !== 'none') return undefined;
  return type === 'disc' || type === 'circle' || type === 'square' ? type : undefined;
}

/** The room a symbol takes on the line. */
export function symbolWidth(ascent: number): number {
  return bulletSize(ascent) + 2;
}

/** Where the symbol is, from the top left of the font's box. */
export function symbolRect(ascent: number, rtl: boolean): Rect {
  const size = bulletSize(ascent);
  const y = Math.trunc((3 * (ascent - twoThirds(ascent))) / 2);
  const x = rtl ? symbolWidth(ascent) - 1 - size : 1;
  return { x, y, width: size, height: size };
}

/** Left edge of an outside symbol, from the content's left edge. */
export function outsideSymbolOffset(ascent: number): number {
  return -(twoThirds(ascent) + MARKER_PADDING + 1);
}

/** Margins of a marker with `list-style-position: inside`. */
export function insideMarkerMargins(style: ComputedStyle, margins: Edges): Edges {
  if (style.content !== 'normal') return margins;
  const [start, end] =
    style['list-style-image'] !== 'none'
      ? [0, MARKER_PADDING]
      : markerSymbol(style)
        ? [-1, style['font-size']]
        : [0, 0];
  return style.direction === 'ltr' ? { ...margins, left: start, right: end } : { ...margins, left: end, right: start };
}

const twoThirds = (ascent: number) => Math.trunc((ascent * 2) / 3);
const bulletSize = (ascent: number) => Math.trunc((twoThirds(ascent) + 1) / 2);
