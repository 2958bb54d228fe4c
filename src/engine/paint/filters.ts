/**
 * `filter`: colour functions apply to the colours of items, so that text stays text; blurs need a raster.
 * Source: https://drafts.csswg.org/filter-effects-1/#ShorthandEquivalents
 */

import type { SvgEffect } from '../box/svg-effects.js';
import type { Color, FilterFunction, Url, UrlReference } from '../css/values/values.js';
import { EngineError } from '../errors.js';
import { describeElement } from '../html/dom.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import type { DisplayItem, GroupItem } from './display-list.js';
import { type GlyphSource, shapesOnly } from './drawings.js';
import { recolored } from './opacity.js';

/** Filters that apply to one element, those of its ancestors included: each copies or draws what is inside. */
const MAX_FILTERS = 10;

/**
 * Filter functions that apply inside an element, other than those that change colours.
 * @param around  those that apply to the element itself
 * @throws EngineError document_too_complex
 */
export function filtersInside({ style, box }: PhysicalBoxFragment, around: number): number {
  if (style.filter === 'none') return around;
  const count = around + style.filter.filter(({ type }) => COPYING.has(type)).length;
  if (count <= MAX_FILTERS) return count;
  throw new EngineError(
    'document_too_complex',
    `More than ${MAX_FILTERS} filters apply to what is in ${describeElement(box.element)}`,
  );
}

const COPYING: ReadonlySet<FilterFunction['type']> = new Set<FilterFunction['type']>(['blur', 'drop-shadow', 'url']);

/** Finds the `filter` element behind a URL; undefined when there is none, which the function has reported. */
type FilterReferences = (reference: UrlReference) => SvgEffect | undefined;

/**
 * Applies filter functions in order; none if one refers to no filter.
 * Source: https://drafts.csswg.org/filter-effects-1/#FilterProperty
 */
export function filtered(
  items: readonly DisplayItem[],
  functions: readonly FilterFunction[],
  glyphs: GlyphSource,
  references: FilterReferences,
): readonly DisplayItem[] {
  let result = items;
  for (const step of functions) {
    if (step.type === 'url') {
      const svgEffect = references(step);
      if (!svgEffect) return items;
      result = [{ kind: 'group', svgEffect, children: result }];
    } else result = filteredOnce(result, step, glyphs);
  }
  return result;
}

function filteredOnce(
  items: readonly DisplayItem[],
  step: Exclude<FilterFunction, Url>,
  glyphs: GlyphSource,
): readonly DisplayItem[] {
  switch (step.type) {
    case 'blur':
      return step.radius > 0 ? [{ kind: 'group', filter: { blur: step.radius }, children: items }] : items;
    case 'drop-shadow': {
      const { x, y, blur, color } = step.shadow;
      return color.a > 0 ? [shadowOf(items, { x, y, deviation: blur, color }, glyphs), ...items] : items;
    }
    case 'opacity':
      return step.amount.factor < 1 ? [{ kind: 'group', opacity: step.amount.factor, children: items }] : items;
    default:
      return recolor(items, matrixOf(step));
  }
}

export interface DropShadow {
  readonly x: number;
  readonly y: number;
  /** Standard deviation of the blur. */
  readonly deviation: number;
  readonly color: Color;
}

/** The shadow of items: their shape in one colour, offset and blurred, without any text. */
export function shadowOf(items: readonly DisplayItem[], look: DropShadow, glyphs: GlyphSource): GroupItem {
  const { r, g, b, a } = look.color;
  const toColor = [0, 0, 0, 0, r / 255, 0, 0, 0, 0, g / 255, 0, 0, 0, 0, b / 255, 0, 0, 0, a, 0];
  const shapes = recolor(shapesOnly(items, glyphs), toColor);
  const children: readonly DisplayItem[] =
    look.deviation > 0 ? [{ kind: 'group', filter: { blur: look.deviation }, children: shapes }] : shapes;
  return { kind: 'group', transform: [1, 0, 0, 1, look.x, look.y], children };
}

type Matrix = readonly number[];

/**
 * Applies a matrix to every colour, which is exact for translucent ones too, as compositing is linear. Images get a
 * filter.
 */
