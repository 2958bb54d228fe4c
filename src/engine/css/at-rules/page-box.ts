/** The page box: its sheet, margins and page area. Source: https://drafts.csswg.org/css-page-3/#page-model */

import type { PageStyle } from '../compute/styled-document.js';
import type { ComputedStyle } from '../properties/table.js';
import { isLengthPercentage, type MaxSize, resolveLength, type Size } from '../values/values.js';

interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Used values of a page box, in px. */
interface PageBox {
  /** Size of the sheet. */
  readonly width: number;
  readonly height: number;
  /** Negative where `auto` margins center a page box larger than its sheet. */
  readonly margin: Sides;
  readonly padding: Sides;
  /** The page area: the content box of the page box, at least 0. */
  readonly area: { readonly width: number; readonly height: number };
}

/**
 * Resolves the geometry of a page box as that of a block in a containing block of the page size: `auto` margins take
 * the remaining space; without them the sheet becomes as large as the page box. Percentages refer to the page size in
 * the same axis.
 * Source: Blink's ResolvePageBoxGeometry in pagination_utils.cc
 */
export function pageBox({ width, height, style }: PageStyle): PageBox {
  const x = resolveAxis(style, width, {
    size: style.width,
    min: style['min-width'],
    max: style['max-width'],
    margins: [style['margin-left'], style['margin-right']],
    paddings: [style['padding-left'], style['padding-right']],
    borders: style['border-left-width'] + style['border-right-width'],
  });
  const y = resolveAxis(style, height, {
    size: style.height,
    min: style['min-height'],
    max: style['max-height'],
    margins: [style['margin-top'], style['margin-bottom']],
    paddings: [style['padding-top'], style['padding-bottom']],
    borders: style['border-top-width'] + style['border-bottom-width'],
  });
  return {
    width: x.sheet,
    height: y.sheet,
    margin: { top: y.margins[0], right: x.margins[1], bottom: y.margins[1], left: x.margins[0] },
    padding: { top: y.paddings[0], right: x.paddings[1], bottom: y.paddings[1], left: x.paddings[0] },
    area: { width: x.area, height: y.area },
  };
}

type Pair<T> = readonly [start: T, end: T];

interface Axis {
  readonly size: Size;
  readonly min: Size;
  readonly max: MaxSize;
  readonly margins: Pair<ComputedStyle['margin-left']>;
  readonly paddings: Pair<ComputedStyle['padding-left']>;
  readonly borders: number;
}

/** @param available  size of the containing block in this axis, px */
function resolveAxis(style: ComputedStyle, available: number, axis: Axis) {
  const resolveMargin = (margin: Axis['margins'][0]) => (margin === 'auto' ? 0 : resolveLength(margin, available));
  const paddings: Pair<number> = [
    resolveLength(axis.paddings[0], available),
    resolveLength(axis.paddings[1], available),
  ];
  const edges = axis.borders + paddings[0] + paddings[1];
  const [start, end] = [resolveMargin(axis.margins[0]), resolveMargin(axis.margins[1])];
  const stretchFit = available - start - end;
  const toBorderBox = (size: Size | MaxSize): number => {
    if (size === 'auto' || size === 'stretch') return Math.max(stretchFit, edges);
    // The page box has no intrinsic size.
    if (!isLengthPercentage(size)) return edges;
    const length = Math.max(0, resolveLength(size, available));
    return style['box-sizing'] === 'border-box' ? Math.max(length, edges) : length + edges;
  };
  const max = axis.max === 'none' ? Number.POSITIVE_INFINITY : toBorderBox(axis.max);
  const min = axis.min === 'auto' ? edges : toBorderBox(axis.min);
  const box = Math.max(min, Math.min(max, toBorderBox(axis.size)));
  const automatic = axis.margins.filter((margin) => margin === 'auto').length;
  const share = automatic === 0 ? 0 : (stretchFit - box) / automatic;
  const margins: Pair<number> = [axis.margins[0] === 'auto' ? share : start, axis.margins[1] === 'auto' ? share : end];
  // The sum may differ from the available size in its last bits.
  const sheet = automatic > 0 || box === stretchFit ? available : box + start + end;
  return { sheet, margins, paddings, area: Math.max(0, box - edges) };
}
