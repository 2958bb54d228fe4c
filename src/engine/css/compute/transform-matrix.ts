/** Transforms as matrices in px. Source: https://drafts.csswg.org/css-transforms-2/ */

import type { ComputedStyle } from '../properties/table.js';
import {
  IDENTITY_3D,
  type Matrix3d,
  multiply3d,
  perspective3d,
  rotation3d,
  scaling3d,
  translation3d,
} from '../values/matrix-3d.js';
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

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

interface Extent {
  readonly width: number;
  readonly height: number;
}

export type TransformStyle = Pick<ComputedStyle, 'transform' | 'translate' | 'rotate' | 'scale' | 'transform-origin'>;

type Insets = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;

interface Box extends Extent {
  readonly border: Insets;
  readonly padding: Insets;
}

/**
 * The reference box of the transforms of a box that is not of SVG.
 * @param x, y  offset of the border box
 * Source: https://drafts.csswg.org/css-transforms-1/#transform-box
 */
export function transformReference(
  style: Pick<ComputedStyle, 'transform-box'>,
  { width, height, border, padding }: Box,
  x: number,
  y: number,
): Extent & { readonly x: number; readonly y: number } {
  const box = style['transform-box'];
  if (box !== 'content-box' && box !== 'fill-box') return { x, y, width, height };
  const inset = (side: keyof Insets) => border[side] + padding[side];
  return {
    x: x + inset('left'),
    y: y + inset('top'),
    width: Math.max(0, width - inset('left') - inset('right')),
    height: Math.max(0, height - inset('top') - inset('bottom')),
  };
}

/**
 * The matrix of `translate`, `rotate`, `scale` and `transform` about `transform-origin`, 3D ones flattened; undefined:
 * identity.
 * @param x, y  offset of the border box
 * Source: https://drafts.csswg.org/css-transforms-2/#ctm
 */
export function transformMatrix(style: TransformStyle, box: Extent, x: number, y: number): Matrix | undefined {
  if (!hasTransform(style)) return undefined;
  const steps = functionsOf(style);
  const { width, height } = box;
  const origin = style['transform-origin'];
  const ox = x + resolveLength(origin.x, width);
  const oy = y + resolveLength(origin.y, height);
  let matrix: Matrix = [1, 0, 0, 1, ox, oy];
  for (const step of steps) {
    if (is3d(step)) return flatten(transformMatrix3d(style, box, x, y), { x, y, width, height }).matrix;
    matrix = multiply(matrix, functionMatrix(step, width, height));
  }
  return unlessIdentity(multiply(matrix, [1, 0, 0, 1, -ox, -oy]));
}

function hasTransform({ transform, translate, rotate, scale }: TransformStyle): boolean {
  return transform !== 'none' || translate !== 'none' || rotate !== 'none' || scale !== 'none';
}

function unlessIdentity(matrix: Matrix): Matrix | undefined {
  return matrix.every((value, index) => Math.abs(value - IDENTITY[index]!) < IDENTITY_TOLERANCE) ? undefined : matrix;
}

/** The properties as functions, in the order in which they apply. */
function functionsOf({ transform, translate, rotate, scale }: TransformStyle): readonly TransformFunction[] {
  if (translate === 'none' && rotate === 'none' && scale === 'none') return transform === 'none' ? [] : transform;
  const steps: TransformFunction[] = [];
  if (translate !== 'none') steps.push({ type: 'translate', x: translate.x, y: translate.y });
  if (translate !== 'none' && translate.z !== undefined) steps.push({ type: 'translate-z', z: translate.z });
  if (typeof rotate === 'number') steps.push({ type: 'rotate', angle: rotate });
  else if (rotate !== 'none') steps.push({ type: 'matrix3d', values: rotation3d(...rotate.axis, rotate.angle) });
  if (scale !== 'none') steps.push({ type: 'scale', x: scale.x, y: scale.y });
  if (scale !== 'none' && scale.z !== undefined) steps.push({ type: 'matrix3d', values: scaling3d(1, 1, scale.z) });
  if (transform !== 'none') steps.push(...transform);
  return steps;
}

type Function3d = Extract<TransformFunction, { type: 'matrix3d' | 'translate-z' | 'perspective' }>;

const is3d = (step: TransformFunction): step is Function3d =>
  step.type === 'matrix3d' || step.type === 'translate-z' || step.type === 'perspective';

