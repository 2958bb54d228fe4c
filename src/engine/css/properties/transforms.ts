/** CSS Transforms 1 and 2. */

import type { Rotate, Scale, Transform, TransformStyle, Translate } from 'lightningcss';
import { all, complete, Deferred, isDeferred, record, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { readLength, readLengthPercentage } from '../values/math.js';
import type { LengthPercentage, Position, Rotation, TransformFunction } from '../values/values.js';
import { either, keyword, length, position, readAngle, readFactor } from './parse.js';
import { type Parse, property } from './property.js';
import { readDepth, readFunction3d, readRotation } from './transforms-3d.js';

/** The 2D part of a function. */
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
      return readFunction3d(value);
  }
}

/** A function as its 2D part and, where it has one, its depth. */
function readParts(value: Transform): (Specified<TransformFunction> | undefined)[] {
  const depth = HAS_DEPTH.has(value.type) ? readDepth(value) : undefined;
  return depth === undefined || isWithoutDepth(depth) ? [readFunction(value)] : [readFunction(value), depth];
}

const HAS_DEPTH = new Set<Transform['type']>(['translateZ', 'translate3d', 'scaleZ', 'scale3d']);

function isWithoutDepth(depth: Specified<TransformFunction>): boolean {
  if (!('type' in depth)) return false;
  return depth.type === 'translate-z' ? depth.z === 0 : depth.type === 'matrix3d' && depth.values[10] === 1;
}

type Distance = Specified<LengthPercentage> | undefined;

const translation = (x: Distance, y: Distance): Specified<TransformFunction> | undefined =>
  x === undefined || y === undefined
    ? undefined
    : record<Extract<TransformFunction, { type: 'translate' }>>({ type: 'translate', x, y });

const transform: Parse<'none' | readonly TransformFunction[]> = {
  typed: (value: readonly Transform[]) => {
    const functions = complete(value.flatMap(readParts));
    if (!functions) return undefined;
    return functions.length === 0 ? 'none' : all(functions);
  },
};

/** A point; z, the distance from the page, only where it is not 0. */
type Position3d = Position & { readonly z?: number };

const translate: Parse<'none' | Position3d> = {
  typed: (value: Translate) => {
    if (value === 'none') return 'none';
    const [x, y, z] = [readLengthPercentage(value.x), readLengthPercentage(value.y), readLength(value.z)];
    if (x === undefined || y === undefined || z === undefined) return undefined;
    return z === 0 ? record<Position>({ x, y }) : record<Required<Position3d>>({ x, y, z });
  },
};

const rotate: Parse<'none' | number | Rotation> = {
  typed: (value: Rotate | (Rotate & object)['xyz']) => {
    if (value === 'none') return 'none';
    return readRotation('xyz' in value ? value.xyz : value);
  },
};

export interface Factors {
  readonly x: number;
  readonly y: number;
  /** Default: 1 */
  readonly z?: number;
}

const scale: Parse<'none' | Factors> = {
  typed: (value: Scale) => {
    if (value === 'none') return 'none';
    const [x, y, z] = [readFactor(value.x), readFactor(value.y), readFactor(value.z)];
    return z === 1 ? { x, y } : { x, y, z };
  },
};

const origin: Parse<Position3d> = {
  ...position,
  tokens: (cursor) => {
    const flat = position.tokens?.(cursor);
    const z = flat === undefined ? undefined : cursor.length();
    if (flat === undefined || z === undefined || z === 0) return flat;
    return new Deferred((context) => ({
      ...(isDeferred(flat) ? flat.compute(context) : flat),
      z: isDeferred(z) ? z.compute(context) : z,
    }));
  },
};

const transformStyle: Parse<'flat' | 'preserve-3d'> = {
  typed: (value: TransformStyle) => (value === 'preserve3d' ? 'preserve-3d' : value),
  tokens: (cursor) => cursor.keyword('flat', 'preserve-3d'),
};

export const transforms = {
  transform: property<'none' | readonly TransformFunction[]>({
    spec: 'css-transforms-1/#propdef-transform',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'what perspective foreshortens unevenly has the nearest shape with parallel sides',
    parse: transform,
    refused: 'UnsupportedValue',
    zoom: 'lengths',
    splitBox: 'placement',
    svg: { text: (value) => (value === 'none' ? value : undefined) },
  }),
  'transform-origin': property<Position3d>({
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
    note: 'in SVG, `fill-box` is that of basic shapes, paths and groups of them',
    parse: keyword('content-box', 'border-box', 'fill-box', 'stroke-box', 'view-box'),
    unsupported: (value) => value === 'stroke-box',
  }),
  translate: property<'none' | Position3d>({
    spec: 'css-transforms-2/#propdef-translate',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: translate,
    zoom: 'lengths',
    splitBox: 'placement',
  }),
  rotate: property<'none' | number | Rotation>({
    spec: 'css-transforms-2/#propdef-rotate',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: rotate,
    splitBox: 'placement',
  }),
  scale: property<'none' | Factors>({
    spec: 'css-transforms-2/#propdef-scale',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: scale,
    splitBox: 'placement',
  }),
  perspective: property<'none' | number>({
    spec: 'css-transforms-2/#perspective-property',
    initial: 'none',
    inherits: false,
    support: 'partial',
    note: 'see `transform`',
    parse: either(keyword('none'), length('non-negative')),
    zoom: 'lengths',
    unitless: 'invalid',
    splitBox: 'placement',
  }),
  'perspective-origin': property<Position>({
    spec: 'css-transforms-2/#perspective-origin-property',
    initial: { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } },
    inherits: false,
    support: 'full',
    parse: position,
    zoom: 'lengths',
    unitless: 'invalid',
    splitBox: 'placement',
  }),
  'transform-style': property<'flat' | 'preserve-3d'>({
    spec: 'css-transforms-2/#transform-style-property',
    initial: 'flat',
    inherits: false,
    support: 'partial',
    note: 'boxes of a 3D rendering context are painted in the order of the document, not by their depth',
    parse: transformStyle,
    splitBox: 'placement',
  }),
  'backface-visibility': property<'visible' | 'hidden'>({
    spec: 'css-transforms-2/#backface-visibility-property',
    initial: 'visible',
    inherits: false,
    support: 'full',
    parse: keyword('visible', 'hidden'),
    splitBox: 'placement',
  }),
};
