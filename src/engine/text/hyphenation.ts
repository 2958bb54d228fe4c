/**
 * Automatic hyphenation: Liang's algorithm with the TeX patterns of the package `hyphen`.
 * The patterns of a language load when a document first needs them.
 * Sources: https://drafts.csswg.org/css-text-4/#propdef-hyphens, https://tug.org/docs/liang/
 */

import { BoundedCache } from '../collections/bounded-cache.js';

/** Minimum characters of the word, before and after the hyphen: `hyphenate-limit-chars`. */
export interface HyphenationLimits {
  readonly word: number;
  readonly before: number;
  readonly after: number;
}

/** `hyphenate-limit-chars: auto`. */
export const DEFAULT_LIMITS: HyphenationLimits = { word: 5, before: 2, after: 2 };

/** An index into the table of levels, a subtrie, or both. */
type TrieNode = number | Trie | readonly [Trie, number];
interface Trie {
  readonly [character: string]: TrieNode | undefined;
}
type Patterns = readonly [
  levels: readonly (readonly number[])[],
  trie: Trie,
  words: Readonly<Record<string, number[]>>,
];

/** Pattern files by language, specific tags first. */
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

/** Loads a pattern file of the package; may throw. */
export type LoadPatterns = (file: string) => Patterns;

/** Hyphenators by language, created on demand. */
export class Hyphenators {
  readonly #made = new Map<string, Hyphenator>();

  constructor(private readonly load: LoadPatterns) {}

  /** @param language BCP 47 @returns undefined when there are no patterns for the language */
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

/** Cached words per language. */
const MAX_WORDS = 5000;
/** Longer words are not hyphenated. */
const MAX_LENGTH = 100;
/** Bounded: each repetition takes memory of the stack. What goes on after a match is part of the same word. */
const WORD = /[\p{L}\p{M}]{1,101}(?:['’][\p{L}\p{M}]{1,101}){0,20}/gu;
const MARK = /\p{M}/u;
const CAPITAL = /^\p{Lu}/u;
const SOFT_HYPHEN = '\u00ad';

export class Hyphenator {
  readonly #words = new BoundedCache<string, readonly number[]>(MAX_WORDS);

  constructor(
    private readonly patterns: Patterns,
    /** False for English, where capitalized words may be names. Source: Blink's Hyphenation::Initialize */
    private readonly hyphenatesCapitalized: boolean,
  ) {}

  /** @returns the indices in the text where a hyphen may be inserted */
  opportunities(text: string, limits: HyphenationLimits): number[] {
    const found: number[] = [];
    let lastEnd = -1;
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const continues = index === lastEnd;
      lastEnd = index + word.length;
      if (continues || word.length < limits.word || word.length > MAX_LENGTH) continue;
      if (!this.hyphenatesCapitalized && CAPITAL.test(word)) continue;
      // Soft hyphens disable automatic hyphenation. Source: https://drafts.csswg.org/css-text-4/#valdef-hyphens-auto
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

  /** Positions where the highest level of all matching patterns is odd. */
  #find(word: string): readonly number[] {
    const [table, trie, words] = this.patterns;
    // Exceptions count the hyphens before each position.
    if (Object.hasOwn(words, word)) return words[word]!.map((at, i) => at - i);
    const levels = new Uint8Array(word.length + 2);
    const dotted = `.${word}.`;
    for (let start = 0; start < dotted.length; start++) {
      // A pattern for the start of a word has no level for its dot.
      const first = Math.max(0, start - 1);
      let branch: Trie = trie;
      for (let at = start; at < dotted.length; at++) {
        const node = Object.hasOwn(branch, dotted[at]!) ? branch[dotted[at]!] : undefined;
        if (node === undefined) break;
        const index = typeof node === 'number' ? node : hasLevels(node) ? node[1] : undefined;
        if (index !== undefined) {
          for (const [i, level] of table[index]!.entries()) levels[first + i] = Math.max(levels[first + i]!, level);
        }
        if (typeof node === 'number') break;
        branch = hasLevels(node) ? node[0] : node;
      }
    }
    const found: number[] = [];
    for (let at = 1; at < word.length; at++) if (levels[at]! % 2 === 1 && !MARK.test(word[at]!)) found.push(at);
    return found;
  }
}

/** Whether a pattern ends at a node that others continue. */
const hasLevels = (node: Trie | readonly [Trie, number]): node is readonly [Trie, number] => Array.isArray(node);
