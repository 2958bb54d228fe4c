/** Places floats. Source: https://www.w3.org/TR/CSS22/visuren.html#floats */

import type { BlockLevelBox } from '../../box/tree.js';
import { type BreakToken, breakTokenBefore, resumedToken } from '../algorithm/break-token.js';
import type { ConstraintSpace, FragmentainerSpace } from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult, PlacedFloat } from '../algorithm/result.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { appealOfBreakInside } from '../fragmentation/fragmentation.js';
import { horizontal, resolveBorders, resolveMargins, resolvePadding, sumEdges } from '../sizing/edges.js';
import { usedWidth } from '../sizing/sizes.js';
import { addExclusion, clearY, type ExclusionSpace, pushFloat, roomForFloat } from './exclusions.js';

/** The block container a float is in, in coordinates of the formatting context. */
export interface FloatContainer {
  /** Content left edge and width. */
  readonly bfcX: number;
  readonly width: number;
  /** The float goes no higher: the current line's top, or the current position between blocks. */
  readonly y: number;
  readonly percentageHeight: number | undefined;
  readonly fragmentainer?: FragmentainerSpace;
}

export interface FloatPlacement {
  /** undefined: nothing of it goes on this page; `token` says so. */
  readonly float: PlacedFloat | undefined;
  readonly token: BreakToken | undefined;
  readonly exclusions: ExclusionSpace;
}

/**
 * Lays a float out and places it at or below `container.y`, beside the earlier ones.
 * @param token  where it goes on, when it began, or was pushed, on an earlier page
 */
export function placeFloat(
  context: LayoutContext,
  box: BlockLevelBox,
  container: FloatContainer,
  exclusions: ExclusionSpace,
  token?: BreakToken,
): FloatPlacement {
  const { style } = box;
  const { fragmentainer } = container;
  const resume = resumedToken(token);
  const margins = resolveMargins(style, container.width);
  // What overflows a float that has ended takes no margin along.
  const margin = resume ? { ...margins, top: 0, ...(resume.isAtBlockEnd && { bottom: 0 }) } : margins;
  const side = style.float === 'right' ? 'right' : 'left';
  const pageEnd = fragmentainer ? fragmentainer.size - fragmentainer.offset : Number.POSITIVE_INFINITY;
  const push = (): FloatPlacement => {
    const pushed = resume ?? breakTokenBefore(box);
    return { float: undefined, token: pushed, exclusions: pushFloat(exclusions, side, pageEnd) };
  };
  const start = Math.max(container.y, clearY(exclusions, style.clear));
  if (!resume && !fragmentainer?.mustProgress && Math.max(start, exclusions.lastTop) >= pageEnd) return push();
  const width = floatOuterWidth(context, box, container);
  const room = roomForFloat(exclusions, start, container.bfcX, container.bfcX + container.width, width);
  const top = room.top + margin.top;
  const space = floatSpace(container, fragmentainer && { ...fragmentainer, offset: fragmentainer.offset + top });
  const result = layout(context, box, space, resume);
  const { fragment } = result;
  // At the top of a page it stays, or there would be no progress.
  if (fragmentainer && !fragmentainer.mustProgress && spaceLeft(fragmentainer, room.top) < fragmentainer.size) {
    const left = spaceLeft(fragmentainer, top);
    const mustMove =
      left <= 0 || (result.breakToken ? breaksBadly(box, result.appeal) : fragment.height + margin.bottom > left);
    if (mustMove) return push();
  }
  const outer = Math.max(0, fragment.width + horizontal(margin));
  const left = side === 'left' ? room.left : room.right - outer;
  const bfcX = left + margin.left;
  const float: PlacedFloat = {
    fragment,
    bfcX,
    bfcY: top,
    breakToken: result.breakToken,
    outOfFlow: result.outOfFlow,
    ...(result.breakToken && fragmentainer && { breaks: breakOf(box, result, fragmentainer, resume !== undefined) }),
  };
  return {
    float,
    token: result.breakToken,
    exclusions: addExclusion(
      exclusions,
      {
        side,
        left,
        right: left + outer,
        top: room.top,
        bottom: Math.max(room.top, top + fragment.height + margin.bottom),
      },
      result.breakToken !== undefined,
    ),
  };
}

/** What the box around a float that breaks says of it. */
function breakOf(
  box: BlockLevelBox,
  result: LayoutResult,
  fragmentainer: FragmentainerSpace,
  resumed: boolean,
): NonNullable<PlacedFloat['breaks']> {
  const appeal = appealOfBreakInside(fragmentainer, { box, result, y: 0, resumed });
  return { appeal, spaceShortage: result.spaceShortage };
}

/** A break before the float would be a perfect one. */
function breaksBadly(box: BlockLevelBox, appeal: BreakAppealValue): boolean {
  return appeal < BreakAppeal.perfect || box.style['break-inside'] !== 'auto';
}

/** Width of the margin box: tells whether the float fits on a line before it is laid out. */
export function floatOuterWidth(context: LayoutContext, box: BlockLevelBox, container: FloatContainer): number {
  const margin = resolveMargins(box.style, container.width);
  const space = floatSpace(container, undefined);
  return Math.max(0, floatWidth(context, box, space, container.width) + horizontal(margin));
}

function floatWidth(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  containerWidth: number,
): number {
  if (box.kind !== 'block') return layout(context, box, space).fragment.width;
  const margin = resolveMargins(box.style, containerWidth);
  const borderPadding = sumEdges(resolveBorders(box.style), resolvePadding(box.style, containerWidth));
  return usedWidth(context, box, space, margin, borderPadding);
}

function floatSpace(container: FloatContainer, fragmentainer: FragmentainerSpace | undefined): ConstraintSpace {
  return {
    availableWidth: container.width,
    availableHeight: container.percentageHeight,
    percentageWidth: container.width,
    percentageHeight: container.percentageHeight,
    autoWidthBehavior: 'fit-content',
    fragmentainer,
  };
}
