/**
 * Color functions that lightningcss leaves: relative colors as `rgb(from red r g calc(b + 20))`, and those with math
 * functions or color spaces that it does not know.
 * Source: https://drafts.csswg.org/css-color-5/#relative-colors
 */

import type { TokenOrValue } from 'lightningcss';
import { type ComputeContext, isDeferred } from '../cascade/specified.js';
import { inSpace, type SpacedColor } from '../values/color-interpolation.js';
import { readColorSpace } from '../values/gradient-spaces.js';
import { calculatedPercent, parseMath } from '../values/math-tokens.js';
import type { ColorSpaceName } from '../values/values.js';
import { keywordOf, tokenOf } from './component-values.js';
import { Cursor } from './tokens.js';

/** A color function: what its channels are called, and in what units they are. */
interface Notation {
  readonly space: ColorSpaceName;
  readonly channels: readonly string[];
  /** Units of a channel for one of the space. */
  readonly scale: readonly number[];
  /** The channel at 100%; undefined for a hue. */
  readonly full: readonly (number | undefined)[];
}

const notation = (
  space: ColorSpaceName,
  channels: string,
  scale: readonly number[],
  full: Notation['full'] = scale,
): Notation => ({ space, channels: [...channels], scale, full });

const RGB = notation('srgb', 'rgb', [255, 255, 255]);
const HSL = notation('hsl', 'hsl', [1, 100, 100], [undefined, 100, 100]);
const UNSCALED = [1, 1, 1];

const NOTATIONS: Readonly<Record<string, Notation>> = {
  rgb: RGB,
  rgba: RGB,
  hsl: HSL,
  hsla: HSL,
  hwb: { ...HSL, space: 'hwb', channels: [...'hwb'] },
  lab: notation('lab', 'lab', UNSCALED, [100, 125, 125]),
  lch: notation('lch', 'lch', UNSCALED, [100, 150, undefined]),
  oklab: notation('oklab', 'lab', UNSCALED, [1, 0.4, 0.4]),
  oklch: notation('oklch', 'lch', UNSCALED, [1, 0.4, undefined]),
};

function predefined(args: Cursor): Notation | undefined {
  const space = readColorSpace(args);
  if (!space || space.hue || NOTATIONS[space.name]) return undefined;
  return notation(space.name, space.name.startsWith('xyz') ? 'xyz' : 'rgb', UNSCALED);
}

/** A color function with its components. */
export interface ColorFunction {
  /** Whether a component depends on a font-relative length. */
  readonly isFontRelative: boolean;
  /**
   * @param origin   of a relative color
   * @param context  default: font-relative components are 0
   * @returns undefined where a component is invalid
   */
  readonly color: (origin: SpacedColor | undefined, context?: ComputeContext) => SpacedColor | undefined;
}

/**
 * @param name  of the function
 * @param args  its arguments, after the origin color of a relative one
 */
export function readColorFunction(name: string, args: Cursor): ColorFunction | undefined {
  const found = name === 'color' ? predefined(args) : NOTATIONS[name];
  const parts = found && readParts(args.tokens.slice(args.at));
  if (!parts) return undefined;
  args.at = args.tokens.length;
  const { components, alpha } = parts;
  const color: ColorFunction['color'] = (origin, context) => {
    const from = origin && inSpace(origin, found.space);
    const channels = new Map(from ? [['alpha', from.alpha]] : []);
    for (const [at, channel] of found.channels.entries())
      if (from) channels.set(channel, (from.components[at] ?? 0) * found.scale[at]!);
    const values: (number | undefined)[] = [];
    for (const [at, token] of components.entries()) {
      const value = readComponent(token, channels, found.full[at], context);
      if (value === 'invalid') return undefined;
      values.push(value && clampChannel(value / found.scale[at]!, found, at));
    }
    const opacity = alpha ? readComponent(alpha, channels, 1, context) : (from?.alpha ?? 1);
    if (opacity === 'invalid') return undefined;
    return {
      space: found.space,
      components: values as unknown as SpacedColor['components'],
      alpha: Math.min(1, Math.max(0, opacity ?? 0)),
    };
  };
  return { isFontRelative: [...components, ...(alpha ? [alpha] : [])].some(isFontRelative), color };
}

interface Parts {
  readonly components: readonly TokenOrValue[];
  readonly alpha: TokenOrValue | undefined;
}

/** `a b c [/ alpha]?`, or `a, b, c [, alpha]?`. */
function readParts(tokens: readonly TokenOrValue[]): Parts | undefined {
  const isLegacy = tokens[1] !== undefined && tokenOf(tokens[1], 'comma') !== undefined;
  if (isLegacy) {
    const [components, rest] = [tokens.filter((_, at) => at % 2 === 0), tokens.filter((_, at) => at % 2 === 1)];
    if (!rest.every((token) => tokenOf(token, 'comma')) || components.length !== rest.length + 1) return undefined;
    return components.length === 3 || components.length === 4
      ? { components: components.slice(0, 3), alpha: components[3] }
      : undefined;
  }
  const slash = tokens[3];
  if (tokens.length !== 3 && (tokens.length !== 5 || !slash || tokenOf(slash, 'delim')?.value !== '/'))
    return undefined;
  return { components: tokens.slice(0, 3), alpha: tokens[4] };
}

/** Whether the value of a math function depends on the element, whatever numbers stand for its channels. */
function isFontRelative(token: TokenOrValue): boolean {
  const result = parseMath(withNumbers(token, ANY_CHANNEL));
  return result !== undefined && isDeferred(result.value);
}

const ANY_CHANNEL: ReadonlyMap<string, number> = new Map(
  ['alpha', ...'rgbhslwcxyz', 'a'].map((channel) => [channel, 0]),
);

/** Lightness is in its range, chroma not negative. Source: https://drafts.csswg.org/css-color-4/#specifying-lab-lch */
function clampChannel(value: number, { channels, full }: Notation, at: number): number {
  if (channels[0] !== 'l') return value;
  if (at === 0) return Math.min(full[0]!, Math.max(0, value));
  return channels[at] === 'c' ? Math.max(0, value) : value;
}

/** @returns undefined for `none` */
function readComponent(
  token: TokenOrValue,
  channels: ReadonlyMap<string, number>,
  full: number | undefined,
  context: ComputeContext | undefined,
): number | undefined | 'invalid' {
  if (keywordOf(token) === 'none') return undefined;
  const replaced = withNumbers(token, channels);
  const cursor = new Cursor([replaced]);
  const number = cursor.number() ?? (full === undefined ? cursor.angle() : undefined);
  if (number !== undefined) return number;
  const math = parseMath(replaced);
  const isExpected = math?.kind === 'number' || (math?.kind === 'angle' && full === undefined);
  if (isExpected && isDeferred(math.value)) return context ? (math.value.compute(context) as number) : 0;
  const percent = cursor.percentage()?.percent ?? cursor.take(calculatedPercent);
  return percent === undefined || full === undefined ? 'invalid' : (percent / 100) * full;
}

/** The component with numbers in place of the keywords of channels. */
function withNumbers(token: TokenOrValue, channels: ReadonlyMap<string, number>): TokenOrValue {
  if (token.type === 'function') {
    const args = token.value.arguments.map((argument) => withNumbers(argument, channels));
    return { ...token, value: { ...token.value, arguments: args } };
  }
  const value = channels.get(keywordOf(token) ?? '');
  return value === undefined ? token : { type: 'token', value: { type: 'number', value } };
}
