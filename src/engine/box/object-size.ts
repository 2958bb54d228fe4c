/** Used sizes of images. Source: https://drafts.csswg.org/css-images-3/#default-sizing */

import type { ImageResource } from './tree.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A gradient has none of them; an SVG may have any. px */
export interface NaturalDimensions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly ratio?: number | undefined;
}

/** @param zoom  of the element */
export function naturalDimensions(image: ImageResource, zoom = 1): NaturalDimensions {
  const { width, height } = image;
  const ratio = width && height ? width / height : image.ratio;
  return { width: width && width * zoom, height: height && height * zoom, ratio };
}

/**
 * The concrete object size.
 * @param specified  undefined: automatic
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
  if (natural.width === undefined && natural.height === undefined) return fitted(natural, area, 'contain');
  return concreteSize({ width: natural.width, height: natural.height }, { ratio }, area);
}

/** The largest size inside of the area, or the smallest around it, of the natural ratio; the area's without one. */
export function fitted({ ratio }: NaturalDimensions, area: Size, constraint: 'contain' | 'cover'): Size {
  if (!ratio) return { width: area.width, height: area.height };
  const byWidth = { width: area.width, height: area.width / ratio };
  const fits = byWidth.height <= area.height;
  return fits === (constraint === 'contain') ? byWidth : { width: area.height * ratio, height: area.height };
}
