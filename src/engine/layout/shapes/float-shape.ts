/**
 * Shapes of floats, around which lines flow: what of a line a shape excludes. All coordinates are line-relative px: x
 * from the line-left edge of the reference box, y from its block-start edge. Where they differ from the geometry in
 * the specification, results are those of Blink: `Shape::GetExcludedInterval` of its subclasses.
 * Source: https://drafts.csswg.org/css-shapes-1/#relation-to-box-model-and-float-behavior
 */

import type { Edges, Rect } from '../algorithm/geometry.js';
import { snap } from '../algorithm/units.js';
import type { Point } from './basic-shape.js';
import type { Radii } from './radii.js';

/** The part of the inline axis that a shape takes. */
export interface Interval {
  readonly left: number;
  readonly right: number;
}

/** A shape with its `shape-margin`. */
export interface FloatShape {
  /** The block-axis bounds; for an empty shape, `bottom` is not below `top`. */
  readonly top: number;
  readonly bottom: number;
  /** The part that the shape takes of a line; undefined: none. */
  excluded(top: number, height: number): Interval | undefined;
}

/** The shape of a float, in its reference box. Blink: `ExclusionShapeData`. */
export interface ShapeOutside {
  readonly shape: FloatShape;
  /** Offsets of the reference box from the line-left and block-start edges of the margin box, px. */
  readonly x: number;
  readonly y: number;
  /** The block size of the reference box, px. */
  readonly height: number;
}

/** Blink: `EllipseShape`. */
export class EllipseShape implements FloatShape {
  readonly top: number;
  readonly bottom: number;

  /** Both radii include the margin, px. */
  constructor(
    private readonly center: Point,
    private readonly rx: number,
    private readonly ry: number,
  ) {
    this.top = snap(center[1] - ry);
    this.bottom = rx > 0 ? this.top + snap(2 * ry) : this.top;
  }

  excluded(top: number, height: number): Interval | undefined {
    const [x, y] = this.center;
    const { rx, ry } = this;
    if (rx === 0 || ry === 0 || top + height < y - ry || top >= y + ry) return undefined;
    // The ellipse is widest at its center, else where the line is closest to it.
    const distance = Math.max(0, top - y, y - (top + height));
    const reach = rx * Math.sqrt(1 - (distance * distance) / (ry * ry));
    return { left: x - reach, right: x + reach };
  }
}

/** A rectangle with rounded corners. Blink: `BoxShape`. */
export class BoxShape implements FloatShape {
  readonly top: number;
  readonly bottom: number;

  /** Both with the margin; neighbouring radii do not overlap. */
  constructor(
    private readonly rect: Rect,
    private readonly radii: Radii,
  ) {
    this.top = Math.floor(rect.y);
    this.bottom = rect.width > 0 && rect.height > 0 ? Math.ceil(rect.y + rect.height) : this.top;
  }

  excluded(top: number, height: number): Interval | undefined {
    const { x, y, width, height: extent } = this.rect;
    if (width === 0 || extent === 0) return undefined;
    const [topLeft, topRight, bottomRight, bottomLeft] = this.radii;
    const right = x + width;
    const bottom = y + extent;
    const [from, to] = [Math.max(top, y), Math.min(top + height, bottom)];
    /** How far a side of the box stays behind its edge, between the corners at its ends. */
    const gap = ([rx, ry]: readonly [number, number], [ex, ey]: readonly [number, number]): number => {
      if (to < y + ry) return behind(rx, ry, y + ry - to);
      return from > bottom - ey ? behind(ex, ey, from - (bottom - ey)) : 0;
    };
    return { left: x + gap(topLeft, bottomLeft), right: right - gap(topRight, bottomRight) };
  }
}

/** The distance of a corner's curve from the edge of the box, at a distance from where the curve starts. */
function behind(rx: number, ry: number, distance: number): number {
  if (rx === 0 || ry === 0) return 0;
  return rx - rx * Math.sqrt(Math.max(0, 1 - (distance * distance) / (ry * ry)));
}

/** Contours; with a margin, each edge is as wide as twice the margin and has round ends. Blink: `PolygonShape`. */
export class PolygonShape implements FloatShape {
  readonly top: number;
  readonly bottom: number;
  /** Upper and lower end of each edge: x, y, x, y. Horizontal edges are left out: those beside them have their ends. */
  readonly #edges: Float64Array;

  constructor(
    contours: readonly (readonly Point[])[],
    private readonly margin: number,
  ) {
    const { left, top, right, bottom } = boundsOf(contours);
    const isEmpty = !contours.some((points) => points.length > 2) || top >= bottom || left >= right;
    this.top = isEmpty ? 0 : snap(top - margin);
    this.bottom = isEmpty ? 0 : this.top + snap(bottom - top + 2 * margin);
    this.#edges = edgesOf(contours);
  }

  excluded(top: number, height: number): Interval | undefined {
    const edges = this.#edges;
    const part = new LinePart(top, top + height);
    for (let at = 0; at < edges.length; at += 4) {
      const [startX, startY, endX, endY] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
      if (this.margin === 0) part.addEdge(startX, startY, endX, endY);
      else part.addCapsule(startX, startY, endX, endY, this.margin);
    }
    return part.left < part.right ? { left: part.left, right: part.right } : undefined;
  }
}

function edgesOf(contours: readonly (readonly Point[])[]): Float64Array {
  const edges: number[] = [];
  for (const points of contours) {
    points.forEach(([x, y], index) => {
      const [nextX, nextY] = points[(index + 1) % points.length]!;
      if (y < nextY) edges.push(x, y, nextX, nextY);
      else if (y > nextY) edges.push(nextX, nextY, x, y);
    });
  }
  return Float64Array.from(edges);
}

export function boundsOf(contours: readonly (readonly Point[])[]): Edges {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const points of contours) {
    for (const [x, y] of points) {
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
  }
  return { left, top, right, bottom };
}

/** The extent of edges in a line. Edges that only touch it are outside. */
class LinePart {
  left = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly top: number,
    private readonly bottom: number,
  ) {}

  /** Adds what is at most as far from an edge as the margin. */
  addCapsule(startX: number, startY: number, endX: number, endY: number, margin: number): void {
    if (endY + margin <= this.top || startY - margin >= this.bottom) return;
    const length = Math.hypot(endX - startX, endY - startY);
    const [nx, ny] = [((endY - startY) / length) * margin, ((startX - endX) / length) * margin];
    this.addEdge(startX + nx, startY + ny, endX + nx, endY + ny);
    this.addEdge(startX - nx, startY - ny, endX - nx, endY - ny);
    this.#addDisk(startX, startY, margin);
    this.#addDisk(endX, endY, margin);
  }

  /** @param startY  above `endY` */
  addEdge(startX: number, startY: number, endX: number, endY: number): void {
    const { top, bottom } = this;
    if (endY <= top || startY >= bottom) return;
    const slope = (endX - startX) / (endY - startY);
    this.#add(startY < top ? startX + (top - startY) * slope : startX);
    this.#add(endY > bottom ? startX + (bottom - startY) * slope : endX);
  }

  #addDisk(x: number, y: number, radius: number): void {
    if (this.top >= y + radius || this.bottom <= y - radius) return;
    const distance = Math.max(0, this.top - y, y - this.bottom);
    const reach = Math.sqrt(radius * radius - distance * distance);
    this.#add(x - reach);
    this.#add(x + reach);
  }

  #add(x: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
  }
}
