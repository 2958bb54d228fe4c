/** Transforms of boxes as matrices in px. Source: https://drafts.csswg.org/css-transforms-2/ */

import { type WritingMode, writingModeOf } from '../../css/compute/writing-mode.js';
import type { ComputedStyle } from '../../css/properties/table.js';
import { resolveLength, type TransformFunction } from '../../css/values/values.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Rect, Size } from '../algorithm/geometry.js';

/** [a, b, c, d, e, f]: x' = ax + cy + e, y' = bx + dy + f */
export type Matrix = readonly [number, number, number, number, number, number];

/** Bounding box of a transformed rectangle. */
export function transformed(rect: Rect, [a, b, c, d, e, f]: Matrix): Rect {
  const corners = [
    [rect.x, rect.y],
    [rect.x + rect.width, rect.y],
    [rect.x, rect.y + rect.height],
    [rect.x + rect.width, rect.y + rect.height],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

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

type TransformStyle = Pick<ComputedStyle, 'transform' | 'translate' | 'rotate' | 'scale' | 'transform-origin'>;

/**
 * The matrix of `translate`, `rotate`, `scale` and `transform` about `transform-origin`; undefined: identity.
 * @param x, y  offset of the border box
 * Source: https://drafts.csswg.org/css-transforms-2/#ctm
 */
export function transformMatrix(style: TransformStyle, box: Size, x: number, y: number): Matrix | undefined {
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

/**
 * The matrix of a fragment during layout, in the writing mode of its container; undefined: identity, or an inline box,
 * which is not transformable.
 * @param x, y  offset of the border box
 */
export function fragmentMatrix({ box, style, width, height }: BoxFragment, x: number, y: number): Matrix | undefined {
  if (box.kind === 'inline') return undefined;
  const mode = ('writingModes' in box && box.writingModes?.outside) || writingModeOf(style);
  if (mode === 'horizontal-tb') return transformMatrix(style, { width, height }, x, y);
  const matrix = transformMatrix(style, { width: height, height: width }, 0, 0);
  if (!matrix) return undefined;
  const [toPhysical, toLogical] = CONVERSIONS[mode]({ width, height });
  const logical = multiply(toLogical, multiply(matrix, toPhysical));
  return multiply([1, 0, 0, 1, x, y], multiply(logical, [1, 0, 0, 1, -x, -y]));
}

type VerticalMode = Exclude<WritingMode, 'horizontal-tb'>;

/** Matrices from a writing mode to physical coordinates, and back. @param size  of the box in the writing mode */
const CONVERSIONS: Readonly<Record<VerticalMode, (size: Size) => readonly [Matrix, Matrix]>> = {
  'vertical-rl': ({ height }) => [
    [0, 1, -1, 0, height, 0],
    [0, -1, 1, 0, 0, height],
  ],
  'vertical-lr': () => [
    [0, 1, 1, 0, 0, 0],
    [0, 1, 1, 0, 0, 0],
  ],
  'sideways-lr': ({ width }) => [
    [0, -1, 1, 0, 0, width],
    [0, 1, -1, 0, width, 0],
  ],
};

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
