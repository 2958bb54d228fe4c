/**
 * The one way from a box to its fragment, after Blink's LayoutNG: `layout(context, box, space, resume?) → LayoutResult`.
 * A box is read only, a fragment immutable and without a position of its own, a constraint space says everything from
 * outside, a break token says where a box stopped. Lengths are CSS px in multiples of 1/64 (units.ts), by the axes of the
 * box's writing mode: x is the inline, y the block axis; writing-mode/physical.ts makes them physical when a page is laid
 * out.
 */

import type { BlockLevelBox } from '../../box/tree.js';
import { hasEffects, isContainingBlockOf } from '../../css/style-queries.js';
import { movedOutOfFlow } from '../positioned/out-of-flow.js';
import { relativeShift } from '../positioned/relative.js';
import type { BreakToken } from './break-token.js';
import type { ConstraintSpace } from './constraint-space.js';
import { containerAlgorithm } from './container-algorithm.js';
import type { LayoutContext } from './layout-context.js';
import type { LayoutResult } from './result.js';

/**
 * Lays a box out: by the algorithm of its kind.
 * @param space   everything from outside: available sizes, the formatting context's state, the page
 * @param resume  where the box stopped on the page or column before
 */
export function layout(
  context: LayoutContext,
  box: BlockLevelBox,
  space: ConstraintSpace,
  resume?: BreakToken,
): LayoutResult {
  const result = dispatch(context, box, confined(box, space), resume);
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
  return { ...result, fragment, outOfFlow };
}

/** What a box clips, moves or fades with all that is in it stays in it. */
function confined({ style }: BlockLevelBox, space: ConstraintSpace): ConstraintSpace {
  const { fragmentainer } = space;
  if (!fragmentainer || fragmentainer.confines) return space;
  const confines = style['overflow-block'] !== 'visible' || hasEffects(style);
  return confines ? { ...space, fragmentainer: { ...fragmentainer, confines } } : space;
}

/** How far the box is painted from its place, by itself and by the inline boxes around it. */
function shiftOf(box: BlockLevelBox, space: ConstraintSpace): { x: number; y: number } | undefined {
  const own = relativeShift(box.style, space);
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
