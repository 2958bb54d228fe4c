/** Fractions. Source: https://w3c.github.io/mathml-core/#fractions-mfrac, Blink's MathFractionLayoutAlgorithm */

import { snap } from '../algorithm/units.js';
import { type MathAlgorithm, type MathContent, partAt, widest } from './content.js';
import { childrenInFlow } from './math-boxes.js';
import { childSizes, layoutChild, type MathChild, type MathInput, outerWidth } from './math-child.js';
import { axisHeight, fallbackRule, lineThickness, type MathMetrics, mathMetrics } from './metrics.js';

export const fractionAlgorithm: MathAlgorithm = {
  layout: layoutFraction,
  sizes(context, box) {
    const [numerator, denominator] = childrenInFlow(box).map((child) => childSizes(context, child));
    return widest(numerator!, denominator!);
  },
};

/** Distances of the baselines from that of the fraction. */
interface Shifts {
  readonly up: number;
  readonly down: number;
}

function layoutFraction(input: MathInput): MathContent {
  const { context, box, width } = input;
  const [above, below] = childrenInFlow(box).map((child) => layoutChild(input, child));
  const [numerator, denominator] = [above!, below!];
  const metrics = mathMetrics(context, box);
  const thickness = lineThickness(context, box);
  const axis = axisHeight(metrics);
  const { up, down } =
    thickness > 0
      ? barShifts(metrics, { numerator, denominator, thickness, axis })
      : stackShifts(metrics, numerator, denominator);
  const left = (child: MathChild) => snap((width - outerWidth(child)) / 2);
  // Blink's bar is centred on the axis in whole px: MathMLPainter::PaintBar
  const bar = { x: 0, y: -axis, width, height: thickness };
  return {
    ascent: Math.max(0, up + numerator.ascent, denominator.ascent - down),
    descent: Math.max(0, numerator.descent - up, down + denominator.descent),
    parts: [partAt(numerator, left(numerator), -up), partAt(denominator, left(denominator), down)],
    bars: thickness > 0 ? [bar] : [],
  };
}

interface BarInput {
  readonly numerator: MathChild;
  readonly denominator: MathChild;
  readonly thickness: number;
  readonly axis: number;
}

/** Source: https://w3c.github.io/mathml-core/#fraction-with-nonzero-line-thickness */
function barShifts(metrics: MathMetrics, { numerator, denominator, thickness, axis }: BarInput): Shifts {
  const { isDisplay } = metrics;
  const rule = (isDisplay ? 3 : 1) * fallbackRule(metrics);
  const numeratorGap = snap(
    metrics.constant(isDisplay ? 'fractionNumDisplayStyleGapMin' : 'fractionNumeratorGapMin', rule),
  );
  const denominatorGap = snap(
    metrics.constant(isDisplay ? 'fractionDenomDisplayStyleGapMin' : 'fractionDenominatorGapMin', rule),
  );
  const up = snap(metrics.constant(isDisplay ? 'fractionNumeratorDisplayStyleShiftUp' : 'fractionNumeratorShiftUp', 0));
  const down = snap(
    metrics.constant(isDisplay ? 'fractionDenominatorDisplayStyleShiftDown' : 'fractionDenominatorShiftDown', 0),
  );
  const half = snap(thickness / 2);
  return {
    up: Math.max(up, axis + half + numeratorGap + numerator.descent),
    down: Math.max(down, half + denominatorGap + denominator.ascent - axis),
  };
}

/** Source: https://w3c.github.io/mathml-core/#fraction-with-zero-line-thickness */
function stackShifts(metrics: MathMetrics, numerator: MathChild, denominator: MathChild): Shifts {
  const { isDisplay } = metrics;
  const minGap = snap(
    metrics.constant(
      isDisplay ? 'stackDisplayStyleGapMin' : 'stackGapMin',
      (isDisplay ? 7 : 3) * fallbackRule(metrics),
    ),
  );
  const up = snap(metrics.constant(isDisplay ? 'stackTopDisplayStyleShiftUp' : 'stackTopShiftUp', 0));
  const down = snap(metrics.constant(isDisplay ? 'stackBottomDisplayStyleShiftDown' : 'stackBottomShiftDown', 0));
  const missing = minGap - (down - denominator.ascent + up - numerator.descent);
  if (missing <= 0) return { up, down };
  const half = snap(missing / 2);
  return { up: up + half, down: down + missing - half };
}
