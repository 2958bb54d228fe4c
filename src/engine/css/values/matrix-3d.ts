/** 4 × 4 matrices of 3D transforms. Source: https://drafts.csswg.org/css-transforms-2/#mathematical-description */

/** 16 components in column-major order. */
export type Matrix3d = readonly number[];

export const IDENTITY_3D: Matrix3d = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The product: applies `b`, then `a`. */
export function multiply3d(a: Matrix3d, b: Matrix3d): Matrix3d {
  return IDENTITY_3D.map((_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + row]! * b[column * 4 + k]!, 0);
  });
}

export const translation3d = (x: number, y: number, z: number): Matrix3d => [
  ...[1, 0, 0, 0],
  ...[0, 1, 0, 0],
  ...[0, 0, 1, 0],
  ...[x, y, z, 1],
];

export const scaling3d = (x: number, y: number, z: number): Matrix3d => [
  x,
  0,
  0,
  0,
  0,
  y,
  0,
  0,
  0,
  0,
  z,
  0,
  0,
  0,
  0,
  1,
];

/** Distances below 1px are 1px. Source: https://drafts.csswg.org/css-transforms-2/#PerspectiveDefined */
export const perspective3d = (distance: number): Matrix3d => [
  ...[1, 0, 0, 0],
  ...[0, 1, 0, 0],
  ...[0, 0, 1, -1 / Math.max(1, distance)],
  ...[0, 0, 0, 1],
];

/** Rotation by degrees around an axis through the origin. Source: https://drafts.csswg.org/css-transforms-2/#Rotate3dDefined */
export function rotation3d(x: number, y: number, z: number, angle: number): Matrix3d {
  const length = Math.hypot(x, y, z);
  if (length === 0) return IDENTITY_3D;
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

/** Whether the transformed plane shows its back. Source: https://drafts.csswg.org/css-transforms-2/#backface-visibility-property */
export function showsBack(matrix: Matrix3d): boolean {
  const [a, b, , c, d, e, , f, , , , , g, h, , i] = matrix as readonly number[] as number[];
  // The orientation of the projection, the determinant of the rows and columns x, y and w.
  return a! * (e! * i! - f! * h!) - d! * (b! * i! - c! * h!) + g! * (b! * f! - c! * e!) < 0;
}
