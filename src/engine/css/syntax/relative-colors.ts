/** Relative colors: `rgb(from red r g calc(b + 20))`. Source: https://drafts.csswg.org/css-color-5/#relative-colors */

import type { TokenOrValue } from 'lightningcss';
import { inSpace, type SpacedColor } from '../values/color-interpolation.js';
import { readColorSpace } from '../values/gradient-spaces.js';
import { calculatedPercent } from '../values/math-tokens.js';
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

/**
 * @param name  of the function
 * @param args  its arguments after the origin color
 * @returns a function of the origin color, whose result is undefined where a component is invalid
 */
export function readRelativeColor(
  name: string,
  args: Cursor,
): ((origin: SpacedColor) => SpacedColor | undefined) | undefined {
  const found = name === 'color' ? predefined(args) : NOTATIONS[name];
  if (!found) return undefined;
  const rest = args.tokens.slice(args.at);
  const [first, second, third, slash, alpha, ...others] = rest;
  if (!first || !second || !third || others.length > 0) return undefined;
  if (slash && (tokenOf(slash, 'delim')?.value !== '/' || !alpha)) return undefined;
  args.at = args.tokens.length;
  return (origin) => {
    const from = inSpace(origin, found.space);
    const channels = new Map([['alpha', from.alpha]]);
    found.channels.forEach((channel, at) => {
      channels.set(channel, (from.components[at] ?? 0) * found.scale[at]!);
    });
    const components: (number | undefined)[] = [];
    for (const [at, token] of [first, second, third].entries()) {
      const value = readComponent(token, channels, found.full[at]);
      if (value === 'invalid') return undefined;
      components.push(value && clampChannel(value / found.scale[at]!, found, at));
    }
    const opacity = alpha ? readComponent(alpha, channels, 1) : from.alpha;
    if (opacity === 'invalid') return undefined;
    return {
      space: found.space,
      components: components as unknown as SpacedColor['components'],
      alpha: Math.min(1, Math.max(0, opacity ?? 0)),
    };
  };
}

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
): number | undefined | 'invalid' {
  if (keywordOf(token) === 'none') return undefined;
  const cursor = new Cursor([withNumbers(token, channels)]);
  const number = cursor.number() ?? (full === undefined ? cursor.angle() : undefined);
  if (number !== undefined) return number;
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
