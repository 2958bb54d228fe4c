/** Color functions that lightningcss does not know, in component values. */

import type { TokenOrValue } from 'lightningcss';
import { keywordOf } from './component-values.js';
import type { Cursor } from './tokens.js';

export type FunctionToken = Extract<TokenOrValue, { type: 'function' }>;

const isFunction = (token: TokenOrValue): token is FunctionToken => token.type === 'function';

/** The light side of a `light-dark()` that lightningcss leaves as it is: paper is light. */
const lightOf = (token: TokenOrValue): readonly TokenOrValue[] | undefined =>
  token.type === 'unresolved-color' && token.value.type === 'light-dark' ? token.value.light : undefined;

/** Whether such a function is in the value, also inside of other functions. */
export function hasColorFunction(tokens: readonly TokenOrValue[], isOne: (token: FunctionToken) => boolean): boolean {
  return tokens.some((token) =>
    isFunction(token)
      ? isOne(token) || hasColorFunction(token.value.arguments, isOne)
      : hasColorFunction(lightOf(token) ?? [], isOne),
  );
}

/** Functions that compute with colors, which have to be sRGB. */
const COMPUTES = /^(?:color-mix|contrast-color|color|rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch)$/i;

/**
 * Replaces functions.
 * @param replace  gives the text for one, or a token; undefined: it is invalid; `computes`: it is an argument of a function
 *                 that computes with colors
 * @returns undefined if one is invalid
 */
export function replaceColorFunctions(
  tokens: readonly TokenOrValue[],
  isOne: (token: FunctionToken) => boolean,
  replace: (token: FunctionToken, computes: boolean) => string | TokenOrValue | undefined,
  computes = false,
): TokenOrValue[] | undefined {
  const result: TokenOrValue[] = [];
  for (const token of tokens) {
    if (!isFunction(token)) {
      // A replacement is a light-dark() itself, which lightningcss does not nest.
      const light = lightOf(token);
      const plain =
        light && hasColorFunction(light, isOne) ? replaceColorFunctions(light, isOne, replace, computes) : [token];
      if (!plain) return undefined;
      result.push(...plain);
      continue;
    }
    if (isOne(token)) {
      const replacement = replace(token, computes);
      if (replacement === undefined) return undefined;
      result.push(
        typeof replacement === 'string' ? { type: 'token', value: { type: 'delim', value: replacement } } : replacement,
      );
      continue;
    }
    const within = computes || COMPUTES.test(String(token.value.name));
    const args = replaceColorFunctions(token.value.arguments, isOne, replace, within);
    if (!args) return undefined;
    result.push({ ...token, value: { ...token.value, arguments: args } });
  }
  return result;
}

/** A number, or a percentage of 1; a missing component is 0. */
export const colorComponent = (cursor: Cursor): number | undefined =>
  cursor.number() ?? percentageOf(cursor) ?? cursor.take((token) => (keywordOf(token) === 'none' ? 0 : undefined));

function percentageOf(cursor: Cursor): number | undefined {
  const value = cursor.percentage();
  return value && value.percent / 100;
}
