/**
 * Line break opportunities. Pairs of ASCII characters follow Blink's own table, kept compatible with old browsers for
 * URLs and code; everything else is UAX 14, plus a dictionary for scripts without spaces between words.
 * Source: https://drafts.csswg.org/css-text-3/#line-breaking; Blink's LazyLineBreakIterator
 * (platform/text/text_break_iterator.cc)
 */

import { type Segment, segmentsOf } from '../collections/segments.js';
import { graphemeBoundaries } from './graphemes.js';
import { DEFAULT_LIMITS, type HyphenationLimits, type Hyphenator } from './hyphenation.js';
import { lineBreakClass, type Tailoring, unicodeLineBreaks } from './uax14.js';

/** Values in the result of `breakOpportunities`. */
export const NO_BREAK = 0;
export const BREAK = 1;
/** A break that inserts a hyphen: after U+00AD, or within a hyphenated word. */
export const HYPHEN_BREAK = 2;
/** A forced break: after a preserved line feed. */
const FORCED_BREAK = 3;

/** Computed values that affect break opportunities. */
export interface BreakStyle {
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all' | 'break-word' | 'auto-phrase';
  readonly lineBreak: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere';
  /** 'auto' is 'manual' without a hyphenator. */
  readonly hyphens: 'none' | 'manual' | 'auto';
  /** Hyphenator of the language, for 'auto'; default: none. */
  readonly hyphenator?: Hyphenator | undefined;
  /** For 'auto'; default `DEFAULT_LIMITS`. */
  readonly hyphenateLimits?: HyphenationLimits;
  /** The content language, '' when unknown. */
  readonly language: string;
  /** `white-space-collapse: break-spaces`: a break opportunity after every space and other space separator. */
  readonly breakSpaces?: boolean;
}

/** A range of text with one style. Ranges are contiguous, and the last one ends with the text. */
export interface BreakRange {
  readonly end: number;
  readonly style: BreakStyle;
}

/**
 * @param text   text of one inline formatting context after white space processing; forced breaks are line feeds
 * @param styles one style, or one per range; the boundary between two ranges belongs to the first
 * @returns      one entry per index 0..text.length: NO_BREAK, BREAK, HYPHEN_BREAK or FORCED_BREAK before that unit.
 *               Breaks are after spaces, never before them. The end of the text has an entry only after a line feed.
 * Excludes emergency breaks (`overflow-wrap`), which are at grapheme boundaries.
 */
export function breakOpportunities(text: string, styles: BreakStyle | readonly BreakRange[]): Uint8Array {
  const breaks = new Uint8Array(text.length + 1);
  const isSimple = 'length' in styles ? styles.every(({ style }) => breaksAtSpaces(style)) : breaksAtSpaces(styles);
  if (isSimple && hasWordsOnly(text)) {
    for (let i = 1; i < text.length; i++) if (isBreakAtSpace(text, i)) breaks[i] = BREAK;
    return breaks;
  }
  const ranges: readonly BreakRange[] = 'length' in styles ? styles : [{ end: text.length, style: styles }];
  const unicode = new UnicodeBreaks(text);
  let start = 0;
  for (const range of ranges) {
    markRange(start, range, unicode, breaks);
    start = range.end;
  }
  return breaks;
}

/** Whether the only break opportunities of the text are those of `isBreakAtSpace`. */
export function breaksAtSpacesOnly(text: string, style: BreakStyle): boolean {
  return breaksAtSpaces(style) && hasWordsOnly(text);
}

/** Whether there is a break opportunity before the unit, in a text that breaks at spaces only. */
export function isBreakAtSpace(text: string, at: number): boolean {
  return text.charCodeAt(at - 1) === SPACE && text.charCodeAt(at) !== SPACE;
}

const BREAKS_AT_SPACES_BY_STYLE = new WeakMap<BreakStyle, boolean>();

