/** Styles of SVG elements as text for the SVG renderer. */

import type { Winners } from '../cascade/cascade.js';
import { CustomValue } from '../cascade/specified.js';
import { substitute } from '../cascade/variables.js';
import { PROPERTY_TABLE, type PropertyName } from '../properties/table.js';
import type { ElementStyle } from './compute.js';

/** @returns CSS text of values by property: declared SVG properties, and computed values of declared CSS properties */
export function drawingStyle(winners: Winners, { style, custom }: ElementStyle): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, { value }] of winners) {
    if (name.startsWith('?')) {
      if (!(value instanceof CustomValue)) continue;
      const { text } = substitute(value.tokens, (used) => custom.get(used));
      // SVG renderers match this keyword case-sensitively.
      if (text !== undefined) found.set(name.slice(1), text.trim().replace(/\bcurrentcolor\b/gi, 'currentColor'));
    } else if (Object.hasOwn(PROPERTY_TABLE, name)) {
      const { svg } = PROPERTY_TABLE[name as PropertyName];
      const text = svg?.text(style[name as PropertyName]);
      if (text !== undefined) found.set(svg?.name ?? name, text);
    }
  }
  return found;
}
