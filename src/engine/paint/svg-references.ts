/** Finds the SVG elements that the styles of boxes refer to, and fits their effects to the boxes. */

import { type SvgEffect, svgEffect } from '../box/svg-effects.js';
import type { FindSvg } from '../box/svg-targets.js';
import { transformMatrix } from '../css/compute/transform-matrix.js';
import { hasEffects, isPositioned } from '../css/style-queries.js';
import { type UrlReference, urlText } from '../css/values/values.js';
import type { Report } from '../diagnostics.js';
import { describeElement } from '../html/dom.js';
import type { PhysicalBoxFragment, PhysicalFragment } from '../layout/algorithm/fragment.js';
import type { Rect, Size } from '../layout/algorithm/geometry.js';
import { transformed } from '../layout/overflow/transform.js';
import { union } from './bounds.js';

/** CSS px² of a filter region; more is not rasterized. */
const MAX_FILTERED_AREA = 16_000_000;

export class SvgReferences {
  constructor(
    private readonly find: FindSvg,
    private readonly report: Report,
    /** The page area. */
    private readonly viewport: Size,
  ) {}

  isMask(reference: UrlReference): boolean {
    return !/^data:/i.test(reference.url) && this.find(reference)?.element.name === 'mask';
  }

  /**
   * @param x, y  the border box
   * @returns     undefined when the URL refers to no such element, which is reported
   */
  effect(
    reference: UrlReference,
    attribute: SvgEffect['attribute'],
    fragment: PhysicalBoxFragment,
    x: number,
    y: number,
  ): SvgEffect | undefined {
    const target = this.find(reference);
    const border = { x, y, width: fragment.width, height: fragment.height };
    const box = {
      reference: attribute === 'filter' ? union(selfPainting(fragment, x, y)) : border,
      x,
      y,
      viewport: this.viewport,
    };
    const effect = target && svgEffect(target.element, attribute, box, target.context);
    const area = effect?.region ? effect.region.width * effect.region.height : 0;
    const isTooLarge = attribute === 'filter' && area > MAX_FILTERED_AREA;
    if (effect && !isTooLarge) return effect;
    const reason = isTooLarge
      ? `the filter region is larger than ${MAX_FILTERED_AREA} px²`
      : `no ${attribute === 'clip-path' ? 'clipPath' : attribute} element`;
    const place = `${describeElement(fragment.box.element)}: ${reason}`;
    this.report.add('UnsupportedValue', `${attribute}: ${urlText(reference)}`, place);
    return undefined;
  }
}

/**
 * The border boxes of a box and of its descendants that paint themselves, which make the reference box of filters.
 * Source: Blink's PaintLayer::LocalBoundingBoxIncludingSelfPaintingDescendants
 */
function selfPainting(fragment: PhysicalBoxFragment, x: number, y: number): Rect[] {
  return [{ x, y, width: fragment.width, height: fragment.height }, ...inside(fragment, x, y)];
}

function inside(parent: PhysicalFragment, x: number, y: number): Rect[] {
  if (parent.kind === 'text') return [];
  return parent.children.flatMap(({ fragment, x: dx, y: dy }) => {
    const shift = fragment.kind === 'box' ? fragment.shift : undefined;
    const [left, top] = [x + dx + (shift?.x ?? 0), y + dy + (shift?.y ?? 0)];
    if (fragment.kind !== 'box') return inside(fragment, left, top);
    const { style, box } = fragment;
    const isInline = box.kind === 'inline';
    if (!isPositioned(style) && !hasEffects(style, isInline)) return inside(fragment, left, top);
    const rects = selfPainting(fragment, left, top);
    const matrix = isInline ? undefined : transformMatrix(style, fragment, left, top);
    return matrix ? rects.map((rect) => transformed(rect, matrix)) : rects;
  });
}