/** Whether words of letters and digits break at spaces only. */
function breaksAtSpaces(style: BreakStyle): boolean {
  const known = BREAKS_AT_SPACES_BY_STYLE.get(style);
  if (known !== undefined) return known;
  const { wordBreak, lineBreak, hyphens, breakSpaces } = style;
  const { strictness, cjk } = tailoringOf(style);
  const isOther = wordBreak === 'break-all' || lineBreak === 'anywhere' || hyphens === 'auto' || breakSpaces;
  const result = !isOther && !cjk && strictness !== 'loose';
  BREAKS_AT_SPACES_BY_STYLE.set(style, result);
  return result;
}

/**
 * Whether a text has breaks after spaces only: ASCII without hyphens, question marks and opening brackets, and amounts
 * in euros, which UAX 14 keeps together by LB25 (PR × NU). Nearly all table cells are such texts.
 */
function hasWordsOnly(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isEuroAmount =
      unit === EURO_SIGN && isDigit(text.charCodeAt(i + 1)) && (i === 0 || isSpace(text.charCodeAt(i - 1)));
    if (!isEuroAmount && (unit > 0x7e || BREAKS_AT_SPACES[unit] === 0)) return false;
  }
  return true;
}

/** Breaks of one text by UAX 14, `line-break: anywhere` and `word-break: break-all`, computed on demand. */
class UnicodeBreaks {
  readonly #byTailoring = new Map<string, Uint8Array>();
  readonly #pairs = new Map<string, boolean>();
  #graphemes: Uint8Array | undefined;
  #breakAll: Uint8Array | undefined;

  constructor(readonly text: string) {}

  get graphemes(): Uint8Array {
    this.#graphemes ??= graphemeBoundaries(this.text);
    return this.#graphemes;
  }

  get breakAll(): Uint8Array {
    this.#breakAll ??= breakAllOpportunities(this.text);
    return this.#breakAll;
  }

  of(style: BreakStyle): Uint8Array {
    const tailoring = tailoringOf(style);
    const key = `${tailoring.strictness} ${tailoring.cjk}`;
    let breaks = this.#byTailoring.get(key);
    if (!breaks) {
      breaks = unicodeLineBreaks(this.text, tailoring);
      addDictionaryBreaks(this.text, breaks);
      this.#byTailoring.set(key, breaks);
    }
    return breaks;
  }

  /**
   * Whether a pair of Latin-1 characters has a break between them, regardless of context (Blink's kFastLineBreakTable).
   */
  ofPair(pair: string): boolean {
    let allowed = this.#pairs.get(pair);
    if (allowed === undefined) {
      allowed = unicodeLineBreaks(`a${pair}`, { strictness: 'normal', cjk: false })[2] !== NO_BREAK;
      this.#pairs.set(pair, allowed);
    }
    return allowed;
  }
}

/** The ICU rule set for a language and `line-break`. Source: Blink's LayoutLocale::LocaleWithBreakKeyword */
function tailoringOf({ lineBreak, language }: BreakStyle): Tailoring {
  const strictness = lineBreak === 'loose' || lineBreak === 'strict' ? lineBreak : 'normal';
  switch (language.slice(0, 2).toLowerCase()) {
    case 'zh':
      return { strictness, cjk: true };
    case 'ja':
      return { strictness, cjk: lineBreak !== 'auto' };
    case 'ko':
      return { strictness: strictness === 'strict' ? 'normal' : strictness, cjk: strictness === 'loose' };
    default:
      return { strictness, cjk: false };
  }
}

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const HYPHEN_MINUS = 0x2d;
const QUESTION_MARK = 0x3f;
const SOFT_HYPHEN = 0xad;
const LATIN_1_END = 0xff;
const isSpace = (unit: number) => unit === SPACE || unit === TAB || unit === LINE_FEED;
/** Source: https://drafts.csswg.org/css-text-4/#other-space-separators */
const isOtherSpace = (unit: number) => unit > LATIN_1_END && OTHER_SPACE.test(String.fromCharCode(unit));
const OTHER_SPACE = /\p{Zs}/u;

