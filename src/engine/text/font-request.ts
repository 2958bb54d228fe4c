/** Font requests from computed styles. */

import type { FontProperties } from '../css/compute/styled-document.js';
import type { FontRequest } from './types.js';

/** Maps the computed font-* properties to a font request. */
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
    ...(style['font-size-adjust'] !== 'none' && { sizeAdjust: style['font-size-adjust'] }),
    ...unsynthesized(style),
  };
}

function unsynthesized(style: FontProperties): Pick<FontRequest, 'unsynthesized'> {
  const [bold, oblique] = [style['font-synthesis-weight'] === 'none', style['font-synthesis-style'] === 'none'];
  return bold || oblique ? { unsynthesized: { bold, oblique } } : {};
}
