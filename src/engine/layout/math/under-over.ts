/** Under- and overscripts. Source: https://w3c.github.io/mathml-core/#underscripts-and-overscripts-munder-mover-munderover, Blink's MathUnderOverLayoutAlgorithm */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { StretchTarget } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { type MathAlgorithm, type MathContent, type MathPart, NO_WIDTH, partAt, widest } from './content.js';
import { childrenInFlow, mathNameOf } from './math-boxes.js';
import { childSizes, layoutChild, type MathChild, type MathInput, outerWidth, stretchesIn } from './math-child.js';
import { fallbackRule, type MathMetrics, mathMetrics } from './metrics.js';
import { booleanAttribute, coreOperator } from './operators.js';

export const underOverAlgorithm: MathAlgorithm = {
  layout: layoutUnderOver,
  sizes: (context, box) =>
    childrenInFlow(box).reduce((sizes, child) => widest(sizes, childSizes(context, child)), NO_WIDTH),
};

interface Scripts {
  readonly base: BlockLevelBox;
  readonly under: BlockLevelBox | undefined;
  readonly over: BlockLevelBox | undefined;
}

function scriptsOf(box: BlockBox): Scripts {
  const [base, first, second] = childrenInFlow(box);
  const name = mathNameOf(box);
  if (name === 'mover') return { base: base!, under: undefined, over: first };
  return { base: base!, under: first, over: name === 'munder' ? undefined : second };
}

interface Lengths {
  readonly underGap: number;
  readonly overGap: number;
  readonly underShift: number;
  readonly overShift: number;
  readonly extraDescender: number;
  readonly extraAscender: number;
  readonly accentBaseHeight: number;
  /** The scripts are as bars over and under the base. */
  readonly isBar: boolean;
}

const NO_BAR = { extraDescender: 0, extraAscender: 0, accentBaseHeight: 0, isBar: false } as const;

/** Sources: https://w3c.github.io/mathml-core/#base-with-underscript, #base-with-overscript */
function lengthsOf(metrics: MathMetrics, base: BlockLevelBox): Lengths {
  const length = (...[name, fallback]: Parameters<MathMetrics['constant']>) => snap(metrics.constant(name, fallback));
  const operator = coreOperator(base);
  if (operator?.largeop)
    return {
      underGap: length('lowerLimitGapMin', 0),
      overGap: length('upperLimitGapMin', 0),
      underShift: length('lowerLimitBaselineDropMin', 0),
      overShift: length('upperLimitBaselineRiseMin', 0),
      ...NO_BAR,
    };
  if (operator?.stretchy && !operator.isVertical)
    return {
      underGap: length('stretchStackGapBelowMin', 0),
      overGap: length('stretchStackGapAboveMin', 0),
      underShift: length('stretchStackBottomShiftDown', 0),
      overShift: length('stretchStackTopShiftUp', 0),
      ...NO_BAR,
    };
  const rule = fallbackRule(metrics);
  return {
    underGap: length('underbarVerticalGap', 3 * rule),
    overGap: length('overbarVerticalGap', 3 * rule),
    underShift: 0,
    overShift: 0,
    extraDescender: length('underbarExtraDescender', rule),
    extraAscender: length('overbarExtraAscender', rule),
    accentBaseHeight: length('accentBaseHeight', metrics.metrics.xHeight / 2),
    isBar: true,
  };
}

function layoutUnderOver(input: MathInput): MathContent {
  const { box, context, width } = input;
  const boxes = scriptsOf(box);
  const place = stretching(input);
  const lengths = lengthsOf(mathMetrics(context, box), boxes.base);
  const base = place(boxes.base);
  const over = boxes.over && place(boxes.over);
  const under = boxes.under && place(boxes.under);
  const left = (child: MathChild) => snap((width - outerWidth(child)) / 2);
  const parts: MathPart[] = [partAt(base, left(base), 0)];
  let { ascent, descent } = base;
  if (over) {
    const rise = riseOf(box, base, over, lengths);
    parts.push(partAt(over, left(over), -rise));
    ascent = rise + over.ascent + lengths.extraAscender;
  }
  if (under) {
    const drop = dropOf(box, base, under, lengths);
    parts.push(partAt(under, left(under), drop));
    descent = drop + under.descent + lengths.extraDescender;
  }
  return { ascent: Math.max(0, ascent), descent: Math.max(0, descent), parts };
}

/** Height of the overscript's baseline above that of the base. */
function riseOf({ element }: BlockBox, base: MathChild, over: MathChild, lengths: Lengths): number {
  const { overGap, overShift, accentBaseHeight, isBar } = lengths;
  // The border box of the base, whose margin is between.
  const top = base.ascent;
  if (!isBar) return top + Math.max(over.descent + overGap, overShift);
  if (!booleanAttribute(element, 'accent')) return top + overGap + over.descent;
  return top + over.descent + Math.max(0, accentBaseHeight - (base.ascent - base.margin.top));
}

/** Depth of the underscript's baseline below that of the base. */
function dropOf({ element }: BlockBox, base: MathChild, under: MathChild, lengths: Lengths): number {
  const { underGap, underShift, isBar } = lengths;
  if (!isBar) return base.descent + Math.max(under.ascent + underGap, underShift);
  const gap = booleanAttribute(element, 'accentunder') ? 0 : underGap;
  return base.descent + gap + under.ascent;
}

/**
 * Lays out children, those that stretch in the inline axis as wide as the others.
 * Source: https://w3c.github.io/mathml-core/#dfn-algorithm-for-stretching-operators-along-the-inline-axis
 */
function stretching(input: MathInput): (child: BlockLevelBox) => MathChild {
  const { box, target } = input;
  const children = childrenInFlow(box);
  const isStretchy = (child: BlockLevelBox) => stretchesIn(child, 'horizontal');
  const isTarget = (child: BlockLevelBox) => child === children[0] && target !== undefined;
  const known = new Map<BlockLevelBox, MathChild>();
  for (const child of children) if (!isStretchy(child) && !isTarget(child)) known.set(child, layoutChild(input, child));
  const none: StretchTarget = { axis: 'horizontal', width: 0 };
  const measured =
    known.size > 0
      ? [...known.values()]
      : children.filter((child) => !isTarget(child)).map((child) => layoutChild(input, child, none));
  const own: StretchTarget = { axis: 'horizontal', width: Math.max(0, ...measured.map(({ width }) => width)) };
  return (child) => {
    if (isTarget(child)) return layoutChild(input, child, stretchesIn(child, target!.axis) ? target : undefined);
    return known.get(child) ?? layoutChild(input, child, own);
  };
}
