/**
 * Makes a text that fails shorter as long as it goes on failing: delta debugging (Zeller and Hildebrandt, 2002) over tags,
 * declarations and words, and elements with all that they contain.
 * @param fails  must hold for `text`; throwing counts as not failing in the same way
 * @returns      a text from which no part can be left out
 */
export function shrink(text: string, fails: (text: string) => boolean, maxTries = 2000): string {
  let smallest = text;
  let tries = 0;
  const still = (candidate: string): boolean => {
    if (candidate === smallest || tries >= maxTries) return false;
    tries += 1;
    try {
      return fails(candidate);
    } catch {
      return false;
    }
  };
  for (const pattern of [COARSE, FINE]) {
    for (let before = ''; before !== smallest; ) {
      before = smallest;
      let parts: readonly string[] = smallest.match(pattern) ?? [];
      for (let size = parts.length >> 1; size >= 1; size >>= 1) {
        for (let at = 0; at < parts.length; ) {
          const rest = [...parts.slice(0, at), ...parts.slice(at + size)];
          if (still(rest.join(''))) {
            parts = rest;
            smallest = rest.join('');
          } else at += size;
        }
      }
    }
  }
  return smallest;
}

/** Template expressions, tags, declarations, words, and what separates them. */
const COARSE = /\{\{[^}]*\}\}\}?|<[^>]*>|[^\s<{;}]+;?|\s+|[<{;}]/g;
/** Words, spaces and signs. */
const FINE = /\w+|\s+|[^\w\s]/gu;
