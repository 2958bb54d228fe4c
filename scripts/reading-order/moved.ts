/** Finds text that is in two sequences in another order. */

/** Characters that layout adds or leaves out: spaces, hyphens and ellipses at the end of lines, formatting characters. */
const IGNORED = /[\s\p{Cf}\u2010\u2026-]/gu;

/** Marks among right-to-left text come in the order of its glyphs. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const MARKS = /[\p{P}\p{S}\p{M}]/gu;

/**
 * @param source  texts in the order that the others should have
 * @returns       the texts of `source` that both have, but at another place
 */
export function movedTexts(source: readonly string[], actual: readonly string[]): string[] {
  const isMixed = RIGHT_TO_LEFT.test(source.join(''));
  const [a, b] = [source, actual].map((texts) => {
    const text = texts.join('').replace(IGNORED, '').normalize('NFKC').replace(IGNORED, '');
    return isMixed ? text.replace(MARKS, '') : text;
  });
  const { deleted, inserted } = difference(a!, b!);
  // Text that is only left out, or only added, has not moved.
  const left = new Map<string, number>();
  for (const char of inserted.join('')) left.set(char, (left.get(char) ?? 0) + 1);
  return deleted.flatMap((text) => {
    let moved = '';
    for (const char of text) {
      const count = left.get(char) ?? 0;
      if (count === 0) continue;
      left.set(char, count - 1);
      moved += char;
    }
    return moved === '' ? [] : [moved];
  });
}

interface Difference {
  readonly deleted: string[];
  readonly inserted: string[];
}

/**
 * A shortest edit script, in linear space: the middle of a shortest path divides the texts.
 * Source: E. Myers, An O(ND) Difference Algorithm and Its Variations, 1986, section 4b
 */
function difference(a: string, b: string): Difference {
  const found: Difference = { deleted: [], inserted: [] };
  const parts: [aStart: number, aEnd: number, bStart: number, bEnd: number][] = [[0, a.length, 0, b.length]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    let [aStart, aEnd, bStart, bEnd] = part;
    while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) [aStart, bStart] = [aStart + 1, bStart + 1];
    while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) [aEnd, bEnd] = [aEnd - 1, bEnd - 1];
    if (aStart === aEnd) found.inserted.push(b.slice(bStart, bEnd));
    else if (bStart === bEnd) found.deleted.push(a.slice(aStart, aEnd));
    else {
      const [x, y] = middle(a.slice(aStart, aEnd), b.slice(bStart, bEnd));
      parts.push([aStart + x, aEnd, bStart + y, bEnd], [aStart, aStart + x, bStart, bStart + y]);
    }
  }
  return found;
}

/** A point on a shortest path where the searches from both ends meet; both texts begin and end with different characters. */
function middle(a: string, b: string): [x: number, y: number] {
  const [n, m] = [a.length, b.length];
  const offset = n + m + 1;
  const forward = new Int32Array(2 * offset + 1);
  const backward = new Int32Array(2 * offset + 1);
  const delta = n - m;
  for (let d = 0; ; d++) {
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(forward, offset, k, d);
      let y = x - k;
      while (x < n && y < m && x >= 0 && y >= 0 && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      forward[offset + k] = x;
      const other = delta - k;
      if (delta % 2 !== 0 && Math.abs(other) < d && x + backward[offset + other]! >= n) return within(x, y, n, m);
    }
    for (let k = -d; k <= d; k += 2) {
      let x = furthest(backward, offset, k, d);
      let y = x - k;
      while (x < n && y < m && x >= 0 && y >= 0 && a[n - 1 - x] === b[m - 1 - y]) [x, y] = [x + 1, y + 1];
      backward[offset + k] = x;
      const other = delta - k;
      if (delta % 2 === 0 && Math.abs(other) <= d && x + forward[offset + other]! >= n)
        return within(n - x, m - y, n, m);
    }
  }
}

/** How far a path of `d` edits gets on diagonal `k` before the characters that are equal. */
function furthest(reached: Int32Array, offset: number, k: number, d: number): number {
  const isDown = k === -d || (k !== d && reached[offset + k - 1]! < reached[offset + k + 1]!);
  if (d === 0) return 0;
  return isDown ? reached[offset + k + 1]! : reached[offset + k - 1]! + 1;
}

const within = (x: number, y: number, n: number, m: number): [number, number] => [
  Math.max(0, Math.min(n, x)),
  Math.max(0, Math.min(m, y)),
];
