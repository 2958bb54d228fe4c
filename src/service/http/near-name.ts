/** The name that was meant by one with a slip in it. */

/** Slips in one name; more make it another name. */
const MAX_SLIPS = 2;

/** @returns the one of `names` that is nearest to `name`; undefined when none is near */
export function nearName(name: string, names: readonly string[]): string | undefined {
  const written = plain(name);
  let nearest: string | undefined;
  let least = Math.min(MAX_SLIPS, Math.ceil(name.length / 3)) + 1;
  for (const candidate of names) {
    const meant = plain(candidate);
    if (Math.abs(meant.length - written.length) >= least) continue;
    const slips = distance(written, meant);
    if (slips < least) [nearest, least] = [candidate, slips];
  }
  return nearest;
}

/** `templateId`, `Template-ID` and `template_id` are one name to people. */
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
