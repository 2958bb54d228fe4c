/**
 * Layout of formulas, modelled on Blink's layout algorithms of MathML Core (core/layout/mathml/). A box is placed around
 * its baseline and never broken.
 * Source: https://w3c.github.io/mathml-core/
 *   kind                   which layout a box has
 *   row, fraction, radical, scripts, under-over, operator, token, space   one layout each
 *   operators, operator-dictionary, stretch-axis   properties of operators
 *   metrics                constants of the font and lengths of attributes
 *   math-child, content    input and output of the layouts
 */

import type { BlockBox } from '../../box/tree.js';
import { isOutOfFlow } from '../../css/style-queries.js';
import { FragmentBuilder } from '../algorithm/builder.js';
import { type ConstraintSpace, constraintSpace } from '../algorithm/constraint-space.js';
import { finishContainer } from '../algorithm/container.js';
import type { Edges, Rect } from '../algorithm/geometry.js';
import { type Algorithm, type LayoutContext, monolithic } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { horizontal, resolveBorders, resolveMargins, resolvePadding, sumEdges, vertical } from '../sizing/edges.js';
import { heightInside, usedHeight } from '../sizing/heights.js';
import { withBorderPadding } from '../sizing/intrinsic.js';
import { usedWidth } from '../sizing/sizes.js';
import type { MathAlgorithm, MathContent } from './content.js';
import { fractionAlgorithm } from './fraction.js';
import { type MathKind, mathKind } from './kind.js';
import { isShapedOperator, operatorAlgorithm } from './operator.js';
import { radicalAlgorithm } from './radical.js';
import { rowAlgorithm } from './row.js';
import { scriptsAlgorithm } from './scripts.js';
import { paddedAlgorithm, spaceAlgorithm } from './space.js';
import { tokenAlgorithm } from './token.js';
import { underOverAlgorithm } from './under-over.js';

const ALGORITHMS: Readonly<Record<Exclude<MathKind, 'flow'>, MathAlgorithm>> = {
  fraction: fractionAlgorithm,
  padded: paddedAlgorithm,
  radical: radicalAlgorithm,
  row: rowAlgorithm,
  scripts: scriptsAlgorithm,
  space: spaceAlgorithm,
  token: tokenAlgorithm,
  'under-over': underOverAlgorithm,
};

/** undefined: block layout, of text with other elements in it. */
function algorithmOf(context: LayoutContext, box: BlockBox): MathAlgorithm | undefined {
  const kind = mathKind(box);
  if (kind === 'flow') return undefined;
  return kind === 'token' && isShapedOperator(context, box) ? operatorAlgorithm : ALGORITHMS[kind];
}

export const mathAlgorithm: Algorithm<BlockBox> = {
  layout: layoutMath,
  intrinsicSizes(context, box) {
    const algorithm = algorithmOf(context, box);
    return algorithm
      ? withBorderPadding(box, algorithm.sizes(context, box))
      : context.algorithms.block.intrinsicSizes(context, box);
  },
};

function layoutMath(outer: LayoutContext, box: BlockBox, space: ConstraintSpace): LayoutResult {
  const context = monolithicIn(outer);
  const algorithm = algorithmOf(context, box);
  if (!algorithm)
    return context.algorithms.block.layout(
      context,
      box,
      constraintSpace({ ...space, fragmentainer: undefined, flow: undefined }),
      undefined,
    );
  const border = resolveBorders(box.style);
  const padding = resolvePadding(box.style, space.percentageWidth);
  const edges = sumEdges(border, padding);
  const margin = resolveMargins(box.style, space.percentageWidth);
  const width = usedWidth(context, box, space, margin, edges);
  const contentWidth = Math.max(0, width - horizontal(edges));
  const content = algorithm.layout({
    context,
    box,
    width: contentWidth,
    height: heightInside(box, space, edges),
    target: context.stretchTarget,
  });
  const height = usedHeight(box, space, edges, width, content.ascent + content.descent + vertical(edges));
  const builder = new FragmentBuilder();
  const baseline = edges.top + content.ascent;
  const bars = place(builder, box, content, contentWidth, edges.left, baseline);
  addOutOfFlow(builder, box, edges, width);
  const { italicsCorrection = 0 } = content;
  return finishContainer(context, builder, {
    box,
    width,
    height,
    border,
    padding,
    firstBaseline: baseline,
    lastBaseline: baseline,
    consumed: 0,
    isFirst: true,
    breakToken: undefined,
    details: bars.length > 0 || italicsCorrection > 0 ? { kind: 'math', bars, italicsCorrection } : undefined,
  });
}

/** `monolithic` shares one context, which has no stretch target. */
function monolithicIn(context: LayoutContext): LayoutContext {
  const { stretchTarget } = context;
  return stretchTarget && !context.isMonolithic ? { ...monolithic(context), stretchTarget } : monolithic(context);
}

/** Places the content in the box. @returns the bars, from the border box */
function place(
  builder: FragmentBuilder,
  box: BlockBox,
  { parts, lines = [], bars = [] }: MathContent,
  width: number,
  left: number,
  baseline: number,
): Rect[] {
  const isMirrored = box.style.direction === 'rtl';
  const at = (x: number, own: number) => left + (isMirrored ? width - x - own : x);
  for (const { line, x, y } of lines) builder.addChild(line, at(x, line.width), baseline + y);
  for (const { child, x, y } of parts) builder.addResult(child.result, at(x, child.width), baseline + y);
  return bars.map((bar) => ({ ...bar, x: at(bar.x, bar.width), y: baseline + bar.y }));
}

/** Blink: the static position is the start of the content box. */
function addOutOfFlow(builder: FragmentBuilder, { content, style }: BlockBox, edges: Edges, width: number): void {
  if (content.type === 'inlines') return;
  const isRtl = style.direction === 'rtl';
  for (const box of content.children) {
    if (!isOutOfFlow(box.style)) continue;
    const x = isRtl ? width - edges.right : edges.left;
    builder.addOutOfFlowChild({ box, x, y: edges.top, xEdge: isRtl ? 'end' : 'start', yEdge: 'start' });
  }
}
