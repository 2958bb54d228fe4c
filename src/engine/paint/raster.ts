/** Rasterizes blurred shapes, at the resolution that the blur needs, which is far below that of the page. */

import { createHash } from 'node:crypto';
import { type Matrix, multiply } from '../css/compute/transform-matrix.js';
import type { Color } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { type FittedGradient, offsetIn } from '../layout/images/gradients.js';
import { flatten } from '../layout/shapes/flatten.js';
import { BLUR_DEVIATIONS, boundsOf, filteredBounds, intersect } from './bounds.js';
import { coverage, strokeOutlines } from './coverage.js';
import type { DisplayItem, GroupItem, ImageItem, PathItem, RectItem } from './display-list.js';
import { encodePng } from './png.js';
import { outline } from './rounded.js';

/** Pixels per standard deviation; then the limits of pixels per CSS px. */
const PIXELS_PER_DEVIATION = 1.75;
const MAX_DENSITY = 2;
const MIN_DENSITY = 0.2;
/** Pixels per standard deviation that no blur needs more of: those of hundreds of px have fewer pixels per CSS px. */
const MAX_PER_DEVIATION = 40;
/** Alpha levels of a small blur: banding stays invisible, and the image compresses twice as well. */
const FEW_LEVELS = 31;
const ALL_LEVELS = 255;
/** Pixels per CSS px from which a blur counts as small. */
const SMALL_BLUR_DENSITY = 0.75;
/** Pixels per image. */
const MAX_PIXELS = 4_000_000;
/** Steps of a blur: pixels times the length of its kernel. Only blurs of thousands of px need more. */
const MAX_STEPS = 200_000_000;

/** How many times as large as its visible part a blurred area is from which on only that part is rasterized. */
const MOSTLY_INVISIBLE = 2;

/**
 * Rasterizes a blurred group.
 * @param visible  what can be seen of the plane that the group is in; default: all of it
 * @returns undefined when the group has items that only Typst can draw: images, drawings, text, groups with other
 * effects
 */
export function blurredImage(group: GroupItem, blur: number, visible?: Rect): ImageItem | undefined {
  if (!group.children.every(isDrawable)) return undefined;
  const whole = filteredBounds(boundsOf({ kind: 'group', children: group.children }), { blur });
  // What is farther from the visible part does not reach it.
  const part = visible && withMinSize(intersect(whole, filteredBounds(visible, { blur })));
  const bounds = part && areaOf(whole) > MOSTLY_INVISIBLE * areaOf(part) ? part : whole;
  const minDensity = Math.min(MIN_DENSITY, MAX_PER_DEVIATION / blur);
  let density = Math.max(minDensity, Math.min(MAX_DENSITY, PIXELS_PER_DEVIATION / blur));
  density = Math.min(density, Math.sqrt(MAX_PIXELS / Math.max(1, bounds.width * bounds.height)));
  const steps = Math.max(1, bounds.width * bounds.height) * Math.max(1, blur * 2 * BLUR_DEVIATIONS);
  density = Math.min(density, Math.cbrt(MAX_STEPS / steps));
  const size = { width: Math.ceil(bounds.width * density), height: Math.ceil(bounds.height * density) };
  if (size.width <= 0 || size.height <= 0) return undefined;
  const canvas = new Canvas(size.width, size.height);
  canvas.draw(group.children, [density, 0, 0, density, -bounds.x * density, -bounds.y * density], undefined);
  canvas.blur(blur * density, new Set(colorsOf(group.children)).size === 1);
  const bytes = encodePng(
    canvas.pixels(density >= SMALL_BLUR_DENSITY ? FEW_LEVELS : ALL_LEVELS),
    size.width,
    size.height,
  );
  const key = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const image = { key, format: 'png', bytes, width: size.width, height: size.height, orientation: 1 } as const;
  const place: Rect = { x: bounds.x, y: bounds.y, width: size.width / density, height: size.height / density };
  return { kind: 'image', ...place, image, alt: undefined, smooth: true };
}

/** Where nothing is visible, a pixel of it is drawn. */
const withMinSize = (rect: Rect): Rect => {
  return { ...rect, width: Math.max(1, rect.width), height: Math.max(1, rect.height) };
};

const areaOf = ({ width, height }: Rect): number => Math.max(0, width) * Math.max(0, height);

