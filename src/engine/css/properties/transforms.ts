/** CSS Transforms 1 and 2, flattened to 2D. */

import type { Rotate, Scale, Transform, Translate } from 'lightningcss';
import { all, complete, record, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { readLengthPercentage } from '../values/math.js';
import type { LengthPercentage, Position, TransformFunction } from '../values/values.js';
import { keyword, position, readAngle, readFactor } from './parse.js';
import { type Parse, property } from './property.js';
import { flatten, is3d } from './transforms-3d.js';

/** The 2D projection of a function; undefined for those that `is3d` applies to. */
function readFunction(value: Transform): Specified<TransformFunction> | undefined {
  switch (value.type) {
    case 'translate':
    case 'translate3d':
      return translation(readLengthPercentage(value.value[0]), readLengthPercentage(value.value[1]));
    case 'translateX':
      return translation(readLengthPercentage(value.value), 0);
    case 'translateY':
      return translation(0, readLengthPercentage(value.value));
    case 'translateZ':
      return translation(0, 0);
    case 'scale':
    case 'scale3d':
      return { type: 'scale', x: readFactor(value.value[0]), y: readFactor(value.value[1]) };
    case 'scaleX':
      return { type: 'scale', x: readFactor(value.value), y: 1 };
    case 'scaleY':
      return { type: 'scale', x: 1, y: readFactor(value.value) };
    case 'scaleZ':
      return { type: 'scale', x: 1, y: 1 };
    case 'rotate':
    case 'rotateZ':
      return { type: 'rotate', angle: readAngle(value.value) };
    case 'skew':
      return { type: 'skew', x: readAngle(value.value[0]), y: readAngle(value.value[1]) };
    case 'skewX':
      return { type: 'skew', x: readAngle(value.value), y: 0 };
    case 'skewY':
      return { type: 'skew', x: 0, y: readAngle(value.value) };
    case 'matrix': {
      const { a, b, c, d, e, f } = value.value;
      const values = [a, b, c, d, e, f].map(roundF32) as [number, number, number, number, number, number];
      return { type: 'matrix', values };
    }
    default:
      return undefined;
  }
}

type Distance = Specified<LengthPercentage> | undefined;

const translation = (x: Distance, y: Distance): Specified<TransformFunction> | undefined =>
  x === undefined || y === undefined
    ? undefined
    : record<Extract<TransformFunction, { type: 'translate' }>>({ type: 'translate', x, y });

const transform: Parse<'none' | readonly TransformFunction[]> = {
  typed: (value: readonly Transform[]) => {
    if (is3d(value)) {
      const matrix = flatten(value);
      return matrix && [matrix];
    }
    const functions = complete(value.map(readFunction));
    if (!functions) return undefined;
    return functions.length === 0 ? 'none' : all(functions);
  },
};

const translate: Parse<'none' | Position> = {
  typed: (value: Translate) => {
    if (value === 'none') return 'none';
    const [x, y] = [readLengthPercentage(value.x), readLengthPercentage(value.y)];
    return x === undefined || y === undefined ? undefined : record<Position>({ x, y });
  },
};

const rotate: Parse<'none' | number> = {
  typed: (value: Rotate | (Rotate & object)['xyz']) => {
    if (value === 'none') return 'none';
    const { x, y, z, angle } = 'xyz' in value ? value.xyz : value;
    return x === 0 && y === 0 && z !== 0 ? Math.sign(z) * readAngle(angle) : undefined;
  },
};

const scale: Parse<'none' | { readonly x: number; readonly y: number }> = {
  typed: (value: Scale) => (value === 'none' ? 'none' : { x: readFactor(value.x), y: readFactor(value.y) }),
};

/** Parses and ignores the depth, which affects 3D only. */
const origin: Parse<Position> = {
  ...position,
  tokens: (cursor) => {
    const flat = position.tokens?.(cursor);
    if (flat !== undefined) cursor.length();
    return flat;
  },
};

export const transforms = {
  transform: property<'none' | readonly TransformFunction[]>({
    spec: 'css-transforms-1/#propdef-transform',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'with `perspective()`, boxes that stay parallel to the page only',
    parse: transform,
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    splitBox: 'placement',
    svg: { text: (value) => (value === 'none' ? value : undefined) },
  }),
  'transform-origin': property<Position>({
    spec: 'css-transforms-1/#propdef-transform-origin',
    initial: { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } },
    inherits: false,
    support: 'full',
    parse: origin,
    zoom: 'lengths',
    unitless: 'invalid',
    svg: { text: () => 'declared' },
  }),
  'transform-box': property<'content-box' | 'border-box' | 'fill-box' | 'stroke-box' | 'view-box'>({
    spec: 'css-transforms-1/#propdef-transform-box',
    initial: 'view-box',
    inherits: false,
    support: 'partial',
    note: 'boxes have their border box; in SVG, `fill-box` is that of basic shapes, paths and groups of them',
    parse: keyword('content-box', 'border-box', 'fill-box', 'stroke-box', 'view-box'),
    unsupported: (value) => value === 'content-box' || value === 'stroke-box',
  }),
  translate: property<'none' | Position>({
    spec: 'css-transforms-2/#propdef-translate',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: translate,
    zoom: 'lengths',
    splitBox: 'placement',
  }),
  rotate: property<'none' | number>({
    spec: 'css-transforms-2/#propdef-rotate',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: rotate,
    refused: 'UnsupportedValue',
    splitBox: 'placement',
  }),
  scale: property<'none' | { readonly x: number; readonly y: number }>({
    spec: 'css-transforms-2/#propdef-scale',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: scale,
    splitBox: 'placement',
  }),
};
