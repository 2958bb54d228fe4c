/** Elements that authors hide from sight: text for screen readers, and what waits for a script to show it. */

import type { ElementNode } from '../html/dom.js';
import type { ComputedStyle } from './properties/table.js';
import { isAbsolutelyPositioned, isScrollable } from './style-queries.js';
import type { LengthPercentage } from './values/values.js';

/** Whether nothing of an element can be seen. It has a box, as have its ancestors. */
export function isVisuallyHidden(element: ElementNode, styleOf: (element: ElementNode) => ComputedStyle): boolean {
  if (styleOf(element).visibility !== 'visible') return true;
  for (let at: ElementNode | null = element; at; at = at.parent) if (hidesContent(styleOf(at))) return true;
  return false;
}

/** Whether nothing of an image, or of what else is in place of its element, can be seen: counters of visits, for one. */
export function isHiddenReplaced(element: ElementNode, styleOf: (element: ElementNode) => ComputedStyle): boolean {
  const { width, height } = styleOf(element);
  return isTiny(width) || isTiny(height) || isVisuallyHidden(element, styleOf);
}

/** Widths and heights up to this are those of content for screen readers, px. */
const MAX_HIDDEN = 1;
/** Boxes farther to the left or above are outside of every page, px. */
const OUTSIDE = -999;

function hidesContent(style: ComputedStyle): boolean {
  if (style.opacity === 0) return true;
  if (isScrollable(style['overflow-x']) && (isTiny(style.width) || isTiny(style.height))) return true;
  const path = style['clip-path'];
  if (path !== 'none' && 'shape' in path && path.shape?.type === 'inset') {
    const [top, right, bottom, left] = path.shape.edges;
    if (coversAll(top, bottom) || coversAll(left, right)) return true;
  }
  if (!isAbsolutelyPositioned(style)) return false;
  if (isOutside(style.left) || isOutside(style.top)) return true;
  const { clip } = style;
  return clip !== 'auto' && (isEmptyRange(clip.left, clip.right) || isEmptyRange(clip.top, clip.bottom));
}

const isTiny = (size: unknown): boolean => typeof size === 'number' && size <= MAX_HIDDEN;

const isOutside = (inset: unknown): boolean => typeof inset === 'number' && inset < OUTSIDE;

const isEmptyRange = (start: number | 'auto', end: number | 'auto'): boolean =>
  end !== 'auto' && end - (start === 'auto' ? 0 : start) <= MAX_HIDDEN;

/** Whether two insets in percent leave nothing between them. */
const coversAll = (start: LengthPercentage, end: LengthPercentage): boolean => percentOf(start) + percentOf(end) >= 100;

const percentOf = (inset: LengthPercentage): number =>
  typeof inset === 'object' && 'percent' in inset ? inset.percent : 0;
