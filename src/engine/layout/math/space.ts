/** Space, and padded content. Sources: https://w3c.github.io/mathml-core/#space-mspace, #adjust-space-around-content-mpadded */

import type { BlockBox } from '../../box/tree.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { type MathAlgorithm, type MathContent, NO_WIDTH, partAt } from './content.js';
import { childrenInFlow } from './math-boxes.js';
import { childSizes, layoutChild, type MathInput } from './math-child.js';
import { mathLength } from './metrics.js';

/** Width and height are declarations of the element: see html-hints/mathml.ts. */
export const spaceAlgorithm: MathAlgorithm = {
  layout: ({ context, box }) => ({
    ascent: Math.max(0, mathLength(context, box, 'height', undefined) ?? 0),
    descent: Math.max(0, mathLength(context, box, 'depth', undefined) ?? 0),
    parts: [],
  }),
  sizes: () => NO_WIDTH,
};

/** The content of `mpadded` is an anonymous row. */
export const paddedAlgorithm: MathAlgorithm = {
  layout: layoutPadded,
  sizes: (context: LayoutContext, box: BlockBox) => {
    const [content] = childrenInFlow(box);
    return content ? childSizes(context, content) : NO_WIDTH;
  },
};

function layoutPadded(input: MathInput): MathContent {
  const { context, box } = input;
  const [row] = childrenInFlow(box);
  const content = row && layoutChild(input, row);
  const own = (name: string, ofContent: number) => {
    const length = mathLength(context, box, name, undefined);
    return length === undefined ? ofContent : Math.max(0, length);
  };
  const lspace = Math.max(0, mathLength(context, box, 'lspace', undefined) ?? 0);
  const voffset = mathLength(context, box, 'voffset', undefined) ?? 0;
  return {
    ascent: own('height', content?.ascent ?? 0),
    descent: own('depth', content?.descent ?? 0),
    parts: content ? [partAt(content, lspace, -voffset)] : [],
  };
}
