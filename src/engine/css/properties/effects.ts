/** Filter Effects 1, Compositing 1, Masking 1. */

import type { Image } from '../values.js';
import { keyword, list } from './parse.js';
import { imageOrNone } from './parse-image.js';
import { type Parse, property } from './property.js';

/** A value that is kept as text, since nothing is drawn by it yet; the properties are reported. */
const anyText: Parse<'none' | string> = {
  typed: (value: { type: string; value?: unknown }) =>
    value.type === 'none' ? 'none' : JSON.stringify(value.value ?? value.type),
};

const blendMode: Parse<string> = {
  typed: (value: string) => value,
  tokens: (cursor) => cursor.keyword('plus-lighter'),
};

export const effects = {
  filter: property<'none' | string>({
    spec: 'filter-effects-1/#FilterProperty',
    initial: 'none',
    inherits: false,
    support: 'none',
    parse: anyText,
  }),
  'mix-blend-mode': property<string>({
    spec: 'compositing-1/#mix-blend-mode',
    initial: 'normal',
    inherits: false,
    support: 'none',
    parse: blendMode,
  }),
  isolation: property<'auto' | 'isolate'>({
    spec: 'compositing-1/#isolation',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: keyword('auto', 'isolate'),
  }),
  'clip-path': property<'none' | string>({
    spec: 'css-masking-1/#the-clip-path',
    initial: 'none',
    inherits: false,
    support: 'none',
    parse: anyText,
  }),
  'mask-image': property<readonly (Image | 'none')[]>({
    spec: 'css-masking-1/#the-mask-image',
    initial: ['none'],
    inherits: false,
    support: 'none',
    parse: list(imageOrNone),
    refused: 'UnsupportedValue',
  }),
};
