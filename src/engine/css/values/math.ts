/**
 * Lengths, percentages, numbers, angles and math functions: converts lightningcss's calculation trees to specified
 * values in px, percent and degrees.
 * Source: https://drafts.csswg.org/css-values-4/#math
 */

import type { DimensionPercentageFor_LengthValue, Length } from 'lightningcss';
import { all, type ComputeContext, Deferred, map, type Specified } from '../cascade/specified.js';
import { percentOf, roundF32 } from '../syntax/lightning.js';
import { PX_PER_UNIT } from './units.js';
import { hasPercentage, type LengthPercentage, type MathFunction, type Percentage } from './values.js';

const container = (context: ComputeContext, axis: 'width' | 'height'): number =>
  (context.containers?.[axis] ?? context.viewport[axis]) / 100;
const containerInline = (context: ComputeContext) => container(context, context.isVertical ? 'height' : 'width');
const containerBlock = (context: ComputeContext) => container(context, context.isVertical ? 'width' : 'height');

/**
 * px of one relative unit. Small, large and dynamic viewports are all the page area; the query container is, too, where
 * there is none.
 * Sources: https://drafts.csswg.org/css-values-4/#relative-lengths,
 * https://drafts.csswg.org/css-conditional-5/#container-lengths
 */
export const RELATIVE: Readonly<Record<string, (context: ComputeContext) => number>> = {
  em: (context) => context.fontSize,
  rem: (context) => context.rootFontSize,
  ex: (context) => context.fontUnits.xHeight,
  ch: (context) => context.fontUnits.zeroAdvance,
  cap: (context) => context.fontUnits.capHeight,
  // The fallback without a glyph U+6C34; CJK fonts have full-width glyphs of 1em.
  ic: (context) => context.fontSize,
  lh: (context) => context.lineHeight,
  rlh: (context) => context.rootLineHeight,
  rex: (context) => context.rootFontSize / 2,
  rch: (context) => context.rootFontSize / 2,
  rcap: (context) => context.rootFontSize,
  ric: (context) => context.rootFontSize,
  vw: (context) => context.viewport.width / 100,
  vh: (context) => context.viewport.height / 100,
  vi: (context) => context.viewport.width / 100,
  vb: (context) => context.viewport.height / 100,
  vmin: (context) => Math.min(context.viewport.width, context.viewport.height) / 100,
  vmax: (context) => Math.max(context.viewport.width, context.viewport.height) / 100,
  cqw: (context) => container(context, 'width'),
  cqh: (context) => container(context, 'height'),
  cqi: containerInline,
  cqb: containerBlock,
  cqmin: (context) => Math.min(container(context, 'width'), container(context, 'height')),
  cqmax: (context) => Math.max(container(context, 'width'), container(context, 'height')),
};

export const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

/** @returns px; undefined for other units */
export function length(value: number, unit: string): Specified<number> | undefined {
  const amount = roundF32(value);
  const name = unit.toLowerCase();
  const absolute = PX_PER_UNIT[name];
  if (absolute !== undefined) return amount * absolute;
  const relative = RELATIVE[name.replace(/^[sld]v/, 'v')];
  return relative && new Deferred((context) => amount * relative(context));
}

/** @returns degrees; undefined for other units */
export function angle(value: number, unit: string): number | undefined {
  const degrees = DEGREES[unit.toLowerCase()];
  return degrees === undefined ? undefined : roundF32(value) * degrees;
}

/** Fractions below are 0: see syntax/percentages.ts. */
const SMALLEST_FRACTION = 1e-20;

export function percentage(fraction: number): Percentage {
  return { percent: Math.abs(fraction) < SMALLEST_FRACTION ? 0 : percentOf(fraction), px: 0 };
}

const isPercentage = (value: LengthPercentage): value is Percentage => typeof value === 'object' && 'percent' in value;

/** a + b, simplified where possible. */
export function add(a: LengthPercentage, b: LengthPercentage): LengthPercentage {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (isFolded(a) && isFolded(b)) {
    const [left, right] = [asPercentage(a), asPercentage(b)];
    return { percent: left.percent + right.percent, px: left.px + right.px };
  }
  return { math: 'sum', args: [a, b] };
}

