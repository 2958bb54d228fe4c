/** Resolves CSS gradients against a rectangle: stop positions, repetition, radial geometry. */

import type { Matrix } from '../../css/compute/transform-matrix.js';
import { mixIn } from '../../css/values/color-interpolation.js';
import { inSrgb } from '../../css/values/device-cmyk.js';
import {
  type Color,
  type ColorSpace,
  type ColorStop,
  type ConicGradient,
  type Gradient,
  type LengthPercentage,
  type LinearGradient,
  type RadialGradient,
  resolveLength,
} from '../../css/values/values.js';
import type { Rect } from '../algorithm/geometry.js';

/** A gradient fitted to the rectangle it fills. Offsets ascend from 0 to 1; colours are not premultiplied. */
export type FittedGradient =
  /** Degrees clockwise from "to top", as in CSS; offsets 0 and 1 lie at the corners. */
  | { readonly type: 'linear'; readonly angle: number; readonly stops: readonly GradientStop[] }
  /** From the centre of the rectangle; offset 1 is the ellipse that touches its sides. */
  | { readonly type: 'radial'; readonly stops: readonly GradientStop[] }
  /** Around the centre of the rectangle, clockwise from `from` degrees. */
  | { readonly type: 'conic'; readonly from: number; readonly stops: readonly GradientStop[] };

export interface GradientStop {
  readonly offset: number;
  readonly color: Color;
}

/** A gradient and the rectangle to fill; it exceeds the gradient box when only a part of the gradient is visible. */
interface GradientFill {
  readonly rect: Rect;
  readonly fill: Color | FittedGradient;
}

/** @param rect the gradient box, see https://drafts.csswg.org/css-images-3/#gradient-box */
export function fitGradient(gradient: Gradient, rect: Rect): GradientFill {
  if (gradient.type === 'linear-gradient') return fitLinear(gradient, rect);
  return gradient.type === 'radial-gradient' ? fitRadial(gradient, rect) : fitConic(gradient, rect);
}

/** Source: https://drafts.csswg.org/css-images-3/#linear-gradients */
function fitLinear({ angle, stops, repeating, space }: LinearGradient, rect: Rect): GradientFill {
  const { width, height } = rect;
  const degrees = typeof angle === 'number' ? angle : cornerAngle(angle, width, height);
  const radians = (degrees * Math.PI) / 180;
  const length = Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians));
  const fitted = fitStops(stops, length, repeating, 1, space);
  return { rect, fill: flat(fitted) ?? { type: 'linear', angle: degrees, stops: fitted } };
}

/** `to top left` and the like: the 50% line runs through the two neighbouring corners. */
function cornerAngle(to: { toX: 'left' | 'right'; toY: 'top' | 'bottom' }, width: number, height: number): number {
  const angle = (Math.atan2(height, width) * 180) / Math.PI;
  if (to.toY === 'top') return to.toX === 'right' ? angle : 360 - angle;
  return to.toX === 'right' ? 180 - angle : 180 + angle;
}

/** Source: https://drafts.csswg.org/css-images-3/#radial-gradients */
function fitRadial(gradient: RadialGradient, rect: Rect): GradientFill {
  const [cx, cy] = centerOf(gradient, rect);
  const [rx, ry] = radialSize(gradient, cx, cy, rect).map((radius) => Math.min(radius, MAX_DISTANCE)) as [
    number,
    number,
  ];
  const reachX = Math.max(cx, rect.width - cx);
  const reachY = Math.max(cy, rect.height - cy);
  // A degenerate ending shape has an arbitrarily small size. Source: css-images-3/#degenerate-radials
  const smallest = 1e-3;
  const [usedX, usedY] = [Math.max(rx, smallest), Math.max(ry, smallest)];
  const corner = Math.hypot(reachX / usedX, reachY / usedY);
  const reach = Math.max(corner, 1);
  const fitted = fitStops(gradient.stops, usedX, gradient.repeating, reach, gradient.space);
  const around = {
    x: rect.x + cx - usedX * reach,
    y: rect.y + cy - usedY * reach,
    width: 2 * usedX * reach,
    height: 2 * usedY * reach,
  };
  return { rect: around, fill: flat(fitted) ?? { type: 'radial', stops: fitted } };
}

