/** Styles of SVG elements as text for the SVG renderer. */

import type { Winners } from '../cascade/cascade.js';
import { CustomValue } from '../cascade/specified.js';
import { substitute } from '../cascade/variables.js';
import { PROPERTY_TABLE, type PropertyName } from '../properties/table.js';
import { declare } from '../syntax/declarations.js';
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

const DEVICE_CMYK = /device-cmyk\((?:[^()]|\([^()]*\))*\)/gi;

const CUSTOM_COLOR = /\bcolor\(\s*--(?:[^()]|\([^()]*\))*\)/gi;

/** Converts colors that SVG renderers do not know. @returns what is wrong with one; '' when that is reported already */
export function colorsInSrgb(text: string, profiles: ColorProfiles | undefined): string | { readonly problem: string } {
  let problem: string | undefined;
  const convert = (written: string): string => {
    const replaced = replaceCustomColors(written, profiles, true);
    if (typeof replaced === 'string') problem ??= replaced;
    const [declaration] = typeof replaced === 'string' ? [] : declare('color', replaced.text);
    return declaration ? colorText(declaration.value as Color) : written;
  };
  const plain = text.replace(DEVICE_CMYK, convert).replace(CUSTOM_COLOR, convert);
  return problem === undefined ? plain : { problem };
}
