/** Elements with text alone: as high as their ink. Source: https://w3c.github.io/mathml-core/#layout-of-mtext, Blink's MathTokenLayoutAlgorithm */

import type { BlockBox } from '../../box/tree.js';
import { descendantText } from '../../html/dom.js';
import type { InkHeights } from '../../text/math-font.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { inlineMinMax } from '../inline/inline.js';
import { inlineStyle } from '../inline/styles.js';
import { horizontal, resolveBorderPadding } from '../sizing/edges.js';
import type { MathAlgorithm, MathContent, MathLine } from './content.js';
import { type MathInput, withTarget } from './math-child.js';

export const tokenAlgorithm: MathAlgorithm = {
  layout: layoutToken,
  sizes: (context: LayoutContext, box: BlockBox): MinMax => inlineMinMax(context, box),
};

function layoutToken({ context, box, width }: MathInput): MathContent {
  const edges = resolveBorderPadding(box.style, width);
  const space = constraintSpace({
    availableWidth: width,
    availableHeight: undefined,
    percentageWidth: width,
    percentageHeight: undefined,
    fixedWidth: width + horizontal(edges),
    contentHeight: true,
  });
  const { fragment } = context.algorithms.block.layout(withTarget(context, undefined), box, space, undefined);
  const lines: MathLine[] = [];
  let baseline: number | undefined;
  let end = 0;
  for (const { fragment: line, x, y } of fragment.children) {
    if (line.kind !== 'line') continue;
    baseline ??= y + line.baseline;
    end = y + line.height - baseline;
    lines.push({ line, x: x - edges.left, y: y - baseline });
  }
  const { over, under } = inkOf(context, box);
  // What needs more than one line is as high as its lines.
  return { ascent: over, descent: lines.length > 1 ? end : under, parts: [], lines };
}

/** Of the text as it is written, which `text-transform` does not change here. */
function inkOf(context: LayoutContext, { element, style }: BlockBox): InkHeights {
  const { shape } = inlineStyle(context, style, element);
  const { shaper } = context;
  return shaper.inkHeights(shaper.shape(descendantText(element), shape, { direction: style.direction }));
}
