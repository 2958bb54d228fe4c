/** Paints images, drawings and placeholders. Source: https://drafts.csswg.org/css-images-3/#the-object-fit */

import type { ReplacedBox } from '../box/tree.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { fitObject } from '../layout/replaced/object-fit.js';
import { contains } from './bounds.js';
import type { DisplayItem, ImageItem, Radii } from './display-list.js';
import { missingImageIcon } from './missing-image-icon.js';
import { insetRect, outline } from './rounded.js';

const FRAME_COLOR = { r: 192, g: 192, b: 192, a: 1 };
/** Side of the icon, and its distance to the frame, px. */
const ICON = { side: 16, padding: 1 };

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
  // Layers are boxes of their own.
  if (box.content.type === 'blank' || box.content.type === 'layers') return [];
  if (box.content.type === 'placeholder') return placeholder(box.content.icon, style, content);
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

/**
 * The icon of an image that is missing. One with a size has a frame of 1px, unless the author gives it a border; in one that is
 * too small there is no icon. Blink: html_image_fallback_helper.cc
 */
function placeholder(icon: 'none' | 'bare' | 'framed' | 'frame', style: ComputedStyle, content: Rect): DisplayItem[] {
  if (icon === 'none') return [];
  if (icon === 'bare') return missingImageIcon(content);
  const isBordered = BORDER_STYLES.some((name) => style[name] !== 'none');
  const width = isBordered ? 0 : 1;
  const inset = width + ICON.padding;
  const inner = { top: width, right: width, bottom: width, left: width };
  const fits = content.width >= ICON.side + 2 * inset && content.height >= ICON.side + 2 * inset;
  const frame: DisplayItem[] = [];
  if (!isBordered && content.width > 2 && content.height > 2) {
    const commands = [...outline(content), ...outline(insetRect(content, inner))];
    frame.push({ kind: 'path', commands, fill: FRAME_COLOR, fillRule: 'evenodd' });
  }
  if (!fits || icon === 'frame') return frame;
  const at = { x: content.x + inset, y: content.y + inset, width: ICON.side, height: ICON.side };
  return [...frame, ...missingImageIcon(at)];
}

const BORDER_STYLES = ['border-top-style', 'border-right-style', 'border-bottom-style', 'border-left-style'] as const;
