/** CSS Color 4. */

import { BLACK, type Color, colorText } from '../values/values.js';
import { color as colorValue, mapped, number } from './parse.js';
import { type Parse, property } from './property.js';

/** Source: https://drafts.csswg.org/css-color-4/#transparency */
const opacity: Parse<number> = mapped(number(), (value) => Math.min(1, Math.max(0, value)));

export const color = {
  color: property<Color>({
    spec: 'css-color-4/#propdef-color',
    initial: BLACK,
    inherits: true,
    support: 'full',
    parse: colorValue,
    phase: 'color',
    appliesToFirstLine: true,
    svg: { text: colorText },
  }),
  opacity: property<number>({
    spec: 'css-color-4/#propdef-opacity',
    initial: 1,
    inherits: false,
    support: 'full',
    parse: opacity,
    svg: { text: String },
    splitBox: 'placement',
  }),
};
