/** Selects the faces for the text of an SVG drawing. */

import type { FontFace } from '../engine/text/types.js';

/**
 * Faces of the families that the drawing refers to, followed by upright faces of weights 400 and 700 that cover
 * characters missing from those. Empty for a drawing without text.
 */
export function facesInDrawing(source: string, faces: readonly FontFace[]): FontFace[] {
  if (!source.includes('<text')) return [];
  const lower = source.toLowerCase();
  const named = faces.filter(
    ({ family, uniqueFamily }) => lower.includes(uniqueFamily.toLowerCase()) || lower.includes(family.toLowerCase()),
  );
  const used = [...named];
  for (const code of codePoints(source)) {
    if (used.some((face) => covers(face, code))) continue;
    used.push(...faces.filter((face) => isFallback(face) && covers(face, code)).slice(0, 2));
  }
  return used;
}

const isFallback = ({ style, weight, ofDocument }: FontFace): boolean =>
  !ofDocument && style === 'normal' && (weight === 400 || weight === 700);

function codePoints(text: string): Set<number> {
  const codes = new Set<number>();
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code > 0x20) codes.add(code);
  }
  return codes;
}

function covers({ coverage }: FontFace, code: number): boolean {
  let low = 0;
  let high = coverage.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coverage[2 * middle + 1]! < code) low = middle + 1;
    else high = middle;
  }
  return low < coverage.length / 2 && coverage[2 * low]! <= code;
}