/** Fills indices start + 1 to end. */
function markRange(start: number, range: BreakRange, unicode: UnicodeBreaks, breaks: Uint8Array): void {
  const { text } = unicode;
  const { end, style } = range;
  const anywhere = style.lineBreak === 'anywhere' ? unicode.graphemes : undefined;
  const breakAll = style.wordBreak === 'break-all' ? unicode.breakAll : undefined;
  const last = Math.min(end, text.length - 1);
  for (let i = start + 1; i <= end; i++) {
    const before = text.charCodeAt(i - 1);
    if (before === LINE_FEED) breaks[i] = FORCED_BREAK;
    else if (i > last) continue;
    else if (anywhere) breaks[i] = isAnywhereBreak(text, i, style, anywhere) ? BREAK : NO_BREAK;
    else if (isAllowed(i, style, unicode, breakAll)) {
      if (before !== SOFT_HYPHEN) breaks[i] = BREAK;
      else if (style.hyphens !== 'none') breaks[i] = HYPHEN_BREAK;
    }
  }
  if (style.hyphens === 'auto' && !anywhere) markHyphenation(text, start, range, breaks);
}

/** Marks hyphenation within words of one range. */
function markHyphenation(text: string, start: number, { end, style }: BreakRange, breaks: Uint8Array): void {
  const limits = style.hyphenateLimits ?? DEFAULT_LIMITS;
  for (const at of style.hyphenator?.opportunities(text.slice(start, end), limits) ?? []) {
    if (breaks[start + at] === NO_BREAK) breaks[start + at] = HYPHEN_BREAK;
  }
}

/** `line-break: anywhere`: a break around every cluster, except before hanging spaces. */
function isAnywhereBreak(text: string, i: number, style: BreakStyle, graphemes: Uint8Array): boolean {
  if (!style.breakSpaces && isSpace(text.charCodeAt(i))) return false;
  return graphemes[i] === 1 || isSpace(text.charCodeAt(i - 1));
}

function isAllowed(i: number, style: BreakStyle, unicode: UnicodeBreaks, breakAll: Uint8Array | undefined): boolean {
  const { text } = unicode;
  const before = text.charCodeAt(i - 1);
  const after = text.charCodeAt(i);
  if (style.breakSpaces) {
    if ((isSpace(before) || isOtherSpace(before)) && after !== LINE_FEED) return true;
    if (isSpace(after) || isOtherSpace(after)) return false;
  } else {
    if (isSpace(after)) return false;
    if (isSpace(before)) return true;
  }
  const fast = before <= LATIN_1_END && after <= LATIN_1_END ? latin1Break(i, unicode) : undefined;
  if (fast === true || breakAll?.[i]) return true;
  if (style.wordBreak === 'keep-all' && isKeptAll(text, i)) return false;
  return fast ?? unicode.of(style)[i] !== NO_BREAK;
}

/** The break between two characters up to U+00FF; undefined when UAX 14 with context decides. */
function latin1Break(i: number, unicode: UnicodeBreaks): boolean | undefined {
  const { text } = unicode;
  const before = text.charCodeAt(i - 1);
  const after = text.charCodeAt(i);
  if (before < 0x21 || after < 0x21) return false;
  // A hyphen before a digit may be a minus sign, unless a word or number precedes it.
  if (before === HYPHEN_MINUS && isDigit(after)) return isAlphanumeric(text.charCodeAt(i - 2));
  if (before <= 0x7f && after <= 0x7f) return isAsciiBreak(before, after);
  return before === HYPHEN_MINUS ? undefined : unicode.ofPair(text.slice(i - 1, i + 1));
}

const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
const isAlphanumeric = (unit: number) => isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);