function recolor(items: readonly DisplayItem[], matrix: Matrix): readonly DisplayItem[] {
  const change = (color: Color) => applyMatrix(matrix, color);
  return items.map((item): DisplayItem => {
    if (item.kind === 'tag') return { ...item, children: recolor(item.children, matrix) };
    // Opacity, shapes, masks and blurs commute with a colour matrix.
    const commutes = item.kind === 'group' && !item.blend && !item.isolated && !item.filter?.matrix && !item.svgEffect;
    if (commutes) return { ...item, children: recolor(item.children, matrix) };
    const isPicture = item.kind === 'image' || (item.kind === 'tiles' && 'bytes' in item.picture);
    if (isPicture || item.kind === 'group' || item.kind === 'drawing') {
      return { kind: 'group', filter: { matrix }, children: [item] };
    }
    return recolored(item, change);
  });
}

function applyMatrix(matrix: Matrix, { r, g, b, a }: Color): Color {
  const row = (at: number) => {
    const [x = 0, y = 0, z = 0, w = 0, sum = 0] = matrix.slice(at * 5, at * 5 + 5);
    return Math.min(1, Math.max(0, (x * r + y * g + z * b) / 255 + w * a + sum));
  };
  return { r: row(0) * 255, g: row(1) * 255, b: row(2) * 255, a: row(3) };
}

type ColorFunction = Exclude<FilterFunction, { type: 'blur' | 'drop-shadow' | 'opacity' | 'url' }>;

/** Builds a matrix from its 3 × 3 part and a constant for all three channels. */
const matrixFrom = (rows: readonly number[], added = 0): Matrix => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = rows;
  return [a, b, c, 0, added, d, e, f, 0, added, g, h, i, 0, added, 0, 0, 0, 1, 0];
};

const scaled = (factor: number): readonly number[] => [factor, 0, 0, 0, factor, 0, 0, 0, factor];

function matrixOf(step: ColorFunction): Matrix {
  if (step.type === 'hue-rotate') return matrixFrom(hueRotation((step.angle * Math.PI) / 180));
  const { factor } = step.amount;
  switch (step.type) {
    case 'brightness':
      return matrixFrom(scaled(factor));
    case 'contrast':
      return matrixFrom(scaled(factor), (1 - factor) / 2);
    case 'invert': {
      const amount = Math.min(1, factor);
      return matrixFrom(scaled(1 - 2 * amount), amount);
    }
    case 'saturate':
      return matrixFrom(saturation(factor));
    case 'grayscale':
      return matrixFrom(fromIdentity(GRAYSCALE, Math.min(1, factor)));
    case 'sepia':
      return matrixFrom(fromIdentity(SEPIA, Math.min(1, factor)));
    case 'opacity':
      return matrixFrom(scaled(1));
  }
}

const GRAY = [0.2126, 0.7152, 0.0722] as const;
const GRAYSCALE = [...GRAY, ...GRAY, ...GRAY];
const SEPIA = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
const IDENTITY = scaled(1);

/** Interpolates a matrix with the identity, of which `amount` 0 is all. */
const fromIdentity = (matrix: readonly number[], amount: number): number[] =>
  matrix.map((value, at) => IDENTITY[at]! * (1 - amount) + value * amount);

function saturation(s: number): number[] {
  const row = (own: number) => [0.213, 0.715, 0.072].map((weight, at) => weight * (1 - s) + (at === own ? s : 0));
  return [...row(0), ...row(1), ...row(2)];
}

/** Source: https://drafts.csswg.org/filter-effects-1/#feColorMatrixElement */
function hueRotation(angle: number): number[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const base = [0.213, 0.715, 0.072, 0.213, 0.715, 0.072, 0.213, 0.715, 0.072];
  const byCos = [0.787, -0.715, -0.072, -0.213, 0.285, -0.072, -0.213, -0.715, 0.928];
  const bySin = [-0.213, -0.715, 0.928, 0.143, 0.14, -0.283, -0.787, 0.715, 0.072];
  return base.map((value, at) => value + cos * byCos[at]! + sin * bySin[at]!);
}
