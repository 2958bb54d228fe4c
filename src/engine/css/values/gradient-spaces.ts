/**
 * Color spaces of gradients: `linear-gradient(in oklch, …)`.
 * Source: https://drafts.csswg.org/css-images-4/#gradients
 */

import type { TokenOrValue } from 'lightningcss';
import { CssWide, CustomValue, map, Pending, type Specified } from '../cascade/specified.js';
import { isSpace, keywordOf, tokenOf } from '../syntax/component-values.js';
import { Cursor } from '../syntax/tokens.js';
import type { ColorSpace, ColorSpaceName } from './values.js';

const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient$/;
const NAMES: Readonly<Record<string, ColorSpaceName>> = {
  srgb: 'srgb',
  'srgb-linear': 'srgb-linear',
  'display-p3': 'display-p3',
  'display-p3-linear': 'display-p3-linear',
  'a98-rgb': 'a98-rgb',
  'prophoto-rgb': 'prophoto-rgb',
  rec2020: 'rec2020',
  lab: 'lab',
  oklab: 'oklab',
  xyz: 'xyz-d65',
  'xyz-d50': 'xyz-d50',
  'xyz-d65': 'xyz-d65',
  hsl: 'hsl',
  hwb: 'hwb',
  lch: 'lch',
  oklch: 'oklch',
};
const POLAR = new Set<ColorSpaceName>(['hsl', 'hwb', 'lch', 'oklch']);

type FunctionToken = Extract<TokenOrValue, { type: 'function' }>;

const isGradient = (token: TokenOrValue): token is FunctionToken =>
  token.type === 'function' && GRADIENT.test(String(token.value.name).toLowerCase());

const isComma = (token: TokenOrValue): boolean => tokenOf(token, 'comma') !== undefined;

export function hasColorSpace(tokens: readonly TokenOrValue[]): boolean {
  return tokens.some(
    (token) => isGradient(token) && token.value.arguments.some((argument) => keywordOf(argument) === 'in'),
  );
}

/** @returns the value without color spaces, and the space of each gradient; undefined when one is invalid */
export function splitColorSpaces(tokens: readonly TokenOrValue[]): {
  readonly plain: readonly TokenOrValue[];
  readonly spaces: readonly (ColorSpace | undefined)[] | undefined;
} {
  const spaces: (ColorSpace | undefined)[] = [];
  let isValid = true;
  const plain = tokens.map((token): TokenOrValue => {
    if (!isGradient(token)) return token;
    const { rest, space } = takeSpace(token.value.arguments);
    if (space === 'invalid') isValid = false;
    else spaces.push(space);
    return { ...token, value: { ...token.value, arguments: rest as TokenOrValue[] } };
  });
  return { plain, spaces: isValid ? spaces : undefined };
}

/** Removes `in <space> [<hue-interpolation-method>]?` before the first comma. */
function takeSpace(args: readonly TokenOrValue[]): {
  readonly rest: readonly TokenOrValue[];
  readonly space: ColorSpace | undefined | 'invalid';
} {
  const at = args.findIndex((token) => keywordOf(token) === 'in');
  const comma = args.findIndex(isComma);
  if (at < 0 || comma < at) return { rest: args, space: undefined };
  let end = at;
  const words: TokenOrValue[] = [];
  // The color space, and two more words for polar ones: `longer hue`.
  for (let next = at + 1; next < comma && words.length < 3; next++) {
    if (isSpace(args[next]!)) continue;
    words.push(args[next]!);
    if (words.length === 1 || (words.length === 3 && keywordOf(args[next]) === 'hue')) end = next;
  }
  const space = readColorSpace(new Cursor(words));
  if (!space) return { rest: args, space: 'invalid' };
  if (!space.hue && end > at) end = args.findIndex((token, index) => index > at && !isSpace(token));
  const before = args.slice(0, at);
  const after = args.slice(end + 1);
  // Without a direction or shape, the comma is removed, too.
  const isAlone = [...before, ...after.slice(0, after.findIndex(isComma))].every(isSpace);
  const rest = isAlone ? after.slice(after.findIndex(isComma) + 1) : [...before, ...after];
  return { rest, space };
}

/** `<color-space> [<hue-interpolation-method>]?`. Source: https://drafts.csswg.org/css-color-4/#color-interpolation-method */
export function readColorSpace(cursor: Cursor): ColorSpace | undefined {
  const keyword = cursor.keyword(...Object.keys(NAMES));
  const name = keyword && NAMES[keyword];
  if (!name) return undefined;
  const hue = cursor.attempt((inner) => {
    const method = inner.keyword('shorter', 'longer', 'increasing', 'decreasing');
    return method && inner.keyword('hue') ? method : undefined;
  });
  if (!hue) return { name };
  return POLAR.has(name) ? { name, hue } : undefined;
}

/** Sets the color spaces of the gradients in a value, in order. */
export function withColorSpaces<T>(value: T, spaces: readonly (ColorSpace | undefined)[] | undefined): T {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return value;
  return map(value as Specified<unknown>, (computed) => {
    let next = 0;
    const give = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(give);
      if (typeof part !== 'object' || part === null) return part;
      const { type } = part as { type?: unknown };
      if (typeof type !== 'string' || !type.endsWith('-gradient')) return part;
      const space = spaces?.[next++];
      return space ? { ...part, space } : part;
    };
    return give(computed);
  }) as T;
}
