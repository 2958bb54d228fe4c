/**
 * Block layout: block containers with block-level or inline content, in the formatting context of their parent or in one
 * of their own. Margins travel down and up as struts until something resolves a box's BFC offset, as in Blink's LayoutNG.
 * Sources: https://www.w3.org/TR/CSS22/visuren.html#block-formatting, https://drafts.csswg.org/css-break-3/
 *   block-params            the box's own measures, the fragmentainer     (known before its content)
 *   block-layout-algorithm  children, one after the other
 *   bfc-offset              where the box is in its block formatting context
 *   inflow-position         where the next child goes
 *   inflow-child, child-space, new-formatting-context, block-floats, inline-children   one child, by its kind
 *   finish-block            block size, end of the fragment, result
 */

import type { BlockBox } from '../../box/tree.js';
import type { BreakToken } from '../algorithm/break-token.js';
import type { ConstraintSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { Algorithm, FloatWidths, LayoutContext } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { relayoutAndBreakEarlier } from '../fragmentation/relayout-and-break-earlier.js';
import { inlineMinMax } from '../inline/inline.js';
import { heightInside, NO_HEIGHT } from '../sizing/heights.js';
import { blockChildrenSizes, outerMinMax, withBorderPadding } from '../sizing/intrinsic.js';
import { borderPaddingOf } from './block-frame.js';
import { BlockLayoutAlgorithm } from './block-layout-algorithm.js';
import { createBlockParams } from './block-params.js';
import { collapsed } from './margins.js';

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
  const algorithm = new BlockLayoutAlgorithm(createBlockParams(context, box, space, resume));
  const result = algorithm.layout();
  if (!result) return relayoutAndBreakEarlier(algorithm);
  const forcedBfcY = offsetOfMisplacedFloats(space, result);
  if (forcedBfcY === undefined) return result;
  return layoutBlock(context, box, { ...space, flow: { ...space.flow!, forcedBfcY } }, resume);
}

/**
 * Whether a self-collapsing box has floats that its children's margins, which collapse through it, move further down.
 * @returns the block offset that they should have assumed
 */
function offsetOfMisplacedFloats({ flow }: ConstraintSpace, result: LayoutResult): number | undefined {
  const assumed = result.flow?.floatsAssume;
  if (!flow || flow.forcedBfcY !== undefined || assumed === undefined || !result.flow) return undefined;
  const actual = flow.bfcY + collapsed(result.flow.endStrut);
  return actual === assumed ? undefined : actual;
}
