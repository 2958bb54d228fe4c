/**
 * Effective zoom: computed values with every length multiplied, which is what layout uses.
 * Source: https://drafts.csswg.org/css-viewport-1/#zoom-property
 */

import { type ComputedStyle, type PropertyName, propertiesWhere } from '../properties/table.js';

const WITH_LENGTHS = propertiesWhere(({ zoom }) => zoom === 'lengths');
const LINE_WIDTHS = propertiesWhere(({ zoom }) => zoom === 'line-width');

/** Members that are no lengths: percentages, multiples, counts, angles, colours. */
const PLAIN = new Set(['percent', 'factor', 'number', 'fr', 'spaces', 'count', 'angle', 'from', 'color']);
/** Kinds of values without any length. */
const PLAIN_TYPES = new Set<unknown>(['scale', 'rotate', 'skew', 'conic-gradient', 'url']);

/** @returns the style that layout uses; its `zoom` is the effective one, by which natural sizes of images grow too */
export function zoomStyle(style: ComputedStyle, zoom: number): ComputedStyle {
  const zoomed = { ...style } as Record<PropertyName, unknown>;
  for (const name of WITH_LENGTHS) zoomed[name] = scaled(style[name], zoom);
  for (const name of LINE_WIDTHS) {
    // Lines keep to whole px, and do not vanish.
    const width = (style[name] as number) * zoom;
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
