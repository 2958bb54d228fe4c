/** Rows. Source: https://w3c.github.io/mathml-core/#layout-of-mrow, Blink's MathRowLayoutAlgorithm */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { LayoutContext, StretchTarget } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { fixed, type MathAlgorithm, type MathContent, type MathPart, NO_WIDTH, partAt, plus } from './content.js';
import { childrenInFlow, mathNameOf } from './math-boxes.js';
import { childSizes, layoutChild, type MathChild, type MathInput, outerWidth, stretchesIn } from './math-child.js';
import { mathLength } from './metrics.js';
import { coreOperator } from './operators.js';

export const rowAlgorithm: MathAlgorithm = { layout: layoutRow, sizes: rowSizes };

function layoutRow(input: MathInput): MathContent {
  const { context, box, width } = input;
  const children = childrenInFlow(box);
  const known = new Map<BlockLevelBox, MathChild>();
  const target = input.target ?? stretchTarget(input, children, known);
  const isSpaced = addsSpace(box);
  const parts: MathPart[] = [];
  let x = 0;
  let ascent = 0;
  let descent = 0;
  for (const child of children) {
    const item = known.get(child) ?? layoutChild(input, child, stretchesIn(child, target.axis) ? target : undefined);
    const space = isSpaced ? operatorSpace(context, child) : NO_SPACE;
    x += space.before;
    parts.push(partAt(item, x, 0));
    x += outerWidth(item) + space.after;
    ascent = Math.max(ascent, item.ascent);
    descent = Math.max(descent, item.descent);
  }
  const isRoot = mathNameOf(box) === 'math' && box.style.display === 'block-math';
  const shift = isRoot ? Math.max(0, snap((width - x) / 2)) : 0;
  return { ascent, descent, parts: shift === 0 ? parts : parts.map((part) => ({ ...part, x: part.x + shift })) };
}

/**
 * The extents of the children that do not stretch.
 * @param known  receives them: rows nest, and each is laid out once
 * Source: https://w3c.github.io/mathml-core/#dfn-algorithm-for-stretching-operators-along-the-block-axis
 */
function stretchTarget(
  input: MathInput,
  children: readonly BlockLevelBox[],
  known: Map<BlockLevelBox, MathChild>,
): StretchTarget {
  const isStretchy = (child: BlockLevelBox) => stretchesIn(child, 'vertical');
  const none: StretchTarget = { axis: 'vertical', ascent: 0, descent: 0 };
  if (!children.some(isStretchy)) return none;
  const others = children.filter((child) => !isStretchy(child));
  for (const child of others) known.set(child, layoutChild(input, child));
  const measured = others.length > 0 ? [...known.values()] : children.map((child) => layoutChild(input, child, none));
  return {
    axis: 'vertical',
    ascent: Math.max(0, ...measured.map(({ ascent, margin }) => ascent - margin.top)),
    descent: Math.max(0, ...measured.map(({ descent, margin }) => descent - margin.bottom)),
  };
}

/** Whether the spaces of operators are in the row, not around it. */
const addsSpace = (box: BlockBox): boolean => mathNameOf(box) === 'math' || coreOperator(box) === undefined;

interface OperatorSpace {
  readonly before: number;
  readonly after: number;
}

const NO_SPACE: OperatorSpace = { before: 0, after: 0 };

function operatorSpace(context: LayoutContext, child: BlockLevelBox): OperatorSpace {
  const operator = coreOperator(child);
  if (!operator) return NO_SPACE;
  const unit = Math.trunc(operator.box.style['font-size']) / 18;
  const space = (name: 'lspace' | 'rspace') => {
    const standard = snap(operator[name] * unit);
    return Math.max(0, mathLength(context, operator.box, name, standard) ?? standard);
  };
  return { before: space('lspace'), after: space('rspace') };
}

function rowSizes(context: LayoutContext, box: BlockBox): MinMax {
  const isSpaced = addsSpace(box);
  let sizes = NO_WIDTH;
  for (const child of childrenInFlow(box)) {
    sizes = plus(sizes, childSizes(context, child));
    const { before, after } = isSpaced ? operatorSpace(context, child) : NO_SPACE;
    if (before + after > 0) sizes = plus(sizes, fixed(before + after));
  }
  return { min: Math.max(0, sizes.min), max: Math.max(0, sizes.max) };
}
