/**
 * Unitless zeros as angles in conic gradients, which lightningcss does not know: `conic-gradient(#000 25%, #fff 0)`.
 * Source: https://drafts.csswg.org/css-images-4/#typedef-color-stop-angle
 */

import type { TokenOrValue } from 'lightningcss';
import { isSpace, keywordOf, splitAtCommas, tokenOf } from '../syntax/component-values.js';

const CONIC = /^(?:repeating-)?conic-gradient$/i;

const ZERO: TokenOrValue = { type: 'angle', value: { type: 'deg', value: 0 } };

const isZero = (token: TokenOrValue): boolean => tokenOf(token, 'number')?.value === 0;

type FunctionToken = Extract<TokenOrValue, { type: 'function' }>;

const isConic = (token: TokenOrValue): token is FunctionToken =>
  token.type === 'function' && CONIC.test(String(token.value.name));

/** Whether the value has a conic gradient with a zero that stands for an angle. */
export function hasUnitlessAngle(tokens: readonly TokenOrValue[]): boolean {
  return tokens.some((token) => isConic(token) && angles(token.value.arguments).length > 0);
}

/** The value with a unit on each of these zeros. */
export function withAngleUnits(tokens: readonly TokenOrValue[]): TokenOrValue[] {
  return tokens.map((token) => {
    if (!isConic(token)) return token;
    const zeros = new Set(angles(token.value.arguments));
    const args = token.value.arguments.map((argument) => (zeros.has(argument) ? ZERO : argument));
    return { ...token, value: { ...token.value, arguments: args } };
  });
}

/** The zeros that stand for angles: after `from`, and all in color stops. */
function angles(args: readonly TokenOrValue[]): TokenOrValue[] {
  return splitAtCommas(args).flatMap((group, index) => {
    const parts = group.filter((token) => !isSpace(token));
    const isPrelude = index === 0 && parts.some((token) => /^(?:from|at|in)$/.test(keywordOf(token) ?? ''));
    return parts.filter((token, at) => isZero(token) && (!isPrelude || keywordOf(parts[at - 1]) === 'from'));
  });
}
