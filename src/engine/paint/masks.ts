/** `mask-image`, painted like a background. Source: https://drafts.csswg.org/css-masking-1/#the-mask-image */

import type { ComputedStyle } from '../css/properties/table.js';
import { TRANSPARENT } from '../css/values/values.js';
import { type BackgroundArea, type ImageSource, paintBackground } from './background.js';
import type { DisplayItem, GroupItem } from './display-list.js';

/** @returns masks that all apply; empty when no image is usable */
export function paintMasks(
  style: ComputedStyle,
  area: BackgroundArea,
  images: ImageSource,
): NonNullable<GroupItem['mask']>[] {
  const layers = style['mask-image'];
  const known = layers.map((image) => (image !== 'none' && image.type === 'url' && !images(image) ? 'none' : image));
  if (known.every((image) => image === 'none')) return [];
  const [modes, composite] = [style['mask-mode'], style['mask-composite']];
  const mode = modes[0] === 'luminance' ? 'luminance' : 'alpha';
  const painted = paintBackground(asBackground(style, known), area, images);
  if (composite[0] !== 'intersect' || layers.length === 1) return [{ items: painted, mode }];
  return layers.flatMap((_, index) => {
    const only = known.map((image, at) => (at === index ? image : 'none'));
    const items: DisplayItem[] = paintBackground(asBackground(style, only), area, images);
    return known[index] === 'none' ? [] : [{ items, mode }];
  });
}

/** Maps mask properties to the names of background properties. */
const asBackground = (style: ComputedStyle, images: ComputedStyle['mask-image']): ComputedStyle => ({
  ...style,
  'background-color': TRANSPARENT,
  'background-image': images,
  'background-position-x': style['mask-position-x'],
  'background-position-y': style['mask-position-y'],
  'background-size': style['mask-size'],
  'background-repeat': style['mask-repeat'],
  'background-origin': style['mask-origin'],
  'background-clip': style['mask-clip'].map((box) => (box === 'no-clip' ? 'border-box' : box)),
  'background-attachment': ['scroll'],
  'background-blend-mode': ['normal'],
});
