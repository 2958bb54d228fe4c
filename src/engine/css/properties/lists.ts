/** CSS Lists 3: markers and counters. */

import type { ListStyleType as LightningListStyleType } from 'lightningcss';
import { complete } from '../cascade/specified.js';
import type { CounterChange, CounterStyleName, Image } from '../values/values.js';
import { keyword } from './parse.js';
import { imageOrNone } from './parse-image.js';
import { type Parse, property } from './property.js';

type ListStyleType = 'none' | CounterStyleName | { readonly string: string };

const listStyleType: Parse<ListStyleType> = {
  typed: (value: LightningListStyleType): ListStyleType | undefined => {
    if (value.type === 'none') return 'none';
    if (value.type === 'string') return { string: String(value.value) };
    const style = value.value;
    if (style.type !== 'symbols') return String(style.value);
    const symbols = style.symbols.map((symbol) => (symbol.type === 'string' ? String(symbol.value) : undefined));
    const texts = complete(symbols);
    return texts && { system: style.system ?? 'symbolic', symbols: texts };
  },
};

/** `none`, or counter names with integers. @param standard  the default integer */
function counterChanges(standard: number, reversible = false): Parse<readonly CounterChange[]> {
  return {
    tokens: (cursor) => {
      if (cursor.keyword('none')) return [];
      return cursor.many((inner): CounterChange | undefined => {
        const reversed = reversible ? inner.func('reversed')?.customIdent() : undefined;
        const name = reversed ?? inner.customIdent('none');
        if (name === undefined) return undefined;
        const value = inner.integer() ?? standard;
        return reversed === undefined ? { name, value } : { name, value, reversed: true };
      });
    },
  };
}

export const lists = {
  'list-style-type': property<ListStyleType>({
    spec: 'css-lists-3/#propdef-list-style-type',
    initial: 'disc',
    inherits: true,
    support: 'full',
    parse: listStyleType,
    refused: 'UnsupportedValue',
  }),
  'list-style-position': property<'outside' | 'inside'>({
    spec: 'css-lists-3/#propdef-list-style-position',
    initial: 'outside',
    inherits: true,
    support: 'full',
    parse: keyword('outside', 'inside'),
  }),
  'list-style-image': property<Image | 'none'>({
    spec: 'css-lists-3/#propdef-list-style-image',
    initial: 'none',
    inherits: true,
    support: 'partial',
    note: '`url()` only, no gradients',
    parse: imageOrNone,
    refused: 'UnsupportedValue',
    loadsUrls: true,
  }),
  'counter-reset': property<readonly CounterChange[]>({
    spec: 'css-lists-3/#propdef-counter-reset',
    initial: [],
    inherits: false,
    support: 'full',
    parse: counterChanges(0, true),
  }),
  'counter-increment': property<readonly CounterChange[]>({
    spec: 'css-lists-3/#propdef-counter-increment',
    initial: [],
    inherits: false,
    support: 'full',
    parse: counterChanges(1),
  }),
  'counter-set': property<readonly CounterChange[]>({
    spec: 'css-lists-3/#propdef-counter-set',
    initial: [],
    inherits: false,
    support: 'full',
    parse: counterChanges(0),
  }),
};
