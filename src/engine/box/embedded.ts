/** Natural sizes of embedded content that a PDF cannot show, such as video and iframes. */

import type { ElementNode } from '../html/dom.js';
import type { NaturalSizes } from './raw.js';

/** px. Source: https://drafts.csswg.org/css-images-3/#default-object-size */
const WIDTH = 300;
const HEIGHT = 150;
/** Height of `audio` with controls; px. Source: Blink's html.css (core/html/resources) */
const AUDIO_HEIGHT = 54;

const size = (width: number, height: number, hasRatio: boolean): NaturalSizes => ({
  width,
  height,
  ratio: hasRatio && width > 0 && height > 0 ? width / height : undefined,
});

/**
 * @returns undefined for other elements, and for those whose fallback content is rendered: a `canvas`, as no script draws
 *   on it. Source: https://html.spec.whatwg.org/multipage/canvas.html#the-canvas-element
 */
export function embeddedSize(element: ElementNode): NaturalSizes | undefined {
  if (element.namespace !== 'html') return undefined;
  switch (element.name) {
    case 'iframe':
    case 'embed':
      return size(WIDTH, HEIGHT, false);
    case 'video':
      return size(WIDTH, HEIGHT, true);
    case 'audio':
      return size(WIDTH, AUDIO_HEIGHT, false);
    default:
      return undefined;
  }
}

/** The URL of an image that represents the element: the poster of a video, the data of an object. */
export function pictureOf(element: ElementNode): string | undefined {
  if (element.namespace !== 'html') return undefined;
  if (element.name === 'video') return element.attribute('poster');
  if (element.name !== 'object') return undefined;
  const data = element.attribute('data');
  const type = element.attribute('type') ?? /^data:([^;,]*)/i.exec(data ?? '')?.[1] ?? '';
  return /^image\//i.test(type) || /\.(?:png|jpe?g|gif|webp|svg)$/i.test(data ?? '') ? data : undefined;
}
