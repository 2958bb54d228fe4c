/**
 * Box shadows. A blurred edge is a stack of translucent shapes, each slightly smaller than the one below, that add up
 * to the profile of the blur: it stays sharp at any zoom, at a tenth of the size of an image.
 * Source: https://drafts.csswg.org/css-backgrounds-3/#box-shadow
 */

import type { Color, Shadow } from '../css/values/values.js';
import type { Deadline } from '../deadline.js';
import { EngineError } from '../errors.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import type { Rect } from '../layout/algorithm/geometry.js';
import { fitRadii } from '../layout/shapes/radii.js';
import { boundsOfAll, contains, intersects, union } from './bounds.js';
import type { DisplayItem, Radii } from './display-list.js';
import { insetRadii, insetRect, outline, SQUARE_CORNERS } from './rounded.js';

/** The box that casts or receives shadows. */
export interface ShadowedBox {
  readonly rect: Rect;
  readonly radii: Radii | undefined;
}

/** Shapes of the shadows of a box: some thousand blurred ones, or a drawing of so many sharp ones. */
const MAX_SHAPES = 100_000;

/**
 * Checks how many shapes the shadows of a box take.
 * @throws EngineError document_too_complex
 */
export function checkShadows(shadows: readonly Shadow[], element: ElementNode): void {
  if (shadows.length * MAX_STEPS <= MAX_SHAPES) return;
  const shapes = shadows.reduce((sum, shadow) => sum + (shadow.color.a === 0 ? 0 : steps(shadow).length), 0);
  if (shapes <= MAX_SHAPES) return;
  const limit = MAX_SHAPES.toLocaleString('en-US');
  const place = describeElement(element);
  throw new EngineError(
    'document_too_complex',
    `box-shadow: the ${shadows.length.toLocaleString('en-US')} shadows of ${place} take more than ${limit} shapes. Use fewer, or less blurred ones.`,
  );
}

/**
 * Paints shadows around the border box, back to front; the first of the list is on top.
 * @param border snapped
 * @param opaque the box hides everything below it
 */
export function paintOuterShadows(
  shadows: readonly Shadow[],
  border: ShadowedBox,
  opaque: boolean,
  deadline?: Deadline,
): DisplayItem[] {
  const items = shadows.toReversed().flatMap((shadow): DisplayItem[] => {
    if (shadow.inset || shadow.color.a === 0) return [];
    deadline?.check();
    return steps(shadow).flatMap(({ spread, color }) => {
      const { rect, radii } = spreadBox(border, shadow.spread + spread, shadow);
      return rect.width > 0 && rect.height > 0 ? [{ kind: 'path', commands: outline(rect, radii), fill: color }] : [];
    });
  });
  if (opaque || items.length === 0) return items;
  // A shadow is clipped inside the border box, which matters when the box is translucent.
  const shadowed = boundsOfAll(items);
  if (!border.radii) return subtract(border.rect, shadowed).map((clip) => ({ kind: 'group', clip, children: items }));
  // The shape ends beyond shadow and box, so that inside the box it has no edge that antialiasing shows.
  const around = insetRect(union([shadowed, border.rect]), uniformEdges(-2));
  const commands = [...outline(around), ...outline(border.rect, border.radii)];
  return [{ kind: 'group', shape: { commands, fillRule: 'evenodd' }, children: items }];
}

