/** Comparisons. Each works inline, `(eq a b)`, and as a block, `{{#eq a b}}…{{else}}…{{/eq}}`. */

import { ANY_NUMBER, asNumber, type Helper } from './helper.js';

/** Truthiness of `{{#if}}`: false, 0, '', missing values and empty lists are falsy. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Orders numbers (or strings of numbers) numerically and other strings by code unit; undefined for other values. */
function compare(left: unknown, right: unknown): number | undefined {
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a !== undefined && b !== undefined) return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : Number(left > right);
}

function comparison(holds: (order: number) => boolean): Helper {
  return {
    args: [2, 2],
    block: true,
    call: (_, left, right) => {
      const order = compare(left, right);
      return order !== undefined && holds(order);
    },
  };
}

/** The first value that decides, which may be a missing one; else the last. */
function firstOrLast(values: readonly unknown[], decides: (value: unknown) => boolean): unknown {
  const index = values.findIndex(decides);
  return values.at(index);
}

export const LOGIC_HELPERS: Readonly<Record<string, Helper>> = {
  eq: { args: [2, 2], block: true, call: (_, left, right) => left === right },
  ne: { args: [2, 2], block: true, call: (_, left, right) => left !== right },
  lt: comparison((order) => order < 0),
  lte: comparison((order) => order <= 0),
  gt: comparison((order) => order > 0),
  gte: comparison((order) => order >= 0),
  /** The first falsy value, else the last one. */
  and: {
    args: [1, ANY_NUMBER],
    block: true,
    call: (_, ...values) => firstOrLast(values, (value) => !isTruthy(value)),
  },
  /** The first truthy value, else the last one. */
  or: { args: [1, ANY_NUMBER], block: true, call: (_, ...values) => firstOrLast(values, isTruthy) },
  not: { args: [1, 1], block: true, call: (_, value) => !isTruthy(value) },
};
