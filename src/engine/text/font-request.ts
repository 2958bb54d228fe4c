/** From the font properties of an element to what the text stage looks for. */

import type { FontProperties } from '../css/compute/styled-document.js';
import type { FontRequest } from './types.js';

/** The computed values of the font-* properties as the text stage takes them. */
export function fontRequest(style: FontProperties, language = ''): FontRequest {
  const variations = style['font-variation-settings'];
  return {
    families: style['font-family'],
    weight: style['font-weight'],
    style: style['font-style'],
    stretch: style['font-stretch'],
    size: style['font-size'],
    ...(language && { language }),
    ...(variations.length > 0 && { variations }),
    ...(style['font-optical-sizing'] === 'none' && { opticalSizing: false }),
    ...unsynthesized(style),
  };
}

function unsynthesized(style: FontProperties): Pick<FontRequest, 'unsynthesized'> {
  const [bold, oblique] = [style['font-synthesis-weight'] === 'none', style['font-synthesis-style'] === 'none'];
  return bold || oblique ? { unsynthesized: { bold, oblique } } : {};
}
