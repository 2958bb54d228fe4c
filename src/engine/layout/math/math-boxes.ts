/** Boxes of MathML elements. */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { isOutOfFlow } from '../../css/style-queries.js';

export function childrenInFlow({ content }: BlockBox): readonly BlockLevelBox[] {
  return content.type === 'blocks' ? content.children.filter(({ style }) => !isOutOfFlow(style)) : [];
}

/** The MathML element of a principal box; undefined for anonymous boxes and other elements. */
export function mathNameOf(box: BlockLevelBox): string | undefined {
  const { element, origin } = box;
  return origin === undefined && element.namespace === 'mathml' ? element.name : undefined;
}

export const isPrescripts = (box: BlockLevelBox): boolean => mathNameOf(box) === 'mprescripts';
