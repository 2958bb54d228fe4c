/** Transforms, opacity, filters, masks and clips of a box: what applies to it and all inside it. */

import type { ComputedStyle } from '../css/properties/table.js';
import type { BoxFragment, Rect } from '../layout/algorithm/types.js';
import { transformMatrix } from '../layout/overflow/transform.js';
import { clipArea } from './clip-shapes.js';
import type { DisplayItem, GroupItem } from './display-list.js';
import type { GlyphSource } from './drawings.js';
import { filtered } from './filters.js';
import { snapRect } from './snap.js';

/** Whether a style has effects on a box as a whole. On inline boxes transforms have none. */
export function hasEffects(style: ComputedStyle, inlineBox: boolean): boolean {
  return style.opacity < 1 || (!inlineBox && hasTransform(style)) || isPictured(style);
}

function hasTransform(style: ComputedStyle): boolean {
  return style.transform !== 'none' || style.translate !== 'none' || style.rotate !== 'none' || style.scale !== 'none';
}

/** Whether more than a transform and an opacity apply. */
function isPictured(style: ComputedStyle): boolean {
  return (
    style.filter !== 'none' ||
    style['clip-path'] !== 'none' ||
    style['mix-blend-mode'] !== 'normal' ||
    style['mask-image'].some((image) => image !== 'none')
  );
}

/** What effects need of the page. */
export interface EffectTools {
  readonly glyphs: GlyphSource;
  /** The masks of a box. */
  readonly masks: (fragment: BoxFragment, x: number, y: number) => NonNullable<GroupItem['mask']>[];
}

/** Puts a box and all inside it under its effects. */
export type ApplyEffects = (children: readonly DisplayItem[]) => GroupItem;

/** @param x, y of the border box. @param isolated whether what is inside blends. @returns undefined when there is none */
export function groupEffects(
  fragment: BoxFragment,
  x: number,
  y: number,
  isolated: boolean,
  tools: EffectTools,
): ApplyEffects | undefined {
  const { style } = fragment;
  const transform = fragment.box.kind === 'inline' ? undefined : transformMatrix(style, fragment, x, y);
  const { opacity, filter } = style;
  const blend = style['mix-blend-mode'];
  const isPicture = isolated || isPictured(style);
  if (!transform && opacity >= 1 && !isPicture) return undefined;
  const { element } = fragment.box;
  const outer = { ...(transform && { transform }), ...(opacity < 1 && { opacity }), element };
  if (!isPicture) return (children) => ({ kind: 'group', ...outer, children });

  const area = clipArea(style, { x, y, width: fragment.width, height: fragment.height }, fragment);
  const masks = tools.masks(fragment, x, y);
  const compositing = { ...(blend !== 'normal' && { blend }), ...(isolated && { isolated }) };
  return (children) => {
    let inside: readonly DisplayItem[] = filter === 'none' ? children : filtered(children, filter, tools.glyphs);
    if (area) inside = [{ kind: 'group', ...area, children: inside }];
    for (const mask of masks) inside = [{ kind: 'group', mask, children: inside }];
    const [only] = inside;
    const isBare = !transform && opacity >= 1 && blend === 'normal' && !isolated;
    if (isBare && inside.length === 1 && only?.kind === 'group') return only;
    // Blending is with what is around, so nothing else may be around it but the transform.
    return { kind: 'group', ...outer, ...compositing, children: inside };
  };
}

/**
 * What the `clip` property leaves of a box and all inside it; undefined: everything.
 * Source: https://drafts.csswg.org/css-masking-1/#clip-property
 */
export function clipProperty({ style, width, height }: BoxFragment, x: number, y: number): Rect | undefined {
  const { clip, position } = style;
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return undefined;
  const left = clip.left === 'auto' ? 0 : clip.left;
  const top = clip.top === 'auto' ? 0 : clip.top;
  const right = clip.right === 'auto' ? width : clip.right;
  const bottom = clip.bottom === 'auto' ? height : clip.bottom;
  return snapRect(x + left, y + top, Math.max(0, right - left), Math.max(0, bottom - top));
}