/** Splits `outer` minus `inner` into rectangles above, below, left and right. */
function subtract(inner: Rect, outer: Rect): Rect[] {
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
 * Paints shadows inside the padding box.
 * @param padding snapped
 */
export function paintInnerShadows(
  shadows: readonly Shadow[],
  padding: ShadowedBox,
  deadline?: Deadline,
): DisplayItem[] {
  const { rect, radii } = padding;
  return shadows.toReversed().flatMap((shadow): DisplayItem[] => {
    if (!shadow.inset || shadow.color.a === 0) return [];
    deadline?.check();
    // Shade beyond the box, so that the clip cuts it in the middle instead of along its edge.
    const shaded = insetRect(rect, uniformEdges(-2));
    const children = steps(shadow).flatMap(({ spread, color }): DisplayItem[] => {
      const light = spreadBox(padding, -shadow.spread - spread, shadow);
      if (contains(light.rect, shaded)) return [];
      const isLit = light.rect.width > 0 && light.rect.height > 0 && intersects(light.rect, shaded);
      if (!isLit) return [{ kind: 'path', commands: outline(shaded), fill: color }];
      const commands = [...outline(union([shaded, light.rect])), ...outline(light.rect, light.radii)];
      return [{ kind: 'path', commands, fill: color, fillRule: 'evenodd' }];
    });
    if (children.length === 0) return [];
    return [{ kind: 'group', clip: radii ? { ...rect, radii } : rect, children }];
  });
}

interface Step {
  /** Added to the spread distance of the shadow. */
  readonly spread: number;
  readonly color: Color;
}

/** Limits of shapes per shadow: with more, no steps are visible; with fewer, they stand out. */
const MAX_STEPS = 24;
const MIN_STEPS = 4;
/** Shapes per unit of alpha: viewers composite in 8 bits, where fainter layers vanish or shift in hue. */
const STEPS_OF_OPAQUE = 90;

/** Shapes from largest to smallest; a single one for a sharp shadow. */
function steps({ blur, color }: Shadow): Step[] {
  if (blur <= 0) return [{ spread: 0, color }];
  const count = Math.min(
    MAX_STEPS,
    Math.max(MIN_STEPS, Math.min(Math.ceil(blur), Math.ceil(color.a * STEPS_OF_OPAQUE))),
  );
  const result: Step[] = [];
  let covered = 0;
  for (let i = 0; i < count; i++) {
    // The profile is the integral of a Gaussian, from 2 standard deviations outside to 2 inside.
    const position = (2 * (i + 1)) / (count + 1) - 1;
    const wanted = color.a * normalDistribution(2 * position);
    const alpha = (wanted - covered) / (1 - covered);
    covered = wanted;
    result.push({ spread: -position * blur, color: { ...color, a: alpha } });
  }
  // The innermost shape adds the rest of the alpha.
  const alpha = covered < 1 ? (color.a - covered) / (1 - covered) : 0;
  if (alpha > 0) result.push({ spread: -blur, color: { ...color, a: alpha } });
  return result;
}

/** The standard normal distribution function, to 2.5e-4. Source: Abramowitz and Stegun, 26.2.18 */
function normalDistribution(deviations: number): number {
  const x = Math.abs(deviations);
  const tail = 0.5 / (1 + x * (0.196854 + x * (0.115194 + x * (0.000344 + x * 0.019527)))) ** 4;
  return deviations < 0 ? tail : 1 - tail;
}

const uniformEdges = (inset: number) => ({ top: inset, right: inset, bottom: inset, left: inset });

/** The box expanded by `spread` on all sides and offset. */
function spreadBox(
  { rect, radii }: ShadowedBox,
  spread: number,
  { x, y, blur, inset }: Shadow,
): ShadowedBox & { radii: Radii } {
  const grown = insetRect(rect, uniformEdges(-spread));
  const moved = { ...grown, x: grown.x + x, y: grown.y + y };
  // A blur rounds square corners of an outer shadow; those of the hole of an inner shadow stay sharp.
  const softened = blur > 0 && !inset ? fitRadii(uniformRadii(blur), rect.width, rect.height) : SQUARE_CORNERS;
  const corners = radii ?? softened;
  return { rect: moved, radii: fitRadii(insetRadii(corners, uniformEdges(-spread)), moved.width, moved.height) };
}

const uniformRadii = (radius: number): Radii => [
  [radius, radius],
  [radius, radius],
  [radius, radius],
  [radius, radius],
];
