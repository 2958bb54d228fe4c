/** Children of flex and grid containers. */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isOutOfFlow } from '../../css/style-queries.js';

/** All children, also the absolutely positioned ones, which are no items. */
export function containerChildren({ content }: BlockBox): readonly BlockLevelBox[] {
  return content.type === 'blocks' ? content.children : [];
}

/** Items in order-modified document order. Source: https://drafts.csswg.org/css-display-4/#order-modified-document-order */
export function orderedItems(container: BlockBox): BlockLevelBox[] {
  const items = containerChildren(container).filter(({ style }) => !isOutOfFlow(style));
  return items.some(({ style }) => style.order !== 0) ? items.sort((a, b) => a.style.order - b.style.order) : items;
}
