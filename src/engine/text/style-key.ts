/** Keys of styles by their values: equal styles of different documents share shaped texts. */

import type { FontLibrary } from './fonts.js';
import type { FontRequest, ShapeStyle } from './types.js';

export function styleKey({ font, ...style }: ShapeStyle, library: FontLibrary): string {
  return [
    font.families.join('\u0001'),
    font.weight,
    font.style,
    font.stretch,
    font.size,
    style.letterSpacing,
    style.wordSpacing,
    style.features.join(','),
    style.language,
    style.textSpacingTrim ?? '',
    style.orientation ?? '',
    font.language ?? '',
    fontKey(font),
    library.key(font),
  ].join('\u0002');
}

/** The properties beside family, weight, style and stretch that select faces. */
function fontKey({ sizeAdjust, unsynthesized }: FontRequest): string {
  return sizeAdjust || unsynthesized ? JSON.stringify([sizeAdjust, unsynthesized]) : '';
}
