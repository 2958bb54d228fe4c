/** Images by URL: what box generation asks for, and what it gets. */

import type { ComputedStyle } from '../css/properties/table.js';
import type { UrlReference } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { decodeDataUrl } from '../html/data-url.js';

/** An image whose header has been validated; the bytes are as given. */
export interface ImageResource {
  /** Hash of the bytes: equal images are embedded once. */
  readonly key: string;
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'svg';
  readonly bytes: Uint8Array;
  /** CSS px; undefined for an SVG without size. EXIF orientation applied. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** width / height of an SVG that has a ratio but not both sizes. */
  readonly ratio?: number;
  /** EXIF orientation 1..8. */
  readonly orientation: number;
  /** The source of an SVG with HTML inside, which `bytes` are without. */
  readonly withHtml?: string;
  /** A JPEG whose pixels are in CMYK, which the PDF takes as they are. */
  readonly isCmyk?: boolean;
  /** With `image-orientation: none`: the bytes have another orientation, which is not applied. */
  readonly isAsStored?: boolean;
}

/** Source of images. No I/O: the caller provides the bytes. */
export interface Resources {
  /** @returns the image of a URL other than `data:`, or the reason why there is none */
  image(reference: UrlReference): ImageResource | ImageFailure;
  /** Reads an image header, within the limits. */
  read(bytes: Uint8Array): ImageResource | ImageFailure;
}

/**
 * The resources of an SVG image: only those in its own `data:` URLs.
 * Source: https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
 */
export function insideSvgImage({ read }: Resources): Resources {
  return { read, image: () => ({ failure: 'blocked', message: 'an SVG image may not refer to other files' }) };
}

export interface ImageFailure {
  readonly failure: 'blocked' | 'missing' | 'broken';
  readonly message: string;
  /** The bytes begin as no image does that documents can have. */
  readonly isUnknown?: boolean;
}

/**
 * Loads an image and reports failures: by a notice where it is not seen.
 * @param isHidden  default: it is seen
 */
export function loadImage(
  reference: UrlReference,
  resources: Resources,
  report: Report,
  context: string,
  isHidden?: () => boolean,
): ImageResource | undefined {
  const { url } = reference;
  let found: ReturnType<Resources['image']>;
  if (/^data:/i.test(url)) {
    const data = decodeDataUrl(url);
    found = data ? resources.read(data.bytes) : { failure: 'broken', message: 'a malformed data: URL' };
  } else found = resources.image(reference);
  if (!('failure' in found)) return atDensity(found, reference.density);
  const kind = found.failure === 'blocked' ? 'BlockedResource' : 'MissingAsset';
  const text = /^data:/i.test(url) ? `${url.slice(0, 40)}…` : url;
  if (isHidden?.()) report.notice(kind, text, `${context}: ${found.message}`);
  else report.add(kind, text, `${context}: ${found.message}`);
  return undefined;
}

/** The image in the natural size of a resolution, which vector images have not. */
function atDensity(image: ImageResource, density = 1): ImageResource {
  if (density === 1 || image.format === 'svg' || !image.width || !image.height) return image;
  return { ...image, width: image.width / density, height: image.height / density };
}

/** The image as a style with `image-orientation` shows it: https://drafts.csswg.org/css-images-3/#the-image-orientation */
export function orientedFor(
  style: Pick<ComputedStyle, 'image-orientation'>,
  image: ImageResource | undefined,
): ImageResource | undefined {
  if (!image || image.orientation === 1 || style['image-orientation'] === 'from-image') return image;
  const { key, orientation, width, height } = image;
  const sizes = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { ...image, ...sizes, key: `${key}-stored`, orientation: 1, isAsStored: true };
}

/** Reports HTML in an SVG image where it is not laid out: in images of styles, and in those inside of drawings. */
export function reportHtmlInside(image: ImageResource | undefined, report: Report, context: string): void {
  if (image?.withHtml)
    report.add('UnsupportedElement', '<foreignObject>', `${context}: in an SVG image that is not an element of HTML`);
}
