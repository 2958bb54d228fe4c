/** Sizes of scrollable overflow areas, px. Source: https://drafts.csswg.org/css-overflow-3/#scrollable */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { LogicalSide } from '../../css/compute/writing-mode.js';
import { isFlexContainer, isOutOfFlow, isScrollable } from '../../css/style-queries.js';
import { hasPercentage, resolveLength } from '../../css/values/values.js';
import type { BoxFragment, LineFragment, Placed } from '../algorithm/fragment.js';
import type { Rect, Size } from '../algorithm/geometry.js';
import { horizontal, vertical } from '../sizing/edges.js';
import { extentOf, isWithin, moved, unite } from './overflow.js';
import { fragmentMatrix, transformed } from './transform.js';

/**
 * `scrollWidth` and `scrollHeight` of a box: its padding box, extended by overflow on the end sides. Overflow on the
 * start sides is unreachable. Sources: https://drafts.csswg.org/cssom-view-1/#dom-element-scrollwidth,
 * Blink's ScrollableOverflowCalculator
 */
export function scrollableSize(fragment: BoxFragment): Size {
  const { border, padding, style, width, height, details } = fragment;
  const tracksRect = details?.kind === 'grid' ? details.tracksRect : undefined;
  const inner = { width: width - horizontal(border), height: height - vertical(border) };
  const ends = reversedEnds(style);
  let right = 0;
  let bottom = 0;
  // Extends the area on the end sides, past the padding box.
  const reach = (x: number, y: number, w: number, h: number) => {
    const toX = ends.x ? border.left - x : x + w - (width - border.right);
    const toY = ends.y ? border.top - y : y + h - (height - border.bottom);
    right = Math.max(right, toX);
    bottom = Math.max(bottom, toY);
  };
  // In scroll containers, end padding follows in-flow content: ScrollableOverflowCalculator::Result
  const reachInFlow = (bounds: Rect) => {
    const left = ends.x ? padding.left : 0;
    const top = ends.y ? padding.top : 0;
    reach(
      bounds.x - left,
      bounds.y - top,
      bounds.width + (ends.x ? left : padding.right),
      bounds.height + (ends.y ? top : padding.bottom),
    );
  };
  const clips = isScrollable(style['overflow-inline']);
  for (const child of fragment.children) {
    const { x, y, width: w, height: h } = shownExtent(child);
    if (w > 0 && h > 0) reach(x, y, w, h);
    const bounds = clips && !tracksRect ? boundsInFlow(child, inner.width - horizontal(padding)) : undefined;
    if (bounds) reachInFlow(bounds);
  }
  if (clips && tracksRect) reachInFlow(tracksRect);
  // An area of width or height 0 does not scroll.
  const isEmpty = inner.width + right === 0 || inner.height + bottom === 0;
  return isEmpty ? inner : { width: inner.width + right, height: inner.height + bottom };
}

/**
 * Whether nothing reaches out of the padding box, nor in-flow content out of the content box, as in most boxes:
 * `scrollableSize` is then that of the padding box. False where it takes more than the places of the children to tell.
 */
export function fitsInside({ border, padding, width, height, details, children }: BoxFragment): boolean {
  if (details) return false;
  const right = width - border.right;
  const bottom = height - border.bottom;
  const left = border.left + padding.left;
  const top = border.top + padding.top;
  const contentRight = right - padding.right;
  const contentBottom = bottom - padding.bottom;
  const isInContentBox = (x: number, y: number, w: number, h: number) =>
    x >= left && y >= top && x + w <= contentRight && y + h <= contentBottom;
  for (const child of children) {
    const { fragment, x, y } = child;
    if (fragment.kind === 'line') {
      if (!holdsTexts(fragment) || !isInContentBox(x, y, fragment.width, fragment.height)) return false;
      continue;
    }
    if (x < border.left || y < border.top || !isWithin(child, right, bottom)) return false;
    const bounds = boundsInFlow(child, contentRight - left);
    if (bounds && !isInContentBox(bounds.x, bounds.y, bounds.width, bounds.height)) return false;
  }
  return true;
}

