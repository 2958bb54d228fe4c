/** Styles of SVG elements as text for the SVG renderer. */

import type { Winners } from '../cascade/cascade.js';
import { type ComputeContext, CssWide, CustomValue, Deferred, Pending } from '../cascade/specified.js';
import { substitute } from '../cascade/variables.js';
import { PROPERTY_TABLE, type PropertyName } from '../properties/table.js';
import { declare } from '../syntax/declarations.js';
import { isSystemColor } from '../values/color.js';
import { type Color, colorText } from '../values/values.js';
import { type ColorProfiles, replaceCustomColors } from './color-profiles.js';
import type { ElementStyle } from './compute.js';

/**
 * @param inSrgb  see `StyledDocument.drawingColors`
 * @returns CSS text of values by property: declared SVG properties, and computed values of declared CSS properties
 */
export function drawingStyle(
  winners: Winners,
  { style, custom }: ElementStyle,
  inSrgb: (text: string) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, { value }] of winners) {
    if (name.startsWith('?')) {
      if (!(value instanceof CustomValue)) continue;
      const { text } = substitute(value.tokens, (used) => custom.get(used));
      if (text === undefined) continue;
      // SVG renderers match this keyword case-sensitively.
      found.set(name.slice(1), inSrgb(text.trim()).replace(/\bcurrentcolor\b/gi, 'currentColor'));
    } else if (Object.hasOwn(PROPERTY_TABLE, name)) {
      const { svg } = PROPERTY_TABLE[name as PropertyName];
      const text = svg?.text(style[name as PropertyName]);
      if (text !== undefined) found.set(svg?.name ?? name, text);
    }
  }
  return found;
}

/** Notations of colors that SVG renderers may not know. */
const COLOR_FUNCTION =
  /(?<![\w-])(?:color-mix|contrast-color|light-dark|device-cmyk|color|(?:ok)?lch|(?:ok)?lab|hwb|rgba?|hsla?)\(/gi;

/** The notations of CSS 2, which all renderers know. */
const LEGACY = /^(?:rgb|hsl)a?\([\d\s.,%]*,[\d\s.,%]*\)$/i;

/**
 * Converts colors that SVG renderers do not know.
 * @param currentColor  of the element
 * @returns what is wrong with one; '' when that is reported already
 */
export function colorsInSrgb(
  text: string,
  profiles: ColorProfiles | undefined,
  currentColor: Color,
): string | { readonly problem: string } {
  let problem: string | undefined;
  const convert = (written: string): string => {
    if (LEGACY.test(written)) return written;
    const replaced = replaceCustomColors(written, profiles, true);
    if (typeof replaced === 'string') problem ??= replaced;
    const [declaration] = typeof replaced === 'string' ? [] : declare('color', replaced.text);
    const color = declaration && readColorValue(declaration.value, currentColor);
    return color ? colorText(color) : written;
  };
  if (isSystemColor(text.trim())) return convert(text);
  const plain = replaceFunctions(text, COLOR_FUNCTION, convert);
  return problem === undefined ? plain : { problem };
}

function readColorValue(value: unknown, currentColor: Color): Color | undefined {
  if (value instanceof CssWide || value instanceof Pending || value instanceof CustomValue) return undefined;
  // Of the element, colors depend on the text color only.
  if (value instanceof Deferred) return value.compute({ currentColor } as ComputeContext) as Color;
  return value as Color;
}

/** @param start  matches the names of the functions, with their parentheses */
function replaceFunctions(text: string, start: RegExp, replace: (written: string) => string): string {
  let result = '';
  let done = 0;
  for (const match of text.matchAll(start)) {
    if (match.index < done) continue;
    let end = match.index + match[0].length;
    for (let depth = 1; depth > 0 && end < text.length; end++) {
      if (text[end] === '(') depth++;
      else if (text[end] === ')') depth--;
    }
    result += text.slice(done, match.index) + replace(text.slice(match.index, end));
    done = end;
  }
  return result + text.slice(done);
}
