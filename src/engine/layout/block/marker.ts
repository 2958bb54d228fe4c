/** Layout of outside list markers. Source: https://drafts.csswg.org/css-lists-3/#markers */

import type { BlockBox, MarkerBox } from '../../box/tree.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import { NO_EDGES } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { MAX_LENGTH } from '../algorithm/units.js';
import { lineBaseline } from '../alignment/baseline.js';
import { NO_EXCLUSIONS } from '../floats/exclusions.js';
import { breakLine } from '../inline/break-line.js';
import { markerContent } from '../inline/content.js';
import { CONTENT_START } from '../inline/line.js';
import { stackLine } from '../inline/line-box.js';
import type { LineSpace } from '../inline/line-result.js';
import { placeLine } from '../inline/place-line.js';
import { MARKER_PADDING, markerSymbol, outsideSymbolOffset } from '../inline/symbols.js';

/** An outside marker. Lengths in px. */
interface MarkerResult {
  readonly fragment: BoxFragment;
  /** Left edge, from the left edge of the item's content box. */
  readonly x: number;
  /** Offset from the fragment's top. */
  readonly baseline: number;
}

/** @param contentWidth  content-box width of the list item */
export function layoutMarker(
  context: LayoutContext,
  marker: MarkerBox,
  item: BlockBox,
  contentWidth: number,
): MarkerResult {
  const content = markerContent(context, marker);
  const opportunity = { left: 0, right: MAX_LENGTH, top: 0 };
  const broken = breakLine(context, content, markerSpace(MAX_LENGTH), {
    position: CONTENT_START,
    indent: 0,
    floatsPlacedBefore: 0,
    exclusions: NO_EXCLUSIONS,
    opportunity,
  });
  const { width } = broken;
  const fitted = { ...broken, opportunity: { ...opportunity, right: width } };
  const stacked = stackLine(context, content, fitted, markerSpace(width));
  const { line } = placeLine(context, content, fitted, stacked, markerSpace(width));
  const baseline = lineBaseline(line, item.style);
  const fragment: BoxFragment = {
    kind: 'box',
    box: marker,
    style: marker.style,
    width,
    height: line.height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children: [{ fragment: line, x: 0, y: 0 }],
    firstBaseline: baseline,
    lastBaseline: baseline,
    lineBaseline: baseline,
    isFirst: true,
    isLast: true,
    consumed: 0,
    overflow: undefined,
    repeated: false,
    shift: undefined,
    writingMode: undefined,
    details: undefined,
  };
  const offset = startOffset(marker, content.style.textAscent, width);
  const x = item.style.direction === 'ltr' ? offset : contentWidth - offset - width;
  return { fragment, x, baseline };
}

/** Offset of the marker from the start edge of the content box; negative: outside it. */
function startOffset(marker: MarkerBox, ascent: number, width: number): number {
  if (marker.style.content !== 'normal') return -width;
  const symbol = markerSymbol(marker.style);
  if (symbol) return outsideSymbolOffset(symbol, { ascent, size: marker.style['font-size'] });
  return marker.style['list-style-image'] === 'none' ? -width : -width - MARKER_PADDING;
}

const markerSpace = (availableWidth: number): LineSpace => ({
  availableWidth,
  percentageHeight: undefined,
  bfcX: 0,
  bfcY: 0,
  exclusions: NO_EXCLUSIONS,
});
