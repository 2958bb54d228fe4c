/**
 * `@page :nth(An+B)`, which lightningcss does not know: encoded in the name of the page, and decoded from it.
 * Source: https://drafts.csswg.org/css-gcpm-3/#document-page-selectors
 */

import type { RewrittenText } from '../syntax/rewriting.js';

/** Every `a`·n + `b`-th page, from 1. */
export interface PageNth {
  readonly a: number;
  readonly b: number;
  /** Name of the page group in which pages are counted. */
  readonly of?: string;
}

/** A private-use character, which CSS allows in identifiers. */
const MARK = '\u{f0e0}';
const PAGE_PRELUDE = /(@page\b)([^{};]*:nth\([^{};]*)(?=\{)/gi;
const PAGE_SELECTOR = /([\w-]*)((?::[a-z-]+)*):nth\(([^)]*)\)/gi;

/** Encodes `name:nth(2n)` as one name. */
export function encodeNth(sheet: RewrittenText): RewrittenText {
  if (!sheet.text.includes(':nth(')) return sheet;
  return sheet.replaceAll(PAGE_PRELUDE, (_prelude, keyword, selectors) => {
    const encoded = selectors!.replace(PAGE_SELECTOR, (_whole, name: string, others: string, argument: string) => {
      const nth = parseNth(argument);
      const code = nth
        ? `${nth.a}_${nth.b}`.replaceAll('-', 'm') + (nth.of ? `_${nth.of}` : '')
        : encodeInvalid(argument);
      return `${name}${MARK}${code}${MARK}${others}`;
    });
    return `${keyword} ${encoded}`;
  });
}

/** @returns the name as written, and the encoded `:nth()`; `invalid` is an argument that does not parse */
export function decodeNth(name: string): {
  readonly name: string;
  readonly nth?: PageNth | { readonly invalid: string };
} {
  const [written = '', code] = name.split(MARK);
  if (code === undefined) return { name };
  const [, a, b, of] = /^(m?\d+)_(m?\d+)(?:_(.+))?$/.exec(code) ?? [];
  if (a === undefined || b === undefined)
    return { name: written, nth: { invalid: decodeURIComponent(code.slice(1).replaceAll('_', '%')) } };
  const number = (text: string) => Number(text.replace('m', '-'));
  return { name: written, nth: { a: number(a), b: number(b), ...(of && { of }) } };
}

/** Encodes an argument that is not `An+B` in characters of identifiers. */
function encodeInvalid(argument: string): string {
  return `x${encodeURIComponent(argument)
    .replace(/[_.!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '_')}`;
}

/** `An+B [of name]` */
function parseNth(argument: string): PageNth | undefined {
  const [, written = '', of] = /^(.*?)(?:\sof\s+([\w\u0080-\u{10ffff}-]+))?$/su.exec(argument.trim()) ?? [];
  const nth = parseAnB(written.trim().toLowerCase());
  return nth && of ? { ...nth, of } : nth;
}

/** Source: https://drafts.csswg.org/css-syntax-3/#anb-microsyntax */
function parseAnB(text: string): PageNth | undefined {
  if (text === 'odd') return { a: 2, b: 1 };
  if (text === 'even') return { a: 2, b: 0 };
  const match = /^(?:([+-]?\d*)n(?:\s*([+-])\s*(\d+))?|([+-]?\d+))$/.exec(text);
  if (!match) return undefined;
  const [, factor, sign, offset, only] = match;
  if (only !== undefined) return { a: 0, b: Number(only) };
  const a = factor === '' || factor === '+' ? 1 : factor === '-' ? -1 : Number(factor);
  return { a, b: offset === undefined ? 0 : Number(`${sign}${offset}`) };
}
