/**
 * Image headers: format, size, orientation. Corrupt pixel data shows only when the PDF is written.
 */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { decodeXml } from '../html/encodings.js';
import { gifOnItsScreen } from './gif.js';
import type { ImageFailure, ImageResource } from './image-resources.js';
import { svgSize } from './svg.js';

export interface ImageLimits {
  /** Bytes of one image. */
  readonly maxImageBytes: number;
  /** Width × height, as the cost of an image is its decoded size. */
  readonly maxImagePixels: number;
}

export const DEFAULT_IMAGE_LIMITS: ImageLimits = { maxImageBytes: 10_000_000, maxImagePixels: 50_000_000 };

interface Header {
  readonly format: ImageResource['format'];
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly orientation?: number;
  readonly ratio?: number | undefined;
  /** The image is not drawn. */
  readonly isEmpty?: boolean;
  readonly isCmyk?: boolean;
}

/** Reads an image header. The bytes determine the format, never a name or media type. */
export function readImage(bytes: Uint8Array, limits: ImageLimits = DEFAULT_IMAGE_LIMITS): ImageResource | ImageFailure {
  if (bytes.length > limits.maxImageBytes) {
    return { failure: 'broken', message: `the image has ${bytes.length} bytes, the limit is ${limits.maxImageBytes}` };
  }
  const header = readHeader(bytes);
  if (!header) return unreadable(bytes);
  const { width, height } = header;
  if (width !== undefined && height !== undefined && header.format !== 'svg') {
    if (width === 0 || height === 0) return { failure: 'broken', message: 'the image has a width or height of 0' };
    if (width * height > limits.maxImagePixels) {
      return {
        failure: 'broken',
        message: `the image has ${width} × ${height} pixels, the limit is ${limits.maxImagePixels}`,
      };
    }
  }
  const orientation = header.orientation ?? 1;
  const swapsAxes = orientation >= 5;
  const onScreen = header.format === 'gif' ? gifOnItsScreen(bytes) : undefined;
  const shown = header.isEmpty ? EMPTY_SVG : (onScreen ?? bytes);
  const key = createHash('sha256').update(shown).digest('hex').slice(0, 32);
  return {
    key,
    format: onScreen ? 'svg' : header.format,
    bytes: shown,
    width: swapsAxes ? height : width,
    height: swapsAxes ? width : height,
    orientation,
    ...(header.ratio !== undefined && { ratio: header.ratio }),
    ...(header.isCmyk && { isCmyk: true }),
  };
}

/** Formats that Chromium shows and this engine does not. */
const UNSUPPORTED: readonly (readonly [name: string, isOf: (bytes: Uint8Array) => boolean])[] = [
  ['AVIF', (bytes) => ascii(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(ascii(bytes, 8, 4))],
  ['BMP', (bytes) => ascii(bytes, 0, 2) === 'BM' && bytes.length > 26],
  ['ICO', (bytes) => bytes.length > 22 && ascii(bytes, 0, 4) === '\0\0\x01\0'],
];

function unreadable(bytes: Uint8Array): ImageFailure {
  const format = UNSUPPORTED.find(([, isOf]) => isOf(bytes))?.[0];
  if (format)
    return { failure: 'broken', message: `${format} images are not supported: use PNG, JPEG, GIF, WebP or SVG` };
  return { failure: 'broken', message: 'not a valid PNG, JPEG, GIF, WebP or SVG image', isUnknown: true };
}

/** Bytes of an image once it is decoded; 0 where its data is embedded as it is, and for drawings. */
export function decodedSize(bytes: Uint8Array): number {
  const { format, width = 0, height = 0 } = readHeader(bytes) ?? { format: 'svg' };
  if (format === 'jpeg' || format === 'svg') return 0;
  return width * height * (format === 'png' ? bytesOfPixel(bytes[24]!, bytes[25]!) : 4);
}

/** Of a PNG, whose palette and transparent colour are replaced. Source: https://www.w3.org/TR/png-3/#6Colour-values */
function bytesOfPixel(depth: number, colorType: number): number {
  const samples = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 }[colorType] ?? 4;
  return depth === 16 ? samples * 2 : samples;
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) return readPng(view);
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return readJpeg(view);
  if (bytes.length >= 10 && ascii(bytes, 0, 4) === 'GIF8') {
    return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (bytes.length >= 30 && ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP')
    return readWebp(bytes, view);
  return readSvg(bytes);
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

function readPng(view: DataView): Header | undefined {
  // Signature, then IHDR first: https://www.w3.org/TR/png-3/#11IHDR
  if (view.getUint32(12) !== IHDR) return undefined;
  const orientation = pngOrientation(view) ?? 1;
  return { format: 'png', width: view.getUint32(16), height: view.getUint32(20), orientation };
}

const [IHDR, IDAT, EXIF_CHUNK] = [0x49484452, 0x49444154, 0x65584966];

/** EXIF data counts before the pixels. Source: https://www.w3.org/TR/png-3/#eXIf */
function pngOrientation(view: DataView): number | undefined {
  let at = 8;
  while (at + 12 <= view.byteLength) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    if (type === EXIF_CHUNK) return tiffOrientation(view, at + 8, at + 8 + length);
    if (type === IDAT) return undefined;
    at += 12 + length;
  }
  return undefined;
}

const CMYK_COMPONENTS = 4;

/** Scans the segments up to the frame header; EXIF data comes before it. */
function readJpeg(view: DataView): Header | undefined {
  let orientation = 1;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const length = view.getUint16(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      if (at + 10 > view.byteLength) return undefined;
      const isCmyk = view.getUint8(at + 9) === CMYK_COMPONENTS;
      return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation, isCmyk };
    }
    if (marker === 0xda || marker === 0xd9) return undefined;
    if (marker === 0xe1) orientation = exifOrientation(view, at + 4, length - 2) ?? orientation;
    at += 2 + length;
  }
  return undefined;
}

