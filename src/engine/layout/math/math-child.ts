/** Children of math boxes: their layout, intrinsic widths and extents around the baseline. Lengths in px. */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import { constraintSpace } from '../algorithm/constraint-space.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Edges, MinMax } from '../algorithm/geometry.js';
import { layout } from '../algorithm/layout.js';
import type { LayoutContext, StretchTarget } from '../algorithm/layout-context.js';
import type { LayoutResult } from '../algorithm/result.js';
import { snap } from '../algorithm/units.js';
import { horizontal, resolveMargins } from '../sizing/edges.js';
import { minMax } from '../sizing/intrinsic.js';
import { mathNameOf } from './math-boxes.js';
import { axisHeight, mathMetrics } from './metrics.js';
import { coreOperator } from './operators.js';

/** A child that is laid out. */
export interface MathChild {
  readonly box: BlockLevelBox;
  readonly result: LayoutResult;
  readonly fragment: BoxFragment;
  readonly margin: Edges;
  /** Of the border box. */
  readonly width: number;
  /** Of the margin box. */
  readonly ascent: number;
  readonly descent: number;
  /** Only of large and stretched operators. */
  readonly italicsCorrection: number;
}

/** The input of a layout of MathML. */
export interface MathInput {
  readonly context: LayoutContext;
  readonly box: BlockBox;
  /** Width of the content box. */
  readonly width: number;
  readonly height: number | undefined;
  /** From the parent, for the core operator. */
  readonly target: StretchTarget | undefined;
}

/** The context for a box that stretches to the target; undefined: it does not. */
export const withTarget = (context: LayoutContext, stretchTarget: StretchTarget | undefined): LayoutContext =>
  context.stretchTarget === stretchTarget ? context : { ...context, stretchTarget };

/** Lays out a child; its width is fit-content. */
export function layoutChild(
  { context: outer, width, height }: MathInput,
  box: BlockLevelBox,
  target?: StretchTarget,
): MathChild {
  const context = withTarget(outer, target);
  const space = constraintSpace({
    availableWidth: width,
    availableHeight: height,
    percentageWidth: width,
    percentageHeight: height,
    autoWidthBehavior: 'fit-content',
  });
  const result = layout(context, box, space);
  const { fragment } = result;
  const margin = resolveMargins(box.style, width);
  const baseline = baselineOf(outer, box, fragment);
  return {
    box,
    result,
    fragment,
    margin,
    width: fragment.width,
    ascent: margin.top + baseline,
    descent: fragment.height - baseline + margin.bottom,
    italicsCorrection: fragment.details?.kind === 'math' ? fragment.details.italicsCorrection : 0,
  };
}

/** A table is centred on the math axis. Source: https://w3c.github.io/mathml-core/#table-or-matrix-mtable */
function baselineOf(context: LayoutContext, box: BlockLevelBox, fragment: BoxFragment): number {
  if (mathNameOf(box) === 'mtable' && box.kind === 'table')
    return snap(fragment.height / 2 + axisHeight(mathMetrics(context, box)));
  return fragment.firstBaseline ?? fragment.height;
}

export const outerWidth = ({ width, margin }: MathChild): number => width + horizontal(margin);

/** The intrinsic contribution of the margin box. */
export function childSizes(context: LayoutContext, box: BlockLevelBox): MinMax {
  const { min, max } = minMax(withTarget(context, undefined), box);
  const margins = horizontal(resolveMargins(box.style, 0));
  return { min: min + margins, max: max + margins };
}

/** Whether a child is an embellished operator that stretches in an axis. */
export function stretchesIn(box: BlockLevelBox, axis: StretchTarget['axis']): boolean {
  const operator = coreOperator(box);
  return operator?.stretchy === true && operator.isVertical === (axis === 'vertical');
}
