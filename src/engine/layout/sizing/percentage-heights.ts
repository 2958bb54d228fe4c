/** Detects percentage heights, which follow a box that grows: it would grow again with them. */

import type { Box } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { isOutOfFlow } from '../../css/style-queries.js';
import { isPercentageSize } from '../../css/values/values.js';
import { childBoxes } from '../algorithm/result-cache.js';

/**
 * Whether heights in the box resolve against its height: those of children, also of anonymous boxes and inline boxes.
 * Blink: `LayoutResult::HasDescendantThatDependsOnPercentageBlockSize`
 */
export function hasPercentageHeights(box: Box): boolean {
  const isColumn = box.kind === 'block' && box.context === 'flex' && box.style['flex-direction'].startsWith('column');
  return childBoxes(box).some((child) => {
    if (isOutOfFlow(child.style)) return false;
    if (isRelative(child.style) || (isColumn && isPercentageSize(child.style['flex-basis']))) return true;
    return (
      (child.kind === 'inline' || ('origin' in child && child.origin === 'anonymous')) && hasPercentageHeights(child)
    );
  });
}

function isRelative(style: LogicalStyle): boolean {
  const sizes = [style['block-size'], style['min-block-size'], style['max-block-size']];
  return sizes.some((size) => size === 'stretch' || isPercentageSize(size));
}