export function scale(value: LengthPercentage, factor: number): LengthPercentage {
  if (typeof value === 'number') return value * factor;
  if (isPercentage(value)) return { percent: value.percent * factor, px: value.px * factor };
  return { math: 'scale', args: [value], factor };
}

const isFolded = (value: LengthPercentage): value is number | Percentage =>
  typeof value === 'number' || isPercentage(value);

const asPercentage = (value: number | Percentage): Percentage =>
  typeof value === 'number' ? { percent: 0, px: value } : value;

function extreme(math: 'min' | 'max', args: readonly LengthPercentage[]): LengthPercentage {
  if (args.every((arg) => typeof arg === 'number')) return math === 'min' ? Math.min(...args) : Math.max(...args);
  return { math, args } satisfies MathFunction;
}

export const minimum = (args: readonly LengthPercentage[]): LengthPercentage => extreme('min', args);
export const maximum = (args: readonly LengthPercentage[]): LengthPercentage => extreme('max', args);
export const clamp = ([low, middle, high]: readonly LengthPercentage[]): LengthPercentage =>
  maximum([low!, minimum([middle!, high!])]);
export const absolute = (value: LengthPercentage): LengthPercentage =>
  typeof value === 'number' ? Math.abs(value) : maximum([value, scale(value, -1)]);

/**
 * A function of numbers only. LengthPercentage cannot represent it for percentages, which the readers below reject; the
 * fallback is never used.
 */
const ofNumbers =
  (compute: (...values: number[]) => number) =>
  (args: readonly LengthPercentage[]): LengthPercentage =>
    args.every((arg) => typeof arg === 'number') ? compute(...(args as number[])) : args[0]!;

export type Rounding = 'nearest' | 'up' | 'down' | 'to-zero';

/** Source: https://drafts.csswg.org/css-values-4/#round-func */
export function round(strategy: Rounding, value: number, step: number): number {
  if (step === 0) return Number.NaN;
  const size = Math.abs(step);
  const steps = value / size;
  if (strategy === 'up') return Math.ceil(steps) * size;
  if (strategy === 'down') return Math.floor(steps) * size;
  if (strategy === 'to-zero') return Math.trunc(steps) * size;
  // https://drafts.csswg.org/css-values-4/#round-func: halfway values round up.
  return Math.floor(steps + 0.5) * size;
}

/** `mod()`: the result has the sign of the step. Source: https://drafts.csswg.org/css-values-4/#funcdef-mod */
export const modulo = (value: number, step: number): number => value - Math.floor(value / step) * step;

/** The calculation trees of lightningcss. */
type Calc<Leaf> =
  | { type: 'value'; value: Leaf }
  | { type: 'number'; value: number }
  | { type: 'sum'; value: Calc<Leaf>[] }
  | { type: 'product'; value: [number, Calc<Leaf>] }
  | { type: 'function'; value: MathTree<Leaf> };
type MathTree<Leaf> =
  | { type: 'calc' | 'abs' | 'sign'; value: Calc<Leaf> }
  | { type: 'min' | 'max' | 'clamp' | 'rem' | 'mod' | 'hypot'; value: Calc<Leaf>[] }
  | { type: 'round'; value: [Rounding, Calc<Leaf>, Calc<Leaf>] };

type ReadLeaf<Leaf> = (leaf: Leaf) => Specified<LengthPercentage> | undefined;

/** @returns undefined for a percentage in a function of numbers only */
function readCalc<Leaf>(tree: Calc<Leaf>, leaf: ReadLeaf<Leaf>): Specified<LengthPercentage> | undefined {
  switch (tree.type) {
    case 'value':
      return leaf(tree.value);
    case 'number':
      return roundF32(tree.value);
    case 'sum':
      return combine(tree.value, leaf, (args) => args.reduce(add, 0));
    case 'product': {
      const factor = roundF32(tree.value[0]);
      return combine([tree.value[1]], leaf, ([value]) => scale(value!, factor));
    }
    case 'function':
      return readMath(tree.value, leaf);
  }
}

