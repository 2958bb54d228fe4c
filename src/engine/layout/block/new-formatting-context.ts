/** Placement of children that establish a formatting context next to floats or below them. */

import { layout } from '../algorithm/layout.js';
import type { LayoutResult } from '../algorithm/result.js';
import { hasFloats, opportunities } from '../floats/exclusions.js';
import { horizontal } from '../sizing/edges.js';
import { minMax } from '../sizing/intrinsic.js';
import type { BlockState } from './block-state.js';
import { inlineOffset, newFormattingContextSpace } from './child-space.js';
import type { InflowChildData } from './inflow-child.js';

/** A laid-out child: inline offset from the content edge, block offset in the formatting context. */
export interface PlacedChild {
  readonly result: LayoutResult;
  readonly x: number;
  readonly y: number;
}

/**
 * Source: https://www.w3.org/TR/CSS22/visuren.html#bfc-next-to-float
 * Blink: `BlockLayoutAlgorithm::LayoutNewFormattingContext`
 * @param y         minimum block offset of the child
 * @param onlyHere  whether to give up rather than place the child below `y`
 * @returns undefined: with `onlyHere`, the child does not fit next to the floats
 */
export function layoutNewFormattingContext(
  { params, offset, floats, builder }: BlockState,
  { child, margin, resume, trim }: InflowChildData,
  y: number,
  onlyHere: boolean,
): PlacedChild | undefined {
  const { context, geometry } = params;
  const { exclusions } = floats;
  const isFirst = builder.children.length === 0;
  if (!hasFloats(exclusions)) {
    const result = layout(context, child, newFormattingContextSpace(params, child, y, trim, isFirst), resume);
    return { result, x: inlineOffset(params, child, margin, result.fragment.width), y };
  }
  const contentLeft = offset.x + geometry.left;
  const contentRight = contentLeft + geometry.contentWidth;
  for (const opportunity of opportunities(exclusions, y, contentLeft, contentRight)) {
    if (onlyHere && opportunity.top > y) return undefined;
    const [besideLeft, besideRight] = [opportunity.left > contentLeft, opportunity.right < contentRight];
    const narrow = besideLeft || besideRight;
    // Next to a float, negative margins do not extend the child past the content edges.
    const outer = (size: number) => (narrow ? Math.max(0, size) : size);
    const left = Math.max(narrow ? opportunity.left : -Infinity, contentLeft + outer(margin.left));
    const right = Math.min(narrow ? opportunity.right : Infinity, contentRight - outer(margin.right));
    const width = Math.max(0, right - left);
    if (narrow && child.kind === 'table' && minMax(context, child).min > width) continue;
    // The available width is never negative: with `width: auto`, negative margins still add to it.
    const availableWidth = Math.max(0, width + horizontal(margin));
    const space = newFormattingContextSpace(params, child, opportunity.top, trim, isFirst, availableWidth);
    const result = layout(context, child, space, resume);
    const { fragment } = result;
    if (fragment.height > opportunity.bottom - opportunity.top) continue;
    const inner = inlineOffset(params, child, { ...margin, left: 0, right: 0 }, fragment.width, width);
    const x = (params.box.style.direction === 'ltr' ? left : right - width) + inner;
    // The margin at its end may overlap a float, and take it past the content edge.
    if (besideLeft && x < opportunity.left) continue;
    if (besideRight && x + fragment.width > opportunity.right) continue;
    if (narrow && fragment.width > opportunity.right - opportunity.left) continue;
    return { result, x: x - contentLeft, y: opportunity.top };
  }
  throw new Error('below all floats there is no limit');
}
