/**
 * Styles of the two boxes that an element has where one stands among its siblings and another, an anonymous one inside
 * of it, has its content.
 */

import { anonymousStyle, INITIAL_STYLE } from '../css/compute/compute.js';
import { type ComputedStyle, PROPERTY_TABLE, type PropertyName, propertiesWhere } from '../css/properties/table.js';

const CONTENT = propertiesWhere(({ splitBox }) => splitBox === 'content');

/** The style of the inner box; not for tables. */
export function contentStyle(style: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
  return { ...anonymousStyle(style, display), ...Object.fromEntries(CONTENT.map((name) => [name, style[name]])) };
}

/** Takes from the inner box of a table what the outer box has already. */
export const NO_PLACEMENT = initialValues(propertiesWhere(({ splitBox }) => splitBox === 'placement'));

/** Takes from the outer box of a table the paddings, borders and backgrounds, which the inner box has. */
export const NO_EDGES = initialValues(propertiesWhere(({ splitBox }) => splitBox === 'edges'));

function initialValues(names: readonly PropertyName[]): Partial<ComputedStyle> {
  // The initial width of a line is computed to 0 as long as it has no style.
  const value = (name: PropertyName) => (PROPERTY_TABLE[name].zoom === 'line-width' ? 0 : INITIAL_STYLE[name]);
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}