/** px from the rectangle; PDF writers refuse larger numbers, and a gradient from afar is one colour. */
const MAX_DISTANCE = 1e6;

function centerOf({ position }: Pick<RadialGradient, 'position'>, rect: Rect): [number, number] {
  const limited = (value: number) => Math.max(-MAX_DISTANCE, Math.min(MAX_DISTANCE, value));
  return [limited(resolveLength(position.x, rect.width)), limited(resolveLength(position.y, rect.height))];
}

function radialSize({ shape, size }: RadialGradient, cx: number, cy: number, rect: Rect): [number, number] {
  const { width, height } = rect;
  if (typeof size === 'object') return [resolveLength(size.rx, width), resolveLength(size.ry, height)];
  const [left, right, top, bottom] = [Math.abs(cx), Math.abs(width - cx), Math.abs(cy), Math.abs(height - cy)];
  const pick = size.startsWith('closest') ? Math.min : Math.max;
  const [sideX, sideY] = [pick(left, right), pick(top, bottom)];
  if (size.endsWith('side')) {
    const side = pick(sideX, sideY);
    return shape === 'circle' ? [side, side] : [sideX, sideY];
  }
  if (shape === 'circle') {
    const corners = [
      Math.hypot(left, top),
      Math.hypot(right, top),
      Math.hypot(left, bottom),
      Math.hypot(right, bottom),
    ];
    const radius = pick(...corners);
    return [radius, radius];
  }
  // An ellipse through the corner keeps the ratio of the ellipse that touches the sides.
  return [sideX * Math.SQRT2, sideY * Math.SQRT2];
}

/** Source: https://drafts.csswg.org/css-images-4/#conic-gradients */
function fitConic({ from, position, stops, repeating, space }: ConicGradient, rect: Rect): GradientFill {
  const [cx, cy] = centerOf({ position }, rect);
  const reach = Math.max(cx, rect.width - cx, cy, rect.height - cy);
  const fitted = fitStops(stops, 360, repeating, 1, space);
  const around = { x: rect.x + cx - reach, y: rect.y + cy - reach, width: 2 * reach, height: 2 * reach };
  // krilla gives the function of a conic gradient in CMYK a range of three components, which viewers refuse.
  const converted = fitted.map(({ offset, color }) => ({ offset, color: inSrgb(color) }));
  return { rect: around, fill: flat(fitted) ?? { type: 'conic', from, stops: converted } };
}

const flat = (stops: readonly GradientStop[]): Color | undefined => (stops.length === 1 ? stops[0]!.color : undefined);

/** Stops of a repeating gradient; with more, each stripe would be narrower than a hairline. */
const MAX_STOPS = 1000;

/**
 * Resolves stops to offsets from 0 to 1, where 1 is `reach` times the length of the gradient line.
 * @param basis length of 100%, in px (degrees for conic gradients)
 * Source: https://drafts.csswg.org/css-images-4/#color-stop-fixup
 */
export function fitStops(
  stops: readonly ColorStop[],
  basis: number,
  repeating: boolean,
  reach: number,
  space?: ColorSpace,
): GradientStop[] {
  const plain = withHints(inOneSpace(fixUp(stops, basis), space));
  const fixed = space && space.name !== 'srgb' ? mixedIn(space, plain) : plain;
  const [first, last] = [fixed[0], fixed.at(-1)];
  if (!first || !last) return [];
  const period = last.offset - first.offset;
  // Source: Blink's CSSGradientValue, NormalizeAndAddStops (core/css/css_gradient_value.cc)
  if (repeating && period <= 0) return [{ offset: 0, color: last.color }];
  const cut = clipped(repeating ? repeated(fixed, period, reach) : fixed, reach);
  return approximatePremultiplied(cut.map(({ offset, color }) => ({ offset: offset / reach, color })));
}

