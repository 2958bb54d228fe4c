/** CSS Shapes 1. */

import type { LengthPercentage } from '../values/values.js';
import { lengthPercentage } from './parse.js';
import { type OutsideShape, shapeOutside } from './parse-shape.js';
import { type Parse, property } from './property.js';

/** A number or percentage, clamped to 0..1. */
const threshold: Parse<number> = {
  tokens: (cursor) => {
    const value = cursor.number() ?? fractionOf(cursor.percentage());
    return value === undefined ? undefined : Math.max(0, Math.min(1, value));
  },
};

const fractionOf = (value: { readonly percent: number } | undefined): number | undefined =>
  value && value.percent / 100;

export const shapes = {
  'shape-outside': property<'none' | OutsideShape>({
    spec: 'css-shapes-1/#shape-outside-property',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'images: PNG, JPEG and gradients',
    parse: shapeOutside,
    zoom: 'lengths',
    loadsUrls: true,
    splitBox: 'placement',
  }),
  'shape-margin': property<LengthPercentage>({
    spec: 'css-shapes-1/#shape-margin-property',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentage('non-negative'),
    zoom: 'lengths',
    splitBox: 'placement',
  }),
  'shape-image-threshold': property<number>({
    spec: 'css-shapes-1/#shape-image-threshold-property',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: threshold,
    splitBox: 'placement',
  }),
};
