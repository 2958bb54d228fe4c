/** Paints images, drawings and placeholders. Source: https://drafts.csswg.org/css-images-3/#the-object-fit */

import type { ReplacedBox } from '../box/tree.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { resolveLength } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { contains } from './bounds.js';
import type { DisplayItem, ImageItem, Radii } from './display-list.js';
import { outline } from './rounded.js';

const PLACEHOLDER_COLOR = { r: 192, g: 192, b: 192, a: 1 };

/** Interns inline SVG images: equal sources share one key. One instance per document. */
export class Drawings {
  readonly #images = new Map<string, ImageItem['image']>();

  image(source: string): ImageItem['image'] {
    let image = this.#images.get(source);
    if (!image) {
      image = { key: `svg-${this.#images.size}`, format: 'svg', bytes: new TextEncoder().encode(source) };
      this.#images.set(source, image);
    }
    return image;
  }
}

/**
 * @param content the content box, snapped
 * @param radii   of the content box; undefined: square
 */
export function paintReplaced(
  box: ReplacedBox,
  style: ComputedStyle,
  content: Rect,
  radii: Radii | undefined,
  drawings: Drawings,
): DisplayItem[] {
  if (content.width <= 0 || content.height <= 0) return [];
  if (box.content.type === 'blank') return [];
  if (box.content.type === 'placeholder') return placeholder(content);
  const image = box.content.type === 'svg' ? drawings.image(box.content.source) : box.content.image;
  const rect = fitObject(box, style, content);
  if (rect.width <= 0 || rect.height <= 0) return [];
  const item: ImageItem = {
    kind: 'image',
    ...rect,
    image,
    alt: box.content.alt || undefined,
    ...(isPixelated(style) && { pixelated: true }),
  };
  const rounded = radii?.some(([rx]) => rx > 0);
  if (!rounded && contains(content, rect)) return [item];
  return [{ kind: 'group', clip: rounded ? { ...content, radii: radii! } : content, children: [item] }];
}

/** Source: https://drafts.csswg.org/css-images-3/#the-image-rendering */
export function isPixelated(style: ComputedStyle): boolean {
  return style['image-rendering'] === 'pixelated' || style['image-rendering'] === 'crisp-edges';
}

/** The rectangle of the whole image after `object-fit` and `object-position`. */
function fitObject(box: ReplacedBox, style: ComputedStyle, content: Rect): Rect {
  const size = objectSize(box, style['object-fit'], content);
  const position = style['object-position'];
  return {
    x: content.x + resolveLength(position.x, content.width - size.width),
    y: content.y + resolveLength(position.y, content.height - size.height),
    ...size,
  };
}

function objectSize(
  box: ReplacedBox,
  fit: ComputedStyle['object-fit'],
  content: Rect,
): { width: number; height: number } {
  const { width, height } = content;
  const { naturalWidth, naturalHeight } = box;
  const ratio = box.naturalRatio ?? (naturalWidth && naturalHeight ? naturalWidth / naturalHeight : undefined);
  if (fit === 'fill' || !ratio) return { width, height };
  const contained = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  if (fit === 'contain') return contained;
  if (fit === 'cover')
    return width / height > ratio ? { width, height: width / ratio } : { width: height * ratio, height };
  const natural = naturalWidth && naturalHeight ? { width: naturalWidth, height: naturalHeight } : contained;
  return fit === 'scale-down' && contained.width < natural.width ? contained : natural;
}

/** A hairline rectangle in place of a missing image. */
function placeholder(content: Rect): DisplayItem[] {
  const inner = { x: content.x + 1, y: content.y + 1, width: content.width - 2, height: content.height - 2 };
  if (inner.width <= 0 || inner.height <= 0) return [];
  const commands = [...outline(content), ...outline(inner)];
  return [{ kind: 'path', commands, fill: PLACEHOLDER_COLOR, fillRule: 'evenodd' }];
}