interface ResolvedStop {
  readonly offset: number;
  /** undefined: a colour hint. */
  readonly color: Color | undefined;
}

/** Resolves every position: they ascend, and missing ones are spaced evenly. */
function fixUp(stops: readonly ColorStop[], basis: number): ResolvedStop[] {
  const toOffset = (position: LengthPercentage) => (basis > 0 ? resolveLength(position, basis) / basis : 0);
  const offsets = stops.map(({ position }) => (position === undefined ? undefined : toOffset(position)));
  if (offsets.length > 0) {
    offsets[0] ??= 0;
    offsets[offsets.length - 1] ??= 1;
  }
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i] === undefined) continue;
    largest = Math.max(largest, offsets[i]!);
    offsets[i] = largest;
  }
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i] !== undefined) continue;
    let next = i;
    while (offsets[next] === undefined) next++;
    const [before, after] = [offsets[i - 1]!, offsets[next]!];
    const gaps = next - i + 1;
    for (let k = i; k < next; k++) offsets[k] = before + ((after - before) * (k - i + 1)) / gaps;
  }
  return stops.map(({ color }, index) => ({ offset: offsets[index]!, color }));
}

/**
 * Colours in CMYK stay so where all stops have them and the gradient names no other space; else their conversions are
 * mixed, as are those of custom colour spaces. Source: https://drafts.csswg.org/css-color-5/#device-cmyk
 */
function inOneSpace(stops: readonly ResolvedStop[], space: ColorSpace | undefined): readonly ResolvedStop[] {
  if (!stops.some(({ color }) => color?.cmyk || color?.custom)) return stops;
  if (!space && stops.every(({ color }) => !color || color.cmyk)) return stops;
  return stops.map(({ offset, color }) => ({ offset, color: color && inSrgb(color) }));
}

/** Linear stops that approximate the curve of a colour hint. */
const HINT_STEPS = 8;

/** Source: https://drafts.csswg.org/css-images-4/#color-interpolation-hint */
function withHints(stops: readonly ResolvedStop[]): GradientStop[] {
  const result: GradientStop[] = [];
  stops.forEach(({ offset, color }, index) => {
    const [before, after] = [stops[index - 1], stops[index + 1]];
    if (color) result.push({ offset, color });
    else if (before?.color && after?.color && after.offset > before.offset) {
      const hint = (offset - before.offset) / (after.offset - before.offset);
      for (let step = 1; step < HINT_STEPS; step++) {
        const at = step / HINT_STEPS;
        const weight = hint <= 0 ? 1 : hint >= 1 ? 0 : at ** (Math.log(0.5) / Math.log(hint));
        const place = before.offset + (after.offset - before.offset) * at;
        result.push({ offset: place, color: mix(before.color, after.color, weight) });
      }
    }
  });
  return result;
}

/** Linear stops that approximate interpolation in another colour space. */
const SPACE_STEPS = 16;

function mixedIn(space: ColorSpace, stops: readonly GradientStop[]): GradientStop[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (!next || next.offset === stop.offset) return [stop];
    const between = Array.from({ length: SPACE_STEPS - 1 }, (_, step) => (step + 1) / SPACE_STEPS);
    const mixed = between.map((at) => ({
      offset: stop.offset + (next.offset - stop.offset) * at,
      color: mixIn(space, stop.color, next.color, at),
    }));
    return [stop, ...mixed];
  });
}

function repeated(stops: readonly GradientStop[], period: number, reach: number): GradientStop[] {
  const start = stops[0]!.offset;
  const first = Math.floor((0 - start) / period);
  const count = Math.ceil((reach - start) / period) - first;
  if (count * stops.length > MAX_STOPS) return [{ offset: 0, color: average(stops) }];
  const result: GradientStop[] = [];
  for (let i = 0; i < count; i++) {
    for (const { offset, color } of stops) result.push({ offset: offset + (first + i) * period, color });
  }
  return result;
}

