/** CSS Backgrounds 4: borders; outlines of CSS UI 4. */

import type {
  BorderImageRepeat as LightningRepeat,
  BorderImageSlice as LightningSlice,
  OutlineStyle,
  RectFor_BorderImageSideWidth,
  RectFor_LengthOrNumber,
} from 'lightningcss';
import { all, complete, record, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { percentage, readLength } from '../values/math.js';
import {
  BLACK,
  type BorderStyle,
  type Color,
  type CornerRadius,
  type Image,
  type LengthPercentage,
  type Percentage,
} from '../values/values.js';
import { color, currentColor, length, lengthPercentage, mapped } from './parse.js';
import { imageOrNone } from './parse-image.js';
import { lineStyle, lineWidth } from './parse-line.js';
import { type Parse, property } from './property.js';

/** A length, `auto`, or a multiple of the border width. */
type BorderImageWidth = LengthPercentage | 'auto' | { readonly factor: number };
/** px, or a multiple of the border width. */
type BorderImageOutset = number | { readonly factor: number };
type BorderImageRepeat = 'stretch' | 'repeat' | 'round' | 'space';

const radiusLength = lengthPercentage('non-negative');

/** Horizontal and vertical radius; lightningcss repeats a single one. */
const cornerRadius: Parse<CornerRadius> = {
  typed: (value: readonly never[]) => {
    const [x, y] = value.map((radius) => radiusLength.typed?.(radius));
    return x === undefined || y === undefined ? undefined : record<CornerRadius>({ x, y });
  },
};

type Four<T> = readonly [T, T, T, T];

function four<T>(parts: readonly (Specified<T> | undefined)[]): Specified<Four<T>> | undefined {
  const known = complete(parts);
  return known?.length === 4 ? (all(known) as Specified<Four<T>>) : undefined;
}

export interface BorderImageSlice {
  readonly offsets: Four<number | Percentage>;
  readonly fill: boolean;
}

const borderImageSlice: Parse<BorderImageSlice> = {
  typed: ({ offsets, fill }: LightningSlice) => {
    if (offsets.some((offset) => offset.value < 0)) return undefined;
    const edges = offsets.map((offset) =>
      offset.type === 'percentage' ? percentage(offset.value) : roundF32(offset.value),
    );
    return { offsets: edges as unknown as Four<number | Percentage>, fill };
  },
};

const borderImageWidth: Parse<Four<BorderImageWidth>> = {
  typed: (value: RectFor_BorderImageSideWidth) =>
    four<BorderImageWidth>(
      value.map((side) => {
        if (side.type === 'auto') return 'auto';
        return side.type === 'number' ? { factor: roundF32(side.value) } : radiusLength.typed?.(side.value as never);
      }),
    ),
};

const borderImageOutset: Parse<Four<BorderImageOutset>> = {
  typed: (value: RectFor_LengthOrNumber) =>
    four<BorderImageOutset>(
      value.map((side) => (side.type === 'number' ? { factor: roundF32(side.value) } : readLength(side.value))),
    ),
};

const borderImageRepeat: Parse<{ readonly x: BorderImageRepeat; readonly y: BorderImageRepeat }> = {
  typed: ({ horizontal, vertical }: LightningRepeat) => ({ x: horizontal, y: vertical }),
};

const outlineStyle: Parse<BorderStyle | 'auto'> = {
  typed: (value: OutlineStyle) => (value.type === 'auto' ? 'auto' : value.value),
};

export const border = {
  'border-top-width': property<number>({
    spec: 'css-backgrounds-4/#propdef-border-top-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    logical: { group: 'border-*-width', at: 'top' },
    zoom: 'line-width',
    unitless: 'quirk',
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'border-right-width': property<number>({
    spec: 'css-backgrounds-4/#propdef-border-right-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    logical: { group: 'border-*-width', at: 'right' },
    zoom: 'line-width',
    unitless: 'quirk',
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'border-bottom-width': property<number>({
    spec: 'css-backgrounds-4/#propdef-border-bottom-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    logical: { group: 'border-*-width', at: 'bottom' },
    zoom: 'line-width',
    unitless: 'quirk',
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'border-left-width': property<number>({
    spec: 'css-backgrounds-4/#propdef-border-left-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    logical: { group: 'border-*-width', at: 'left' },
    zoom: 'line-width',
    unitless: 'quirk',
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'border-top-style': property<BorderStyle>({
    spec: 'css-backgrounds-4/#propdef-border-top-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: lineStyle,
    logical: { group: 'border-*-style', at: 'top' },
    disablesAppearance: true,
  }),
  'border-right-style': property<BorderStyle>({
    spec: 'css-backgrounds-4/#propdef-border-right-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: lineStyle,
    logical: { group: 'border-*-style', at: 'right' },
    disablesAppearance: true,
  }),
  'border-bottom-style': property<BorderStyle>({
    spec: 'css-backgrounds-4/#propdef-border-bottom-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: lineStyle,
    logical: { group: 'border-*-style', at: 'bottom' },
    disablesAppearance: true,
  }),
  'border-left-style': property<BorderStyle>({
    spec: 'css-backgrounds-4/#propdef-border-left-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: lineStyle,
    logical: { group: 'border-*-style', at: 'left' },
    disablesAppearance: true,
  }),
  'border-top-color': property<Color>({
    spec: 'css-backgrounds-4/#propdef-border-top-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    logical: { group: 'border-*-color', at: 'top' },
    disablesAppearance: true,
  }),
  'border-right-color': property<Color>({
    spec: 'css-backgrounds-4/#propdef-border-right-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    logical: { group: 'border-*-color', at: 'right' },
    disablesAppearance: true,
  }),
  'border-bottom-color': property<Color>({
    spec: 'css-backgrounds-4/#propdef-border-bottom-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    logical: { group: 'border-*-color', at: 'bottom' },
    disablesAppearance: true,
  }),
  'border-left-color': property<Color>({
    spec: 'css-backgrounds-4/#propdef-border-left-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
    logical: { group: 'border-*-color', at: 'left' },
    disablesAppearance: true,
  }),
  'border-top-left-radius': property<CornerRadius>({
    spec: 'css-backgrounds-4/#propdef-border-top-left-radius',
    initial: { x: 0, y: 0 },
    inherits: false,
    support: 'full',
    parse: cornerRadius,
    logical: { group: 'border-*-radius', at: 'top-left' },
    zoom: 'lengths',
    unitless: 'invalid',
    disablesAppearance: true,
  }),
  'border-top-right-radius': property<CornerRadius>({
    spec: 'css-backgrounds-4/#propdef-border-top-right-radius',
    initial: { x: 0, y: 0 },
    inherits: false,
    support: 'full',
    parse: cornerRadius,
    logical: { group: 'border-*-radius', at: 'top-right' },
    zoom: 'lengths',
    unitless: 'invalid',
    disablesAppearance: true,
  }),
  'border-bottom-right-radius': property<CornerRadius>({
    spec: 'css-backgrounds-4/#propdef-border-bottom-right-radius',
    initial: { x: 0, y: 0 },
    inherits: false,
    support: 'full',
    parse: cornerRadius,
    logical: { group: 'border-*-radius', at: 'bottom-right' },
    zoom: 'lengths',
    unitless: 'invalid',
    disablesAppearance: true,
  }),
  'border-bottom-left-radius': property<CornerRadius>({
    spec: 'css-backgrounds-4/#propdef-border-bottom-left-radius',
    initial: { x: 0, y: 0 },
    inherits: false,
    support: 'full',
    parse: cornerRadius,
    logical: { group: 'border-*-radius', at: 'bottom-left' },
    zoom: 'lengths',
    unitless: 'invalid',
    disablesAppearance: true,
  }),
  'border-image-source': property<Image | 'none'>({
    spec: 'css-backgrounds-4/#propdef-border-image-source',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: imageOrNone,
    refused: 'UnsupportedValue',
    loadsUrls: true,
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'border-image-slice': property<BorderImageSlice>({
    spec: 'css-backgrounds-4/#propdef-border-image-slice',
    initial: {
      offsets: [
        { percent: 100, px: 0 },
        { percent: 100, px: 0 },
        { percent: 100, px: 0 },
        { percent: 100, px: 0 },
      ],
      fill: false,
    },
    inherits: false,
    support: 'full',
    parse: borderImageSlice,
    disablesAppearance: true,
  }),
  'border-image-width': property<Four<BorderImageWidth>>({
    spec: 'css-backgrounds-4/#propdef-border-image-width',
    initial: [{ factor: 1 }, { factor: 1 }, { factor: 1 }, { factor: 1 }],
    inherits: false,
    support: 'full',
    parse: borderImageWidth,
    zoom: 'lengths',
    disablesAppearance: true,
  }),
  'border-image-outset': property<Four<BorderImageOutset>>({
    spec: 'css-backgrounds-4/#propdef-border-image-outset',
    initial: [0, 0, 0, 0],
    inherits: false,
    support: 'full',
    parse: borderImageOutset,
    zoom: 'lengths',
    disablesAppearance: true,
  }),
  'border-image-repeat': property<{ readonly x: BorderImageRepeat; readonly y: BorderImageRepeat }>({
    spec: 'css-backgrounds-4/#propdef-border-image-repeat',
    initial: { x: 'stretch', y: 'stretch' },
    inherits: false,
    support: 'full',
    parse: borderImageRepeat,
    disablesAppearance: true,
  }),
  'outline-width': property<number>({
    spec: 'css-ui-4/#propdef-outline-width',
    initial: 3,
    inherits: false,
    support: 'full',
    parse: lineWidth,
    zoom: 'line-width',
    unitless: 'invalid',
    splitBox: 'edges',
  }),
  'outline-style': property<BorderStyle | 'auto'>({
    spec: 'css-ui-4/#propdef-outline-style',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: outlineStyle,
    splitBox: 'edges',
  }),
  'outline-color': property<Color>({
    spec: 'css-ui-4/#propdef-outline-color',
    initial: BLACK,
    inherits: false,
    support: 'full',
    parse: color,
    initialFor: currentColor,
  }),
  'outline-offset': property<number>({
    spec: 'css-ui-4/#propdef-outline-offset',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: mapped(length(), Math.trunc),
    zoom: 'lengths',
    unitless: 'invalid',
  }),
};