function readMath<Leaf>(tree: MathTree<Leaf>, leaf: ReadLeaf<Leaf>): Specified<LengthPercentage> | undefined {
  switch (tree.type) {
    case 'calc':
      return readCalc(tree.value, leaf);
    case 'abs':
      return combine([tree.value], leaf, ([value]) => absolute(value!));
    case 'min':
      return combine(tree.value, leaf, minimum);
    case 'max':
      return combine(tree.value, leaf, maximum);
    case 'clamp':
      return combine(tree.value, leaf, clamp);
    case 'round': {
      const [strategy, ...args] = tree.value;
      return combine(
        args,
        leaf,
        ofNumbers((value, step) => round(strategy, value!, step!)),
        true,
      );
    }
    case 'rem':
      return combine(
        tree.value,
        leaf,
        ofNumbers((value, step) => value! % step!),
        true,
      );
    case 'mod':
      return combine(
        tree.value,
        leaf,
        ofNumbers((value, step) => modulo(value!, step!)),
        true,
      );
    case 'sign':
      return combine([tree.value], leaf, ofNumbers(Math.sign), true);
    case 'hypot':
      return combine(tree.value, leaf, ofNumbers(Math.hypot), true);
  }
}

function combine<Leaf>(
  trees: readonly Calc<Leaf>[],
  leaf: ReadLeaf<Leaf>,
  compute: (args: readonly LengthPercentage[]) => LengthPercentage,
  numbersOnly = false,
): Specified<LengthPercentage> | undefined {
  const args: Specified<LengthPercentage>[] = [];
  for (const tree of trees) {
    const arg = readCalc(tree, leaf);
    if (arg === undefined) return undefined;
    if (numbersOnly && !(arg instanceof Deferred) && hasPercentage(arg)) return undefined;
    args.push(arg);
  }
  return map(all(args), compute);
}

/**
 * Type of a calculation; undefined where types do not match. lightningcss takes numbers for lengths.
 * Source: https://drafts.csswg.org/css-values-4/#determine-the-type-of-a-calculation
 */
function typeOf<Leaf>(tree: Calc<Leaf>): 'number' | 'dimension' | undefined {
  switch (tree.type) {
    case 'value':
      return 'dimension';
    case 'number':
      return 'number';
    case 'sum':
      return commonType(tree.value);
    case 'product':
      return typeOf(tree.value[1]);
    case 'function':
      return typeOfFunction(tree.value);
  }
}

function typeOfFunction<Leaf>(tree: MathTree<Leaf>): 'number' | 'dimension' | undefined {
  if (tree.type === 'sign') return typeOf(tree.value) && 'number';
  if (tree.type === 'round') return commonType([tree.value[1], tree.value[2]]);
  return Array.isArray(tree.value) ? commonType(tree.value) : typeOf(tree.value);
}

function commonType<Leaf>([first, ...others]: readonly Calc<Leaf>[]): 'number' | 'dimension' | undefined {
  const type = first && typeOf(first);
  return others.every((other) => typeOf(other) === type) ? type : undefined;
}

function readCalculation<Leaf>(tree: Calc<Leaf>, leaf: ReadLeaf<Leaf>): Specified<LengthPercentage> | undefined {
  return typeOf(tree) === 'dimension' ? readCalc(tree, leaf) : undefined;
}

/** Converts a `<length-percentage>` of lightningcss; undefined unless its type is that. */
export function readLengthPercentage(
  value: DimensionPercentageFor_LengthValue,
): Specified<LengthPercentage> | undefined {
  if (value.type === 'dimension') return length(value.value.value, value.value.unit);
  if (value.type === 'percentage') return percentage(value.value);
  return readCalculation(value.value as Calc<DimensionPercentageFor_LengthValue>, readLengthPercentage);
}

/** Converts a `<length>` of lightningcss; undefined unless its type is that. */
export function readLength(value: Length): Specified<number> | undefined {
  if (value.type === 'value') return length(value.value.value, value.value.unit);
  return readCalculation(value.value as Calc<Length>, readLength) as Specified<number> | undefined;
}

/** Converts what lightningcss takes for a `<length>` in media queries: a length, or a calculation whose type is a number. */
export function readCalculated(value: Length): Specified<number> | undefined {
  if (value.type === 'value') return readLength(value);
  return readCalc(value.value as Calc<Length>, readLength) as Specified<number> | undefined;
}
