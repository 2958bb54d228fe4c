/** Transforms of fragments. Source: https://drafts.csswg.org/css-transforms-2/ */

import { type Matrix, multiply, transformMatrix, transformReference } from '../../css/compute/transform-matrix.js';
import { type WritingMode, writingModeOf } from '../../css/compute/writing-mode.js';
import type { BoxFragment } from '../algorithm/fragment.js';
import type { Rect, Size } from '../algorithm/geometry.js';

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

/**
 * The matrix of a fragment during layout, in the writing mode of its container; undefined: identity, or an inline box,
 * which is not transformable.
 * @param x, y  offset of the border box
 */
export function fragmentMatrix(fragment: BoxFragment, x: number, y: number): Matrix | undefined {
  const { box, style, width, height } = fragment;
  if (box.kind === 'inline') return undefined;
  const mode = ('writingModes' in box && box.writingModes?.outside) || writingModeOf(style);
  if (mode === 'horizontal-tb') {
    const reference = transformReference(style, fragment, x, y);
    return transformMatrix(style, reference, reference.x, reference.y);
  }
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
