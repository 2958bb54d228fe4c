/**
 * Box shadows. A blurred edge is a stack of translucent shapes, each a little smaller than the one below, that add up
 * to the blur's profile: it stays sharp at any zoom, and costs a tenth of a picture of it.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#box-shadow
 */

import type { Color, Shadow } from '../css/values/values.js';
import type { Rect } from '../layout/algorithm/types.js';
import { boundsOf, contains, intersect, union } from './bounds.js';
import type { DisplayItem, PathCommand, Radii } from './display-list.js';
import { fitRadii, insetRadii, insetRect, outline, SQUARE_CORNERS } from './rounded.js';

/** A box that shadows are cast by or into, with its corners. */
export interface ShadowedBox {
  readonly rect: Rect;
  readonly radii: Radii | undefined;
}

/**
 * Shadows around the border box, from back to front; the first of the list is on top.
 * @param border snapped
 * @param opaque the box hides what is below it
 */
export function paintOuterShadows(shadows: readonly Shadow[], border: ShadowedBox, opaque: boolean): DisplayItem[] {
  const items = shadows.toReversed().flatMap((shadow): DisplayItem[] => {
    if (shadow.inset || shadow.color.a === 0) return [];
    return steps(shadow).flatMap(({ spread, color }) => {
      const { rect, radii } = spreadBox(border, shadow.spread + spread, shadow);
      return rect.width > 0 && rect.height > 0 ? [{ kind: 'path', commands: outline(rect, radii), fill: color }] : [];
    });
  });
  if (opaque || items.length === 0) return items;
  // Nothing of them shows through a translucent box.
  return around(border.rect, union(items.map(boundsOf))).map((clip) => ({ kind: 'group', clip, children: items }));
}

/** What is left of `outer` above, below, left and right of `inner`. */
function around(inner: Rect, outer: Rect): Rect[] {
  const { x, y, width, height } = inner;
  const [right, bottom] = [x + width, y + height];
  const [outerRight, outerBottom] = [outer.x + outer.width, outer.y + outer.height];
  return [
    { ...outer, height: y - outer.y },
    { ...outer, y: bottom, height: outerBottom - bottom },
    { x: outer.x, y, width: x - outer.x, height },
    { x: right, y, width: outerRight - right, height },
  ].filter((rect) => rect.width > 0 && rect.height > 0);
}

/**
 * Shadows inside the padding box.
 * @param padding snapped
 */
export function paintInnerShadows(shadows: readonly Shadow[], padding: ShadowedBox): DisplayItem[] {
  const { rect, radii } = padding;
  return shadows.toReversed().flatMap((shadow): DisplayItem[] => {
    if (!shadow.inset || shadow.color.a === 0) return [];
    // The shade reaches beyond the box, so that no edge of it is where it is cut.
    const shaded = insetRect(rect, evenly(-2));
    const children = steps(shadow).flatMap(({ spread, color }): DisplayItem[] => {
      const light = spreadBox(padding, -shadow.spread - spread, shadow);
      if (contains(light.rect, shaded)) return [];
      const commands = [...outline(shaded), ...hole(shaded, light)];
      return [{ kind: 'path', commands, fill: color, fillRule: 'evenodd' }];
    });
    if (children.length === 0) return [];
    return [{ kind: 'group', clip: radii ? { ...rect, radii } : rect, children }];
  });
}

/** The outline of what two boxes share; with the corners of the second. */
function hole(rect: Rect, box: ShadowedBox): PathCommand[] {
  const shared = intersect(rect, box.rect);
  if (shared.width <= 0 || shared.height <= 0) return [];
  return outline(shared, fitRadii(box.radii ?? SQUARE_CORNERS, shared.width, shared.height));
}

interface Step {
  /** Added to the shadow's own spread. */
  readonly spread: number;
  readonly color: Color;
}

/** Shapes for a blur of a length that nobody would see the steps of. */
const MAX_STEPS = 24;
const MIN_STEPS = 4;
/** Viewers add up in 8 bits: layers fainter than a hundredth get lost or lose their hue. */
const STEPS_OF_OPAQUE = 90;

/** From the largest shape to the smallest; one for a sharp shadow. */
function steps({ blur, color }: Shadow): Step[] {
  if (blur <= 0) return [{ spread: 0, color }];
  const count = Math.min(
    MAX_STEPS,
    Math.max(MIN_STEPS, Math.min(Math.ceil(blur), Math.ceil(color.a * STEPS_OF_OPAQUE))),
  );
  const result: Step[] = [];
  let covered = 0;
  for (let i = 0; i < count; i++) {
    // The profile is a Gaussian's integral, from 2 standard deviations outside to 2 inside.
    const position = (2 * (i + 1)) / (count + 1) - 1;
    const wanted = color.a * cumulative(2 * position);
    const alpha = (wanted - covered) / (1 - covered);
    covered = wanted;
    result.push({ spread: -position * blur, color: { ...color, a: alpha } });
  }
  // The middle has the full colour.
  const alpha = covered < 1 ? (color.a - covered) / (1 - covered) : 0;
  if (alpha > 0) result.push({ spread: -blur, color: { ...color, a: alpha } });
  return result;
}

/** The normal distribution's integral, to 1e-4. Source: Abramowitz and Stegun, 26.2.17 in its short form */
function cumulative(deviations: number): number {
  const x = Math.abs(deviations);
  const tail = 0.5 / (1 + x * (0.196854 + x * (0.115194 + x * (0.000344 + x * 0.019527)))) ** 4;
  return deviations < 0 ? tail : 1 - tail;
}

const evenly = (inset: number) => ({ top: inset, right: inset, bottom: inset, left: inset });

/** The box grown by `spread` on all sides and moved. */
function spreadBox(
  { rect, radii }: ShadowedBox,
  spread: number,
  { x, y, blur, inset }: Shadow,
): ShadowedBox & { radii: Radii } {
  const grown = insetRect(rect, evenly(-spread));
  const moved = { ...grown, x: grown.x + x, y: grown.y + y };
  // A blurred corner is round even where the box's is not; that of the light inside stays sharp.
  const softened = blur > 0 && !inset ? fitRadii(evenRadii(blur), rect.width, rect.height) : SQUARE_CORNERS;
  const corners = radii ?? softened;
  return { rect: moved, radii: fitRadii(insetRadii(corners, evenly(-spread)), moved.width, moved.height) };
}

const evenRadii = (radius: number): Radii => [
  [radius, radius],
  [radius, radius],
  [radius, radius],
  [radius, radius],
];
