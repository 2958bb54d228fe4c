/**
 * Page floats: boxes that leave the flow for the start or the end of a page.
 * Source: https://drafts.csswg.org/css-page-floats-3/
 */

import { isVertical, writingModeOf } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { isOutOfFlow, pageFloatEdge } from '../css/style-queries.js';

/** The style of the box of an element, and the declaration that is ignored, with the reason. */
interface Floated {
  readonly style: ComputedStyle;
  readonly problem?: { readonly declaration: string; readonly why: string };
}

/**
 * The used style of a box that floats: a page float is out of flow, and not wider than its page unless the author says so.
 * Source: https://drafts.csswg.org/css-page-floats-3/#valdef-float-block-start
 * @param outside  a place without page floats that the element is in: `a footnote`; undefined: none
 */
export function floated(style: ComputedStyle, outside: string | undefined): Floated {
  const { float, 'float-reference': reference } = style;
  if (float === 'none' || style.display === 'contents' || isOutOfFlow(style)) return { style };
  const edge = pageFloatEdge(style);
  if (!edge) {
    const isHere = reference === 'inline' || reference === 'region' || float === 'footnote';
    return isHere
      ? { style }
      : { style, problem: { declaration: `float-reference: ${reference}`, why: `with float: ${float}` } };
  }
  // There are no regions, so the reference is the line.
  if (reference === 'region') {
    const isAtLeft = (edge === 'start') === (style.direction === 'ltr');
    return { style: { ...style, float: isAtLeft ? 'left' : 'right' } };
  }
  const isVerticalText = isVertical(writingModeOf(style));
  const isPhysical = float === 'top' || float === 'bottom';
  const why = outside ? `in ${outside}` : isPhysical && isVerticalText ? 'in vertical text' : undefined;
  if (why) return { style: { ...style, float: 'none' }, problem: { declaration: `float: ${float}`, why } };
  const limit = isVerticalText ? 'max-height' : 'max-width';
  const size = style[limit] === 'none' ? { percent: 100, px: 0 } : style[limit];
  return { style: { ...style, position: 'fixed', [limit]: size } };
}
