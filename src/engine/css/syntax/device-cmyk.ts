/** `device-cmyk()` in component values. Source: https://drafts.csswg.org/css-color-5/#device-cmyk */

import type { TokenOrValue } from 'lightningcss';
import { type CmykColor, conversionText, markedText } from '../values/device-cmyk.js';
import type { Cmyk } from '../values/values.js';
import { colorComponent, type FunctionToken, hasColorFunction, replaceColorFunctions } from './color-functions.js';
import { hasReference } from './lightning.js';
import { Cursor } from './tokens.js';

const isDeviceCmyk = ({ value }: FunctionToken): boolean => String(value.name).toLowerCase() === 'device-cmyk';

export const hasDeviceCmyk = (tokens: readonly TokenOrValue[]): boolean => hasColorFunction(tokens, isDeviceCmyk);

/**
 * Replaces each `device-cmyk()` by a color that lightningcss parses and `readDeviceCmyk` reads; inside of functions that
 * compute with colors, by its conversion. Those with references stay.
 * @returns undefined if one is invalid
 */
export const withoutDeviceCmyk = (tokens: readonly TokenOrValue[]): TokenOrValue[] | undefined =>
  replaceColorFunctions(tokens, isDeviceCmyk, (token, computes) => {
    if (hasReference(token.value.arguments)) return token;
    const color = parse(token.value.arguments);
    if (!color) return undefined;
    return computes ? conversionText(color) : markedText(color);
  });

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Four components and an opacity, or in the legacy syntax four numbers between commas. */
function parse(args: readonly TokenOrValue[]): CmykColor | undefined {
  const cursor = new Cursor(args);
  const values: number[] = [];
  let isLegacy = false;
  for (let at = 0; at < 4; at++) {
    if (at === 1) isLegacy = cursor.comma() === true;
    else if (at > 1 && isLegacy && !cursor.comma()) return undefined;
    const value = isLegacy ? cursor.number() : colorComponent(cursor);
    if (value === undefined) return undefined;
    values.push(clamp(value));
  }
  const alpha = !isLegacy && cursor.delim('/') ? colorComponent(cursor) : 1;
  if (alpha === undefined || !cursor.done) return undefined;
  return { cmyk: values as unknown as Cmyk, alpha: clamp(alpha) };
}
