/** CSS Positioned Layout 3; float and clear of CSS 2. */

import { Deferred } from '../cascade/specified.js';
import type { LengthPercentage } from '../values/values.js';
import { either, integer, keyword, lengthPercentageOrAuto } from './parse.js';
import { type Parse, property } from './property.js';

/** `running`: the name of `running()`. */
type Position = 'static' | 'relative' | 'absolute' | 'fixed' | 'sticky' | { readonly running: string };

/** For page floats, whose reference is the page also where `float-reference` has its initial value. */
type PageFloat = 'top' | 'bottom' | 'block-start' | 'block-end';

const positionKeyword = keyword('static', 'relative', 'absolute', 'fixed', 'sticky');

/** Source of `running()`: https://drafts.csswg.org/css-gcpm-3/#running-elements */
const positionValue: Parse<Position> = {
  ...positionKeyword,
  tokens: (cursor) => {
    const word = cursor.keyword('-webkit-sticky') ? 'sticky' : positionKeyword.tokens?.(cursor);
    if (word) return word;
    const running = cursor.func('running')?.customIdent();
    return running === undefined ? undefined : { running };
  },
};

/** Resolves `inline-start` and `inline-end`. Source: https://drafts.csswg.org/css-logical-1/#float-clear */
function side<const K extends string>(...others: readonly K[]): Parse<K | 'left' | 'right'> {
  return {
    tokens: (cursor) => {
      const logical = cursor.keyword('inline-start', 'inline-end');
      if (!logical) return cursor.keyword<K | 'left' | 'right'>('left', 'right', ...others);
      return new Deferred((context) =>
        (logical === 'inline-start') === (context.direction === 'ltr') ? 'left' : 'right',
      );
    },
  };
}

export const position = {
  position: property<Position>({
    spec: 'css-position-3/#propdef-position',
    initial: 'static',
    inherits: false,
    support: 'full',
    parse: positionValue,
    splitBox: 'placement',
  }),
  top: property<LengthPercentage | 'auto'>({
    spec: 'css-position-3/#propdef-top',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
    logical: { group: 'inset-*', at: 'top' },
    zoom: 'lengths',
    unitless: 'quirk',
  }),
  right: property<LengthPercentage | 'auto'>({
    spec: 'css-position-3/#propdef-right',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
    logical: { group: 'inset-*', at: 'right' },
    zoom: 'lengths',
    unitless: 'quirk',
  }),
  bottom: property<LengthPercentage | 'auto'>({
    spec: 'css-position-3/#propdef-bottom',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
    logical: { group: 'inset-*', at: 'bottom' },
    zoom: 'lengths',
    unitless: 'quirk',
  }),
  left: property<LengthPercentage | 'auto'>({
    spec: 'css-position-3/#propdef-left',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
    logical: { group: 'inset-*', at: 'left' },
    zoom: 'lengths',
    unitless: 'quirk',
  }),
  'z-index': property<number | 'auto'>({
    spec: 'css-position-3/#propdef-z-index',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: either(keyword('auto'), integer()),
    splitBox: 'placement',
  }),
  float: property<'none' | 'left' | 'right' | 'footnote' | PageFloat>({
    spec: 'css2/#propdef-float',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: side('none', 'footnote', 'top', 'bottom', 'block-start', 'block-end'),
    unhandled: ['snap-block', 'snap-inline'],
    splitBox: 'placement',
  }),
  'float-reference': property<'inline' | 'column' | 'region' | 'page'>({
    spec: 'css-page-floats-3/#propdef-float-reference',
    initial: 'inline',
    inherits: false,
    support: 'full',
    parse: keyword('inline', 'column', 'region', 'page'),
    unsupported: (value) => value === 'column',
    splitBox: 'placement',
  }),
  clear: property<'none' | 'left' | 'right' | 'both'>({
    spec: 'css2/#propdef-clear',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: side('none', 'both'),
    unhandled: ['top', 'bottom', 'block-start', 'block-end', 'both-block', 'both-inline', 'all'],
    splitBox: 'placement',
  }),
};
