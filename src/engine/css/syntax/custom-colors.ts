/** `color()` with a custom color space, in component values. Source: https://drafts.csswg.org/css-color-5/#custom-color */

import type { TokenOrValue } from 'lightningcss';
import { markedColor } from '../values/custom-colors.js';
import type { ColorProfile, CustomColor } from '../values/values.js';
import { colorComponent, type FunctionToken, hasColorFunction, replaceColorFunctions } from './color-functions.js';
import { isSpace } from './component-values.js';
import { Cursor } from './tokens.js';

const isCustom = ({ value }: FunctionToken): boolean =>
  String(value.name).toLowerCase() === 'color' &&
  value.arguments.find((token) => !isSpace(token))?.type === 'dashed-ident';

export const hasCustomColor = (tokens: readonly TokenOrValue[]): boolean => hasColorFunction(tokens, isCustom);

/** Gives the profile of a name; undefined: none is declared; a profile that cannot be used is a failure, reported before. */
type ProfileLookup = (name: string) => ColorProfile | 'failed' | undefined;

export interface ReplacedColors {
  readonly tokens: readonly TokenOrValue[];
  /** By the number that `readMark` reads. */
  readonly colors: readonly CustomColor[];
}

/**
 * Replaces each color by one that lightningcss parses; inside of functions that compute with colors, and for drawings, by
 * its conversion.
 * @param isInSrgb  whether all are replaced by their conversions
 * @returns what is wrong with the first one that is invalid; '' for a profile that cannot be used
 */
export function withoutCustomColors(
  tokens: readonly TokenOrValue[],
  profile: ProfileLookup,
  isInSrgb = false,
): ReplacedColors | string {
  const colors: CustomColor[] = [];
  let problem = '';
  const replaced = replaceColorFunctions(tokens, isCustom, (token, computes) => {
    const read = parse(token.value.arguments, profile);
    if (typeof read === 'string') {
      problem = read;
      return undefined;
    }
    const { color, alpha } = read;
    const { r, g, b } = color.profile.toSrgb(color.components);
    const conversion = `color(srgb ${r / 255} ${g / 255} ${b / 255} / ${alpha})`;
    if (computes || isInSrgb) return conversion;
    colors.push(color);
    return markedColor('custom', conversion, colors.length - 1);
  });
  return replaced ? { tokens: replaced, colors } : problem;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function parse(
  args: readonly TokenOrValue[],
  lookup: ProfileLookup,
): { readonly color: CustomColor; readonly alpha: number } | string {
  const cursor = new Cursor(args);
  const name = cursor.customIdent()!;
  const profile = lookup(name);
  if (!profile) return `no @color-profile ${name}`;
  if (profile === 'failed') return '';
  const components = cursor.many(colorComponent).map(clamp);
  const alpha = cursor.delim('/') ? colorComponent(cursor) : 1;
  if (alpha === undefined || !cursor.done) return 'not a color';
  const expected = profile.space.components;
  if (components.length !== expected) return `${components.length} components, ${name} has ${expected}`;
  return { color: { profile, components }, alpha: clamp(alpha) };
}
