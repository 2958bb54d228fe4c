/**
 * Colors of custom color spaces: `color(--press 0 0 0 1)`, whose space a `@color-profile` rule defines.
 * lightningcss parses values in which a `light-dark()` stands for them.
 * Source: https://drafts.csswg.org/css-color-5/#custom-color
 */

import type { CssColor } from 'lightningcss';
import { CssWide, CustomValue, Deferred, isDeferred, map, Pending, type Specified } from '../cascade/specified.js';
import type { Color, CustomColor } from './values.js';

/** Source: https://drafts.csswg.org/css-color-5/#custom-color */
export function customColorText({ profile, components }: CustomColor, { a }: Color): string {
  return `color(${profile.name} ${components.join(' ')}${a < 1 ? ` / ${a}` : ''})`;
}

/** Marks the dark side: no color that an author writes is so bright. */
const MARK = 64;

/** The lists that marks have places in: colors of custom color spaces, and those that depend on the element. */
type Marked = 'custom' | 'deferred';
const LISTS: readonly Marked[] = ['custom', 'deferred'];

/** The light side is the conversion; the dark side has the place of the color in a list. */
export const markedColor = (list: Marked, conversion: string, index: number): string =>
  `light-dark(${conversion},color(xyz-d65 ${index} ${MARK} ${LISTS.indexOf(list)} / 1))`;

type LightDark = Extract<CssColor, { type: 'light-dark' }>;

/** A color that stands for one of a list. */
interface Mark {
  readonly list: Marked;
  readonly index: number;
}

/** The color of a list that it stands for, if it is a mark. */
export function readMark({ dark }: LightDark): Mark | undefined {
  if (typeof dark !== 'object' || dark.type !== 'xyz-d65' || dark.y !== MARK) return undefined;
  const list = LISTS[dark.z];
  return list && { list, index: dark.x };
}

type Declared = Specified<unknown> | CssWide | Pending | CustomValue;

/** Gives the marked colors in a value what they stand for. */
export function withCustomColors(value: Declared, colors: readonly CustomColor[]): Declared {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return value;
  const place: Place = (index, color) => {
    const custom = colors[index];
    return custom ? { ...color, custom } : color;
  };
  return map(value, (computed) => placed(computed, 'custom', place));
}

/** Computes the marked colors in a value. */
export function withDeferredColors(value: Declared, colors: readonly Deferred<Color>[]): Declared {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return value;
  return new Deferred((context) => {
    const computed = isDeferred(value) ? value.compute(context) : value;
    return placed(computed, 'deferred', (index, color) => colors[index]?.compute(context) ?? color);
  });
}

type Place = (index: number, color: Color) => Color;

function placed(value: unknown, list: Marked, place: Place): unknown {
  if (Array.isArray(value)) return value.map((part) => placed(part, list, place));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if ('mark' in value) {
    const { mark, ...color } = value as { readonly mark: Mark } & Color;
    return mark.list === list ? place(mark.index, color) : value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, placed(part, list, place)]));
}
