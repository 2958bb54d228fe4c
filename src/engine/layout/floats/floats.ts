/** Float positioning. Source: https://www.w3.org/TR/CSS22/visuren.html#floats; Blink: `PositionFloat` */

import type { BlockLevelBox } from '../../box/tree.js';
import { type BreakToken, breakTokenBefore, resumedToken } from '../algorithm/break-token.js';
import {
  type ConstraintSpace,
  constraintSpace,
  type FragmentainerSpace,
  fragmentainerAt,
} from '../algorithm/constraint-space.js';
import { BreakAppeal, type BreakAppealValue } from '../algorithm/early-break.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult, PlacedFloat } from '../algorithm/result.js';
import { spaceLeft } from '../fragmentation/breaks.js';
import { appealOfBreakInside } from '../fragmentation/fragmentation.js';
import { shapeOutside } from '../shapes/shape-outside.js';
import { horizontal, resolveBorderPadding, resolveMargins } from '../sizing/edges.js';
import { usedWidth } from '../sizing/sizes.js';
import {
  addExclusion,
  clearY,
  type Exclusion,
  type ExclusionSpace,
  findFloatOpportunity,
  pushFloat,
} from './exclusions.js';

/** The block container of a float; coordinates are BFC offsets, px. */
export interface FloatContainer {
  /** Left edge and width of the content box. */
  readonly bfcX: number;
  readonly width: number;
  /** Minimum block offset of the float: the current line's top, or the position between blocks. */
  readonly y: number;
  readonly percentageHeight: number | undefined;
  readonly fragmentainer?: FragmentainerSpace;
}

interface FloatPlacement {
  /** undefined: the float is pushed to the next fragmentainer; `token` is a break before it. */
  readonly float: PlacedFloat | undefined;
  readonly token: BreakToken | undefined;
  readonly exclusions: ExclusionSpace;
}

/**
 * Lays out a float and positions it at or below `container.y`, next to or below earlier floats.
 * @param token  the float's break token from the previous fragmentainer
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
  // Content that overflows a finished float has no margins.
  const margin = resume ? { ...margins, top: 0, ...(resume.isAtBlockEnd && { bottom: 0 }) } : margins;
  const side = style.float === 'right' ? 'right' : 'left';
  const fragmentainerEnd = fragmentainer ? fragmentainer.size - fragmentainer.offset : Number.POSITIVE_INFINITY;
  const push = (): FloatPlacement => {
    const pushed = resume ?? breakTokenBefore(box);
    return { float: undefined, token: pushed, exclusions: pushFloat(exclusions, side, fragmentainerEnd) };
  };
  const start = Math.max(container.y, clearY(exclusions, style.clear));
  if (!resume && !fragmentainer?.mustProgress && Math.max(start, exclusions.lastTop) >= fragmentainerEnd) return push();
  const outerWidth = floatOuterWidth(context, box, container);
  const { bfcX: containerX, width: containerWidth } = container;
  const opportunity = findFloatOpportunity(exclusions, start, containerX, containerX + containerWidth, outerWidth);
  const top = opportunity.top + margin.top;
  const space = floatSpace(container, fragmentainer && fragmentainerAt(fragmentainer, top, fragmentainer.earlyBreak));
  const result = layout(context, box, space, resume);
  const { fragment } = result;
  const isAtStart = fragmentainer !== undefined && spaceLeft(fragmentainer, opportunity.top) >= fragmentainer.size;
  // At the start of a fragmentainer the float stays, to guarantee progress.
  if (fragmentainer && !fragmentainer.mustProgress && !isAtStart && !resume) {
    const extent = spaceLeft(fragmentainer, top);
    const mustMove =
      extent <= 0 || (result.breakToken ? breaksBadly(box, result.appeal) : fragment.height + margin.bottom > extent);
    if (mustMove) return push();
  }
  const outer = Math.max(0, fragment.width + horizontal(margin));
  // The block-end margin follows the last fragment; as in Chromium also one from the start of a fragmentainer.
  const continues = result.breakToken !== undefined && !result.breakToken.isAtBlockEnd;
  const marginEnd = continues && !isAtStart ? 0 : margin.bottom;
  const left = side === 'left' ? opportunity.left : opportunity.right - outer;
  const bfcX = left + margin.left;
  const float: PlacedFloat = {
    fragment,
    bfcX,
    bfcY: top,
    breakToken: result.breakToken,
    outOfFlow: result.outOfFlow,
    ...(result.breakToken && fragmentainer && { breaks: breakOf(box, result, fragmentainer, resume !== undefined) }),
  };
  const exclusion: Exclusion = {
    side,
    left,
    right: left + outer,
    top: opportunity.top,
    bottom: Math.max(opportunity.top, top + fragment.height + marginEnd),
  };
  const shape = shapeOutside(context, box, fragment, margin, containerWidth);
  const shaped = shape ? { ...exclusion, shape } : exclusion;
  return { float, token: result.breakToken, exclusions: addExclusion(exclusions, shaped, continues) };
}

/** Break information of a broken float for its container. */
function breakOf(
  box: BlockLevelBox,
  result: LayoutResult,
  fragmentainer: FragmentainerSpace,
  resumed: boolean,
): NonNullable<PlacedFloat['breaks']> {
  const appeal = appealOfBreakInside(fragmentainer, { box, result, y: 0, resumed });
  return { appeal, spaceShortage: result.spaceShortage };
}

/** Whether a break before the float has a higher appeal than the one inside. */
function breaksBadly(box: BlockLevelBox, appeal: BreakAppealValue): boolean {
  return appeal < BreakAppeal.perfect || box.style['break-inside'] !== 'auto';
}

/** Margin-box width of the float, px, without layout; determines whether it fits on the current line. */
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
  const borderPadding = resolveBorderPadding(box.style, containerWidth);
  return usedWidth(context, box, space, margin, borderPadding);
}

function floatSpace(container: FloatContainer, fragmentainer: FragmentainerSpace | undefined): ConstraintSpace {
  return constraintSpace({
    availableWidth: container.width,
    availableHeight: container.percentageHeight,
    percentageWidth: container.width,
    percentageHeight: container.percentageHeight,
    autoWidthBehavior: 'fit-content',
    fragmentainer,
  });
}
