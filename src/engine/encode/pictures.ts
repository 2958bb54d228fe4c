/** Prepares image files for PDF writers and for drawings. */

import { ORIENTATIONS } from '../box/orientations.js';
import { sizedSvg } from '../box/svg.js';
import type { ImageItem } from '../paint/display-list.js';
import { decimal } from './numbers.js';

/** Creates an SVG file for one size of its box, which an SVG adapts to. */
export function sizeDrawing(image: ImageItem['image'], width: number, height: number): ImageItem['image'] {
  const natural = 'orientation' in image ? { width: image.width, height: image.height } : undefined;
  const source = sizedSvg(new TextDecoder().decode(image.bytes), { width, height }, natural);
  const key = `${image.key}-${Math.round(width * 64)}x${Math.round(height * 64)}`;
  return { key, format: 'svg', bytes: new TextEncoder().encode(source) };
}

/** An SVG `image` element that fills the unit square. */
export function embeddedImage(image: ImageItem['image'], pixelated: boolean, opacity = 1): string {
  const type = image.format === 'svg' ? 'svg+xml' : image.format;
  // Writers apply the orientation to images, but not within SVG.
  const orientation = 'orientation' in image ? image.orientation : 1;
  const matrix = orientation === 1 ? undefined : ORIENTATIONS[orientation - 1]?.join(' ');
  return (
    `<image width="1" height="1" preserveAspectRatio="none"${opacity < 1 ? ` opacity="${decimal(opacity)}"` : ''}` +
    `${matrix ? ` transform="matrix(${matrix})"` : ''}${pixelated ? ' image-rendering="optimizeSpeed"' : ''} ` +
    `href="data:image/${type};base64,${base64(image.bytes)}"/>`
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i]!, bytes[i + 1], bytes[i + 2]];
    const triple = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    parts.push(
      BASE64[triple >> 18]!,
      BASE64[(triple >> 12) & 63]!,
      b === undefined ? '=' : BASE64[(triple >> 6) & 63]!,
      c === undefined ? '=' : BASE64[triple & 63]!,
    );
  }
  return parts.join('');
}
