/** Effects of a box on itself and its descendants: transform, opacity, filter, mask and clip. */

import type { SvgEffect } from '../box/svg-effects.js';
import { transformMatrix, transformReference } from '../css/compute/transform-matrix.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { needsCompositing } from '../css/style-queries.js';
import type { UrlReference } from '../css/values/values.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { clipArea } from './clip-shapes.js';
import type { DisplayItem, GroupItem } from './display-list.js';
import type { GlyphSource } from './drawings.js';
import { filtered } from './filters.js';
import { snapRect } from './snap.js';
import type { SvgReferences } from './svg-references.js';

/** Access of effects to glyph outlines and mask images. */
export interface EffectSources {
  readonly glyphs: GlyphSource;
  /** Paints the masks of a box. */
  readonly masks: (fragment: PhysicalBoxFragment, x: number, y: number) => NonNullable<GroupItem['mask']>[];
  /** Finds SVG elements that styles refer to. */
  readonly references: SvgReferences;
}

/** Wraps the painted children of a box in its effects. */
type ApplyEffects = (children: readonly DisplayItem[]) => GroupItem;

/** The matrix of a box outside 3D rendering contexts; undefined: identity. */
export function ownMatrix(fragment: PhysicalBoxFragment, x: number, y: number): GroupItem['transform'] {
  if (fragment.box.kind === 'inline') return undefined;
  const { style } = fragment;
  if (style['transform-box'] === 'view-box') return transformMatrix(style, fragment, x, y);
  const reference = transformReference(style, fragment, x, y);
  return transformMatrix(style, reference, reference.x, reference.y);
}

/**
 * @param x, y the border box. @param isolated whether descendants blend. @returns undefined when there are no effects
 */
export function groupEffects(
  fragment: PhysicalBoxFragment,
  x: number,
  y: number,
  transform: GroupItem['transform'],
  isolated: boolean,
  tools: EffectSources,
): ApplyEffects | undefined {
  const { style } = fragment;
  const { opacity, filter } = style;
  const blend = style['mix-blend-mode'];
  const composites = isolated || needsCompositing(style);
  if (!transform && opacity >= 1 && !composites) return undefined;
  const { element } = fragment.box;
  const outer = { ...(transform && { transform }), ...(opacity < 1 && { opacity }), element };
  if (!composites) return (children) => ({ kind: 'group', ...outer, children });

  const reference = (attribute: SvgEffect['attribute']) => (url: UrlReference) =>
    tools.references.effect(url, attribute, fragment, x, y);
  const clipPath = style['clip-path'];
  const clipEffect = clipPath !== 'none' && 'url' in clipPath ? reference('clip-path')(clipPath) : undefined;
  const area = clipArea(style, { x, y, width: fragment.width, height: fragment.height }, fragment);
  const maskUrl = maskReference(style, tools.references);
  const maskEffect = maskUrl && reference('mask')(maskUrl);
  const masks = maskUrl ? [] : tools.masks(fragment, x, y);
  const compositing = { ...(blend !== 'normal' && { blend }), ...(isolated && { isolated }) };
  return (children) => {
    let inside: readonly DisplayItem[] =
      filter === 'none' ? children : filtered(children, filter, tools.glyphs, reference('filter'));
    if (clipEffect) inside = [{ kind: 'group', svgEffect: clipEffect, children: inside }];
    if (area) inside = [{ kind: 'group', ...area, children: inside }];
    if (maskEffect) inside = [{ kind: 'group', svgEffect: maskEffect, children: inside }];
    for (const mask of masks) inside = [{ kind: 'group', mask, children: inside }];
    const [only] = inside;
    const isBare = !transform && opacity >= 1 && blend === 'normal' && !isolated;
    if (isBare && inside.length === 1 && only?.kind === 'group') return only;
    // Blending uses the backdrop outside, so only the transform may wrap it.
    return { kind: 'group', ...outer, ...compositing, children: inside };
  };
}

/** Whether a filter may paint where its box paints nothing. */
export const filterPaints = ({ style: { filter } }: PhysicalBoxFragment): boolean =>
  filter !== 'none' && filter.some((step) => step.type === 'url');

/**
 * The URL of a `mask` element; undefined for images.
 * Source: https://drafts.csswg.org/css-masking-1/#the-mask-image
 */
function maskReference(
  { 'mask-image': [image, ...others] }: ComputedStyle,
  references: SvgReferences,
): UrlReference | undefined {
  if (image === undefined || image === 'none' || image.type !== 'url' || others.length > 0) return undefined;
  const isFragment = image.url.startsWith('#');
  return isFragment || (image.url.includes('#') && references.isMask(image)) ? image : undefined;
}

/**
 * The rectangle that the `clip` property clips a box and its descendants to; undefined when it does not clip.
 * Source: https://drafts.csswg.org/css-masking-1/#clip-property
 */
export function clipProperty({ style, width, height }: PhysicalBoxFragment, x: number, y: number): Rect | undefined {
  const { clip, position } = style;
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return undefined;
  const left = clip.left === 'auto' ? 0 : clip.left;
  const top = clip.top === 'auto' ? 0 : clip.top;
  const right = clip.right === 'auto' ? width : clip.right;
  const bottom = clip.bottom === 'auto' ? height : clip.bottom;
  return snapRect(x + left, y + top, Math.max(0, right - left), Math.max(0, bottom - top));
}
