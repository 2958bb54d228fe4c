/** Characters without a glyph in the available fonts, as diagnostics name them. */

import type { FontLibrary } from './fonts.js';
import { clustersOf, graphemeBoundaries } from './graphemes.js';
import type { FontRequest } from './types.js';

/** @returns for each character of the text that has no glyph, `𓀀 (U+13000)` */
export function missingGlyphs(text: string, font: FontRequest, fonts: FontLibrary): string[] {
  const clusters = clustersOf(text, graphemeBoundaries(text), 0, text.length);
  const choices = fonts.facesFor(clusters, font);
  return clusters.filter((_, index) => !choices[index]!.complete).map(nameOf);
}

function nameOf(cluster: string): string {
  const codePoints = [...cluster].map(
    (char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `${cluster} (${codePoints.join(' ')})`;
}
