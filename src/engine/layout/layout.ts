/** The one way from a box to its fragment. */

import type { BlockLevelBox } from '../box/tree.js';
import { containerAlgorithm } from './container-algorithm.js';
import { relativeShift } from './relative.js';
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
  const result = dispatch(context, box, space, resume);
  const shift = result.fragment.shift ?? relativeShift(box.style, space);
  return shift ? { ...result, fragment: { ...result.fragment, shift } } : result;
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
