/**
 * Distances between faces and requests.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-style-matching
 */

/** Face styles by requested style, best first. */
export const STYLE_ORDER = {
  normal: ['normal', 'oblique', 'italic'],
  italic: ['italic', 'oblique', 'normal'],
  oblique: ['oblique', 'italic', 'normal'],
} as const;

/** The candidates at minimum distance. */
export function nearest<T>(candidates: readonly T[], distance: (candidate: T) => number): T[] {
  const min = Math.min(...candidates.map(distance));
  return candidates.filter((candidate) => distance(candidate) === min);
}

/** Added to distances on the side that is searched second. */
const OTHER_SIDE = 10_000;

export function stretchDistance(stretch: number, requested: number): number {
  const distance = Math.abs(stretch - requested);
  const preferred = requested <= 100 ? stretch <= requested : stretch >= requested;
  return preferred ? distance : OTHER_SIDE + distance;
}

export function weightDistance(weight: number, requested: number): number {
  const distance = Math.abs(weight - requested);
  if (requested < 400) return weight <= requested ? distance : OTHER_SIDE + distance;
  if (requested > 500) return weight >= requested ? distance : OTHER_SIDE + distance;
  // 400 to 500: up to 500, then lighter, then heavier.
  if (weight >= requested && weight <= 500) return distance;
  return weight < requested ? OTHER_SIDE + distance : 2 * OTHER_SIDE + distance;
}
