/** CSS Masking 1. */

import {
  type BackgroundBox,
  type BackgroundSize,
  type Image,
  type LengthPercentage,
  type Url,
  urlText,
} from '../values/values.js';
import { backgroundSize, positionX, positionY, type Repeat, repeatStyle } from './background.js';
import { keyword, list } from './parse.js';
import { imageOrNone } from './parse-image.js';
import { type ClipShape, clipPath } from './parse-shape.js';
import { type Parse, property } from './property.js';

type MaskBox = Exclude<BackgroundBox, 'text'>;
type MaskClip = MaskBox | 'no-clip';

/** Boxes of CSS layout, also for the SVG boxes. Source: https://drafts.csswg.org/css-masking-1/#typedef-geometry-box */
const BOXES: Readonly<Record<string, MaskBox>> = {
  'border-box': 'border-box',
  'padding-box': 'padding-box',
  'content-box': 'content-box',
  'margin-box': 'border-box',
  'fill-box': 'content-box',
  'stroke-box': 'border-box',
  'view-box': 'border-box',
};

const maskBox: Parse<MaskBox> = {
  typed: (value: string) => BOXES[value],
  tokens: (cursor) => {
    const word = cursor.keyword(...Object.keys(BOXES));
    return word === undefined ? undefined : BOXES[word];
  },
};

const maskClip: Parse<MaskClip> = {
  typed: (value: { type: string; value?: string }) => (value.type === 'no-clip' ? 'no-clip' : BOXES[value.value ?? '']),
  tokens: (cursor) => cursor.keyword('no-clip') ?? maskBox.tokens?.(cursor),
};

type Composite = 'add' | 'subtract' | 'intersect' | 'exclude';

/** Legacy values of `-webkit-mask-composite`. */
const OLD_COMPOSITES: Readonly<Record<string, Composite>> = {
  'source-over': 'add',
  'source-in': 'intersect',
  'source-out': 'subtract',
  xor: 'exclude',
};

const composite: Parse<Composite> = {
  typed: (value: string) =>
    OLD_COMPOSITES[value] ?? keyword('add', 'subtract', 'intersect', 'exclude').typed?.(value as never),
  tokens: (cursor) => {
    const word = cursor.keyword(
      'add',
      'subtract',
      'intersect',
      'exclude',
      'source-over',
      'source-in',
      'source-out',
      'xor',
    );
    return word && (OLD_COMPOSITES[word] ?? (word as Composite));
  },
};

const isFragment = (image: Image): boolean => image.type === 'url' && image.url.startsWith('#');

export const masking = {
  'clip-path': property<'none' | ClipShape | Url>({
    spec: 'css-masking-1/#the-clip-path',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: clipPath,
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    loadsUrls: true,
    svg: { text: (value) => (value !== 'none' && 'url' in value ? urlText(value) : undefined) },
    splitBox: 'placement',
  }),
  'mask-image': property<readonly (Image | 'none')[]>({
    spec: 'css-masking-1/#the-mask-image',
    initial: ['none'],
    inherits: false,
    support: 'partial',
    note: 'a `mask` element only as the single layer',
    unsupported: (value) => value.length > 1 && value.some((image) => image !== 'none' && isFragment(image)),
    parse: list(imageOrNone),
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    loadsUrls: true,
    splitBox: 'placement',
  }),
  'mask-mode': property<readonly ('match-source' | 'alpha' | 'luminance')[]>({
    spec: 'css-masking-1/#the-mask-mode',
    initial: ['match-source'],
    inherits: false,
    support: 'partial',
    note: 'the mode of the first layer applies to all',
    unsupported: (value) => new Set(value).size > 1,
    parse: list(keyword('match-source', 'alpha', 'luminance')),
  }),
  'mask-position-x': property<readonly LengthPercentage[]>({
    spec: 'css-masking-1/#the-mask-position',
    initial: [{ percent: 0, px: 0 }],
    inherits: false,
    support: 'full',
    parse: list(positionX),
    zoom: 'lengths',
  }),
  'mask-position-y': property<readonly LengthPercentage[]>({
    spec: 'css-masking-1/#the-mask-position',
    initial: [{ percent: 0, px: 0 }],
    inherits: false,
    support: 'full',
    parse: list(positionY),
    zoom: 'lengths',
  }),
  'mask-size': property<readonly BackgroundSize[]>({
    spec: 'css-masking-1/#the-mask-size',
    initial: [{ width: 'auto', height: 'auto' }],
    inherits: false,
    support: 'full',
    parse: list(backgroundSize),
    zoom: 'lengths',
  }),
  'mask-repeat': property<readonly Repeat[]>({
    spec: 'css-masking-1/#the-mask-repeat',
    initial: [{ x: 'repeat', y: 'repeat' }],
    inherits: false,
    support: 'full',
    parse: list(repeatStyle),
  }),
  'mask-origin': property<readonly MaskBox[]>({
    spec: 'css-masking-1/#the-mask-origin',
    initial: ['border-box'],
    inherits: false,
    support: 'full',
    parse: list(maskBox),
  }),
  'mask-clip': property<readonly MaskClip[]>({
    spec: 'css-masking-1/#the-mask-clip',
    initial: ['border-box'],
    inherits: false,
    support: 'partial',
    note: '`no-clip` as `border-box`',
    unsupported: (value) => value.includes('no-clip'),
    parse: list(maskClip),
  }),
  'mask-composite': property<readonly Composite[]>({
    spec: 'css-masking-1/#the-mask-composite',
    initial: ['add'],
    inherits: false,
    support: 'partial',
    note: '`add` or `intersect`, for all layers',
    unsupported: (value) => new Set(value).size > 1 || value.includes('subtract') || value.includes('exclude'),
    parse: list(composite),
  }),
};
