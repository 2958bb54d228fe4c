/**
 * Effective zoom: multiplies every length of computed values, for layout.
 * Source: https://drafts.csswg.org/css-viewport-1/#zoom-property
 */

import { snapLineWidth } from '../properties/parse-line.js';
import { type ComputedStyle, type PropertyName, propertiesWhere } from '../properties/table.js';

const WITH_LENGTHS = propertiesWhere(({ zoom }) => zoom === 'lengths');
const LINE_WIDTHS = propertiesWhere(({ zoom }) => zoom === 'line-width');

/** Members of values that are not lengths: percentages, factors, counts, angles, colors. */
const UNSCALED = new Set(['percent', 'factor', 'number', 'fr', 'spaces', 'count', 'angle', 'from', 'color']);
/** Types of values without lengths. */
const UNSCALED_TYPES = new Set<unknown>(['scale', 'rotate', 'skew', 'conic-gradient', 'url']);

/** @returns the zoomed style, whose `zoom` is the effective zoom, which also applies to natural sizes of images */
export function zoomStyle(style: ComputedStyle, zoom: number): ComputedStyle {
  const zoomed = { ...style } as Record<PropertyName, unknown>;
  for (const name of WITH_LENGTHS) zoomed[name] = scaled(style[name], zoom);
  for (const name of LINE_WIDTHS) {
    zoomed[name] = snapLineWidth((style[name] as number) * zoom);
  }
  zoomed.zoom = zoom;
  return zoomed as ComputedStyle;
}

function scaled(value: unknown, zoom: number): unknown {
  if (typeof value === 'number') return value * zoom;
  if (Array.isArray(value)) return value.map((item) => scaled(item, zoom));
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as { type?: unknown };
  if (UNSCALED_TYPES.has(type)) return value;
  if (type === 'matrix') {
    const { values } = value as { values: readonly number[] };
    return { type, values: values.map((part, at) => (at >= 4 ? part * zoom : part)) };
  }
  if (type === 'matrix3d') {
    const { values } = value as { values: readonly number[] };
    return {
      type,
      values: values.map((part, at) =>
        at >= 12 && at < 15 ? part * zoom : at % 4 === 3 && at < 12 ? part / zoom : part,
      ),
    };
  }
  const entries = Object.entries(value).map(([key, part]) => [key, UNSCALED.has(key) ? part : scaled(part, zoom)]);
  return Object.fromEntries(entries);
}
