/** Elements that embed what a PDF has none of: the room they take. */

import type { ElementNode } from '../html/dom.js';
import type { RawReplaced } from './raw.js';

type NaturalSize = Pick<RawReplaced, 'naturalWidth' | 'naturalHeight' | 'naturalRatio'>;

/** px. Source: https://drafts.csswg.org/css-images-3/#default-object-size */
const WIDTH = 300;
const HEIGHT = 150;
/** Of Chromium's audio controls. */
const AUDIO_HEIGHT = 54;

const size = (naturalWidth: number, naturalHeight: number, hasRatio: boolean): NaturalSize => ({
  naturalWidth,
  naturalHeight,
  naturalRatio: hasRatio && naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : undefined,
});

/** undefined: the element is none of those, or what it contains stands for it. */
export function embeddedSize(element: ElementNode): NaturalSize | undefined {
  if (element.namespace !== 'html') return undefined;
  switch (element.name) {
    case 'iframe':
    case 'embed':
      return size(WIDTH, HEIGHT, false);
    case 'video':
      return size(WIDTH, HEIGHT, true);
    case 'audio':
      return size(WIDTH, AUDIO_HEIGHT, false);
    case 'canvas':
      return size(dimension(element, 'width') ?? WIDTH, dimension(element, 'height') ?? HEIGHT, true);
    default:
      return undefined;
  }
}

/** The image that an element other than `img` shows: a video's poster, an object's data. */
export function pictureOf(element: ElementNode): string | undefined {
  if (element.namespace !== 'html') return undefined;
  if (element.name === 'video') return element.attribute('poster');
  if (element.name !== 'object') return undefined;
  const data = element.attribute('data');
  const type = element.attribute('type') ?? /^data:([^;,]*)/i.exec(data ?? '')?.[1] ?? '';
  return /^image\//i.test(type) || /\.(?:png|jpe?g|gif|webp|svg)$/i.test(data ?? '') ? data : undefined;
}

function dimension(element: ElementNode, name: string): number | undefined {
  const match = /^\s*\+?(\d+)/.exec(element.attribute(name) ?? '');
  return match ? Number(match[1]) : undefined;
}
