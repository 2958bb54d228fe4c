/** Exact area coverage of pixels by a path: signed areas accumulate along each row. */

import type { FillRule } from '../css/values/values.js';
import type { Polyline } from '../layout/shapes/flatten.js';

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** @returns coverage from 0 to 1, row by row */
export function coverage(lines: readonly Polyline[], rule: FillRule, { width, height }: PixelSize): Float32Array {
  // The extra columns collect what lies right of the area.
  const stride = width + 2;
  const sums = new Float32Array(stride * height);
  for (const points of lines) {
    points.forEach((from, index) => {
      addEdge(sums, from, points[(index + 1) % points.length]!, width, height, stride);
    });
  }
  const covered = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += sums[y * stride + x]!;
      const size = Math.abs(sum);
      const folded = size % 2;
      covered[y * width + x] = rule === 'nonzero' ? Math.min(1, size) : folded > 1 ? 2 - folded : folded;
    }
  }
  return covered;
}

type Point = readonly [number, number];

function addEdge(sums: Float32Array, from: Point, to: Point, width: number, height: number, stride: number): void {
  if (from[1] === to[1]) return;
  const direction = from[1] < to[1] ? 1 : -1;
  const [[topX, topY], [bottomX, bottomY]] = direction === 1 ? [from, to] : [to, from];
  const slope = (bottomX - topX) / (bottomY - topY);
  const inside = (x: number) => Math.min(width, Math.max(0, x));
  const last = Math.min(height, Math.ceil(bottomY));
  for (let y = Math.max(0, Math.floor(topY)); y < last; y++) {
    const [start, end] = [Math.max(y, topY), Math.min(y + 1, bottomY)];
    const signed = (end - start) * direction;
    const [a, b] = [inside(topX + (start - topY) * slope), inside(topX + (end - topY) * slope)];
    addRow(sums, y * stride, Math.min(a, b), Math.max(a, b), signed);
  }
}

/** Adds the part of an edge in one row, from x `left` to `right`. */
function addRow(sums: Float32Array, row: number, left: number, right: number, signed: number): void {
  const first = Math.floor(left);
  if (right <= first + 1) {
    const share = (left + right) / 2 - first;
    sums[row + first]! += signed * (1 - share);
    sums[row + first + 1]! += signed * share;
    return;
  }
  const perPx = signed / (right - left);
  // Each pixel gets the area left of the edge; the sum stores the difference to the pixel before.
  let before = 0;
  const last = Math.ceil(right);
  for (let x = first; x < last; x++) {
    const [from, to] = [Math.max(x, left), Math.min(x + 1, right)];
    const crossed = perPx * (to - from);
    const passed = perPx * (Math.min(x + 1, right) - left) - crossed;
    const covered = passed + crossed * (x + 1 - (from + to) / 2);
    sums[row + x]! += covered - before;
    before = covered;
  }
  sums[row + last]! += signed - before;
}

/** Outlines of strokes: a quad for each segment, a disc at each join and round cap. */
export function strokeOutlines(
  lines: readonly { readonly points: Polyline; readonly closed: boolean }[],
  width: number,
  dash: readonly number[] | undefined,
  roundCaps: boolean,
): Polyline[] {
  const outlines: Polyline[] = [];
  for (const { points, closed } of lines) {
    const whole = closed && points[0] ? [...points, points[0]] : points;
    for (const piece of dash ? dashed(whole, dash) : [whole]) {
      piece.forEach((from, index) => {
        const to = piece[index + 1];
        if (to) outlines.push(...quad(from, to, width / 2));
        const isEnd = index === 0 || index === piece.length - 1;
        if (piece.length > 2 ? !isEnd || roundCaps || closed : roundCaps) outlines.push(disc(from, width / 2));
      });
    }
  }
  return outlines;
}

function quad([x0, y0]: Point, [x1, y1]: Point, half: number): Polyline[] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0) return [];
  const [nx, ny] = [((y1 - y0) / length) * half, (-(x1 - x0) / length) * half];
  return [
    [
      [x0 + nx, y0 + ny],
      [x1 + nx, y1 + ny],
      [x1 - nx, y1 - ny],
      [x0 - nx, y0 - ny],
    ],
  ];
}

/** A polygon of 16 vertices, wound like the quads so that nonzero coverage adds up. */
function disc([x, y]: Point, radius: number): Polyline {
  return Array.from({ length: 16 }, (_, step): Point => {
    const angle = (step / 16) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function dashed(points: Polyline, dash: readonly number[]): Polyline[] {
  const pieces: Point[][] = [];
  const period = dash.length % 2 === 0 ? dash : [...dash, ...dash];
  if (period.reduce((sum, length) => sum + length, 0) <= 0) return [points];
  let index = 0;
  let left = period[0]!;
  let current: Point[] | undefined;
  const start = (at: Point) => {
    current = [at];
    pieces.push(current);
  };
  if (points[0]) start(points[0]);
  for (let i = 0; i + 1 < points.length; i++) {
    let from = points[i]!;
    const to = points[i + 1]!;
    let length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    while (length > left) {
      const share = left / length;
      from = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      length -= left;
      current?.push(from);
      current = undefined;
      index = (index + 1) % period.length;
      left = period[index]!;
      if (index % 2 === 0) start(from);
    }
    left -= length;
    current?.push(to);
  }
  return pieces;
}