/** Whether a line has nothing but texts, all of them within it. */
function holdsTexts({ children, width, height }: LineFragment): boolean {
  return children.every((child) => child.fragment.kind === 'text' && isWithin(child, width, height));
}

/** Whether the end sides are the left and the top. */
function reversedEnds(style: LogicalStyle): { x: boolean; y: boolean } {
  const rtl = style.direction === 'rtl';
  if (!isFlexContainer(style)) return { x: rtl, y: false };
  const direction = style['flex-direction'];
  const reversesMain = direction.endsWith('reverse');
  const reversesCross = style['flex-wrap'] === 'wrap-reverse';
  return direction.startsWith('row')
    ? { x: rtl !== reversesMain, y: reversesCross }
    : { x: rtl !== reversesCross, y: reversesMain };
}

/** Transformed rectangle of a child with its visible overflow. */
function shownExtent({ fragment, x, y }: Placed): Rect {
  if (fragment.kind === 'text') return { x, y, width: fragment.width, height: fragment.height };
  if (fragment.kind === 'line') {
    const all = fragment.children.map(shownExtent).reduce<Rect | undefined>(unite, undefined);
    return moved((all && unite(all, { ...all, y: 0, height: fragment.height })) ?? NOTHING, x, y);
  }
  const { box, style, width, height, shift } = fragment;
  const own: Rect = { x: 0, y: 0, width, height };
  // The places of the children are in the axes of another writing mode.
  if ('writingModes' in box && box.writingModes) return extentOf({ fragment, x, y });
  let all = own;
  for (const child of fragment.children) {
    const extent = shownExtent(child);
    if (extent.width > 0 && extent.height > 0) all = unite(all, extent) ?? all;
  }
  const clipsInline = style['overflow-inline'] !== 'visible';
  const clipsBlock = style['overflow-block'] !== 'visible';
  const shown = {
    x: clipsInline ? 0 : all.x,
    y: clipsBlock ? 0 : all.y,
    width: clipsInline ? width : all.width,
    height: clipsBlock ? height : all.height,
  };
  const matrix = fragmentMatrix(fragment, 0, 0);
  return moved(matrix ? transformed(shown, matrix) : shown, x + (shift?.x ?? 0), y + (shift?.y ?? 0));
}

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Margin box of an in-flow or floating child; undefined for others. */
function boundsInFlow({ fragment, x, y }: Placed, percentageWidth: number): Rect | undefined {
  if (fragment.kind === 'text') return undefined;
  if (fragment.kind === 'line') {
    const ends = fragment.children.map(({ fragment: child, x: start }) => start + child.width + endMargin(child));
    const start = Math.min(0, ...fragment.children.map((child) => child.x));
    return { x: x + start, y, width: Math.max(0, ...ends) - start, height: fragment.height };
  }
  const { box, style } = fragment;
  if (box.kind === 'marker' || isOutOfFlow(style)) return undefined;
  const margin = (side: LogicalSide) => {
    const value = style[`margin-${side}`];
    return value === 'auto' ? 0 : resolveLength(value, percentageWidth);
  };
  const left = margin('line-left');
  // Margins of a block of height 0 may collapse through it.
  const isFlat = fragment.height === 0;
  const top = isFlat ? 0 : margin('block-start');
  return {
    x: x - left,
    y: y - top,
    width: fragment.width + left + margin('line-right'),
    height: isFlat ? 0 : fragment.height + top + margin('block-end'),
  };
}

/** Right margin of an inline-level box on a line. */
function endMargin(fragment: Placed['fragment']): number {
  const value = fragment.kind === 'box' ? fragment.style['margin-line-right'] : 0;
  return value === 'auto' || hasPercentage(value) ? 0 : resolveLength(value, 0);
}
