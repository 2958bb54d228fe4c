/**
 * `0` as the size in `font`, which lightningcss takes for a weight: `font: 0/0 a`.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-prop
 */

import type { TokenOrValue } from 'lightningcss';
import { isSpace, tokenOf } from './component-values.js';

const ZERO: TokenOrValue = { type: 'length', value: { unit: 'px', value: 0 } };

const isSlash = (token: TokenOrValue | undefined): boolean => tokenOf(token, 'delim')?.value === '/';

/** The place of the first zero that is not a line height; -1 without one. */
function zeroSize(tokens: readonly TokenOrValue[]): number {
  const before = (at: number) => tokens.slice(0, at).findLast((token) => !isSpace(token));
  return tokens.findIndex((token, at) => tokenOf(token, 'number')?.value === 0 && !isSlash(before(at)));
}

export const hasZeroFontSize = (name: string, tokens: readonly TokenOrValue[]): boolean =>
  name === 'font' && zeroSize(tokens) >= 0;

/** The value with a unit on this zero. */
export const withFontSizeUnit = (tokens: readonly TokenOrValue[]): TokenOrValue[] =>
  tokens.with(zeroSize(tokens), ZERO);
