/** CSS Backgrounds 4: backgrounds and box shadows. */

import type {
  BackgroundSize as LightningSize,
  PositionComponentFor_HorizontalPositionKeyword as PositionX,
  PositionComponentFor_VerticalPositionKeyword as PositionY,
} from 'lightningcss';
import { record } from '../cascade/specified.js';
import {
  type BackgroundBox,
  type BackgroundSize,
  type Color,
  type Image,
  type LengthPercentage,
  type RepeatStyle,
  type Shadow,
  TRANSPARENT,
} from '../values/values.js';
import { color, either, keyword, lengthPercentage, list, readPositionAxis } from './parse.js';
import { imageOrNone } from './parse-image.js';
import { shadows } from './parse-shadow.js';
import { type Parse, property } from './property.js';

export const positionX: Parse<LengthPercentage> = {
  typed: (value: PositionX) => readPositionAxis(value),
};

export const positionY: Parse<LengthPercentage> = {
  typed: (value: PositionY) => readPositionAxis(value),
};

const side = either(keyword('auto'), lengthPercentage('non-negative'));

export const backgroundSize: Parse<BackgroundSize> = {
  typed: (value: LightningSize) => {
    if (value.type !== 'explicit') return value.type;
    const [width, height] = [side.typed?.(value.width as never), side.typed?.(value.height as never)];
    return width === undefined || height === undefined ? undefined : record({ width, height });
  },
};

export interface Repeat {
  readonly x: RepeatStyle;
  readonly y: RepeatStyle;
}

export const repeatStyle: Parse<Repeat> = {
  typed: ({ x, y }: Repeat) => ({ x, y }),
};

export const background = {
  'background-color': property<Color>({
    spec: 'css-backgrounds-4/#propdef-background-color',
    initial: TRANSPARENT,
    inherits: false,
    support: 'full',
    parse: color,
    appliesToFirstLine: true,
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'background-image': property<readonly (Image | 'none')[]>({
    spec: 'css-backgrounds-4/#propdef-background-image',
    initial: ['none'],
    inherits: false,
    support: 'partial',
    note: 'no `cross-fade()`, `element()`, `image()`, `paint()`',
    parse: list(imageOrNone),
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    appliesToFirstLine: true,
    loadsUrls: true,
    splitBox: 'edges',
    disablesAppearance: true,
  }),
  'background-position-x': property<readonly LengthPercentage[]>({
    spec: 'css-backgrounds-4/#propdef-background-position-x',
    initial: [{ percent: 0, px: 0 }],
    inherits: false,
    support: 'full',
    parse: list(positionX),
    zoom: 'lengths',
    appliesToFirstLine: true,
    disablesAppearance: true,
  }),
  'background-position-y': property<readonly LengthPercentage[]>({
    spec: 'css-backgrounds-4/#propdef-background-position-y',
    initial: [{ percent: 0, px: 0 }],
    inherits: false,
    support: 'full',
    parse: list(positionY),
    zoom: 'lengths',
    appliesToFirstLine: true,
    disablesAppearance: true,
  }),
  'background-size': property<readonly BackgroundSize[]>({
    spec: 'css-backgrounds-4/#propdef-background-size',
    initial: [{ width: 'auto', height: 'auto' }],
    inherits: false,
    support: 'full',
    parse: list(backgroundSize),
    zoom: 'lengths',
    appliesToFirstLine: true,
    unitless: 'invalid',
    disablesAppearance: true,
  }),
  'background-repeat': property<readonly Repeat[]>({
    spec: 'css-backgrounds-4/#propdef-background-repeat',
    initial: [{ x: 'repeat', y: 'repeat' }],
    inherits: false,
    support: 'full',
    parse: list(repeatStyle),
    appliesToFirstLine: true,
  }),
  'background-origin': property<readonly BackgroundBox[]>({
    spec: 'css-backgrounds-4/#propdef-background-origin',
    initial: ['padding-box'],
    inherits: false,
    support: 'full',
    parse: list(keyword('border-box', 'padding-box', 'content-box')),
    appliesToFirstLine: true,
    disablesAppearance: true,
  }),
  'background-clip': property<readonly BackgroundBox[]>({
    spec: 'css-backgrounds-4/#propdef-background-clip',
    initial: ['border-box'],
    inherits: false,
    support: 'partial',
    note: 'no `border-area`',
    parse: list(keyword('border-box', 'padding-box', 'content-box', 'text')),
    appliesToFirstLine: true,
    disablesAppearance: true,
  }),
  'background-attachment': property<readonly ('scroll' | 'fixed' | 'local')[]>({
    spec: 'css-backgrounds-4/#propdef-background-attachment',
    initial: ['scroll'],
    inherits: false,
    support: 'full',
    note: '`fixed` places images in the page area; nothing scrolls',
    parse: list(keyword('scroll', 'fixed', 'local')),
    appliesToFirstLine: true,
    disablesAppearance: true,
  }),
  'box-shadow': property<readonly Shadow[]>({
    spec: 'css-backgrounds-4/#propdef-box-shadow',
    initial: [],
    inherits: false,
    support: 'full',
    parse: shadows,
    zoom: 'lengths',
    unitless: 'invalid',
    splitBox: 'edges',
  }),
  'box-decoration-break': property<'slice' | 'clone'>({
    spec: 'css-break-4/#propdef-box-decoration-break',
    initial: 'slice',
    inherits: false,
    support: 'full',
    parse: keyword('slice', 'clone'),
  }),
};
