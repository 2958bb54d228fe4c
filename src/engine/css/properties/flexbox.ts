/** CSS Flexible Box 1 and Box Alignment 3. */

import type { Alignment, LengthPercentage, Size } from '../values/values.js';
import { either, integer, keyword, lengthPercentage, number, size } from './parse.js';
import { type Parse, property } from './property.js';

type Position = Alignment['value'];

/** The union of lightningcss's types of the six alignment properties. */
type LightningAlignment =
  | { type: 'auto' | 'normal' | 'stretch' }
  | { type: 'baseline-position'; value: 'first' | 'last' }
  | { type: 'content-distribution'; value: Position }
  | { type: 'content-position' | 'self-position'; value: Position; overflow?: 'safe' | 'unsafe' | null }
  | { type: 'left' | 'right'; overflow?: 'safe' | 'unsafe' | null }
  | { type: 'legacy'; value: 'left' | 'right' | 'center' };

const alignment: Parse<Alignment> = {
  tokens: (cursor) => cursor.keyword('legacy') && { value: 'normal', legacy: true },
  typed: (value: LightningAlignment): Alignment => {
    switch (value.type) {
      case 'baseline-position':
        return { value: value.value === 'last' ? 'last-baseline' : 'baseline' };
      case 'content-distribution':
        return { value: value.value };
      case 'content-position':
      case 'self-position':
        return value.overflow ? { value: value.value, safety: value.overflow } : { value: value.value };
      case 'left':
      case 'right':
        return value.overflow ? { value: value.type, safety: value.overflow } : { value: value.type };
      case 'legacy':
        return { value: value.value, legacy: true };
      default:
        return { value: value.type };
    }
  },
};

const gap = either(keyword('normal'), lengthPercentage('non-negative'));

export const flexbox = {
  'flex-direction': property<'row' | 'row-reverse' | 'column' | 'column-reverse'>({
    spec: 'css-flexbox-1/#propdef-flex-direction',
    initial: 'row',
    inherits: false,
    support: 'full',
    parse: keyword('row', 'row-reverse', 'column', 'column-reverse'),
    splitBox: 'content',
  }),
  'flex-wrap': property<'nowrap' | 'wrap' | 'wrap-reverse' | 'balance'>({
    spec: 'css-flexbox-1/#propdef-flex-wrap',
    initial: 'nowrap',
    inherits: false,
    support: 'full',
    parse: keyword('nowrap', 'wrap', 'wrap-reverse', 'balance'),
    splitBox: 'content',
  }),
  'flex-line-count': property<number>({
    spec: 'css-flexbox-2/#propdef-flex-line-count',
    initial: 1,
    inherits: false,
    support: 'full',
    parse: integer(1),
  }),
  'flex-grow': property<number>({
    spec: 'css-flexbox-1/#propdef-flex-grow',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: number(0),
  }),
  'flex-shrink': property<number>({
    spec: 'css-flexbox-1/#propdef-flex-shrink',
    initial: 1,
    inherits: false,
    support: 'full',
    parse: number(0),
  }),
  'flex-basis': property<Size | 'content'>({
    spec: 'css-flexbox-1/#propdef-flex-basis',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: either(keyword('content'), size),
    zoom: 'lengths',
    unitless: 'invalid',
  }),
  'justify-content': property<Alignment>({
    spec: 'css-align-3/#propdef-justify-content',
    initial: { value: 'normal' },
    inherits: false,
    support: 'full',
    parse: alignment,
    splitBox: 'content',
  }),
  'align-content': property<Alignment>({
    spec: 'css-align-3/#propdef-align-content',
    initial: { value: 'normal' },
    inherits: false,
    support: 'full',
    parse: alignment,
    splitBox: 'content',
  }),
  'align-items': property<Alignment>({
    spec: 'css-align-3/#propdef-align-items',
    initial: { value: 'normal' },
    inherits: false,
    support: 'full',
    parse: alignment,
    splitBox: 'content',
  }),
  'align-self': property<Alignment>({
    spec: 'css-align-3/#propdef-align-self',
    initial: { value: 'auto' },
    inherits: false,
    support: 'full',
    parse: alignment,
  }),
  'justify-items': property<Alignment>({
    spec: 'css-align-3/#propdef-justify-items',
    initial: { value: 'normal' },
    inherits: false,
    support: 'full',
    parse: alignment,
    splitBox: 'content',
  }),
  'justify-self': property<Alignment>({
    spec: 'css-align-3/#propdef-justify-self',
    initial: { value: 'auto' },
    inherits: false,
    support: 'full',
    parse: alignment,
  }),
  'row-gap': property<'normal' | LengthPercentage>({
    spec: 'css-align-3/#propdef-row-gap',
    initial: 'normal',
    inherits: false,
    support: 'full',
    parse: gap,
    zoom: 'lengths',
    unitless: 'invalid',
    aliases: ['grid-row-gap'],
    splitBox: 'content',
  }),
  'column-gap': property<'normal' | LengthPercentage>({
    spec: 'css-align-3/#propdef-column-gap',
    initial: 'normal',
    inherits: false,
    support: 'full',
    parse: gap,
    zoom: 'lengths',
    unitless: 'invalid',
    aliases: ['grid-column-gap'],
    splitBox: 'content',
  }),
};
