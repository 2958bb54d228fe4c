/** The fonts of computed styles, for the stages that need no shaped text. */

import type { FontProperties } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import { fontRequest } from './font-request.js';
import type { FontLibrary } from './fonts.js';
import type { FontMetrics } from './types.js';

export function fontUnits(fonts: FontLibrary, font: FontProperties): FontMetrics {
  const { primary } = fonts.match(fontRequest(font));
  return fonts.metrics(primary, font['font-size']);
}

/** The face of text that is typed in a style; and that of the default fonts, which is always a TrueType font. */
export function fieldFaces(fonts: FontLibrary, style: ComputedStyle) {
  const request = fontRequest(style);
  return { face: fonts.match(request).primary, fallback: fonts.match({ ...request, families: ['Arial'] }).primary };
}

/** Family names for Typst, which sets the text of drawings; fonts of the document have generated names. */
export function svgFamilies(families: readonly string[], fonts: FontLibrary): string[] {
  const { list } = fonts.match({ families, weight: 400, style: 'normal', stretch: 100, size: 16 });
  return [...new Set(list.map((face) => (face.ofDocument ? face.uniqueFamily : face.family)))];
}
