/** Paths as line segments. */

import type { Matrix } from '../../css/compute/transform-matrix.js';
import type { PathCommand } from '../../css/values/values.js';

type Point = readonly [x: number, y: number];

/** Vertices of a contour, in px. */
export type Polyline = readonly Point[];

/** Line segments per cubic Bézier curve of what is rasterized. */
const CURVE_STEPS = 12;

/**
 * Transforms the contours of a path and flattens its curves.
 * @param steps  line segments per curve
 */
export function flatten(commands: readonly PathCommand[], [a, b, c, d, e, f]: Matrix, steps = CURVE_STEPS): Polyline[] {
  const lines: Point[][] = [];
  let current: Point[] = [];
  let at: Point = [0, 0];
  const place = ([x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
  for (const command of commands) {
    if (command[0] === 'M') {
      current = [];
      lines.push(current);
      at = [command[1], command[2]];
      current.push(place(at));
    } else if (command[0] === 'L') {
      at = [command[1], command[2]];
      current.push(place(at));
    } else if (command[0] === 'C') {
      const [, x1, y1, x2, y2, x3, y3] = command;
      for (let step = 1; step <= steps; step++) {
        const t = step / steps;
        const s = 1 - t;
        const mix = (p0: number, p1: number, p2: number, p3: number) =>
          s ** 3 * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t ** 3 * p3;
        current.push(place([mix(at[0], x1, x2, x3), mix(at[1], y1, y2, y3)]));
      }
      at = [x3, y3];
    }
  }
  return lines;
}
