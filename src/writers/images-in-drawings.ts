/** Finds images inside drawings that do not decode: writers tell that there is one, but not which. */

import type { ImageResource } from '../engine/box/image-resources.js';
import { decodedSize, readImage } from '../engine/box/images.js';
import type { Deadline } from '../engine/deadline.js';
import type { EncodedDocument, EncodedImage } from '../engine/encode/document.js';
import { encodeDisplayList } from '../engine/encode/encode.js';
import { decodeDataUrl } from '../engine/html/data-url.js';
import { wholeString } from '../engine/text/glyph-clusters.js';

/** As drawings are written by the engine: images in them are `data:` URLs. */
const EMBEDDED = /href="(data:image\/[^"]+)"/g;
/** They passed the limits when the drawing was read. */
const LIMITS = { maxImageBytes: Number.POSITIVE_INFINITY, maxImagePixels: Number.POSITIVE_INFINITY };

/**
 * @param drawings  SVG
 * @param decodes   tries one image
 * @returns         the keys of those that do not decode, `ImageResource.key`
 * @throws          EngineError render_timeout after the deadline
 */
export function undecodableInDrawings(
  drawings: readonly Uint8Array[],
  decodes: (image: ImageResource) => boolean,
  deadline: Deadline | undefined,
): string[] {
  const isDecoded = new Map<string, boolean>();
  const search = (drawing: Uint8Array): void => {
    for (const bytes of imagesInDrawing(new TextDecoder().decode(drawing))) {
      deadline?.checkNow();
      const image = readImage(bytes, LIMITS);
      if ('failure' in image || isDecoded.has(image.key)) continue;
      isDecoded.set(image.key, image.format === 'svg' || decodes(image));
      if (image.format === 'svg') search(image.bytes);
    }
  };
  for (const drawing of drawings) search(drawing);
  return [...isDecoded].flatMap(([key, is]) => (is ? [] : [key]));
}

/** The files of the images in an SVG drawing. */
function imagesInDrawing(drawing: string): Uint8Array[] {
  return [...drawing.matchAll(EMBEDDED)].flatMap(([, url]) => decodeDataUrl(url!)?.bytes ?? []);
}

/** `CoreOptions.decodedSize` */
export const decodedSizeOf = ({ format, bytes }: EncodedImage): number =>
  format === 'svg'
    ? Math.max(0, ...imagesInDrawing(new TextDecoder().decode(bytes)).map(decodedSize))
    : decodedSize(bytes);

/** A page of nothing but an image. */
export function documentOf(image: ImageResource): EncodedDocument {
  const item = { kind: 'image', x: 0, y: 0, width: 1, height: 1, image, alt: undefined } as const;
  const metadata = { title: undefined, description: undefined, authors: [], keywords: [] };
  const pages = [{ width: 10, height: 10, items: [item] }];
  const list = { pages, metadata, language: undefined, faces: new Set<never>() };
  return encodeDisplayList(list, { glyphs: NO_TEXT, broken: new Set() });
}

const NO_GLYPHS = wholeString({ first: 0, ids: [], clusters: [], advances: [], offsets: [] });
const NO_TEXT = { ofRange: () => NO_GLYPHS, ofText: () => NO_GLYPHS, shapes: () => [] };
