/** The transparency of the images and gradients that are shapes of floats. */

import { type ImageResource, loadImage } from '../../box/image-resources.js';
import { type AlphaPlane, pngAlpha } from '../../box/png-alpha.js';
import type { BlockLevelBox } from '../../box/tree.js';
import { getOrMake } from '../../collections/maps.js';
import { IDENTITY } from '../../css/compute/transform-matrix.js';
import type { Gradient, Image, Url } from '../../css/values/values.js';
import { describeElement } from '../../html/dom.js';
import type { Edges, Rect, Size } from '../algorithm/geometry.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { fitGradient, offsetIn } from '../images/gradients.js';
import { fitObject } from '../replaced/object-fit.js';
import { MAX_ROWS } from './raster-shape.js';

/** An image in the content box of a float, in physical coordinates, px. */
export interface ShapePicture {
  readonly rect: Rect;
  /** Alpha, 0 to 1, at a point of the image, whose size is 1 × 1. */
  alphaAt(x: number, y: number): number;
}

/** The most pixels of an image, and of the rectangle that it is drawn in; a side of it has at most as many as a path. */
const MAX_PIXELS = 16_000_000;

/**
 * @param size   of the content box
 * @param edges  border and padding
 * @returns      undefined: there is no such image, or it is not supported, which is reported
 */
export function shapePicture(
  context: LayoutContext,
  box: BlockLevelBox,
  image: Image,
  size: Size,
  edges: Edges,
): ShapePicture | undefined {
  const loaded = image.type === 'url' ? imageAlpha(context, box, image) : gradientAlpha(image, size);
  if (!loaded) return undefined;
  // Chromium draws the image where the picture of an image element is, from its border box instead of its content box.
  const rect =
    box.kind === 'replaced' && box.content.type === 'image'
      ? fitObject(box, box.style, { x: edges.left, y: edges.top, ...size })
      : { x: 0, y: 0, ...loaded.size };
  if (rect.width * rect.height > MAX_PIXELS || Math.max(rect.width, rect.height) > MAX_ROWS) {
    refuse(context, box, `the shape of an image of more than ${MAX_PIXELS} pixels`);
    return undefined;
  }
  return { rect, alphaAt: loaded.alphaAt };
}

interface LoadedPicture {
  readonly size: Size;
  readonly alphaAt: ShapePicture['alphaAt'];
}

function gradientAlpha(gradient: Gradient, size: Size): LoadedPicture {
  const { rect, fill } = fitGradient(gradient, { x: 0, y: 0, ...size });
  if (!('type' in fill)) return { size, alphaAt: () => fill.a };
  const offsetAt = offsetIn(fill, rect, IDENTITY);
  const { stops } = fill;
  const alphaAt = (x: number, y: number): number => {
    const offset = offsetAt(x * size.width, y * size.height);
    let after = 0;
    while (after < stops.length && stops[after]!.offset <= offset) after++;
    const [from, to] = [stops[Math.max(0, after - 1)]!, stops[Math.min(after, stops.length - 1)]!];
    if (from === to) return from.color.a;
    return from.color.a + ((to.color.a - from.color.a) * (offset - from.offset)) / (to.offset - from.offset);
  };
  return { size, alphaAt };
}

/** Once for each image of a document. */
function imageAlpha(context: LayoutContext, box: BlockLevelBox, url: Url): LoadedPicture | undefined {
  const { resources } = context;
  if (!resources) return undefined;
  const known = cacheOf<string, LoadedPicture | null>(context, 'shapes/images');
  const found = getOrMake(known, `${url.density} ${url.sheet} ${url.url}`, () => {
    const image = loadImage(url, resources, context.report, describeElement(box.element));
    const plane = image && alphaPlane(image);
    if (typeof plane === 'string') refuse(context, box, plane);
    if (!image || !plane || typeof plane === 'string') return null;
    const { width = 0, height = 0 } = image;
    const { alpha } = plane;
    return {
      size: { width, height },
      alphaAt: (x, y) =>
        alpha ? alpha[Math.floor(y * plane.height) * plane.width + Math.floor(x * plane.width)]! / 255 : 1,
    };
  });
  return found ?? undefined;
}

const FORMATS = { gif: 'a GIF image', webp: 'a WebP image', svg: 'an SVG image' } as const;

/** @returns a string: why there is none */
function alphaPlane({ format, bytes, width = 0, height = 0, orientation }: ImageResource): AlphaPlane | string {
  if (format === 'jpeg') return { width, height, alpha: undefined };
  if (format !== 'png') return `the shape of ${FORMATS[format]}`;
  if (width * height > MAX_PIXELS) return `the shape of an image of more than ${MAX_PIXELS} pixels`;
  if (orientation !== 1) return 'the shape of a rotated PNG image';
  return pngAlpha(bytes) ?? 'the shape of a PNG image that does not decode';
}

const refuse = ({ report }: LayoutContext, { element }: BlockLevelBox, why: string): void =>
  report.add('UnsupportedValue', 'shape-outside', `${describeElement(element)}: ${why}`);
