/** What a helper is, and how helpers read their arguments. */

import { HelperError, type Run } from '../run.js';

export interface HelperCall {
  readonly run: Run;
  /** `name=value` arguments. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Helper {
  /** Least and most positional arguments. */
  readonly args: readonly [least: number, most: number];
  /** Names of the options that it knows. */
  readonly options?: readonly string[];
  /** Whether `{{#name …}}…{{else}}…{{/name}}` is allowed: the block is shown when the result is true. */
  readonly block?: boolean;
  /** @throws HelperError for arguments that make no sense */
  readonly call: (call: HelperCall, ...values: readonly unknown[]) => unknown;
}

export const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** Missing values print nothing, as a variable that is missing does. */
export function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A finite number, or the text of one as databases give decimals; undefined for anything else. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function toNumber(value: unknown): number {
  const number = asNumber(value);
  if (number === undefined) throw new HelperError(`${describe(value)} is not a number.`);
  return number;
}

/** A whole number within bounds. */
export function toInteger(value: unknown, least: number, most: number): number {
  const number = toNumber(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new HelperError(`${describe(value)} is not a whole number from ${least} to ${most}.`);
}

/** Text as Handlebars prints a value. */
export function toText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

export function toArray(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new HelperError(`${describe(value)} is not a list.`);
}

/** An own property of each item, or the items themselves without a key. */
export function pluck(items: readonly unknown[], key: unknown): readonly unknown[] {
  if (isMissing(key)) return items;
  const name = String(key);
  return items.map((item) => {
    if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return undefined;
    return (item as Record<string, unknown>)[name];
  });
}

const MAX_SHOWN = 40;

/** A value in a message. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'A missing value';
  if (Array.isArray(value)) return 'A list';
  if (typeof value === 'object' || typeof value === 'function') return 'An object';
  const text = String(value);
  return `“${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}”`;
}
