/** The one way from a box to its fragment. */

import type { BlockLevelBox } from '../../box/tree.js';
import { moveStaticPosition, relativeShift } from '../positioned/relative.js';
import { containerAlgorithm } from './container-algorithm.js';
import type { BreakToken, ConstraintSpace, LayoutContext, LayoutResult } from './types.js';

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
    if (container && item.box.style.position === 'absolute') return { ...item, inlineContainer: container };
    return shift ? moveStaticPosition(item, shift) : item;
  });
  return { ...result, fragment, outOfFlow };
}

/** What a box clips, moves or fades with all that is in it stays in it. */
function confined({ style }: BlockLevelBox, space: ConstraintSpace): ConstraintSpace {
  const { fragmentainer } = space;
  if (!fragmentainer || fragmentainer.confines) return space;
  const confines = style['overflow-y'] !== 'visible' || style.opacity < 1 || style.transform !== 'none';
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
