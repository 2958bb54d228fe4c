/** Radicals. Source: https://w3c.github.io/mathml-core/#radicals-msqrt-mroot, Blink's MathRadicalLayoutAlgorithm */

import type { BlockBox } from '../../box/tree.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import { fixed, type MathAlgorithm, type MathContent, type MathLine, partAt, plus } from './content.js';
import { glyphLine } from './glyph-line.js';
import { childrenInFlow } from './math-boxes.js';
import { childSizes, layoutChild, type MathChild, type MathInput, outerWidth } from './math-child.js';
import { fallbackRule, type MathMetrics, mathMetrics } from './metrics.js';

export const radicalAlgorithm: MathAlgorithm = { layout: layoutRadical, sizes: radicalSizes };

const RADICAL = 0x221a;

interface RadicalLengths {
  readonly rule: number;
  readonly gap: number;
  readonly extraAscender: number;
  readonly bottomRaise: number;
}

function lengthsOf(metrics: MathMetrics): RadicalLengths {
  const rule = fallbackRule(metrics);
  const gap = metrics.isDisplay
    ? metrics.constant('radicalDisplayStyleVerticalGap', rule + metrics.metrics.xHeight / 4)
    : metrics.constant('radicalVerticalGap', (5 * rule) / 4);
  const thickness = snap(metrics.constant('radicalRuleThickness', rule));
  return {
    rule: thickness,
    gap: snap(gap),
    extraAscender: snap(metrics.constant('radicalExtraAscender', thickness)),
    bottomRaise: (metrics.font.table?.constants.radicalDegreeBottomRaisePercent ?? 60) / 100,
  };
}

/** Spaces before and after an index; the symbol may move below it, but not further left. */
function kerns(metrics: MathMetrics, indexWidth: number): { readonly before: number; readonly after: number } {
  const unit = metrics.wholeSize / 18;
  return {
    before: Math.max(0, snap(metrics.constant('radicalKernBeforeDegree', 5 * unit))),
    after: Math.max(-indexWidth, snap(metrics.constant('radicalKernAfterDegree', -10 * unit))),
  };
}

function layoutRadical(input: MathInput): MathContent {
  const { context, box } = input;
  const [first, second] = childrenInFlow(box);
  const base = first && layoutChild(input, first);
  const index = second && layoutChild(input, second);
  const metrics = mathMetrics(context, box);
  const { rule, gap, extraAscender, bottomRaise } = lengthsOf(metrics);
  const [over, under] = [base?.ascent ?? 0, base?.descent ?? 0];
  const surd = metrics.font.stretch(RADICAL, 'vertical', over + under + gap + rule, metrics.size);
  const surdHeight = snap((surd?.ascent ?? 0) + (surd?.descent ?? 0));
  const surdWidth = snap(surd?.advance ?? 0);
  let ascent = over + gap + rule + extraAscender;
  let descent = Math.max(under, surdHeight + extraAscender - ascent);
  const raise = snap(bottomRaise * surdHeight);
  const indexHeight = index ? index.ascent + index.descent : 0;
  if (index) {
    ascent = Math.max(ascent, raise - descent + indexHeight);
    descent = Math.max(descent, descent - raise + indexHeight);
  }
  const kern = index ? kerns(metrics, outerWidth(index)) : { before: 0, after: 0 };
  const surdX = index ? kern.before + outerWidth(index) + kern.after : 0;
  const top = -over - gap;
  const lines: MathLine[] = [];
  if (surd) {
    const line = glyphLine(context, box, String.fromCodePoint(RADICAL), surd);
    lines.push({ line, x: surdX, y: top + surd.ascent - line.baseline });
  }
  const parts = base ? [partAt(base, surdX + surdWidth, 0)] : [];
  if (index) parts.push(partAt(index, kern.before, descent - raise - index.descent));
  const bar = { x: surdX + surdWidth, y: top, width: widthOf(base), height: rule };
  return { ascent, descent, parts, lines, bars: rule > 0 ? [bar] : [] };
}

const widthOf = (child: MathChild | undefined): number => (child ? outerWidth(child) : 0);

function radicalSizes(context: LayoutContext, box: BlockBox): MinMax {
  const [base, index] = childrenInFlow(box);
  const metrics = mathMetrics(context, box);
  const { max } = metrics.font.widestAdvance(RADICAL, metrics.size);
  let sizes = fixed(snap(max));
  if (base) sizes = plus(sizes, childSizes(context, base));
  if (!index) return sizes;
  const own = childSizes(context, index);
  const withKerns = (width: number) => {
    const { before, after } = kerns(metrics, width);
    return before + width + after;
  };
  return plus(sizes, { min: withKerns(own.min), max: withKerns(own.max) });
}
