/** Arithmetic on numbers or strings of numbers. A missing argument is an error, lest a sum be wrong. */

import { HelperError } from '../run.js';
import { ANY_NUMBER, describe, type Helper, pluck, toArray, toInteger, toNumber } from './helper.js';

/** Decimal digits that a double represents exactly; the rest is rounding noise, as in 0.1 + 0.2. */
const SIGNIFICANT_DIGITS = 15;

const MAX_RANGE = 100_000;

/** Rounds noise away. @throws HelperError when the result is not finite */
function withoutNoise(value: number): number {
  if (!Number.isFinite(value)) throw new HelperError('The result is not a finite number.');
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

function operation(combine: (left: number, right: number) => number): Helper {
  return {
    args: [2, ANY_NUMBER],
    call: (_, ...values) =>
      withoutNoise(values.map(toNumber).reduce((left, right) => withoutNoise(combine(left, right)))),
  };
}

/** Rounds half away from zero in decimal: 1.005 to two digits is 1.01, although the double is smaller. */
function round(value: number, digits: number): number {
  const [mantissa = '0', exponent = '0'] = Math.abs(withoutNoise(value)).toExponential().split('e');
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = scaled.toExponential().split('e');
  const result = Math.sign(value) * Number(`${whole}e${Number(power) - digits}`);
  return result === 0 ? 0 : result;
}

function sum(values: readonly unknown[]): number {
  return values.map(toNumber).reduce((left, right) => withoutNoise(left + right), 0);
}

function count(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object') return Object.keys(value).length;
  throw new HelperError(`${describe(value)} is not a list.`);
}

function range(from: number, to: number, step: number): number[] {
  if (step === 0) throw new HelperError('The step is 0.');
  const length = Math.max(0, Math.floor(withoutNoise((to - from) / step)) + 1);
  if (length > MAX_RANGE)
    throw new HelperError(`The range has more than ${MAX_RANGE.toLocaleString('en-US')} numbers.`);
  return Array.from({ length }, (_, index) => withoutNoise(from + index * step));
}

export const MATH_HELPERS: Readonly<Record<string, Helper>> = {
  add: operation((left, right) => left + right),
  sub: operation((left, right) => left - right),
  mul: operation((left, right) => left * right),
  div: operation((left, right) => {
    if (right === 0) throw new HelperError('The divisor is 0.');
    return left / right;
  }),
  /** `{{round x}}`, `{{round x 2}}`. */
  round: { args: [1, 2], call: (_, value, digits = 0) => round(toNumber(value), toInteger(digits, -15, 15)) },
  /** `{{sum prices}}`, `{{sum lines key="amount"}}`. */
  sum: { args: [1, 1], options: ['key'], call: ({ options }, items) => sum(pluck(toArray(items), options['key'])) },
  /** Number of list items or object entries; 0 for a missing value. */
  count: { args: [1, 1], call: (_, value) => count(value) },
  /** `(range 3)` is 1 2 3, `(range 2 4)` is 2 3 4, `(range 0 10 5)` is 0 5 10. */
  range: {
    args: [1, 3],
    call: (_, ...values) => {
      const [first = 0, second, step = 1] = values.map(toNumber);
      return second === undefined ? range(1, first, 1) : range(first, second, step);
    },
  },
};
