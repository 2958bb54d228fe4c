/**
 * Effective zoom: computed values with every length multiplied, which is what layout uses.
 * Source: https://drafts.csswg.org/css-viewport-1/#zoom-property
 */

import type { ComputedStyle, PropertyName } from '../properties/table.js';

/** Properties whose values have lengths, or numbers that are px. */
const WITH_LENGTHS = [
  'top',
  'right',
  'bottom',
  'left',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'width',
  'height',
  'min-width',
  'min-height',
  'max-width',
  'max-height',
  'background-image',
  'background-position-x',
  'background-position-y',
  'background-size',
  'box-shadow',
  'border-top-left-radius',
  'border-top-right-radius',
  'border-bottom-right-radius',
  'border-bottom-left-radius',
  'border-image-width',
  'border-image-outset',
  'border-spacing',
  'outline-offset',
  'font-size',
  'line-height',
  'vertical-align',
  'text-indent',
  'letter-spacing',
  'word-spacing',
  'tab-size',
  'text-decoration-thickness',
  'text-underline-offset',
  'text-shadow',
  '-webkit-text-stroke-width',
  'clip',
  'object-position',
  'flex-basis',
  'row-gap',
  'column-gap',
  'column-width',
  'grid-template-rows',
  'grid-template-columns',
  'grid-auto-rows',
  'grid-auto-columns',
  'transform',
  'transform-origin',
  'translate',
  'filter',
  'clip-path',
  'mask-image',
  'mask-position-x',
  'mask-position-y',
  'mask-size',
] as const satisfies readonly PropertyName[];

/** Lines keep to whole px, and do not vanish. */
const LINES = [
  'border-top-width',
  'border-right-width',
  'border-bottom-width',
  'border-left-width',
  'outline-width',
  'column-rule-width',
] as const satisfies readonly PropertyName[];

/** Members that are no lengths: percentages, multiples, counts, angles, colours. */
const PLAIN = new Set(['percent', 'factor', 'number', 'fr', 'spaces', 'count', 'angle', 'from', 'color']);
/** Kinds of values without any length. */
const PLAIN_TYPES = new Set<unknown>(['scale', 'rotate', 'skew', 'conic-gradient', 'url']);

/** @returns the style that layout uses; its `zoom` is the effective one, by which natural sizes of images grow too */
export function zoomStyle(style: ComputedStyle, zoom: number): ComputedStyle {
  const zoomed = { ...style } as Record<PropertyName, unknown>;
  for (const name of WITH_LENGTHS) zoomed[name] = scaled(style[name], zoom);
  for (const name of LINES) {
    const width = style[name] * zoom;
    zoomed[name] = width > 0 && width < 1 ? 1 : Math.floor(width);
  }
  zoomed.zoom = zoom;
  return zoomed as ComputedStyle;
}

function scaled(value: unknown, zoom: number): unknown {
  if (typeof value === 'number') return value * zoom;
  if (Array.isArray(value)) return value.map((item) => scaled(item, zoom));
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as { type?: unknown };
  if (PLAIN_TYPES.has(type)) return value;
  if (type === 'matrix') {
    const { values } = value as { values: readonly number[] };
    return { type, values: values.map((part, at) => (at >= 4 ? part * zoom : part)) };
  }
  const entries = Object.entries(value).map(([key, part]) => [key, PLAIN.has(key) ? part : scaled(part, zoom)]);
  return Object.fromEntries(entries);
}
