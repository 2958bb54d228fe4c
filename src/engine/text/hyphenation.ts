/**
 * Where words may be hyphenated: Liang's algorithm over the patterns of the package `hyphen`, which come from TeX.
 * A language's patterns are loaded when a document first needs them.
 * Sources: https://drafts.csswg.org/css-text-4/#propdef-hyphens, https://tug.org/docs/liang/
 */

import { BoundedCache } from '../collections/bounded-cache.js';

/** Characters a word must have, and those that must stay before and after the hyphen. */
export interface HyphenationLimits {
  readonly word: number;
  readonly before: number;
  readonly after: number;
}

/** `hyphenate-limit-chars: auto`. */
export const DEFAULT_LIMITS: HyphenationLimits = { word: 5, before: 2, after: 2 };

/** A pattern's levels as an index into the table, what follows it, or both. */
type TrieNode = number | Trie | readonly [Trie, number];
interface Trie {
  readonly [character: string]: TrieNode | undefined;
}
export type Patterns = readonly [
  levels: readonly (readonly number[])[],
  trie: Trie,
  words: Readonly<Record<string, number[]>>,
];

/** Files of patterns by language, the more special tags first; of Serbo-Croatian both scripts. */
const LANGUAGES: readonly (readonly [tag: string, file: string])[] = [
  ['en-gb', 'en-gb'],
  ['en', 'en-us'],
  ['de-ch-1901', 'de-ch-1901'],
  ['de-1901', 'de-1901'],
  ['de', 'de-1996'],
  ['el-polyton', 'el-polyton'],
  ['el', 'el-monoton'],
  ['mn', 'mn-cyrl'],
  ['sr-latn', 'sh-latn'],
  ['sr', 'sr-cyrl'],
  ['sh-cyrl', 'sh-cyrl'],
  ['sh', 'sh-latn'],
  ['bs-cyrl', 'sh-cyrl'],
  ['bs', 'sh-latn'],
  ['am', 'mul-ethi'],
  ['ti', 'mul-ethi'],
  ...(
    'af as be bg bn ca cop cs cu cy da es et eu fi fr fur ga gl grc gu hi hr hsb hu hy ia id is it ka kmr kn la lt lv ' +
    'mk ml mr nb nl nn no oc or pa pi pl pms pt rm ro ru sa sk sl sq sv ta te tk tr uk'
  )
    .split(' ')
    .map((tag) => [tag, tag] as const),
];

/** Gives the patterns in a file of the package; it may throw. */
export type LoadPatterns = (file: string) => Patterns;

/** The hyphenators of the languages that documents have asked for. */
export class Hyphenators {
  readonly #made = new Map<string, Hyphenator>();

  constructor(private readonly load: LoadPatterns) {}

  /** @param language BCP 47; undefined for one without patterns */
  for(language: string): Hyphenator | undefined {
    const lower = language.toLowerCase();
    const file = LANGUAGES.find(([tag]) => lower === tag || lower.startsWith(`${tag}-`))?.[1];
    if (file === undefined) return undefined;
    let hyphenator = this.#made.get(file);
    if (!hyphenator) {
      hyphenator = new Hyphenator(this.load(file), !file.startsWith('en'));
      this.#made.set(file, hyphenator);
    }
    return hyphenator;
  }
}

/** Words that are remembered, per language. */
const MAX_WORDS = 5000;
/** Longer ones are no words. */
const MAX_LENGTH = 100;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const MARK = /\p{M}/u;
const CAPITAL = /^\p{Lu}/u;
const SOFT_HYPHEN = '\u00ad';

export class Hyphenator {
  readonly #words = new BoundedCache<string, readonly number[]>(MAX_WORDS);

  constructor(
    private readonly patterns: Patterns,
    /** English words with a capital are names, as Blink has it. */
    private readonly hyphenatesCapitalized: boolean,
  ) {}

  /** @returns indices into the text at which a hyphen may be put */
  opportunities(text: string, limits: HyphenationLimits): number[] {
    const found: number[] = [];
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (word.length < limits.word || word.length > MAX_LENGTH) continue;
      if (!this.hyphenatesCapitalized && CAPITAL.test(word)) continue;
      // The author says where such a word breaks: https://drafts.csswg.org/css-text-4/#valdef-hyphens-auto
      const end = index + word.length;
      if (text[index - 1] === SOFT_HYPHEN || text[end] === SOFT_HYPHEN) continue;
      for (const at of this.#positions(word)) {
        if (at >= limits.before && word.length - at >= limits.after) found.push(index + at);
      }
    }
    return found;
  }

  #positions(word: string): readonly number[] {
    return this.#words.getOrMake(word, () => {
      const lower = word.toLowerCase();
      return lower.length === word.length ? this.#find(lower) : [];
    });
  }

  /** A hyphen may stand where the highest level of all patterns that match there is odd. */
  #find(word: string): readonly number[] {
    const [table, trie, words] = this.patterns;
    // Their places are counted with the hyphens before them.
    if (Object.hasOwn(words, word)) return words[word]!.map((at, i) => at - i);
    const levels = new Uint8Array(word.length + 2);
    const dotted = `.${word}.`;
    for (let start = 0; start < dotted.length; start++) {
      // The levels of a pattern for a word's beginning are those after its dot.
      const first = Math.max(0, start - 1);
      let branch: Trie = trie;
      for (let at = start; at < dotted.length; at++) {
        const node = Object.hasOwn(branch, dotted[at]!) ? branch[dotted[at]!] : undefined;
        if (node === undefined) break;
        const index = typeof node === 'number' ? node : isLeaf(node) ? node[1] : undefined;
        if (index !== undefined) {
          for (const [i, level] of table[index]!.entries()) levels[first + i] = Math.max(levels[first + i]!, level);
        }
        if (typeof node === 'number') break;
        branch = isLeaf(node) ? node[0] : node;
      }
    }
    const found: number[] = [];
    for (let at = 1; at < word.length; at++) if (levels[at]! % 2 === 1 && !MARK.test(word[at]!)) found.push(at);
    return found;
  }
}

const isLeaf = (node: Trie | readonly [Trie, number]): node is readonly [Trie, number] => Array.isArray(node);
