/** Filter Effects 1, Compositing 1, Will Change 1, View Transitions 1. */

import type { Filter } from 'lightningcss';
import { all, complete, map, record, type Specified } from '../cascade/specified.js';
import { readColor } from '../values/color.js';
import { readLength } from '../values/math.js';
import { BLEND_MODES, type BlendMode, type FilterFunction, type Shadow, urlText } from '../values/values.js';
import { keyword, list, readAngle, readFactor } from './parse.js';
import { type Parse, property } from './property.js';

/** @returns undefined for negative amounts */
function readFilter(filter: Filter): Specified<FilterFunction> | undefined {
  switch (filter.type) {
    case 'url':
      return { type: 'url', url: String(filter.value.url) };
    case 'blur': {
      const radius = readLength(filter.value);
      if (radius === undefined || (typeof radius === 'number' && radius < 0)) return undefined;
      return record<Extract<FilterFunction, { type: 'blur' }>>({ type: 'blur', radius });
    }
    case 'drop-shadow': {
      const [x, y, blur] = [filter.value.xOffset, filter.value.yOffset, filter.value.blur].map(readLength);
      if (x === undefined || y === undefined || blur === undefined) return undefined;
      const color = readColor(filter.value.color);
      const shadow = record<Shadow>({ inset: false, x, y, blur, spread: 0, color });
      return map(shadow, (value): FilterFunction => ({ type: 'drop-shadow', shadow: value }));
    }
    case 'hue-rotate':
      return { type: 'hue-rotate', angle: readAngle(filter.value) };
    default: {
      const factor = readFactor(filter.value);
      return factor < 0 ? undefined : { type: filter.type, amount: { factor } };
    }
  }
}

const filters: Parse<'none' | readonly FilterFunction[]> = {
  typed: (value: { type: 'none' } | { type: 'filters'; value: readonly Filter[] }) => {
    if (value.type === 'none') return 'none';
    const known = complete(value.value.map(readFilter));
    return known && all(known);
  },
};

/** CSS text of references only. */
function referencesText(functions: readonly FilterFunction[]): string | undefined {
  const urls = functions.flatMap((step) => (step.type === 'url' ? [urlText(step)] : []));
  return urls.length === functions.length ? urls.join(' ') : undefined;
}

/** Lower-case names of properties, with prefixes. Source: https://drafts.csswg.org/css-will-change-1/#will-change */
const willChange: Parse<readonly string[]> = {
  tokens: (cursor) => {
    if (cursor.keyword('auto')) return [];
    return cursor.list((inner) => inner.customIdent('auto', 'will-change', 'none', 'all')?.toLowerCase());
  },
};

const blendMode: Parse<BlendMode> = keyword(...BLEND_MODES);

export const effects = {
  filter: property<'none' | readonly FilterFunction[]>({
    spec: 'filter-effects-1/#FilterProperty',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: filters,
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    loadsUrls: true,
    svg: { text: (value) => (value === 'none' ? value : referencesText(value)) },
    splitBox: 'placement',
  }),
  'mix-blend-mode': property<BlendMode>({
    spec: 'compositing-1/#mix-blend-mode',
    initial: 'normal',
    inherits: false,
    support: 'full',
    parse: blendMode,
    unhandled: ['plus-lighter', 'plus-darker'],
    svg: { text: String },
    splitBox: 'placement',
  }),
  'background-blend-mode': property<readonly BlendMode[]>({
    spec: 'compositing-1/#background-blend-mode',
    initial: ['normal'],
    inherits: false,
    support: 'full',
    parse: list(blendMode),
    appliesToFirstLine: true,
  }),
  isolation: property<'auto' | 'isolate'>({
    spec: 'compositing-1/#isolation',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: keyword('auto', 'isolate'),
    svg: { text: String },
  }),
  'will-change': property<readonly string[]>({
    spec: 'css-will-change-1/#will-change',
    initial: [],
    inherits: false,
    support: 'full',
    note: 'changes nothing but stacking contexts and containing blocks',
    parse: willChange,
    splitBox: 'placement',
  }),
  'view-transition-name': property<string>({
    spec: 'css-view-transitions-1/#view-transition-name-prop',
    initial: 'none',
    inherits: false,
    support: 'full',
    note: 'changes nothing but stacking contexts',
    parse: {
      typed: (value: string) => value,
      tokens: (cursor) => cursor.keyword('none') ?? cursor.customIdent('auto'),
    },
    splitBox: 'placement',
  }),
};