/** Clips stops to 0..reach and adds the colours at both ends. */
function clipped(stops: readonly GradientStop[], reach: number): GradientStop[] {
  const inside = stops.filter(({ offset }) => offset >= 0 && offset <= reach);
  const result = [...inside];
  if (inside[0]?.offset !== 0) result.unshift({ offset: 0, color: colorAt(stops, 0) });
  if (result.at(-1)!.offset !== reach) result.push({ offset: reach, color: colorAt(stops, reach) });
  return result.every(({ color }) => color === result[0]!.color) ? [result[0]!] : result;
}

function colorAt(stops: readonly GradientStop[], offset: number): Color {
  const after = stops.findIndex((stop) => stop.offset > offset);
  if (after === 0) return stops[0]!.color;
  if (after < 0) return stops.at(-1)!.color;
  const [a, b] = [stops[after - 1]!, stops[after]!];
  return mix(a.color, b.color, (offset - a.offset) / (b.offset - a.offset));
}

/** Linear stops between two stops of different opacity. */
const ALPHA_STEPS = 8;

/** CSS interpolates premultiplied colours, PDF does not: extra stops approximate the difference. */
function approximatePremultiplied(stops: readonly GradientStop[]): GradientStop[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (!next || next.color.a === stop.color.a || next.offset === stop.offset) return [stop];
    const steps = Array.from({ length: ALPHA_STEPS }, (_, step) => step / ALPHA_STEPS);
    return steps.map((at) => ({
      offset: stop.offset + (next.offset - stop.offset) * at,
      // A fully transparent stop takes the hue of its neighbour.
      color: at === 0 && stop.color.a === 0 ? { ...next.color, a: 0 } : mix(stop.color, next.color, at),
    }));
  });
}

/** Interpolates premultiplied. */
function mix(from: Color, to: Color, weight: number): Color {
  const a = from.a + (to.a - from.a) * weight;
  if (a === 0) return { ...to, a: 0 };
  const channel = (x: number, y: number) => (x * from.a * (1 - weight) + y * to.a * weight) / a;
  const mixed = { r: channel(from.r, to.r), g: channel(from.g, to.g), b: channel(from.b, to.b), a };
  if (!from.cmyk || !to.cmyk) return mixed;
  const [c, m, y, k] = to.cmyk;
  const [cyan, magenta, yellow, black] = from.cmyk;
  return { ...mixed, cmyk: [channel(cyan, c), channel(magenta, m), channel(yellow, y), channel(black, k)] };
}

/**
 * The average colour between the first and the last stop, for a repetition too fine to see.
 * Source: https://drafts.csswg.org/css-images-3/#repeating-gradients
 */
function average(stops: readonly GradientStop[]): Color {
  let result = stops[0]!.color;
  let covered = 0;
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1]!, stops[i]!];
    const length = to.offset - from.offset;
    if (length <= 0) continue;
    covered += length;
    result = mix(result, mix(from.color, to.color, 0.5), length / covered);
  }
  return result;
}

/** Maps points to gradient offsets, through the inverse matrix into the gradient's own coordinate space. */
export function offsetIn(
  gradient: FittedGradient,
  rect: Rect,
  [a, b, c, d, e, f]: Matrix,
): (x: number, y: number) => number {
  const determinant = a * d - b * c;
  const [cx, cy] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const local = (x: number, y: number): [number, number] => [
    (d * (x - e) - c * (y - f)) / determinant - cx,
    (a * (y - f) - b * (x - e)) / determinant - cy,
  ];
  if (gradient.type === 'radial') {
    return (x, y) => {
      const [dx, dy] = local(x, y);
      return Math.hypot((dx * 2) / rect.width, (dy * 2) / rect.height);
    };
  }
  if (gradient.type === 'conic') {
    return (x, y) => {
      const [dx, dy] = local(x, y);
      const angle = (Math.atan2(dx, -dy) * 180) / Math.PI - gradient.from;
      return (((angle % 360) + 360) % 360) / 360;
    };
  }
  const radians = (gradient.angle * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const length = Math.abs(rect.width * sin) + Math.abs(rect.height * cos);
  return (x, y) => {
    const [dx, dy] = local(x, y);
    return (dx * sin - dy * cos) / length + 0.5;
  };
}
