/** The images of one document: read from its assets, and drawings prepared once. */

import type { Assets } from './assets.js';
import {
  type ImageFailure,
  type ImageResource,
  insideSvgImage,
  loadImage,
  type Resources,
} from './box/image-resources.js';
import { readImage } from './box/images.js';
import { hasHtml, preparedSvg, type SvgImageContext } from './box/svg-image.js';
import { getOrMake } from './collections/maps.js';
import type { Report } from './diagnostics.js';
import type { EngineLimits } from './document.js';
import { decodeXml } from './html/encodings.js';

interface ImageContext {
  readonly assets: Assets;
  /** Keys of images that do not decode. */
  readonly broken: ReadonlySet<string>;
  readonly report: Report;
  readonly limits: EngineLimits;
  /** An SVG image may use the installed fonts only, not those of the document. */
  readonly svgFiles: SvgImageContext;
}

export function documentImages({ assets, broken, report, limits, svgFiles }: ImageContext): Resources {
  const drawings = new Map<string, ImageResource | ImageFailure>();
  const drawing = (image: ImageResource): ImageResource | ImageFailure => {
    const { text: source, isUtf8 } = decodeXml(image.bytes);
    const inside = insideSvgImage(resources);
    const loadInside = (url: string, context: string, report: Report) => loadImage({ url }, inside, report, context);
    const prepared = preparedSvg(source, { ...svgFiles, image: loadInside }, report);
    if (prepared === undefined) return { failure: 'broken', message: 'the SVG image cannot be parsed' };
    const own = prepared === source && isUtf8 ? image : { ...image, bytes: new TextEncoder().encode(prepared) };
    return hasHtml(source) ? { ...own, withHtml: source } : own;
  };
  const read = (bytes: Uint8Array): ImageResource | ImageFailure => {
    const image = readImage(bytes, limits);
    if ('failure' in image) return image;
    if (broken.has(image.key)) return { failure: 'broken', message: 'the image does not decode' };
    if (image.format !== 'svg') return image;
    return getOrMake(drawings, image.key, () => drawing(image));
  };
  const resources: Resources = {
    read,
    image(reference) {
      const loaded = assets.load(reference, 'image');
      return 'failure' in loaded ? loaded : read(loaded.bytes);
    },
  };
  return resources;
}