/** A 128-entry set of ASCII characters. */
function asciiSet(chars: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const char of chars) set[char.charCodeAt(0)] = 1;
  return set;
}
const OPENING = asciiSet('(<[{');
/** A break between two of these characters is possible only after a space. */
const BREAKS_AT_SPACES = asciiSet(
  ' !"#$%&\')*+,./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ\\]^_`abcdefghijklmnopqrstuvwxyz|}~',
);
const EURO_SIGN = 0x20ac;
const ALLOWS_BREAK_BEFORE_OPENING = asciiSet('!"#%&)*+,.:;=>\\]|}~');
const NOT_AFTER_HYPHEN = asciiSet('!$),./:;?]}');
const NOT_AFTER_QUESTION_MARK = asciiSet('!"\'),./:;?]}\x7f');

function isAsciiBreak(before: number, after: number): boolean {
  if (before === HYPHEN_MINUS) return NOT_AFTER_HYPHEN[after] === 0;
  if (before === QUESTION_MARK) return NOT_AFTER_QUESTION_MARK[after] === 0;
  return OPENING[after] === 1 && ALLOWS_BREAK_BEFORE_OPENING[before] === 1;
}

const LETTER_LIKE = ['AI', 'AL', 'HL', 'HY', 'NU'];
/**
 * `word-break: break-all`: additional breaks between a class (key) and a following class.
 * Source: ShouldBreakAfterBreakAll in Blink
 */
const BREAK_ALL: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(
    ['AI', 'AL', 'HL', 'NU', 'SA', 'SY'].map((cls) => [cls, new Set([...LETTER_LIKE, 'OP', 'PR', 'SA'])]),
  ),
  CL: new Set([...LETTER_LIKE, 'PR']),
  CP: new Set([...LETTER_LIKE, 'PR']),
  EX: new Set([...LETTER_LIKE, 'PO', 'PR']),
  IS: new Set(LETTER_LIKE),
  PO: new Set([...LETTER_LIKE, 'PO', 'PR']),
  PR: new Set(['PO']),
  HY: new Set(['NU']),
};

function breakAllOpportunities(text: string): Uint8Array {
  const breaks = new Uint8Array(text.length + 1);
  let before = '';
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i)!;
    // Plus sign and vertical bar count as letters, as in Blink's kBreakAllLineBreakClassTable.
    const cls = codePoint === 0x2b || codePoint === 0x7c ? 'AL' : lineBreakClass(codePoint);
    if (BREAK_ALL[before]?.has(cls)) breaks[i] = 1;
    if (cls !== 'CM') before = cls;
    i += codePoint > 0xffff ? 2 : 1;
  }
  return breaks;
}

const LETTER_OR_NUMBER = /^[\p{L}\p{N}]$/u;
const MARK = /^\p{M}$/u;

/**
 * `word-break: keep-all` suppresses breaks between letters and digits, except dictionary breaks.
 * Source: Blink's ShouldKeepAfterKeepAll
 */
function isKeptAll(text: string, i: number): boolean {
  const last = text[i - 1]!;
  const before = MARK.test(last) && i > 1 ? text[i - 2]! : last;
  return isKeptLetter(before) && isKeptLetter(text[i]!);
}

const isKeptLetter = (char: string) => LETTER_OR_NUMBER.test(char) && lineBreakClass(char.charCodeAt(0)) !== 'SA';

/** Bounded: each repetition takes memory of the stack. */
const DICTIONARY_SCRIPTS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{1,4096}/gu;
/** The locale does not matter: each script has one dictionary. */
const WORDS = new Intl.Segmenter('th', { granularity: 'word' });

function addDictionaryBreaks(text: string, breaks: Uint8Array): void {
  for (const { start, end } of dictionaryRuns(text)) {
    for (const word of segmentsOf(WORDS, text, start, end)) {
      const isInside = word.start > start && lineBreakClass(text.codePointAt(word.start)!) === 'SA';
      if (isInside) breaks[word.start] = BREAK;
    }
  }
}

function* dictionaryRuns(text: string): Generator<Segment> {
  let start = 0;
  let end = 0;
  for (const { 0: run, index } of text.matchAll(DICTIONARY_SCRIPTS)) {
    if (index !== end) {
      if (end > start) yield { start, end };
      start = index;
    }
    end = index + run.length;
  }
  if (end > start) yield { start, end };
}
