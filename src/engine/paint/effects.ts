/** Transforms, opacity and `clip` of a box: what applies to it and all inside it. */

import type { ComputedStyle } from '../css/properties/table.js';
import { resolveLength, type TransformFunction } from '../css/values.js';
import type { BoxFragment, Rect } from '../layout/types.js';
import type { Matrix } from './bounds.js';
import type { GroupItem } from './display-list.js';
import { snapRect } from './snap.js';

type Effects = Pick<GroupItem, 'transform' | 'opacity'>;

/** @param x, y of the border box. @returns undefined when there is none */
export function groupEffects(fragment: BoxFragment, x: number, y: number): Effects | undefined {
  const { style } = fragment;
  const transform = fragment.box.kind === 'inline' ? undefined : transformMatrix(style, fragment, x, y);
  const { opacity } = style;
  if (!transform && opacity >= 1) return undefined;
  return { ...(transform ? { transform } : {}), ...(opacity < 1 ? { opacity } : {}) };
}

/**
 * What the `clip` property leaves of a box and all inside it; undefined: everything.
 * Source: https://drafts.csswg.org/css-masking-1/#clip-property
 */
export function clipProperty({ style, width, height }: BoxFragment, x: number, y: number): Rect | undefined {
  const { clip, position } = style;
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return undefined;
  const left = clip.left === 'auto' ? 0 : clip.left;
  const top = clip.top === 'auto' ? 0 : clip.top;
  const right = clip.right === 'auto' ? width : clip.right;
  const bottom = clip.bottom === 'auto' ? height : clip.bottom;
  return snapRect(x + left, y + top, Math.max(0, right - left), Math.max(0, bottom - top));
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * The matrix of `translate`, `rotate`, `scale` and `transform`, about `transform-origin`.
 * Source: https://drafts.csswg.org/css-transforms-2/#ctm
 */
function transformMatrix(style: ComputedStyle, box: BoxFragment, x: number, y: number): Matrix | undefined {
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
  return matrix.every((value, index) => Math.abs(value - IDENTITY[index]!) < 1e-9) ? undefined : matrix;
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

/** First `b`, then `a`. */
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
