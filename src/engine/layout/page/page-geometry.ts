/** Geometry of a page: page box, margins, page area. Source: https://drafts.csswg.org/css-page-3/#page-model */

import { pageBox } from '../../css/at-rules/page-box.js';
import type { PageStyle } from '../../css/compute/styled-document.js';
import { type Edges, NO_EDGES, type Rect, type Size } from '../algorithm/geometry.js';
import { snap, snapRound } from '../algorithm/units.js';

/** px per mm. */
const MM = 96 / 25.4;
/** The fallback page, for margins, borders and paddings that leave no page area: A4, px. */
const DEFAULT_MARGIN = 10 * MM;
const DEFAULT_WIDTH = 210 * MM;
const DEFAULT_HEIGHT = 297 * MM;

export interface PageGeometry {
  /** Page box, px. */
  readonly width: number;
  readonly height: number;
  readonly margin: Edges;
  readonly border: Edges;
  readonly padding: Edges;
  /** Page area in whole px: its origin rounded, its size rounded up. */
  readonly area: Rect;
  /** Whether it is the fallback page. */
  readonly isFallback: boolean;
  /** How far the content may go beyond each side of the page area without overflowing the page, px. */
  readonly bleed: Edges;
  /** Unrounded size of the page area, px. The initial containing block is that, rounded down. */
  readonly inner: Size;
}

/** The geometry of a page, or the fallback page if the page area is empty. */
export function pageGeometry(page: PageStyle): PageGeometry {
  const { width, height, margin, padding, area } = pageBox(page);
  if (area.width === 0 || area.height === 0) return defaultPage();
  const border = bordersOf(page);
  const geometry = snapped(width, height, margin, border, padding);
  if (!geometry) return defaultPage();
  return page.sheet?.bleed ? { ...geometry, bleed: bleedOf(geometry, page.sheet.bleed) } : geometry;
}

/** Only what reaches the edge of the page box goes on into the bleed area: margins stay clear of content. */
function bleedOf({ margin, border, padding }: PageGeometry, bleed: number): Edges {
  const side = (name: keyof Edges) => (margin[name] + border[name] + padding[name] <= 0 ? bleed : 0);
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

function bordersOf({ style }: PageStyle): Edges {
  return {
    top: style['border-top-width'],
    right: style['border-right-width'],
    bottom: style['border-bottom-width'],
    left: style['border-left-width'],
  };
}

/** @returns undefined: the page area is empty */
function snapped(
  width: number,
  height: number,
  margin: Edges,
  border: Edges,
  padding: Edges,
): PageGeometry | undefined {
  // The page box is rounded to the nearest layout unit, margins and paddings down, before the area is rounded up.
  const left = snap(margin.left) + border.left + snap(padding.left);
  const top = snap(margin.top) + border.top + snap(padding.top);
  const right = snap(margin.right) + border.right + snap(padding.right);
  const bottom = snap(margin.bottom) + border.bottom + snap(padding.bottom);
  const inner = { width: snapRound(width) - left - right, height: snapRound(height) - top - bottom };
  const area = {
    x: Math.round(left),
    y: Math.round(top),
    width: Math.ceil(inner.width),
    height: Math.ceil(inner.height),
  };
  if (area.width <= 0 || area.height <= 0) return undefined;
  return { width, height, margin, border, padding, area, isFallback: false, bleed: NO_EDGES, inner };
}

function defaultPage(): PageGeometry {
  const margin = { top: DEFAULT_MARGIN, right: DEFAULT_MARGIN, bottom: DEFAULT_MARGIN, left: DEFAULT_MARGIN };
  const inner = { width: DEFAULT_WIDTH - 2 * DEFAULT_MARGIN, height: DEFAULT_HEIGHT - 2 * DEFAULT_MARGIN };
  const origin = Math.round(DEFAULT_MARGIN);
  const area = { x: origin, y: origin, width: Math.ceil(inner.width), height: Math.ceil(inner.height) };
  return {
    width: DEFAULT_WIDTH,
    height: DEFAULT_HEIGHT,
    margin,
    border: NO_EDGES,
    padding: NO_EDGES,
    area,
    isFallback: true,
    bleed: NO_EDGES,
    inner,
  };
}
