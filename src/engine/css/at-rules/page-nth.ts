/**
 * `@page :nth(An+B)`, which lightningcss does not know: carried through it inside the page's name.
 * Source: https://drafts.csswg.org/css-gcpm-3/#document-page-selectors
 */

import type { RewrittenText } from '../syntax/rewriting.js';

/** Every `a`·n + `b`-th page, from 1. */
export interface PageNth {
  readonly a: number;
  readonly b: number;
  /** Counted in the page group of that name. */
  readonly of?: string;
}

/** Private-use characters: they may stand in identifiers, and nobody writes them. */
const MARK = '\u{f0e0}';
const PAGE_PRELUDE = /(@page\b)([^{};]*:nth\([^{};]*)(?=\{)/gi;
const PAGE_SELECTOR = /([\w-]*)((?::[a-z-]+)*):nth\(([^)]*)\)/gi;

/** @returns the text with `name:nth(2n)` written as one name */
export function hideNth(sheet: RewrittenText): RewrittenText {
  if (!sheet.text.includes(':nth(')) return sheet;
  return sheet.replaceAll(PAGE_PRELUDE, (_prelude, keyword, selectors) => {
    const hidden = selectors!.replace(PAGE_SELECTOR, (_whole, name: string, others: string, argument: string) => {
      const nth = parseNth(argument);
      const code = nth ? `${nth.a}_${nth.b}`.replaceAll('-', 'm') + (nth.of ? `_${nth.of}` : '') : unreadable(argument);
      return `${name}${MARK}${code}${MARK}${others}`;
    });
    return `${keyword} ${hidden}`;
  });
}

/** @returns the name as it was written, and what `hideNth` hid in it; `invalid` for an argument that cannot be read */
export function revealNth(name: string): {
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

/** An argument that is no `An+B`, in characters of identifiers. */
function unreadable(argument: string): string {
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
