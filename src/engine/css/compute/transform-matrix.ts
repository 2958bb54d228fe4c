/** Transforms as matrices in px. Source: https://drafts.csswg.org/css-transforms-2/ */

import type { ComputedStyle } from '../properties/table.js';
import { resolveLength, type TransformFunction } from '../values/values.js';

/** [a, b, c, d, e, f]: x' = ax + cy + e, y' = bx + dy + f */
export type Matrix = readonly [number, number, number, number, number, number];

/** The product: applies `b`, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

/** Tolerance for the entries of an identity matrix. */
const IDENTITY_TOLERANCE = 1e-9;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface Extent {
  readonly width: number;
  readonly height: number;
}

export type TransformStyle = Pick<ComputedStyle, 'transform' | 'translate' | 'rotate' | 'scale' | 'transform-origin'>;

/**
 * The matrix of `translate`, `rotate`, `scale` and `transform` about `transform-origin`; undefined: identity.
 * @param x, y  offset of the border box
 * Source: https://drafts.csswg.org/css-transforms-2/#ctm
 */
export function transformMatrix(style: TransformStyle, box: Extent, x: number, y: number): Matrix | undefined {
  const { transform, translate, rotate, scale } = style;
  if (transform === 'none' && translate === 'none' && rotate === 'none' && scale === 'none') return undefined;
  const { width, height } = box;
  const origin = style['transform-origin'];
  const ox = x + resolveLength(origin.x, width);
  const oy = y + resolveLength(origin.y, height);
  let matrix: Matrix = [1, 0, 0, 1, ox, oy];
  if (translate !== 'none')
    matrix = multiply(matrix, functionMatrix({ type: 'translate', ...translate }, width, height));
  if (rotate !== 'none') matrix = multiply(matrix, functionMatrix({ type: 'rotate', angle: rotate }, width, height));
  if (scale !== 'none') matrix = multiply(matrix, functionMatrix({ type: 'scale', ...scale }, width, height));
  for (const step of transform === 'none' ? [] : transform) {
    matrix = multiply(matrix, functionMatrix(step, width, height));
  }
  matrix = multiply(matrix, [1, 0, 0, 1, -ox, -oy]);
  return matrix.every((value, index) => Math.abs(value - IDENTITY[index]!) < IDENTITY_TOLERANCE) ? undefined : matrix;
}

function functionMatrix(step: TransformFunction, width: number, height: number): Matrix {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  switch (step.type) {
    case 'translate':
      return [1, 0, 0, 1, resolveLength(step.x, width), resolveLength(step.y, height)];
    case 'scale':
      return [step.x, 0, 0, step.y, 0, 0];
    case 'rotate': {
      const [cos, sin] = [Math.cos(radians(step.angle)), Math.sin(radians(step.angle))];
      return [cos, sin, -sin, cos, 0, 0];
    }
    case 'skew':
      return [1, Math.tan(radians(step.y)), Math.tan(radians(step.x)), 1, 0, 0];
    case 'matrix':
      return step.values;
  }
}
