/**
 * Colors of custom color spaces: `color(--press 0 0 0 1)`, whose space a `@color-profile` rule defines.
 * lightningcss parses values in which a `light-dark()` stands for them.
 * Source: https://drafts.csswg.org/css-color-5/#custom-color
 */

import type { CssColor } from 'lightningcss';
import { CssWide, CustomValue, map, Pending, type Specified } from '../cascade/specified.js';
import type { Color, CustomColor } from './values.js';

/** Source: https://drafts.csswg.org/css-color-5/#custom-color */
export function customColorText({ profile, components }: CustomColor, { a }: Color): string {
  return `color(${profile.name} ${components.join(' ')}${a < 1 ? ` / ${a}` : ''})`;
}

/** Marks the dark side: no color that an author writes is so bright. */
const MARK = 64;

/** The light side is the conversion; the dark side has the place of the color in a list. */
export const markedCustomColor = (conversion: string, index: number): string =>
  `light-dark(${conversion},color(xyz-d65 ${index} ${MARK} 0 / 1))`;

type LightDark = Extract<CssColor, { type: 'light-dark' }>;

/** The place of the color that it stands for, if it is the replacement of one. */
export function readMark({ dark }: LightDark): number | undefined {
  const isMark = typeof dark === 'object' && dark.type === 'xyz-d65' && dark.y === MARK && dark.z === 0;
  return isMark ? dark.x : undefined;
}

type Declared = Specified<unknown> | CssWide | Pending | CustomValue;

/** Gives the marked colors in a value what they stand for. */
export function withCustomColors(value: Declared, colors: readonly CustomColor[]): Declared {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return value;
  return map(value, (computed) => placed(computed, colors));
}

function placed(value: unknown, colors: readonly CustomColor[]): unknown {
  if (Array.isArray(value)) return value.map((part) => placed(part, colors));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if ('mark' in value) {
    const { mark, ...color } = value;
    const custom = colors[mark as number];
    return custom ? { ...color, custom } : color;
  }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, placed(part, colors)]));
}