function isDrawable(item: DisplayItem): boolean {
  if (item.kind === 'group') {
    const { mask, filter, svgEffect, blend, isolated } = item;
    return !mask && !filter && !svgEffect && !blend && !isolated && item.children.every(isDrawable);
  }
  if (item.kind === 'tag') return item.children.every(isDrawable);
  return item.kind !== 'image' && item.kind !== 'tiles' && item.kind !== 'drawing' && item.kind !== 'text';
}

/** Keys of all visible colours, ignoring alpha. */
function colorsOf(items: readonly DisplayItem[]): string[] {
  const key = ({ r, g, b }: Color) => `${r} ${g} ${b}`;
  return items.flatMap((item): string[] => {
    if (item.kind === 'group' || item.kind === 'tag') return colorsOf(item.children);
    if (item.kind === 'path') return [item.fill, item.stroke?.color].flatMap((color) => (color ? [key(color)] : []));
    if (item.kind !== 'rect') return [];
    return 'type' in item.fill ? item.fill.stops.map(({ color }) => key(color)) : [key(item.fill)];
  });
}

type Mask = Float32Array | undefined;

/** A canvas of premultiplied colours, 0..1. */
class Canvas {
  readonly #pixels: Float32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#pixels = new Float32Array(width * height * 4);
  }

  draw(items: readonly DisplayItem[], matrix: Matrix, clip: Mask): void {
    for (const item of items) {
      if (item.kind === 'tag') this.draw(item.children, matrix, clip);
      else if (item.kind === 'group') this.#group(item, matrix, clip);
      else if (item.kind === 'rect') this.#rect(item, matrix, clip);
      else if (item.kind === 'path') this.#path(item, matrix, clip);
    }
  }

  #group(group: GroupItem, outer: Matrix, around: Mask): void {
    const { clip, shape, opacity = 1 } = group;
    const matrix = group.transform ? multiply(outer, group.transform) : outer;
    let mask = around;
    if (clip) mask = product(mask, coverage(flatten(outline(clip, clip.radii), outer), 'nonzero', this));
    if (shape) mask = product(mask, coverage(flatten(shape.commands, matrix), shape.fillRule, this));
    if (opacity >= 1) {
      this.draw(group.children, matrix, mask);
      return;
    }
    const inner = new Canvas(this.width, this.height);
    inner.draw(group.children, matrix, mask);
    this.#composite(inner.#pixels, opacity);
  }

  #rect(item: RectItem, matrix: Matrix, clip: Mask): void {
    const covered = product(clip, coverage(flatten(outline(item, item.radii), matrix), 'nonzero', this));
    if ('type' in item.fill) this.#fillGradient(covered, item.fill, item, matrix);
    else this.#fill(covered, item.fill);
  }

  #path({ commands, fill, fillRule = 'nonzero', stroke }: PathItem, matrix: Matrix, clip: Mask): void {
    const lines = flatten(commands, matrix);
    if (fill) this.#fill(product(clip, coverage(lines, fillRule, this)), fill);
    if (!stroke) return;
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    const closed = commands.some(([name]) => name === 'Z');
    const outlines = strokeOutlines(
      lines.map((points) => ({ points, closed })),
      stroke.width * scale,
      stroke.dash?.map((length) => length * scale),
      stroke.cap === 'round',
    );
    this.#fill(product(clip, coverage(outlines, 'nonzero', this)), stroke.color);
  }

  #fill(covered: Float32Array, { r, g, b, a }: Color): void {
    for (let i = 0; i < covered.length; i++) {
      const alpha = covered[i]! * a;
      if (alpha > 0) this.#over(i * 4, r / 255, g / 255, b / 255, alpha);
    }
  }

  #fillGradient(covered: Float32Array, gradient: FittedGradient, rect: Rect, matrix: Matrix): void {
    const offsetAt = offsetIn(gradient, rect, matrix);
    for (let i = 0; i < covered.length; i++) {
      if (covered[i] === 0) continue;
      const x = (i % this.width) + 0.5;
      const y = Math.floor(i / this.width) + 0.5;
      const { r, g, b, a } = colorAt(gradient, offsetAt(x, y));
      this.#over(i * 4, r / 255, g / 255, b / 255, covered[i]! * a);
    }
  }

  #over(at: number, r: number, g: number, b: number, alpha: number): void {
    const pixels = this.#pixels;
    const rest = 1 - alpha;
    pixels[at] = r * alpha + pixels[at]! * rest;
    pixels[at + 1] = g * alpha + pixels[at + 1]! * rest;
    pixels[at + 2] = b * alpha + pixels[at + 2]! * rest;
    pixels[at + 3] = alpha + pixels[at + 3]! * rest;
  }

  /** Composites a group over the canvas. */
  #composite(above: Float32Array, opacity: number): void {
    const pixels = this.#pixels;
    for (let at = 0; at < pixels.length; at += 4) {
      const rest = 1 - above[at + 3]! * opacity;
      for (let k = 0; k < 4; k++) pixels[at + k] = above[at + k]! * opacity + pixels[at + k]! * rest;
    }
  }

  /** Gaussian blur on both axes. A single-coloured canvas blurs alpha only. */
  blur(deviation: number, singleColor: boolean): void {
    const kernel = gaussian(deviation);
    const { width, height } = this;
    const pixels = this.#pixels;
    const size = width * height;
    const plane = new Float32Array(size);
    const color = singleColor ? this.#firstColor() : [];
    for (let channel = singleColor ? 3 : 0; channel < 4; channel++) {
      for (let i = 0; i < size; i++) plane[i] = pixels[i * 4 + channel]!;
      const across = convolved(plane, kernel, { lines: height, length: width, step: 1, lineStep: width });
      const both = convolved(across, kernel, { lines: width, length: height, step: width, lineStep: 1 });
      for (let i = 0; i < size; i++) pixels[i * 4 + channel] = both[i]!;
    }
    color.forEach((value, channel) => {
      for (let at = 0; at < pixels.length; at += 4) pixels[at + channel] = (value / 255) * pixels[at + 3]!;
    });
  }

  /** RGBA, 8 bits, not premultiplied. Transparent pixels repeat the colour before them, which compresses well. */
  pixels(levels: number): Uint8Array {
    const pixels = this.#pixels;
    const bytes = new Uint8Array(pixels.length);
    let [red, green, blue] = this.#firstColor();
    for (let at = 0; at < bytes.length; at += 4) {
      const a = Math.min(1, pixels[at + 3]!);
      const alpha = Math.round((Math.round(a * levels) / levels) * 255);
      if (alpha > 0) {
        red = Math.min(255, Math.round((pixels[at]! / a) * 255));
        green = Math.min(255, Math.round((pixels[at + 1]! / a) * 255));
        blue = Math.min(255, Math.round((pixels[at + 2]! / a) * 255));
      }
      bytes[at] = red;
      bytes[at + 1] = green;
      bytes[at + 2] = blue;
      bytes[at + 3] = alpha;
    }
    return bytes;
  }

  #firstColor(): [number, number, number] {
    const pixels = this.#pixels;
    for (let at = 0; at < pixels.length; at += 4) {
      const a = pixels[at + 3]!;
      if (a * 255 >= 0.5)
        return [0, 1, 2].map((k) => Math.round((pixels[at + k]! / a) * 255)) as [number, number, number];
    }
    return [0, 0, 0];
  }
}

