/** The interface of helpers, and conversions of their arguments. */

import { HelperError, type Run } from '../run.js';

export interface HelperCall {
  readonly run: Run;
  /** `name=value` arguments. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Helper {
  /** Minimum and maximum number of positional arguments. */
  readonly args: readonly [min: number, max: number];
  /** Names of supported options. */
  readonly options?: readonly string[];
  /** Whether `{{#name …}}…{{else}}…{{/name}}` is allowed; the block renders when the result is truthy. */
  readonly block?: boolean;
  /** @throws HelperError for invalid arguments */
  readonly call: (call: HelperCall, ...values: readonly unknown[]) => unknown;
}

export const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** Missing values print nothing, like missing variables. */
export function isMissing(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === '';
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A finite number, or a string of one, as databases return decimals; undefined for other values. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function toNumber(value: unknown): number {
  const number = asNumber(value);
  if (number === undefined) throw new HelperError(`${describe(value)} is not a number.`);
  return number;
}

/** An integer within bounds. */
export function toInteger(value: unknown, min: number, max: number): number {
  const number = toNumber(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new HelperError(`${describe(value)} is not a whole number from ${min} to ${max}.`);
}

/** A value as text, as Handlebars prints it. */
export function toText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

export function toArray(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new HelperError(`${describe(value)} is not a list.`);
}

/** An own property of each item; without a key, the items themselves. */
export function pluck(items: readonly unknown[], key: unknown): readonly unknown[] {
  if (isMissing(key)) return items;
  const name = String(key);
  return items.map((item) => {
    if (typeof item !== 'object' || item === null || !Object.hasOwn(item, name)) return undefined;
    return (item as Record<string, unknown>)[name];
  });
}

const MAX_SHOWN = 40;

/** Describes a value in an error message. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'A missing value';
  if (Array.isArray(value)) return 'A list';
  if (typeof value === 'object' || typeof value === 'function') return 'An object';
  const text = String(value);
  return `“${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}”`;
}
