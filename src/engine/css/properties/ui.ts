/** CSS Basic User Interface 4. */

import type { ColorOrAuto } from 'lightningcss';
import { readColor } from '../values/color.js';
import type { Color } from '../values/values.js';
import { color, either, keyword, mapped } from './parse.js';
import { property } from './property.js';

const KEYWORDS = [
  'none',
  'auto',
  'base',
  'base-select',
  'textfield',
  'searchfield',
  'textarea',
  'push-button',
  'square-button',
  'button',
  'checkbox',
  'radio',
  'menulist',
  'menulist-button',
  'listbox',
  'meter',
  'progress-bar',
  'slider-horizontal',
] as const;

/** `decorated`: `auto` where the author declares an appearance-disabling property. */
type Appearance = 'none' | 'auto' | 'decorated';

const accentColor = either<'auto', Color>(keyword('auto'), {
  typed: (value: ColorOrAuto) => (value.type === 'color' ? readColor(value.value) : undefined),
  tokens: color.tokens!,
});

export const ui = {
  'accent-color': property<'auto' | Color>({
    spec: 'css-ui-4/#widget-accent',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: accentColor,
  }),
  appearance: property<Appearance>({
    spec: 'css-ui-4/#propdef-appearance',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: mapped(keyword(...KEYWORDS), (word) => (word === 'none' || word.startsWith('base') ? 'none' : 'auto')),
  }),
  resize: property<'none' | 'both' | 'horizontal' | 'vertical' | 'block' | 'inline'>({
    spec: 'css-ui-4/#propdef-resize',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'text areas only',
    parse: keyword('none', 'both', 'horizontal', 'vertical', 'block', 'inline'),
  }),
};