function product(a: Mask, b: Float32Array): Float32Array {
  return a ? b.map((value, index) => value * a[index]!) : b;
}

function colorAt({ stops }: FittedGradient, offset: number): Color {
  const next = stops.findIndex((stop) => stop.offset > offset);
  if (next === 0) return stops[0]!.color;
  if (next < 0) return stops.at(-1)!.color;
  const [from, to] = [stops[next - 1]!, stops[next]!];
  const weight = (offset - from.offset) / (to.offset - from.offset);
  const mix = (channel: 'r' | 'g' | 'b' | 'a') =>
    from.color[channel] + (to.color[channel] - from.color[channel]) * weight;
  return { r: mix('r'), g: mix('g'), b: mix('b'), a: mix('a') };
}

function gaussian(deviation: number): Float32Array {
  const reach = Math.max(1, Math.ceil(deviation * BLUR_DEVIATIONS));
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * Math.max(deviation, 1e-3) ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  /** Index distance between neighbours on a line, and between lines. */
  readonly step: number;
  readonly lineStep: number;
}

function convolved(source: Float32Array, kernel: Float32Array, { lines, length, step, lineStep }: Lines): Float32Array {
  const result = new Float32Array(source.length);
  const reach = (kernel.length - 1) / 2;
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    for (let i = 0; i < length; i++) {
      const first = Math.max(0, i - reach);
      const last = Math.min(length - 1, i + reach);
      let sum = 0;
      for (let k = first; k <= last; k++) sum += source[start + k * step]! * kernel[k - i + reach]!;
      result[start + i * step] = sum;
    }
  }
  return result;
}
