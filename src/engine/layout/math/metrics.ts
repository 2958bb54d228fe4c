/** Fonts of formulas, constants of their `MATH` table, and lengths in attributes; px. */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { PX_PER_UNIT } from '../../css/values/units.js';
import { fontRequest } from '../../text/font-request.js';
import type { MathFont } from '../../text/math-font.js';
import type { MathConstant } from '../../text/math-table.js';
import type { FontFace, FontMetrics } from '../../text/types.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';

/** The primary font of a style. */
export interface MathMetrics {
  readonly face: FontFace;
  readonly font: MathFont;
  readonly size: number;
  /** The size in whole px, by which Blink measures spaces. */
  readonly wholeSize: number;
  readonly metrics: FontMetrics;
  /** `math-style: normal` */
  readonly isDisplay: boolean;
  /** A constant of the `MATH` table; `fallback` without one. Not in layout units. */
  constant(name: MathConstant, fallback: number): number;
}

const METRICS = new WeakMap<LayoutContext['fonts'], WeakMap<LogicalStyle, MathMetrics>>();

export function mathMetrics({ fonts, shaper }: LayoutContext, { style, element }: BlockLevelBox): MathMetrics {
  let ofFonts = METRICS.get(fonts);
  if (!ofFonts) {
    ofFonts = new WeakMap();
    METRICS.set(fonts, ofFonts);
  }
  let known = ofFonts.get(style);
  if (!known) {
    const size = style['font-size'];
    const face = fonts.match(fontRequest(style, element.language ?? '')).primary;
    const font = shaper.mathFont(face);
    const table = font.table;
    known = {
      face,
      font,
      size,
      wholeSize: Math.trunc(size),
      metrics: fonts.metrics(face, size),
      isDisplay: style['math-style'] === 'normal',
      constant: (name, fallback) => (table ? table.constants[name] * (size / face.unitsPerEm) : fallback),
    };
    ofFonts.set(style, known);
  }
  return known;
}

/** Thickness of rules in fonts without a `MATH` table: Blink's `RuleThicknessFallback` */
export const fallbackRule = ({ metrics }: MathMetrics): number => metrics.underlineThickness;

/** Source: https://w3c.github.io/mathml-core/#dfn-math-axis */
export const axisHeight = (metrics: MathMetrics): number =>
  snap(metrics.constant('axisHeight', metrics.metrics.xHeight / 2));

const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?\s*$/i;

/**
 * A length or percentage in an attribute, in layout units.
 * @param basis  of percentages; undefined: the attribute takes none
 * @returns undefined: the attribute is missing or invalid
 * Source: https://w3c.github.io/mathml-core/#dfn-length-percentage
 */
export function mathLength(
  context: LayoutContext,
  box: BlockLevelBox,
  name: string,
  basis: number | undefined,
): number | undefined {
  const match = LENGTH.exec(box.element.attribute(name) ?? '');
  if (!match) return undefined;
  const number = Number(match[1]);
  const unit = match[2]?.toLowerCase();
  if (unit === undefined) return number === 0 ? 0 : undefined;
  if (unit === '%') return basis === undefined ? undefined : snap((number * basis) / 100);
  const px = PX_PER_UNIT[unit] ?? fontUnit(context, box, unit);
  return px === undefined ? undefined : snap(number * px);
}

function fontUnit(context: LayoutContext, box: BlockLevelBox, unit: string): number | undefined {
  const { size, metrics } = mathMetrics(context, box);
  const { viewport } = context;
  switch (unit) {
    case 'em':
      return size;
    case 'ex':
      return metrics.xHeight;
    case 'ch':
      return metrics.zeroAdvance;
    case 'cap':
      return metrics.capHeight;
    case 'vw':
      return viewport.width / 100;
    case 'vh':
      return viewport.height / 100;
    default:
      return undefined;
  }
}

/** Thickness of a fraction bar; at least 0. Source: https://w3c.github.io/mathml-core/#fractions-mfrac */
export function lineThickness(context: LayoutContext, box: BlockBox): number {
  const metrics = mathMetrics(context, box);
  const standard = snap(metrics.constant('fractionRuleThickness', fallbackRule(metrics)));
  return Math.max(0, mathLength(context, box, 'linethickness', standard) ?? standard);
}
