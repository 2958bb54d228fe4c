/** CSS Basic User Interface 4. */

import { keyword, mapped } from './parse.js';
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

export const ui = {
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
