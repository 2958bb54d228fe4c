/** The sizing algorithm of images. Source: https://drafts.csswg.org/css-images-3/#default-sizing */

import type { ImageResource } from './image-resources.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Natural dimensions in px; a gradient has none, an SVG any subset. */
interface NaturalDimensions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly ratio?: number | undefined;
}

/** @param zoom used zoom of the element */
export function naturalDimensions(image: ImageResource, zoom = 1): NaturalDimensions {
  const { width, height } = image;
  const ratio = width && height ? width / height : image.ratio;
  return { width: width && width * zoom, height: height && height * zoom, ratio };
}

/**
 * The concrete object size.
 * @param specified  undefined: auto
 * @param area       the default object size
 */
export function concreteSize(
  specified: { readonly width?: number | undefined; readonly height?: number | undefined },
  natural: NaturalDimensions,
  area: Size,
): Size {
  const { ratio } = natural;
  const { width, height } = specified;
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: ratio ? width / ratio : (natural.height ?? area.height) };
  if (height !== undefined) return { width: ratio ? height * ratio : (natural.width ?? area.width), height };
  if (natural.width === undefined && natural.height === undefined) return fitRatio(natural, area, 'contain');
  return concreteSize({ width: natural.width, height: natural.height }, { ratio }, area);
}

/**
 * The largest size of the natural ratio inside `area`, or the smallest covering it; without a ratio, the size of
 * `area`.
 */
export function fitRatio({ ratio }: NaturalDimensions, area: Size, constraint: 'contain' | 'cover'): Size {
  if (!ratio) return { width: area.width, height: area.height };
  const byWidth = { width: area.width, height: area.width / ratio };
  const fits = byWidth.height <= area.height;
  return fits === (constraint === 'contain') ? byWidth : { width: area.height * ratio, height: area.height };
}
