/** Large and stretchy operators. Source: https://w3c.github.io/mathml-core/#layout-of-operators, Blink's MathOperatorLayoutAlgorithm */

import type { BlockBox } from '../../box/tree.js';
import type { StretchedGlyph } from '../../text/math-font.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { MAX_LENGTH, snap, snapFloor } from '../algorithm/units.js';
import { fixed, type MathAlgorithm, type MathContent, NO_WIDTH } from './content.js';
import { glyphLine } from './glyph-line.js';
import type { MathInput } from './math-child.js';
import { axisHeight, mathLength, mathMetrics } from './metrics.js';
import { coreOperator, type Operator } from './operators.js';

export const operatorAlgorithm: MathAlgorithm = { layout: layoutOperator, sizes: operatorSizes };

/** Whether an operator is drawn as a large or stretched glyph of the primary font. */
export function isShapedOperator(context: LayoutContext, box: BlockBox): boolean {
  const operator = coreOperator(box);
  if (operator?.codePoint === undefined) return false;
  const { font, isDisplay } = mathMetrics(context, box);
  return font.glyph(operator.codePoint) !== undefined && (operator.stretchy || (operator.largeop && isDisplay));
}

/** The operator of a box that passes `isShapedOperator`. */
function shapedOperator(box: BlockBox): Operator & { readonly codePoint: number } {
  return coreOperator(box) as Operator & { readonly codePoint: number };
}

interface Extent {
  readonly ascent: number;
  readonly descent: number;
}

function layoutOperator(input: MathInput): MathContent {
  const { context, box, width, target } = input;
  const operator = shapedOperator(box);
  const extent = operator.stretchy && operator.isVertical ? verticalExtent(input, operator) : undefined;
  const size = extent
    ? extent.ascent + extent.descent
    : operator.stretchy
      ? target?.axis === 'horizontal'
        ? target.width
        : 0
      : largeSize(context, box);
  const glyph = stretched(context, box, operator, size);
  const [over, under] = [snapFloor(glyph.ascent), snapFloor(glyph.descent)];
  // The centre of a stretched glyph is that of its target.
  const shift = extent ? snap((over - under - (extent.ascent - extent.descent)) / 2) : 0;
  const line = glyphLine(context, box, String.fromCodePoint(operator.codePoint), glyph);
  return {
    ascent: over - shift,
    descent: under + shift,
    parts: [],
    // The width is that of the widest size, or of the glyph before it is stretched in the inline axis.
    lines: [{ line, x: snap((width - glyph.advance) / 2), y: shift - line.baseline }],
    italicsCorrection: snap(glyph.italicsCorrection),
  };
}

const stretched = (context: LayoutContext, box: BlockBox, operator: Operator, target: number): StretchedGlyph => {
  const { font, size } = mathMetrics(context, box);
  const isVertical = operator.isVertical || !operator.stretchy;
  return font.stretch(operator.codePoint!, isVertical ? 'vertical' : 'horizontal', target, size)!;
};

function largeSize(context: LayoutContext, box: BlockBox): number {
  return snap(mathMetrics(context, box).constant('displayOperatorMinHeight', 0));
}

/** Source: https://w3c.github.io/mathml-core/#layout-of-operators, step "stretch axis of the operator is block" */
function verticalExtent({ context, box, target }: MathInput, operator: Operator): Extent {
  if (target?.axis !== 'vertical') return { ascent: 0, descent: 0 };
  const metrics = mathMetrics(context, box);
  let { ascent, descent } = target;
  if (operator.symmetric) {
    const axis = axisHeight(metrics);
    const half = Math.max(ascent - axis, descent + axis);
    [ascent, descent] = [half + axis, half - axis];
  }
  const size = ascent + descent;
  const min = Math.max(0, mathLength(context, box, 'minsize', size) ?? 0);
  const max = Math.max(min, mathLength(context, box, 'maxsize', size) ?? MAX_LENGTH);
  if (size <= 0) return { ascent: snap(min / 2), descent: min - snap(min / 2) };
  const limited = Math.max(min, Math.min(size, max));
  if (limited === size) return { ascent, descent };
  ascent = snap((ascent * limited) / size);
  return { ascent, descent: limited - ascent };
}

function operatorSizes(context: LayoutContext, box: BlockBox): MinMax {
  const operator = shapedOperator(box);
  const { font, size } = mathMetrics(context, box);
  if (operator.stretchy && operator.isVertical) {
    const { min, max } = font.widestAdvance(operator.codePoint, size);
    return { min: snap(min), max: snap(max) };
  }
  const target = operator.stretchy ? 0 : largeSize(context, box);
  const glyph = stretched(context, box, operator, target);
  return glyph ? fixed(snap(glyph.advance)) : NO_WIDTH;
}
