/** Static positions of absolutely positioned boxes. Source: https://drafts.csswg.org/css-position-3/#staticpos-rect */

import type { BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { Alignment } from '../../css/values/values.js';
import type { Rect } from '../algorithm/geometry.js';
import { freeShare } from '../alignment/free-space.js';
import { justifySelf } from '../alignment/self-alignment.js';
import type { OutOfFlow } from './out-of-flow.js';

/**
 * The static position of a box aligned in its static-position rectangle.
 * @param fromRight  whether the inline-start side is the right one
 */
export function alignedIn(
  rect: Rect,
  box: BlockLevelBox,
  fromRight: boolean,
  justify: Alignment,
  align: Alignment,
): OutOfFlow {
  const selfReversed = (box.style.direction === 'rtl') !== fromRight;
  const across = freeShare(justify, 1, { reversed: false, fromRight, isInline: true }, selfReversed);
  const down = freeShare(align, 1, { reversed: false, isInline: false });
  const x = fromRight ? 1 - across : across;
  return { box, x: rect.x + x * rect.width, y: rect.y + down * rect.height, xEdge: edgeAt(x), yEdge: edgeAt(down) };
}

/**
 * The static position in a block container.
 * @param rect  the static-position rectangle: without height between blocks, without width on a line
 */
export function staticPosition(rect: Rect, box: BlockLevelBox, container: LogicalStyle, fromRight: boolean): OutOfFlow {
  return alignedIn(rect, box, fromRight, justifySelf(box, container), box.style['align-self']);
}

function edgeAt(share: number): 'start' | 'center' | 'end' {
  if (share === 1 / 2) return 'center';
  return share === 1 ? 'end' : 'start';
}
