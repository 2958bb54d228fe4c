/** How much two prints of a document have in common. */

import type { Word } from '../printed-words.js';
import { compare } from '../wpt/rasters.js';
import type { Print } from './prints.js';

/** The kind of the first difference; `none`: nothing that shows. */
type Cause = 'fails' | 'pages' | 'words' | 'places of words' | 'graphics' | 'none';

export interface Score {
  /** 0 to 100. */
  readonly score: number;
  readonly cause: Cause;
}

/** A word is in its place within this distance, px. */
const TOLERANCE = 3;
/** The share of words, in percent; looks count for the rest. */
const OF_WORDS = 60;
/** From this share of equal pixels on, words are not compared. */
const ALIKE = 0.985;
/** From this score on, two prints look the same. */
const SAME = 99;

export function scoreOf(want: Print, got: Print): Score {
  const texts = matched(want.words, got.words, Number.POSITIVE_INFINITY);
  const places = matched(want.words, got.words, TOLERANCE);
  const { pixels, ink } = compare(want.pages, got.pages, true);
  const looks = pixels === undefined ? 0 : 1 - Math.min(1, pixels / Math.max(1, ink));
  // Pages that look alike have the same words, however a file spells them for extraction.
  const score = looks >= ALIKE ? 100 * looks : OF_WORDS * places + (100 - OF_WORDS) * looks;
  return { score, cause: causeOf(score, want.pages.length === got.pages.length, texts, places) };
}

function causeOf(score: number, hasPages: boolean, texts: number, places: number): Cause {
  if (score >= SAME) return 'none';
  if (!hasPages) return 'pages';
  if (texts < SAME / 100) return 'words';
  return places < SAME / 100 ? 'places of words' : 'graphics';
}

/**
 * The share of words that both prints have on the same page.
 * @param tolerance  distance at which they may be from each other, px
 */
function matched(want: readonly Word[], got: readonly Word[], tolerance: number): number {
  const left = new Map<string, Word[]>();
  for (const word of got) {
    const key = `${word[0]} ${word[3]}`;
    const known = left.get(key);
    if (known) known.push(word);
    else left.set(key, [word]);
  }
  let count = 0;
  for (const [page, x, y, text] of want) {
    const candidates = left.get(`${page} ${text}`) ?? [];
    const at = candidates.findIndex((word) => Math.hypot(word[1] - x, word[2] - y) <= tolerance);
    if (at < 0) continue;
    candidates.splice(at, 1);
    count += 1;
  }
  return (2 * count) / Math.max(1, want.length + got.length) || (want.length + got.length === 0 ? 1 : 0);
}
