/** Selects the layout algorithm of a block container. */

import type { BlockBox } from '../../box/tree.js';
import type { Algorithm, LayoutContext } from './layout-context.js';

/** The algorithm of the formatting context that the container establishes for its children. */
export function containerAlgorithm({ algorithms }: LayoutContext, box: BlockBox): Algorithm<BlockBox> {
  return box.context === 'flow' ? algorithms.block : algorithms[box.context];
}
