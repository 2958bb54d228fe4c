/** CSS Box Sizing 4. */

import type { AspectRatio as LightningAspectRatio } from 'lightningcss';
import { roundF32 } from '../syntax/lightning.js';
import type { MaxSize, Size } from '../values/values.js';
import { keyword, maxSize, size } from './parse.js';
import { property } from './property.js';

function readAspectRatio({ auto, ratio }: LightningAspectRatio): { auto: boolean; ratio: number | undefined } {
  const value = ratio ? roundF32(ratio[0]) / roundF32(ratio[1]) : undefined;
  // Degenerate ratios behave as `auto`: https://drafts.csswg.org/css-values-4/#degenerate-ratio
  return value === 0 || value === Number.POSITIVE_INFINITY || Number.isNaN(value)
    ? { auto: true, ratio: undefined }
    : { auto, ratio: value };
}

export const sizing = {
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
