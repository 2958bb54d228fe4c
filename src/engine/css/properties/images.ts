/** CSS Images 3. */

import type { Position } from '../values/values.js';
import { keyword, position } from './parse.js';
import { type Parse, property } from './property.js';

const imageRendering: Parse<'auto' | 'smooth' | 'crisp-edges' | 'pixelated'> = {
  // lightningcss parses `auto` and the SVG values `optimizeSpeed` and `optimizeQuality`, all of which act as `auto`.
  typed: () => 'auto',
  tokens: (cursor) =>
    cursor.keyword('-webkit-optimize-contrast')
      ? 'crisp-edges'
      : cursor.keyword('auto', 'smooth', 'crisp-edges', 'pixelated'),
};

export const images = {
  'object-fit': property<'fill' | 'contain' | 'cover' | 'none' | 'scale-down'>({
    spec: 'css-images-3/#propdef-object-fit',
    initial: 'fill',
    inherits: false,
    support: 'full',
    parse: keyword('fill', 'contain', 'cover', 'none', 'scale-down'),
  }),
  'object-position': property<Position>({
    spec: 'css-images-3/#propdef-object-position',
    initial: { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } },
    inherits: false,
    support: 'full',
    parse: position,
    zoom: 'lengths',
  }),
  'image-orientation': property<'from-image' | 'none'>({
    spec: 'css-images-3/#propdef-image-orientation',
    initial: 'from-image',
    inherits: true,
    support: 'full',
    parse: keyword('from-image', 'none'),
  }),
  'image-rendering': property<'auto' | 'smooth' | 'crisp-edges' | 'pixelated'>({
    spec: 'css-images-3/#propdef-image-rendering',
    initial: 'auto',
    inherits: true,
    support: 'full',
    parse: imageRendering,
  }),
};
