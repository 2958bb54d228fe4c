/**
 * The box of an image that cannot be shown, with the sizes Chromium gives it (core/html/html_image_fallback_helper.cc).
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#images-3
 */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { AppliedDecoration } from './decorations.js';
import type { RawBox, RawReplaced } from './raw.js';

interface MissingImage {
  readonly element: ElementNode;
  readonly style: ComputedStyle;
  readonly alt: string | undefined;
  /** Whether it names a file: an image without a file and a text represents nothing. */
  readonly hasSource: boolean;
  readonly quirks: boolean;
  /** Style of the boxes inside. */
  readonly inner: ComputedStyle;
  readonly decorations: readonly AppliedDecoration[];
}

const NO_RATIO: ComputedStyle['aspect-ratio'] = { auto: true, ratio: undefined };
const SQUARE: ComputedStyle['aspect-ratio'] = { auto: false, ratio: 1 };
/** Side of Chromium's broken image icon; px. */
const ICON_SIZE = 16;

export function missingImage(image: MissingImage): RawBox | RawReplaced {
  const { style, alt, quirks, hasSource } = image;
  const sizes = [style.width, style.height].filter((size) => size !== 'auto').length;
  const isInline = style.display === 'inline';
  const hasText = alt !== undefined && alt !== '';
  if (quirks && sizes > 0) {
    if (!hasText) {
      const side = image.element.attribute('src') === undefined ? 0 : ICON_SIZE;
      return placeholder(image, style, side, frameOf(image.element));
    }
    const clipped: ComputedStyle = { ...style, 'overflow-x': 'hidden', 'overflow-y': 'hidden' };
    return iconAndText(image, sizes === 2 ? clipped : { ...clipped, 'aspect-ratio': SQUARE });
  }
  // An inline image with a single size and no ratio is treated as unsized.
  const unsized: ComputedStyle = { ...style, width: 'auto', height: 'auto', 'aspect-ratio': NO_RATIO };
  if (hasText) return iconAndText(image, isInline ? unsized : style);
  const isUnsized = sizes < 2;
  const hasIcon = alt === undefined && hasSource;
  if (isUnsized && !isInline) return hasIcon ? iconAndText(image, style) : nothing(image);
  if (!isInline || !isUnsized) {
    return placeholder(image, style, hasIcon ? ICON_SIZE : 0, frameOf(image.element));
  }
  return hasIcon ? placeholder(image, unsized, ICON_SIZE, 'bare') : placeholder(image, unsized, 0, 'none');
}

/** Nothing is missing of an image that names no file: its frame is empty. An empty name is one of the document. */
function frameOf(element: ElementNode): 'framed' | 'frame' {
  const src = element.attribute('src');
  const isNamed = src === undefined ? element.attribute('srcset') !== undefined : src === '' || src.trim() !== '';
  return isNamed || element.name !== 'img' ? 'framed' : 'frame';
}

function placeholder(
  { element, alt }: MissingImage,
  style: ComputedStyle,
  side: number,
  icon: 'none' | 'bare' | 'framed' | 'frame',
): RawReplaced {
  return {
    kind: 'replaced',
    style,
    element,
    origin: undefined,
    content: { type: 'placeholder', alt, icon },
    naturalWidth: side,
    naturalHeight: side,
    naturalRatio: undefined,
  };
}

const nothing = ({ element, style }: MissingImage): RawBox => ({
  kind: 'box',
  style: { ...style, display: CONTAINING_FLOATS[style.display] ?? style.display },
  element,
  origin: undefined,
  children: [],
});

/** A box with an icon and the alternative text, if any. */
function iconAndText({ element, alt, inner, decorations }: MissingImage, style: ComputedStyle): RawBox {
  const display = CONTAINING_FLOATS[style.display] ?? style.display;
  const base = { element, origin: undefined } as const;
  const icon: RawReplaced = {
    ...base,
    kind: 'replaced',
    style: { ...inner, display: 'block', float: 'left' },
    content: { type: 'placeholder', alt: '', icon: 'bare' },
    naturalWidth: ICON_SIZE,
    naturalHeight: ICON_SIZE,
    naturalRatio: undefined,
  };
  const text = alt ? [{ ...base, kind: 'text', style: inner, text: alt, decorations } as const] : [];
  return { ...base, kind: 'box', style: { ...style, display }, children: [icon, ...text] };
}

/** Display of a box whose floating icon contributes to its height. */
const CONTAINING_FLOATS: { readonly [Display in ComputedStyle['display']]?: ComputedStyle['display'] } = {
  inline: 'inline-block',
  block: 'flow-root',
};
