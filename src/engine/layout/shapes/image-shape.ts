/** Shapes of images and gradients. Source: https://drafts.csswg.org/css-shapes-1/#shapes-from-image */

import { isVertical, type WritingMode } from '../../css/compute/writing-mode.js';
import type { Rect, Size } from '../algorithm/geometry.js';
import { WritingModeConverter } from '../writing-mode/converter.js';
import { layoutRect } from '../writing-mode/geometry.js';
import type { FloatShape, Interval } from './float-shape.js';
import { RasterShape } from './raster-shape.js';
import type { ShapePicture } from './shape-picture.js';

interface ImageShapeInput {
  readonly picture: ShapePicture;
  /** Alpha that is not yet opaque, 0 to 1. */
  readonly threshold: number;
  /** `shape-margin`, px. */
  readonly margin: number;
  /** The content box in the margin box, which is the reference box of images; line-relative. */
  readonly content: Rect;
  /** The margin box; line-relative. */
  readonly outer: Rect;
  /** Around the float. */
  readonly mode: WritingMode;
}

/** The shape of an image, of which Chromium draws whole pixels. */
export function imageShape({ picture, threshold, margin, content, outer, mode }: ImageShapeInput): FloatShape {
  const { width, height } = content;
  const size = isVertical(mode) ? { width: height, height: width } : { width, height };
  const pixels = roundedRect(layoutRect(new WritingModeConverter(mode, size).toLogicalRect(picture.rect)));
  const drawn = isVertical(mode)
    ? { width: pixels.height, height: pixels.width }
    : { width: pixels.width, height: pixels.height };
  const limit = Math.floor(threshold * 255);
  const place = pixelPlace(mode, drawn);
  const isOpaque = (column: number, row: number): boolean => {
    const [x, y] = place(column, row);
    const alpha = picture.alphaAt((x + 0.5) / drawn.width, (y + 0.5) / drawn.height);
    return Math.ceil(alpha * 255 - 0.5) > limit;
  };
  const row = (y: number): Interval | undefined => {
    let [first, end] = [0, pixels.width];
    while (first < end && !isOpaque(first, y - pixels.y)) first++;
    while (end > first && !isOpaque(end - 1, y - pixels.y)) end--;
    return first < end ? { left: pixels.x + first, right: pixels.x + end } : undefined;
  };
  const from = Math.round(-content.y);
  const to = from + Math.round(outer.height);
  const end = Math.min(pixels.y + pixels.height, Math.floor(height));
  const widest = Math.floor(Math.max(outer.width, outer.height) * Math.SQRT2);
  const rows = { start: Math.max(0, pixels.y), end, row };
  return new RasterShape(rows, from, to, Math.min(Math.ceil(margin), widest));
}

/** The physical place of a pixel of a line-relative column and row. Called for each pixel. */
function pixelPlace(
  mode: WritingMode,
  { width, height }: Size,
): (column: number, row: number) => readonly [number, number] {
  switch (mode) {
    case 'horizontal-tb':
      return (column, row) => [column, row];
    case 'vertical-rl':
      return (column, row) => [width - 1 - row, column];
    case 'vertical-lr':
      return (column, row) => [row, column];
    case 'sideways-lr':
      return (column, row) => [row, height - 1 - column];
  }
}

function roundedRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}
