/**
 * Block layout: block containers with block-level or inline content, which participate in their parent's block
 * formatting context or establish one. Margins pass to children and back as margin struts until the BFC offset of a box
 * is resolved, as in Blink's `BlockLayoutAlgorithm`.
 * Sources: https://www.w3.org/TR/CSS22/visuren.html#block-formatting, https://drafts.csswg.org/css-break-3/
 *   block-params            dimensions of the box, fragmentainer
 *   block-layout-algorithm  children in document order
 *   bfc-offset              offset of the box in its block formatting context
 *   inflow-position         offset of the next child
 *   inflow-child, child-space, new-formatting-context, block-floats, inline-children   layout of one child
 *   finish-block            block size, end of the fragment, result
 *   plain-block             fast path for a single line of text
 */

import type { BlockBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { Algorithm, FloatWidths, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import { inlineMinMax } from '../inline/inline.js';
import { heightInside, NO_HEIGHT } from '../sizing/heights.js';
import { blockChildrenSizes, outerMinMax, withBorderPadding } from '../sizing/intrinsic.js';
import { BlockLayoutAlgorithm } from './block-layout-algorithm.js';
import { createBlockParams } from './block-params.js';
import { borderPaddingOf } from './fragment-geometry.js';
import { collapsed } from './margins.js';
import { layoutPlainBlock } from './plain-block.js';

export const blockAlgorithm: Algorithm<BlockBox> = { layout: layoutBlock, intrinsicSizes: blockIntrinsicSizes };

function blockIntrinsicSizes(context: LayoutContext, box: BlockBox, before?: FloatWidths, heights = NO_HEIGHT): MinMax {
  const { content } = box;
  const inside = { percentageHeight: heightInside(box, heights, borderPaddingOf(box, 0)) };
  const sizes =
    content.type === 'inlines'
      ? inlineMinMax(context, box, before, inside)
      : blockChildrenSizes(context, content.children, before, inside);
  return withBorderPadding(box, box.legend ? max(sizes, outerMinMax(context, box.legend)) : sizes);
}

const max = (a: MinMax, b: MinMax): MinMax => ({ min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) });

function layoutBlock(
  context: LayoutContext,
  box: BlockBox,
  space: ConstraintSpace,
  resume: BreakToken | undefined,
): LayoutResult {
  const plain = resume ? undefined : layoutPlainBlock(context, box, space);
  if (plain) return plain;
  const algorithm = new BlockLayoutAlgorithm(createBlockParams(context, box, space, resume));
  const result = algorithm.layout();
  if (!result) return relayoutAndBreakEarlier(algorithm);
  const forcedBfcY = offsetOfMisplacedFloats(space, result);
  if (forcedBfcY === undefined) return result;
  return layoutBlock(context, box, constraintSpace({ ...space, flow: { ...space.flow!, forcedBfcY } }), resume);
}

/**
 * Detects floats in a self-collapsing box that were placed before its children's margins collapsed through it.
 * @returns the correct BFC block offset; undefined: the floats are placed correctly
 */
function offsetOfMisplacedFloats({ flow }: ConstraintSpace, result: LayoutResult): number | undefined {
  const assumed = result.flow?.floatsAssumedBfcY;
  if (!flow || flow.forcedBfcY !== undefined || assumed === undefined || !result.flow) return undefined;
  const actual = flow.bfcY + collapsed(result.flow.endStrut);
  return actual === assumed ? undefined : actual;
}
