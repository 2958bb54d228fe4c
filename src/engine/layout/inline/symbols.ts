/** Sizes and margins of drawn list markers, from the font's ascent in whole px. Blink: list_marker.cc. */

import { type SymbolShape, symbolOf } from '../../box/marker-symbols.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { snapFloor } from '../algorithm/units.js';

/** Metrics of the marker's font, px. */
interface SymbolFont {
  readonly ascent: number;
  readonly size: number;
}

/** Distance between a marker and the text, px. Blink: `kCMarkerPaddingPx`. */
export const MARKER_PADDING = 7;
/** Size of a disclosure triangle, em. Blink: `DisclosureSymbolSize`. */
const DISCLOSURE_SIZE = 0.66;
/** End margin of an inside disclosure triangle, em. Blink: `kClosureMarkerMarginEm`. */
const DISCLOSURE_MARGIN = 0.4;

/** The shape of the marker; undefined: it is text, an image, or given by `content`. */
export function markerSymbol(style: LogicalStyle): SymbolShape | undefined {
  if (style.content !== 'normal' || style['list-style-image'] !== 'none') return undefined;
  return symbolOf(style['list-style-type']);
}

const isDisclosure = (shape: SymbolShape) => shape.startsWith('disclosure');

/** Width of a symbol, px. Blink: `ListMarker::WidthOfSymbol`. */
export function symbolWidth(shape: SymbolShape, font: SymbolFont): number {
  return isDisclosure(shape) ? disclosureSize(font.size) : bulletSize(font.ascent) + 2;
}

/** Rectangle of the symbol from the top left of the text box. Blink: `ListMarker::RelativeSymbolMarkerRect`. */
export function symbolRect(shape: SymbolShape, font: SymbolFont, rtl: boolean): Rect {
  const { ascent } = font;
  if (isDisclosure(shape)) {
    const side = disclosureSize(font.size);
    return { x: 0, y: ascent - side, width: side, height: side };
  }
  const size = bulletSize(ascent);
  const y = Math.trunc((3 * (ascent - twoThirds(ascent))) / 2);
  const x = rtl ? symbolWidth(shape, font) - 1 - size : 1;
  return { x, y, width: size, height: size };
}

/** Start margin of an outside symbol, px. Blink: `ListMarker::InlineMarginsForOutside`. */
export function outsideSymbolOffset(shape: SymbolShape, { ascent, size }: SymbolFont): number {
  if (isDisclosure(shape)) return -(disclosureSize(size) + twoThirds(ascent));
  return -(twoThirds(ascent) + MARKER_PADDING + 1);
}

/** Margins of a marker with `list-style-position: inside`. Blink: `ListMarker::InlineMarginsForInside`. */
export function insideMarkerMargins(style: LogicalStyle, margins: Edges): Edges {
  if (style.content !== 'normal') return margins;
  const [start, end] = style['list-style-image'] !== 'none' ? [0, MARKER_PADDING] : insideSymbolMargins(style);
  return style.direction === 'ltr' ? { ...margins, left: start, right: end } : { ...margins, left: end, right: start };
}

function insideSymbolMargins(style: LogicalStyle): readonly [start: number, end: number] {
  const shape = markerSymbol(style);
  if (!shape) return [0, 0];
  return isDisclosure(shape) ? [0, snapFloor(DISCLOSURE_MARGIN * style['font-size'])] : [-1, style['font-size']];
}

const disclosureSize = (fontSize: number) => snapFloor(DISCLOSURE_SIZE * fontSize);
const twoThirds = (ascent: number) => Math.trunc((ascent * 2) / 3);
const bulletSize = (ascent: number) => Math.trunc((twoThirds(ascent) + 1) / 2);
