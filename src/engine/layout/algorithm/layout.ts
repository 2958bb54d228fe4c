/**
 * The entry point of layout, modelled on Blink's LayoutNG: `layout(context, box, space, resume?) → LayoutResult`.
 * Boxes are read-only; fragments are immutable and do not contain their own position; the constraint space has all
 * input from outside; a break token records where a box was broken. Lengths are CSS px in multiples of 1/64 (units.ts)
 * in the axes of the box's writing mode: x is the inline axis, y the block axis. writing-mode/physical.ts converts
 * finished pages to physical coordinates.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { isContainingBlockOf } from '../../css/style-queries.js';
import { movedOutOfFlow } from '../positioned/out-of-flow.js';
import { relativeShift } from '../positioned/relative.js';
import { isSizeContained } from '../sizing/heights.js';
import type { BreakToken } from './break-token.js';
import { type ConstraintSpace, constraintSpace, fragmentainerSpace } from './constraint-space.js';
import { containerAlgorithm } from './container-algorithm.js';
import { type LayoutContext, monolithic } from './layout-context.js';
import { type LayoutResult, layoutResult } from './result.js';

/**
 * Lays out a box with the algorithm of its kind, and applies relative positioning.
 * @param space   available sizes, state of the formatting context, fragmentainer
 * @param resume  the box's break token from the previous fragmentainer
 */
export function layout(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  resume?: BreakToken,
): LayoutResult {
  context.deadline?.check();
  context.budgets?.fragments.take(1, box.element);
  if (!resume) context.counts?.laidOut(box);
  const result = space.fragmentainer
    ? layoutInFragmentainer(context, box, named(box, space), resume)
    : dispatch(context, box, space, resume);
  const shift = result.fragment.shift ?? shiftOf(box, space);
  const container = box.inlineAncestors?.[0];
  if (!shift && !container) return result;
  const fragment = shift ? { ...result.fragment, shift } : result.fragment;
  const outOfFlow = result.outOfFlow.map((item) => {
    if (item.within || item.inlineContainer) return item;
    if (container && isContainingBlockOf(container.style, item.box.style, true))
      return { ...item, inlineContainer: container };
    return shift ? movedOutOfFlow(item, shift.x, shift.y) : item;
  });
  return layoutResult({ ...result, fragment, outOfFlow });
}

function layoutInFragmentainer(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  if (!resume && forbidsBreaks(box))
    return dispatch(monolithic(context), box, withoutFragmentation(space, resume), resume);
  const result = dispatch(context, box, space, resume);
  if (result.status !== 'disable-fragmentation') return result;
  return dispatch(context, box, withoutFragmentation(space, resume), resume);
}

/** Blink: `ShouldBeConsideredAsReplaced` of form controls */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea', 'output']);

/** Whether a box that is not replaced is monolithic nevertheless. Blink: `LayoutBox::GetNGPaginationBreakability` */
function forbidsBreaks(box: BlockLevelBox): boolean {
  const { kind, element, origin, style } = box;
  if (kind !== 'block') return false;
  if (style['contained-block-size'] !== undefined && isSizeContained(box)) return true;
  return origin === undefined && CONTROLS.has(element.name) && element.namespace === 'html';
}

/**
 * The same space without breaks. Content from a break token resumes in a fragmentainer of unlimited size.
 * Blink: `ConstraintSpace::CloneWithoutFragmentation`
 */
function withoutFragmentation(space: ConstraintSpace, resume: BreakToken | undefined): ConstraintSpace {
  const { fragmentainer } = space;
  const unlimited =
    resume &&
    fragmentainer &&
    fragmentainerSpace({ ...fragmentainer, kind: 'column', size: Number.POSITIVE_INFINITY, earlyBreak: undefined });
  return constraintSpace({ ...space, fragmentainer: unlimited });
}

/** Sets the used page name inside of boxes that have one of their own. */
function named({ style: { page } }: BlockLevelBox, space: ConstraintSpace): ConstraintSpace {
  const { fragmentainer } = space;
  if (!fragmentainer || page === 'auto' || page === fragmentainer.pageName) return space;
  return constraintSpace({ ...space, fragmentainer: fragmentainerSpace({ ...fragmentainer, pageName: page }) });
}

/** Relative offset of the box, including those of the inline boxes that contain it. */
function shiftOf(box: BlockLevelBox, space: ConstraintSpace): { x: number; y: number } | undefined {
  const { availableWidth, tableCell } = space;
  const isOffsetCell = tableCell && box.style.position === 'relative';
  const own = relativeShift(box.style, isOffsetCell ? { availableWidth, availableHeight: tableCell.rowHeight } : space);
  if (!box.inlineAncestors) return own;
  return box.inlineAncestors.reduce((sum, { style }) => {
    const shift = relativeShift(style, space);
    return shift ? { x: shift.x + (sum?.x ?? 0), y: shift.y + (sum?.y ?? 0) } : sum;
  }, own);
}

function dispatch(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const { algorithms } = context;
  switch (box.kind) {
    case 'block':
      return containerAlgorithm(context, box).layout(context, box, space, resume);
    case 'table':
      return algorithms.table.layout(context, box, space, resume);
    case 'replaced':
      return algorithms.replaced.layout(context, box, space, resume);
  }
}
