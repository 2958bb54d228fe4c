/** CSS Box Sizing 4. */

import type { AspectRatio as LightningAspectRatio } from 'lightningcss';
import type { Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import type { Cursor } from '../syntax/tokens.js';
import type { MaxSize, Size } from '../values/values.js';
import { keyword, maxSize, size } from './parse.js';
import { type Parse, property } from './property.js';

function readAspectRatio({ auto, ratio }: LightningAspectRatio): { auto: boolean; ratio: number | undefined } {
  const value = ratio ? roundF32(ratio[0]) / roundF32(ratio[1]) : undefined;
  // Degenerate ratios behave as `auto`: https://drafts.csswg.org/css-values-4/#degenerate-ratio
  return value === 0 || value === Number.POSITIVE_INFINITY || Number.isNaN(value)
    ? { auto: true, ratio: undefined }
    : { auto, ratio: value };
}

/** One kind of containment. Source: https://drafts.csswg.org/css-contain-2/#contain-property */
export type Containment = 'size' | 'inline-size' | 'layout' | 'style' | 'paint';

/** The value of `contain: content`. */
export const CONTENT: readonly Containment[] = ['layout', 'style', 'paint'];

const contain: Parse<readonly Containment[]> = {
  tokens: (cursor) => {
    const all = cursor.keyword('none', 'strict', 'content');
    if (all) return all === 'none' ? [] : all === 'strict' ? ['size', ...CONTENT] : CONTENT;
    const kinds: Containment[] = [];
    while (!cursor.done) {
      const kind = cursor.keyword('size', 'inline-size', 'layout', 'style', 'paint');
      if (!kind || kinds.includes(kind)) return undefined;
      kinds.push(kind);
    }
    return kinds.includes('size') && kinds.includes('inline-size') ? undefined : kinds;
  },
};

/** `auto` remembers a size of the past, which printed documents have not. */
const containedSize: Parse<'none' | number> = {
  tokens: (cursor) => {
    cursor.keyword('auto');
    return cursor.keyword('none') ?? cursor.attempt(nonNegativeLength);
  },
};

function nonNegativeLength(cursor: Cursor): Specified<number> | undefined {
  const value = cursor.length();
  return typeof value === 'number' && value < 0 ? undefined : value;
}

export const sizing = {
  contain: property<readonly Containment[]>({
    spec: 'css-contain-2/#contain-property',
    initial: [],
    inherits: false,
    support: 'full',
    parse: contain,
  }),
  'content-visibility': property<'visible' | 'auto' | 'hidden'>({
    spec: 'css-contain-2/#content-visibility',
    initial: 'visible',
    inherits: false,
    support: 'full',
    parse: keyword('visible', 'auto', 'hidden'),
  }),
  'contain-intrinsic-width': property<'none' | number>({
    spec: 'css-sizing-4/#intrinsic-size-override',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: containedSize,
    logical: { group: 'contain-intrinsic-*-size', at: 'x' },
    zoom: 'lengths',
  }),
  'contain-intrinsic-height': property<'none' | number>({
    spec: 'css-sizing-4/#intrinsic-size-override',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: containedSize,
    logical: { group: 'contain-intrinsic-*-size', at: 'y' },
    zoom: 'lengths',
  }),
  width: property<Size>({
    spec: 'css-sizing-4/#propdef-width',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: size,
    logical: { group: '*-size', at: 'x' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  height: property<Size>({
    spec: 'css-sizing-4/#propdef-height',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: size,
    logical: { group: '*-size', at: 'y' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'min-width': property<Size>({
    spec: 'css-sizing-4/#propdef-min-width',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: size,
    logical: { group: 'min-*-size', at: 'x' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'min-height': property<Size>({
    spec: 'css-sizing-4/#propdef-min-height',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: size,
    logical: { group: 'min-*-size', at: 'y' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'max-width': property<MaxSize>({
    spec: 'css-sizing-4/#propdef-max-width',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: maxSize,
    logical: { group: 'max-*-size', at: 'x' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'max-height': property<MaxSize>({
    spec: 'css-sizing-4/#propdef-max-height',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: maxSize,
    logical: { group: 'max-*-size', at: 'y' },
    zoom: 'lengths',
    unitless: 'quirk',
    splitBox: 'placement',
  }),
  'box-sizing': property<'content-box' | 'border-box'>({
    spec: 'css-sizing-4/#propdef-box-sizing',
    initial: 'content-box',
    inherits: false,
    support: 'full',
    parse: keyword('content-box', 'border-box'),
  }),
  'aspect-ratio': property<{ readonly auto: boolean; readonly ratio: number | undefined }>({
    spec: 'css-sizing-4/#propdef-aspect-ratio',
    initial: { auto: true, ratio: undefined },
    inherits: false,
    support: 'full',
    parse: { typed: readAspectRatio },
    splitBox: 'placement',
  }),
};