function exifOrientation(view: DataView, start: number, length: number): number | undefined {
  if (start + 6 > view.byteLength || view.getUint32(start) !== 0x45786966) return undefined; // "Exif"
  return tiffOrientation(view, start + 6, start + length);
}

/** Reads the Orientation tag (0x0112) of the first image directory. */
function tiffOrientation(view: DataView, tiff: number, dataEnd: number): number | undefined {
  const end = Math.min(dataEnd, view.byteLength);
  if (tiff + 8 > end) return undefined;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > end) return undefined;
  const count = view.getUint16(directory, little);
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > end) return undefined;
    if (view.getUint16(entry, little) !== 0x0112) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

function readWebp(bytes: Uint8Array, view: DataView): Header | undefined {
  const kind = ascii(bytes, 12, 4);
  if (kind === 'VP8X') {
    const read24 = (at: number) => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    return { format: 'webp', width: read24(24) + 1, height: read24(27) + 1 };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8 ') {
    return { format: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  return undefined;
}

/** Loaded on first use: that takes as long as rendering several documents. */
const loadParser = () => createRequire(import.meta.url)('node-html-parser') as typeof import('node-html-parser');

function readSvg(bytes: Uint8Array): Header | undefined {
  const head = decodeXml(bytes.subarray(0, 4096)).text;
  const tag = /<svg\b[^>]*>/i.exec(head);
  if (!tag || /^[^<]*[^\s<\ufeff]/.test(head)) return undefined;
  const attributes = loadParser().parse(tag[0]).querySelector('svg')?.attrs ?? {};
  // An image with `preserveAspectRatio="none"` has no ratio. Source: Blink's SVGImage::GetIntrinsicSizingInfo
  const isStretched = /^\s*none\b/.test(attributes['preserveaspectratio'] ?? '');
  const viewBox = isStretched ? undefined : attributes['viewbox'];
  const { width, height, ratio } = svgSize(attributes['width'], attributes['height'], viewBox);
  // One size and the ratio determine the other size.
  const other = (side: number | undefined, factor: number) => (side !== undefined && ratio ? side * factor : undefined);
  return {
    format: 'svg',
    width: width ?? other(height, ratio ?? 1),
    height: height ?? other(width, 1 / (ratio ?? 1)),
    ratio,
    isEmpty: hasEmptyViewBox(attributes['viewbox']),
  };
}

const EMPTY_SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

/** A width or height of 0 disables the image. Source: https://svgwg.org/svg2-draft/coords.html#ViewBoxAttribute */
function hasEmptyViewBox(viewBox: string | undefined): boolean {
  const sizes = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  return sizes?.length === 4 && sizes.every(Number.isFinite) && (sizes[2] === 0 || sizes[3] === 0);
}
