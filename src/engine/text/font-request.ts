/** From the font properties of an element to what the text stage looks for. */

import type { ComputedStyle } from '../css/properties/table.js';
import type { FontRequest } from './types.js';

/** The computed values of the font-* properties as the text stage takes them. */
export function fontRequest(style: ComputedStyle, language = ''): FontRequest {
  return {
    families: style['font-family'],
    weight: style['font-weight'],
    style: style['font-style'],
    stretch: style['font-stretch'],
    size: style['font-size'],
    ...(language && { language }),
    ...unsynthesized(style),
  };
}

function unsynthesized(style: ComputedStyle): Pick<FontRequest, 'unsynthesized'> {
  const [bold, oblique] = [style['font-synthesis-weight'] === 'none', style['font-synthesis-style'] === 'none'];
  return bold || oblique ? { unsynthesized: { bold, oblique } } : {};
}
