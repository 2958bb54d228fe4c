/** Grapheme clusters, which CSS does not break. */

import { segmentsOf } from '../collections/segments.js';

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @returns one entry per index 0..text.length: 1 where a grapheme cluster starts (and at the end), 0 inside one
 * Source: https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries
 */
export function graphemeBoundaries(text: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  boundaries[text.length] = 1;
  for (let start = 0; start < text.length; ) {
    const simpleEnd = endOfSimple(text, start);
    boundaries.fill(1, start, simpleEnd);
    if (simpleEnd === text.length) break;
    // What is not simple may continue the unit before it, and be continued by the one after it.
    const from = Math.max(start, simpleEnd - 1);
    start = endOfOthers(text, simpleEnd);
    for (const segment of segmentsOf(SEGMENTER, text, from, start)) boundaries[segment.start] = 1;
  }
  return boundaries;
}

/** The grapheme clusters of `text` from `start` to `end`. @param boundaries  of the text */
export function clustersOf(text: string, boundaries: Uint8Array, start: number, end: number): string[] {
  const clusters: string[] = [];
  for (let from = start; from < end; ) {
    let to = from + 1;
    while (to < end && boundaries[to] === 0) to++;
    clusters.push(text.slice(from, to));
    from = to;
  }
  return clusters;
}

/** Blocks without marks, joiners or surrogates, as inclusive ranges: there each unit is a cluster. */
const SIMPLE_BLOCKS = [
  [0x370, 0x482], // Greek, Cyrillic
  [0x48a, 0x58f],
  [0x2010, 0x2027], // punctuation
  [0x2030, 0x205e],
  [0x20a0, 0x20cf], // currency
  [0x2100, 0x2bff], // letterlike signs, arrows, mathematics, shapes
  [0x3000, 0x3029], // CJK punctuation
  [0x3030, 0x3098], // kana
  [0x309b, 0x30ff],
  [0x3400, 0x9fff], // Han
  [0xff01, 0xff9d],
] as const;

function isSimple(unit: number): boolean {
  return unit < 0x300 ? unit !== 0x0d : SIMPLE_BLOCKS.some(([first, last]) => unit >= first && unit <= last);
}

/** The end of the simple units from `start` on. */
function endOfSimple(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSimple(text.charCodeAt(at))) at++;
  return at;
}

/** The index between the first two simple units after `start`. */
function endOfOthers(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !(isSimple(text.charCodeAt(at)) && isSimple(text.charCodeAt(at - 1)))) at++;
  return Math.min(at, text.length);
}
