/**
 * How far a face is from what a request asks for.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-style-matching
 */

/** Styles by the style asked for, best first. */
export const STYLE_ORDER = {
  normal: ['normal', 'oblique', 'italic'],
  italic: ['italic', 'oblique', 'normal'],
  oblique: ['oblique', 'italic', 'normal'],
} as const;

/** The candidates at the least distance. */
export function nearest<T>(candidates: readonly T[], distance: (candidate: T) => number): T[] {
  const least = Math.min(...candidates.map(distance));
  return candidates.filter((candidate) => distance(candidate) === least);
}

/** Anything on the preferred side comes before everything on the other. */
const OTHER_SIDE = 10_000;

export function stretchDistance(stretch: number, wanted: number): number {
  const distance = Math.abs(stretch - wanted);
  const preferred = wanted <= 100 ? stretch <= wanted : stretch >= wanted;
  return preferred ? distance : OTHER_SIDE + distance;
}

export function weightDistance(weight: number, wanted: number): number {
  const distance = Math.abs(weight - wanted);
  if (wanted < 400) return weight <= wanted ? distance : OTHER_SIDE + distance;
  if (wanted > 500) return weight >= wanted ? distance : OTHER_SIDE + distance;
  // 400 to 500: up to 500, then lighter, then heavier.
  if (weight >= wanted && weight <= 500) return distance;
  return weight < wanted ? OTHER_SIDE + distance : 2 * OTHER_SIDE + distance;
}
