/**
 * 3D transforms, flattened to 2D: the projection of what stays parallel to the page, or has no perspective, is a 2D
 * matrix.
 * Source: https://drafts.csswg.org/css-transforms-2/#3d-transform-functions
 */

import type { Transform } from 'lightningcss';
import { roundF32 } from '../syntax/lightning.js';
import { readLength, readLengthPercentage } from '../values/math.js';
import type { TransformFunction } from '../values/values.js';
import { readAngle, readFactor } from './parse.js';

/** 16 components in column-major order. */
type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const THREE_DIMENSIONAL = new Set<Transform['type']>(['rotateX', 'rotateY', 'rotate3d', 'matrix3d', 'perspective']);

/** Whether the result of a list depends on the third dimension. */
export const is3d = (functions: readonly Transform[]): boolean =>
  functions.some(({ type }) => THREE_DIMENSIONAL.has(type));

/** @returns the 2D matrix of a list; undefined if lines that are parallel do not stay so, or with unknown lengths */
export function flatten(functions: readonly Transform[]): TransformFunction | undefined {
  let product: Matrix = IDENTITY;
  for (const transform of functions) {
    const matrix = matrixOf(transform);
    if (!matrix) return undefined;
    product = multiply(product, matrix);
  }
  const [, , , x, , , , y, , , , , , , , distance = 1] = product;
  const isAffine = x === 0 && y === 0 && distance > 0;
  if (!isAffine) return undefined;
  const values = [0, 1, 4, 5, 12, 13].map((at) => Number((product[at]! / distance).toFixed(9)));
  return { type: 'matrix', values: values as [number, number, number, number, number, number] };
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return IDENTITY.map((_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row]! * b[column * 4 + k]!, 0);
  });
}

function matrixOf(transform: Transform): Matrix | undefined {
  switch (transform.type) {
    case 'translate':
      return translation(readLengthPercentage(transform.value[0]), readLengthPercentage(transform.value[1]), 0);
    case 'translate3d': {
      const [x, y, z] = transform.value;
      return translation(readLengthPercentage(x), readLengthPercentage(y), readLength(z));
    }
    case 'translateX':
      return translation(readLengthPercentage(transform.value), 0, 0);
    case 'translateY':
      return translation(0, readLengthPercentage(transform.value), 0);
    case 'translateZ':
      return translation(0, 0, readLength(transform.value));
    case 'scale':
      return scaling(readFactor(transform.value[0]), readFactor(transform.value[1]), 1);
    case 'scale3d':
      return scaling(readFactor(transform.value[0]), readFactor(transform.value[1]), readFactor(transform.value[2]));
    case 'scaleX':
      return scaling(readFactor(transform.value), 1, 1);
    case 'scaleY':
      return scaling(1, readFactor(transform.value), 1);
    case 'scaleZ':
      return scaling(1, 1, readFactor(transform.value));
    case 'rotate':
    case 'rotateZ':
      return rotation(0, 0, 1, readAngle(transform.value));
    case 'rotateX':
      return rotation(1, 0, 0, readAngle(transform.value));
    case 'rotateY':
      return rotation(0, 1, 0, readAngle(transform.value));
    case 'rotate3d': {
      const [x, y, z, angle] = transform.value;
      return rotation(x, y, z, readAngle(angle));
    }
    case 'skew':
      return skewing(readAngle(transform.value[0]), readAngle(transform.value[1]));
    case 'skewX':
      return skewing(readAngle(transform.value), 0);
    case 'skewY':
      return skewing(0, readAngle(transform.value));
    case 'matrix': {
      const { a, b, c, d, e, f } = transform.value;
      return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1].map(roundF32);
    }
    case 'matrix3d':
      return Object.keys(transform.value)
        .sort()
        .map((member) => roundF32(transform.value[member as keyof typeof transform.value]));
    case 'perspective':
      return perspective(readLength(transform.value));
  }
}

function translation(x: unknown, y: unknown, z: unknown): Matrix | undefined {
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return undefined;
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

/** Source: https://drafts.csswg.org/css-transforms-2/#PerspectiveDefined */
function perspective(distance: unknown): Matrix | undefined {
  if (typeof distance !== 'number' || distance < 0) return undefined;
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1 / Math.max(1, distance), 0, 0, 0, 1];
}

const scaling = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

function skewing(x: number, y: number): Matrix {
  const tangent = (angle: number) => Math.tan((angle * Math.PI) / 180);
  return [1, tangent(y), 0, 0, tangent(x), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** Rotation around an axis through the origin. Source: https://drafts.csswg.org/css-transforms-2/#Rotate3dDefined */
function rotation(x: number, y: number, z: number, angle: number): Matrix {
  const length = Math.hypot(x, y, z);
  if (length === 0) return IDENTITY;
  const [u, v, w] = [x / length, y / length, z / length];
  const cos = Math.cos((angle * Math.PI) / 180);
  const sin = Math.sin((angle * Math.PI) / 180);
  const rest = 1 - cos;
  return [
    ...[u * u * rest + cos, u * v * rest + w * sin, u * w * rest - v * sin, 0],
    ...[u * v * rest - w * sin, v * v * rest + cos, v * w * rest + u * sin, 0],
    ...[u * w * rest + v * sin, v * w * rest - u * sin, w * w * rest + cos, 0],
    ...[0, 0, 0, 1],
  ];
}
