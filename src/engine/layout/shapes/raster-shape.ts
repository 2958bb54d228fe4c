/**
 * Shapes of whole pixels: of each row, what is between its first and its last pixel. Blink: `RasterShape`.
 * Source: https://drafts.csswg.org/css-shapes-1/#shapes-from-image
 */

import type { Size } from '../algorithm/geometry.js';
import type { Point } from './basic-shape.js';
import { boundsOf, type FloatShape, type Interval, PolygonShape } from './float-shape.js';

/** Rows of pixels in line-relative coordinates, whole numbers. */
export interface Rows {
  readonly start: number;
  readonly end: number;
  /** The pixels of a row; undefined: there are none. */
  row(y: number): Interval | undefined;
}

export class RasterShape implements FloatShape {
  readonly top: number;
  readonly bottom: number;
  /** Rows that were asked for. */
  readonly #rows = new Map<number, Interval | undefined>();
  /** The first row with pixels, and the one after the last. */
  readonly #start: number;
  readonly #end: number;

  /**
   * @param from, to  rows to which the shape and its margin are limited
   * @param margin    px, a whole number
   */
  constructor(
    private readonly pixels: Rows,
    from: number,
    to: number,
    private readonly margin: number,
  ) {
    let [start, end] = [Math.max(pixels.start, from), Math.min(pixels.end, to)];
    while (start < end && !this.#row(start)) start++;
    while (end > start && !this.#row(end - 1)) end--;
    [this.#start, this.#end] = [start, end];
    const isEmpty = start >= end;
    this.top = isEmpty ? 0 : Math.max(from, start - margin);
    this.bottom = isEmpty ? 0 : Math.min(to, end + margin);
  }

  excluded(top: number, height: number): Interval | undefined {
    const from = Math.max(this.top, Math.trunc(top));
    const to = Math.max(from + 1, Math.min(this.bottom, Math.trunc(top + height)));
    const { margin } = this;
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let y = Math.max(this.#start, from - margin); y < Math.min(this.#end, to + margin); y++) {
      const pixels = this.#row(y);
      if (!pixels) continue;
      const reach = Math.floor(Math.sqrt(margin ** 2 - Math.max(0, from - y, y - (to - 1)) ** 2));
      left = Math.min(left, pixels.left - reach);
      right = Math.max(right, pixels.right + reach);
    }
    // Between rows with pixels, Chromium excludes all up to the line-left edge of the reference box.
    return left < right ? { left, right } : { left: 0, right: 0 };
  }

  #row(y: number): Interval | undefined {
    if (this.#rows.has(y)) return this.#rows.get(y);
    const found = this.pixels.row(y);
    this.#rows.set(y, found);
    return found;
  }
}

/** A path with more rows is not rasterized. */
export const MAX_ROWS = 100_000;

/** Less of a pixel's width leaves it transparent, px. */
const HAIRLINE = 1 / 20;

/**
 * The shape of a path, of which Chromium excludes what is right of and below the origin of the reference box.
 * @param contours  line-relative, in an area of that size at the origin
 * @param end       row of the end of the margin box
 */
export function pathShape(
  contours: readonly (readonly Point[])[],
  area: Size,
  end: number,
  margin: number,
): FloatShape {
  const polygon = new PolygonShape(contours, 0);
  const row = (y: number): Interval | undefined => {
    const exact = polygon.excluded(y, 1);
    const left = exact ? Math.max(0, Math.floor(exact.left + HAIRLINE)) : 0;
    const right = exact ? Math.min(area.width, Math.ceil(exact.right - HAIRLINE)) : 0;
    return left < right ? { left, right } : undefined;
  };
  if (Math.min(end, area.height) > MAX_ROWS) return new PolygonShape(contours, margin);
  const start = Math.max(0, Math.floor(boundsOf(contours).top));
  const to = polygon.top < polygon.bottom ? Math.min(end, area.height) : 0;
  return new RasterShape({ start, end: to, row }, 0, to, Math.ceil(margin));
}
