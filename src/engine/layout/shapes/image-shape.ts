/** Shapes of images and gradients. Source: https://drafts.csswg.org/css-shapes-1/#shapes-from-image */

import { IDENTITY } from '../../css/compute/transform-matrix.js';
import { isVertical, type WritingMode } from '../../css/compute/writing-mode.js';
import type { Gradient, Image } from '../../css/values/values.js';
import type { Rect, Size } from '../algorithm/geometry.js';
import { colorAtOffset, fitGradient, offsetIn } from '../images/gradients.js';
import { WritingModeConverter } from '../writing-mode/converter.js';
import { layoutRect } from '../writing-mode/geometry.js';
import type { FloatShape, Interval } from './float-shape.js';
import { RasterShape } from './raster-shape.js';

/** The most pixels of an image and of the margin box. */
export const MAX_PIXELS = 64_000_000;

/** Alpha of the pixel with that top left corner, 0 to 1. */
type AlphaAt = (x: number, y: number) => number;

/**
 * @param threshold  alpha that is not yet opaque, 0 to 1
 * @param content    the content box in the margin box, the reference box of images
 * @param mode       writing mode around the float
 */
export function imageShape(
  image: Image,
  threshold: number,
  margin: number,
  content: Rect,
  outer: Rect,
  mode: WritingMode,
): FloatShape | undefined {
  if (image.type === 'url') return undefined;
  const { width, height } = content;
  const size = isVertical(mode) ? { width: height, height: width } : { width, height };
  const [columns, rows] = [Math.round(size.width), Math.round(size.height)];
  const alphaAt = gradientAlpha(image, { width: columns, height: rows });
  const converter = new WritingModeConverter(mode, { width: columns, height: rows });
  const limit = Math.floor(threshold * 255);
  const pixels = layoutRect(converter.toLogicalRect({ x: 0, y: 0, width: columns, height: rows }));
  const isOpaque = (x: number, y: number): boolean => {
    const at = converter.toPhysicalRect({ lineOffset: x, blockOffset: y, inlineSize: 1, blockSize: 1 });
    return Math.ceil(alphaAt(at.x, at.y) * 255 - 0.5) > limit;
  };
  const row = (y: number): Interval | undefined => {
    let [first, end] = [0, pixels.width];
    while (first < end && !isOpaque(pixels.x + first, y)) first++;
    while (end > first && !isOpaque(pixels.x + end - 1, y)) end--;
    return first < end ? { left: pixels.x + first, right: pixels.x + end } : undefined;
  };
  const from = Math.round(-content.y);
  const visible = Math.min(from + Math.round(outer.height), Math.floor(height));
  const widest = Math.floor(Math.max(outer.width, outer.height) * Math.SQRT2);
  return new RasterShape(
    { start: pixels.y, end: Math.min(pixels.y + pixels.height, visible), row },
    from,
    from + Math.round(outer.height),
    Math.min(Math.ceil(margin), widest),
  );
}

function gradientAlpha(gradient: Gradient, size: Size): AlphaAt {
  const { rect, fill } = fitGradient(gradient, { x: 0, y: 0, ...size });
  if (!('type' in fill)) return () => fill.a;
  const offsetAt = offsetIn(fill, rect, IDENTITY);
  return (x, y) => colorAtOffset(fill, offsetAt(x + 0.5, y + 0.5)).a;
}
