/** Finds the name that a misspelled one probably means. */

/** Edits; with more it is a different name. */
const MAX_EDITS = 2;

/** @returns the one of `names` that is nearest to `name`; undefined when none is near */
export function nearName(name: string, names: readonly string[]): string | undefined {
  const written = plain(name);
  let nearest: string | undefined;
  let limit = Math.min(MAX_EDITS, Math.ceil(name.length / 3)) + 1;
  for (const candidate of names) {
    const meant = plain(candidate);
    if (Math.abs(meant.length - written.length) >= limit) continue;
    const edits = distance(written, meant);
    if (edits < limit) [nearest, limit] = [candidate, edits];
  }
  return nearest;
}

/** `templateId`, `Template-ID` and `template_id` count as one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/**
 * Letters inserted, left out, replaced, or swapped with their neighbour, to get from one text to the other: the optimal
 * string alignment distance.
 * Source: https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance
 */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[to.length]!;
}
