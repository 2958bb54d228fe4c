/**
 * `@page :nth(An+B)`, which lightningcss does not know: carried through it inside the page's name.
 * Source: https://drafts.csswg.org/css-gcpm-3/#document-page-selectors
 */

/** Every `a`·n + `b`-th page, from 1. */
export interface PageNth {
  readonly a: number;
  readonly b: number;
}

/** Private-use characters: they may stand in identifiers, and nobody writes them. */
const MARK = '\u{f0e0}';
const PAGE_PRELUDE = /@page\b[^{};]*:nth\([^{};]*(?=\{)/gi;
const PAGE_SELECTOR = /([\w-]*)((?::[a-z-]+)*):nth\(([^)]*)\)/gi;

/** @returns the text with `name:nth(2n)` written as one name, on the same lines */
export function hideNth(text: string): string {
  if (!text.includes(':nth(')) return text;
  return text.replace(PAGE_PRELUDE, (prelude) =>
    prelude.replace(PAGE_SELECTOR, (_whole, name: string, others: string, argument: string) => {
      const nth = parseNth(argument);
      const code = nth ? `${nth.a}_${nth.b}` : 'x';
      return `${name}${MARK}${code.replaceAll('-', 'm')}${MARK}${others}`;
    }),
  );
}

/** @returns the name as it was written, and what `hideNth` hid in it; `invalid` for an argument that cannot be read */
export function revealNth(name: string): { readonly name: string; readonly nth?: PageNth | 'invalid' } {
  const [written = '', code] = name.split(MARK);
  if (code === undefined) return { name };
  const [a, b] = code.replaceAll('m', '-').split('_').map(Number);
  return { name: written, nth: a !== undefined && b !== undefined ? { a, b } : 'invalid' };
}

/** Source: https://drafts.csswg.org/css-syntax-3/#anb-microsyntax */
function parseNth(argument: string): PageNth | undefined {
  const text = argument.trim().toLowerCase();
  if (text === 'odd') return { a: 2, b: 1 };
  if (text === 'even') return { a: 2, b: 0 };
  const match = /^(?:([+-]?\d*)n(?:\s*([+-])\s*(\d+))?|([+-]?\d+))$/.exec(text);
  if (!match) return undefined;
  const [, factor, sign, offset, only] = match;
  if (only !== undefined) return { a: 0, b: Number(only) };
  const a = factor === '' || factor === '+' ? 1 : factor === '-' ? -1 : Number(factor);
  return { a, b: offset === undefined ? 0 : Number(`${sign}${offset}`) };
}
