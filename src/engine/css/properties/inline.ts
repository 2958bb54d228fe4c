/** CSS Inline 3, `ruby-position` of CSS Ruby 1. A percentage of `vertical-align` refers to the used line height. */

import type { LineHeight as LightningLineHeight, VerticalAlign as LightningVerticalAlign } from 'lightningcss';
import { Deferred, map, type Specified } from '../cascade/specified.js';
import { type LengthPercentage, resolveLength } from '../values/values.js';

import { keyword, lengthPercentage, number } from './parse.js';
import { type Parse, property } from './property.js';

type LineHeight = 'normal' | { readonly number: number } | number;

const lineLength = lengthPercentage('non-negative');
const factor = number(0);

/** Percentages refer to the font size and compute to lengths. */
function absoluteLineHeight(value: Specified<LengthPercentage>): Specified<LineHeight> {
  if (typeof value === 'number') return value;
  return new Deferred((context) => {
    const length = value instanceof Deferred ? value.compute(context) : value;
    return resolveLength(length, context.fontSize);
  });
}

const lineHeight: Parse<LineHeight> = {
  typed: (value: LightningLineHeight) => {
    if (value.type === 'normal') return 'normal';
    if (value.type === 'number') {
      const multiple = factor.typed?.(value as never);
      return multiple === undefined ? undefined : map(multiple, (number) => ({ number }));
    }
    const length = lineLength.typed?.(value.value as never);
    return length === undefined ? undefined : absoluteLineHeight(length);
  },
};

type VerticalAlign =
  | 'baseline'
  | 'sub'
  | 'super'
  | 'top'
  | 'text-top'
  | 'middle'
  | '-webkit-baseline-middle'
  | 'bottom'
  | 'text-bottom'
  | LengthPercentage;

const alignKeyword = keyword('baseline', 'sub', 'super', 'top', 'text-top', 'middle', 'bottom', 'text-bottom');
const shift = lengthPercentage();

const verticalAlign: Parse<VerticalAlign> = {
  typed: (value: LightningVerticalAlign) =>
    value.type === 'length' ? shift.typed?.(value.value as never) : alignKeyword.typed?.(value.value as never),
  tokens: (cursor) => cursor.keyword('-webkit-baseline-middle'),
};

/** Source: https://drafts.csswg.org/css-inline-3/#sizing-drop-initials */
const initialLetter: Parse<'normal' | { readonly size: number; readonly sink: number }> = {
  tokens: (cursor) => {
    if (cursor.keyword('normal')) return 'normal';
    const size = cursor.number();
    if (size === undefined || size < 1) return undefined;
    const word = cursor.keyword('drop', 'raise');
    const sink = word === 'raise' ? 1 : (cursor.integer() ?? Math.floor(size));
    return sink < 1 ? undefined : { size, sink };
  },
};

export interface TextBoxEdge {
  readonly over: 'text' | 'cap' | 'ex' | 'ideographic' | 'ideographic-ink';
  readonly under: 'text' | 'alphabetic' | 'ideographic' | 'ideographic-ink';
}

const IDEOGRAPHIC = ['ideographic', 'ideographic-ink'] as const;

/** A single keyword has to stand for both edges. Source: https://drafts.csswg.org/css-inline-3/#text-edges */
const textBoxEdge: Parse<'auto' | TextBoxEdge> = {
  tokens: (cursor) => {
    if (cursor.keyword('auto')) return 'auto';
    const over = cursor.keyword('text', 'cap', 'ex', ...IDEOGRAPHIC);
    const under = cursor.keyword('text', 'alphabetic', ...IDEOGRAPHIC);
    if (over === undefined) return undefined;
    if (under !== undefined) return { over, under };
    return over === 'cap' || over === 'ex' ? undefined : { over, under: over };
  },
};

const isIdeographic = (edge: string) => (IDEOGRAPHIC as readonly string[]).includes(edge);

export const inline = {
  'line-height': property<LineHeight>({
    spec: 'css-inline-3/#propdef-line-height',
    initial: 'normal',
    inherits: true,
    support: 'full',
    parse: lineHeight,
    zoom: 'lengths',
    phase: 'line-height',
    appliesToFirstLine: true,
  }),
  'vertical-align': property<VerticalAlign>({
    spec: 'css-inline-3/#propdef-vertical-align',
    initial: 'baseline',
    inherits: false,
    support: 'full',
    parse: verticalAlign,
    zoom: 'lengths',
    appliesToFirstLine: true,
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'text-box-trim': property<'none' | 'trim-start' | 'trim-end' | 'trim-both'>({
    spec: 'css-inline-3/#propdef-text-box-trim',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: { tokens: (cursor) => cursor.keyword('none', 'trim-start', 'trim-end', 'trim-both') },
    splitBox: 'content',
  }),
  'text-box-edge': property<'auto' | TextBoxEdge>({
    spec: 'css-inline-3/#propdef-text-box-edge',
    initial: 'auto',
    inherits: true,
    support: 'partial',
    note: 'no `ideographic`, `ideographic-ink`',
    unsupported: (value) => value !== 'auto' && (isIdeographic(value.over) || isIdeographic(value.under)),
    parse: textBoxEdge,
  }),
  'ruby-position': property<'over' | 'under' | 'alternate' | 'inter-character'>({
    spec: 'css-ruby-1/#propdef-ruby-position',
    initial: 'over',
    inherits: true,
    support: 'partial',
    note: 'only `over` and `under`',
    unsupported: (value) => value !== 'over' && value !== 'under',
    parse: {
      tokens: (cursor) => {
        const words = cursor.many((inner) => inner.keyword('over', 'under', 'alternate', 'inter-character'));
        return words.length > 1 && words.includes('alternate') ? 'alternate' : words[0];
      },
    },
    aliases: ['-webkit-ruby-position'],
  }),
  'initial-letter': property<'normal' | { readonly size: number; readonly sink: number }>({
    spec: 'css-inline-3/#propdef-initial-letter',
    initial: 'normal',
    inherits: false,
    support: 'partial',
    note: 'only of `::first-letter`, in horizontal text',
    parse: initialLetter,
  }),
};