/** Whether the transform leaves the plane of the page. */
export const has3dFunctions = (style: TransformStyle): boolean => functionsOf(style).some(is3d);

/** The same without flattening. */
export function transformMatrix3d(style: TransformStyle, box: Extent, x: number, y: number): Matrix3d {
  if (!hasTransform(style)) return IDENTITY_3D;
  const { width, height } = box;
  const origin = style['transform-origin'];
  const [ox, oy, oz] = [x + resolveLength(origin.x, width), y + resolveLength(origin.y, height), origin.z ?? 0];
  let matrix = translation3d(ox, oy, oz);
  for (const step of functionsOf(style)) matrix = multiply3d(matrix, functionMatrix3d(step, width, height));
  return multiply3d(matrix, translation3d(-ox, -oy, -oz));
}

/** The matrix of `perspective`, for the children of the box. Source: https://drafts.csswg.org/css-transforms-2/#perspective-matrix */
export function perspectiveMatrix(
  style: Pick<ComputedStyle, 'perspective' | 'perspective-origin'>,
  { width, height }: Extent,
  x: number,
  y: number,
): Matrix3d {
  const { perspective, 'perspective-origin': origin } = style;
  if (perspective === 'none') return IDENTITY_3D;
  const [ox, oy] = [x + resolveLength(origin.x, width), y + resolveLength(origin.y, height)];
  return multiply3d(multiply3d(translation3d(ox, oy, 0), perspective3d(perspective)), translation3d(-ox, -oy, 0));
}

interface Flattened {
  /** undefined: identity */
  readonly matrix: Matrix | undefined;
  /** Whether parallels stay so; else the matrix is the nearest for the rectangle, whose sides it makes parallel. */
  readonly isExact: boolean;
}

/** The matrix of planes behind the viewer, which are not visible. */
const INVISIBLE: Matrix = [0, 0, 0, 0, 0, 0];

/** The projection of a rectangle of a transformed plane to the page. */
export function flatten(
  matrix: Matrix3d,
  { x, y, width, height }: Extent & { readonly x: number; readonly y: number },
): Flattened {
  const [a, b, , p, c, d, , q, , , , , e, f, , w] = matrix as readonly number[] as number[];
  if (Math.abs(p!) < IDENTITY_TOLERANCE && Math.abs(q!) < IDENTITY_TOLERANCE) {
    if (w! <= 0) return { matrix: INVISIBLE, isExact: true };
    const values = [a!, b!, c!, d!, e!, f!].map((value) => Number((value / w!).toFixed(9)));
    return { matrix: unlessIdentity(values as unknown as Matrix), isExact: true };
  }
  const corners = [x, x + width].flatMap((left) =>
    [y, y + height].map((top) => {
      const depth = p! * left + q! * top + w!;
      return [(a! * left + c! * top + e!) / depth, (b! * left + d! * top + f!) / depth, depth] as const;
    }),
  );
  const [[x00, y00], [x01, y01], [x10, y10], [x11, y11]] = corners as [Point, Point, Point, Point];
  if (corners.some(([, , depth]) => depth <= 0) || width === 0 || height === 0)
    return { matrix: INVISIBLE, isExact: false };
  const across = [(x10 - x00 + x11 - x01) / 2 / width, (y10 - y00 + y11 - y01) / 2 / width] as const;
  const down = [(x01 - x00 + x11 - x10) / 2 / height, (y01 - y00 + y11 - y10) / 2 / height] as const;
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  const [toX, toY] = [(x00 + x01 + x10 + x11) / 4, (y00 + y01 + y10 + y11) / 4];
  return {
    matrix: [
      ...across,
      ...down,
      toX - across[0] * centerX - down[0] * centerY,
      toY - across[1] * centerX - down[1] * centerY,
    ],
    isExact: false,
  };
}

type Point = readonly [x: number, y: number, depth: number];

function functionMatrix3d(step: TransformFunction, width: number, height: number): Matrix3d {
  switch (step.type) {
    case 'matrix3d':
      return step.values;
    case 'translate-z':
      return translation3d(0, 0, step.z);
    case 'perspective':
      return perspective3d(step.distance);
    default: {
      const [a, b, c, d, e, f] = functionMatrix(step, width, height);
      return [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1];
    }
  }
}

function functionMatrix(step: Exclude<TransformFunction, Function3d>, width: number, height: number): Matrix {
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
