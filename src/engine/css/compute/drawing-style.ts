/** What is declared for an element of a drawing, as text for the renderer that knows all of SVG's properties. */

import type { Winners } from '../cascade/cascade.js';
import { CustomValue } from '../cascade/specified.js';
import { substitute } from '../cascade/variables.js';
import { isCustomName } from '../properties/names.js';
import type { ComputedStyle, PropertyName } from '../properties/table.js';
import type { Color } from '../values/values.js';
import type { ElementStyle } from './compute.js';

/** Properties of the table that count in drawings, and how their computed values are written. */
const WRITTEN: { readonly [Name in PropertyName]?: (value: ComputedStyle[Name]) => string | undefined } = {
  color: colorText,
  opacity: String,
  visibility: String,
  // Any other value does not change how a shape is drawn.
  display: (value) => (value === 'none' ? value : undefined),
  'font-family': (families) => families.map((family) => `'${family.replaceAll(/['\\]/g, '')}'`).join(', '),
  'font-size': (size) => `${size}px`,
  'font-weight': String,
  'font-style': String,
  'letter-spacing': (spacing) => `${spacing}px`,
  'word-spacing': (spacing) => `${spacing}px`,
  'text-decoration-line': (lines) => (lines.length > 0 ? lines.join(' ') : 'none'),
  'mix-blend-mode': String,
  isolation: String,
};

/** Other names in drawings. */
const RENAMED: Readonly<Record<string, string>> = { 'text-decoration-line': 'text-decoration' };

export function drawingStyle(winners: Winners, { style, custom }: ElementStyle): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, { value }] of winners) {
    if (name.startsWith('?')) {
      if (!(value instanceof CustomValue)) continue;
      const { text } = substitute(value.tokens, (used) => custom.get(used));
      // Renderers know the word in one spelling only.
      if (text !== undefined) found.set(name.slice(1), text.trim().replace(/\bcurrentcolor\b/gi, 'currentColor'));
    } else if (!isCustomName(name) && Object.hasOwn(WRITTEN, name)) {
      const write = WRITTEN[name as PropertyName] as (value: unknown) => string | undefined;
      const text = write(style[name as PropertyName]);
      if (text !== undefined) found.set(RENAMED[name] ?? name, text);
    }
  }
  return found;
}

export function colorText({ r, g, b, a }: Color): string {
  return `rgba(${Math.round(r)},${Math.round(g)},${Math.round(b)},${a})`;
}
