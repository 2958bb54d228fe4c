/** Natural sizes of embedded content that a PDF cannot show, such as video and iframes. */

import type { ElementNode } from '../html/dom.js';
import type { NaturalSizes, RawNode } from './raw.js';

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
      return size(WIDTH, HEIGHT, false);
    case 'embed':
      // Without a picture that loads, nothing is embedded. Blink: HTMLEmbedElement::LayoutObjectIsNeeded
      return hasPicture(element) || !element.attribute('src') ? size(0, 0, false) : size(WIDTH, HEIGHT, false);
    case 'video':
      return size(WIDTH, HEIGHT, true);
    case 'audio':
      return size(WIDTH, AUDIO_HEIGHT, false);
    default:
      return undefined;
  }
}

/** The URL of an image that represents the element: the poster of a video, the data of an object or what is embedded. */
export function pictureOf(element: ElementNode): string | undefined {
  if (element.namespace !== 'html') return undefined;
  if (element.name === 'video') return element.attribute('poster');
  return hasPicture(element) ? dataOf(element) : undefined;
}

/** Where an object or `embed` has its data. */
const DATA: Readonly<Record<string, string>> = { object: 'data', embed: 'src' };

const dataOf = (element: ElementNode): string | undefined => element.attribute(DATA[element.name] ?? '');

/** Whether an object or `embed` shows an image, by its type or its name. */
function hasPicture(element: ElementNode): boolean {
  const data = dataOf(element);
  const type = element.attribute('type') ?? /^data:([^;,]*)/i.exec(data ?? '')?.[1] ?? '';
  return data !== undefined && (/^image\//i.test(type) || /\.(?:png|jpe?g|gif|webp|svg)(?:[?#].*)?$/i.test(data));
}

/**
 * Whether an element with content of its own shows what a browser would: an image, or what takes its place, as no printed
 * page has players and viewers.
 */
export function isShown(element: ElementNode, replaced: RawNode | undefined): boolean {
  const content = replaced?.kind === 'replaced' ? replaced.content.type : 'blank';
  switch (element.name) {
    case 'object':
    case 'embed': {
      const data = dataOf(element)?.trim();
      const isOfViewer = /^application\/pdf/i.test(element.attribute('type') ?? '') || /\.pdf$/i.test(data ?? '');
      return content !== 'blank' || !data || hasPicture(element) || (element.name === 'object' && isOfViewer);
    }
    case 'iframe':
      return content === 'layers';
    default:
      return false;
  }
}
