/** CSS Tables 3. */

import type { Length } from 'lightningcss';
import { record } from '../cascade/specified.js';
import { keyword, length } from './parse.js';
import { type Parse, property } from './property.js';

export interface Spacing {
  readonly x: number;
  readonly y: number;
}

const gap = length('non-negative');

const borderSpacing: Parse<Spacing> = {
  typed: (value: readonly Length[]) => {
    const [x, y] = value.map((part) => gap.typed?.(part as never));
    return x === undefined || y === undefined ? undefined : record<Spacing>({ x, y });
  },
};

export const tables = {
  'table-layout': property<'auto' | 'fixed'>({
    spec: 'css-tables-3/#propdef-table-layout',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: keyword('auto', 'fixed'),
  }),
  'border-collapse': property<'separate' | 'collapse'>({
    spec: 'css-tables-3/#propdef-border-collapse',
    initial: 'separate',
    inherits: true,
    support: 'full',
    parse: keyword('separate', 'collapse'),
  }),
  'border-spacing': property<Spacing>({
    spec: 'css-tables-3/#propdef-border-spacing',
    initial: { x: 0, y: 0 },
    inherits: true,
    support: 'full',
    parse: borderSpacing,
    zoom: 'lengths',
    unitless: 'quirk',
    aliases: ['-webkit-border-vertical-spacing'],
  }),
  'caption-side': property<'top' | 'bottom'>({
    spec: 'css-tables-3/#propdef-caption-side',
    initial: 'top',
    inherits: true,
    support: 'full',
    parse: keyword('top', 'bottom'),
  }),
  'empty-cells': property<'show' | 'hide'>({
    spec: 'css-tables-3/#propdef-empty-cells',
    initial: 'show',
    inherits: true,
    support: 'full',
    parse: keyword('show', 'hide'),
  }),
};
